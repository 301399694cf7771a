/** The invoice of the running month as a paper: nothing of it is issued. */
import { useTranslation } from 'react-i18next';
import type { UpcomingInvoice } from '../../../shared/contract/billing-prices.ts';
import { formatMonth } from '../../ui/format.ts';
import { formatVolume } from '../../ui/money/money.ts';
import { InvoiceLines } from './invoice-lines.tsx';
import classes from './invoice-document.module.css';

export function UpcomingPaper({ upcoming }: { readonly upcoming: UpcomingInvoice }) {
  const { t } = useTranslation('billing');
  const lines = upcoming.lines.filter((each) => each.amount !== 0 || (each.volume ?? 0) > 0);
  return (
    <article className={classes.paper} aria-label={t('month.upcoming')}>
      <header>
        <p className={classes.word}>{t('month.draft')}</p>
        <p className="pd-flush pd-dim">{formatMonth(upcoming.month, 'long')}</p>
      </header>
      {lines.length === 0 ? (
        <p className="pd-note">{t('month.nothing')}</p>
      ) : (
        <InvoiceLines
          lines={lines}
          invoice={upcoming}
          taxes={upcoming.taxes.map(({ percent, tax: amount }) => ({
            name: t('document.taxOf', { percent: formatVolume(percent) }),
            amount,
          }))}
        />
      )}
      <footer className="pd-caption">{t('month.notIssued')}</footer>
    </article>
  );
}
