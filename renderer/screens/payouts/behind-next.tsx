/** What is behind the next payout: each invoice that a lab paid, and those that are still to be paid. */
import { useTranslation } from 'react-i18next';
import type {
  EarnedDocument,
  HolderSummary,
  UnpaidDocument,
} from '../../../shared/contract/billing-holders.ts';
import { dayOf } from '../../../shared/billing/calendar.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { formatCount, formatList, formatMonth, formatShortDay } from '../../ui/format.ts';
import { formatAmount } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { nanos, shortText } from '../../ui/money/nanos-text.ts';
import classes from './payouts.module.css';

/** Entries that are named one by one. */
const namedEntries = 4;
/** Documents that are listed before the others are counted. */
const listed = 6;

export function BehindNext({ summary }: { readonly summary: HolderSummary }) {
  const { t } = useTranslation('payouts');
  const { next_payout: next, to_come: toCome, currency } = summary;
  const { documents } = next;
  return (
    <section className={classes.card} aria-label={t('behind.title')}>
      <h2 className="pd-flush pd-title">{t('behind.title')}</h2>
      {documents.length === 0 && <p className="pd-note pd-flush">{t('behind.nothing')}</p>}
      <ul className={classes.documents}>
        {documents.slice(0, listed).map((each) => (
          <Earned key={each.document} document={each} currency={currency} />
        ))}
      </ul>
      <Others count={documents.length - listed + next.more} />
      {documents.length > 0 && (
        <p className="pd-flush pd-row pd-split pd-figures pd-medium">
          <strong>
            {t('behind.sum', { gross: formatAmount(next.gross), fee: formatAmount(next.fee) })}
          </strong>
          <MoneyText value={next.net} currency={currency} headline short />
        </p>
      )}
      <Entries documents={documents} />
      {toCome.documents.length > 0 && (
        <>
          <h3 className="pd-flush pd-title">{t('behind.toCome')}</h3>
          <ul className={classes.documents}>
            {toCome.documents.slice(0, listed).map((each) => (
              <Unpaid key={each.document} document={each} currency={currency} />
            ))}
          </ul>
          <Others count={toCome.documents.length - listed + toCome.more} />
        </>
      )}
    </section>
  );
}

function Others({ count }: { readonly count: number }) {
  const { t } = useTranslation('payouts');
  if (count <= 0) return null;
  return (
    <p className="pd-note pd-flush">{t('behind.more', { count, documents: formatCount(count) })}</p>
  );
}

function Entries({ documents }: { readonly documents: readonly EarnedDocument[] }) {
  const { t } = useTranslation('payouts');
  const entries = documents.flatMap(({ entry_seq: seq }) => (seq === null ? [] : [seq]));
  if (entries.length === 0) return null;
  const named = entries.toSorted((one, other) => one - other).slice(0, namedEntries);
  const more = entries.length - named.length;
  const list = formatList([
    ...named.map((each) => formatCount(each)),
    ...(more > 0 ? [t('behind.others', { count: more, entries: formatCount(more) })] : []),
  ]);
  return <p className="pd-note pd-flush">{t('behind.entries', { count: entries.length, list })}</p>;
}

interface DocumentProps<Document> {
  readonly document: Document;
  readonly currency: string;
}

function Earned({ document, currency }: DocumentProps<EarnedDocument>) {
  const { document_number: number, month, dataset_ids: datasets, gross, fee } = document;
  return (
    <li>
      <strong className="pd-anywhere">{showHidden(document.account_name)}</strong>
      <strong className="pd-at-end">
        <MoneyText value={document.net} currency={currency} headline short />
      </strong>
      <span className="pd-caption pd-anywhere">
        {number} · {formatMonth(month, 'middle')} · {formatList(datasets.map(showHidden))}
      </span>
      <span className="pd-caption pd-figures pd-at-end pd-nowrap">
        {formatAmount(gross)} − {formatAmount(fee)}
      </span>
    </li>
  );
}

function Unpaid({ document, currency }: DocumentProps<UnpaidDocument>) {
  const { t } = useTranslation('payouts');
  const { document_number: number, month, is_overdue: isOverdue, due_date: due } = document;
  return (
    <li>
      <strong className="pd-anywhere">{showHidden(document.account_name)}</strong>
      <strong className="pd-at-end" data-overdue={isOverdue || undefined}>
        {shortText(nanos(document.net), currency)}
      </strong>
      <span className="pd-caption pd-anywhere">
        {number} · {formatMonth(month, 'middle')} ·{' '}
        {t('behind.due', { day: formatShortDay(dayOf(due)) })}
      </span>
      <span className="pd-caption pd-at-end">{isOverdue ? t('behind.overdue') : ''}</span>
    </li>
  );
}
