/** The lines of an invoice with what they come to. */
import { useTranslation } from 'react-i18next';
import type { Invoice, LineKind } from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import { keyed } from '../../ui/keyed.ts';
import { formatVolume } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { sessionRateWords } from '../../ui/money/price-words.ts';
import classes from './invoice-document.module.css';

export type AnyLine =
  | NonNullable<Invoice['details']>['lines'][number]
  | Invoice['line_items'][number];

export function InvoiceLines({
  lines,
  invoice: { currency, subtotal, total },
  taxes,
}: {
  readonly lines: readonly AnyLine[];
  readonly invoice: Pick<Invoice, 'currency' | 'subtotal' | 'total'>;
  /** Each tax in words, with its amount. */
  readonly taxes: readonly { readonly name: string; readonly amount: number }[];
}) {
  const { t } = useTranslation('billing');
  return (
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
        {taxes.map(({ name, amount }) => (
          <Sum key={name} name={name} value={amount} />
        ))}
        <tr className={classes.total}>
          <th scope="row">{t('document.total')}</th>
          <td data-align="end">
            <MoneyText value={total} currency={currency} />
          </td>
        </tr>
      </tfoot>
    </table>
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

/** Kinds of lines whose description a person wrote, in a language that is not known. */
const namedByPeople: ReadonlySet<LineKind> = new Set(['fee', 'adjustment', 'charge', 'prepayment']);

/** Name of a line: the service says it in English, but for what a person named. */
export function LineName({ line }: { line: AnyLine }) {
  const isOfService = 'kind' in line && !namedByPeople.has(line.kind);
  return isOfService ? <InEnglish>{line.description}</InEnglish> : showHidden(line.description);
}

/** Rate × volume of a usage line; what kind of line it is otherwise. */
function LineNote({ line, currency }: { line: AnyLine; currency: string }) {
  const { t } = useTranslation('billing');
  if (!('kind' in line)) return null;
  const { kind, dimension, volume, rate } = line;
  if (kind !== 'usage') return <small>{t(`line.${kind}`)}</small>;
  if (dimension === null || volume === null) return null;
  const amount = t(`price.volume.${dimension}`, {
    count: volume,
    volume: formatVolume(volume),
  });
  if (rate === null) return <small>{t('line.byTiers', { volume: amount })}</small>;
  return (
    <small>
      {t('line.rate', { volume: amount, rate: sessionRateWords(rate, dimension, currency, t) })}
    </small>
  );
}
