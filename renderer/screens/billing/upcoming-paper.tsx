/** The invoice of the running month as a paper: nothing of it is issued. */
import { useTranslation } from 'react-i18next';
import type { UpcomingInvoice } from '../../../shared/contract/billing-prices.ts';
import { formatMonth } from '../../ui/format.ts';
import { keyed } from '../../ui/keyed.ts';
import { formatVolume } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { LineName, LineNote } from './invoice-document.tsx';
import classes from './invoice-document.module.css';

export function UpcomingPaper({ upcoming }: { readonly upcoming: UpcomingInvoice }) {
  const { t } = useTranslation('billing');
  const { month, currency, subtotal, tax, tax_percent: percent, total } = upcoming;
  const lines = upcoming.lines.filter((each) => each.amount !== 0 || (each.volume ?? 0) > 0);
  return (
    <article className={classes.paper} aria-label={t('month.upcoming')}>
      <header>
        <p className={classes.word}>{t('month.draft')}</p>
        <p className="pd-flush pd-dim">{formatMonth(month, 'long')}</p>
      </header>
      {lines.length === 0 ? (
        <p className="pd-note">{t('month.nothing')}</p>
      ) : (
        <table className={classes.lines}>
          <thead>
            <tr>
              <th scope="col">{t('document.description')}</th>
              <th scope="col" data-align="end">
                {t('document.amount', { currency })}
              </th>
            </tr>
          </thead>
          <tbody>
            {keyed(lines, (line) => line.description).map(({ key, item: line }) => (
              <tr key={key}>
                <th scope="row">
                  <LineName line={line} />
                  <LineNote line={line} currency={currency} />
                </th>
                <td data-align="end">
                  <MoneyText value={line.amount} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <Sum name={t('document.subtotal')} value={subtotal} />
            <Sum name={t('document.taxOf', { percent: formatVolume(percent) })} value={tax} />
            <tr className={classes.total}>
              <th scope="row">{t('document.total')}</th>
              <td data-align="end">
                <MoneyText value={total} currency={currency} />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
      <footer className="pd-caption">{t('month.notIssued')}</footer>
    </article>
  );
}

function Sum({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-align="end">
        <MoneyText value={value} />
      </td>
    </tr>
  );
}
