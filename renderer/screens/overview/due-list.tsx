/** What is due: reviews, requests of persons and invoices, by the day on which the first of each is. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { dayOf, daysBetween } from '../../../shared/billing/calendar.ts';
import type { Due } from '../../../shared/contract/overview.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { personsAddress } from '../../ui/addresses.ts';
import { formatCount, formatList, monthAndDay } from '../../ui/format.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { dueAddress } from './addresses.ts';
import { Line, Lines } from './lines.tsx';
import classes from './overview.module.css';

/** Days from which on a day is near. */
const nearDays = 7;

export function DueList({
  items,
  generatedAt,
}: {
  readonly items: readonly Due[];
  readonly generatedAt: string;
}) {
  const { t } = useTranslation(['overview', 'persons']);
  return (
    <Section
      title={t('due.title')}
      actions={
        <>
          <span className="pd-caption">{t('due.about')}</span>
          <span className="pd-space" />
          <PlaceWay className="pd-text-link pd-underlined pd-caption" href={personsAddress}>
            {t('due.all')}
          </PlaceWay>
        </>
      }
    >
      {items.length === 0 ? (
        <p className="pd-flush pd-dim">{t('due.none')}</p>
      ) : (
        <Lines items={items} first={4} keyOf={(item) => dueAddress(item)}>
          {(item) => <DueLine item={item} today={dayOf(generatedAt)} />}
        </Lines>
      )}
    </Section>
  );
}

function DueLine({ item, today }: { readonly item: Due; readonly today: string }) {
  const { t } = useTranslation(['overview', 'persons']);
  const day = dayOf(item.due);
  const left = daysBetween(today, day);
  const date = monthAndDay(day);
  return (
    <Line
      href={dueAddress(item)}
      lead={
        <span className={classes.date}>
          <b>{date.day}</b>
          {date.month}
        </span>
      }
      aside={
        <StatusBadge tone={left <= nearDays ? 'warn' : 'mute'} shape="none">
          {daysWords(left, t)}
        </StatusBadge>
      }
    >
      {showHidden(dueText(item, t))}
      <span className="pd-block pd-caption">{showHidden(dueNote(item, t))}</span>
    </Line>
  );
}

type Words = TFunction<['overview', 'persons']>;

function daysWords(left: number, t: Words): string {
  if (left === 0) return t('due.today');
  const count = Math.abs(left);
  return t(left < 0 ? 'due.late' : 'due.days', { count, amount: formatCount(count) });
}

function dueText({ kind, reason, count, name, asks, amount, currency }: Due, t: Words): string {
  switch (kind) {
    case 'review':
      return t(`due.review.${reason ?? 'policy'}`, {
        count: count ?? 0,
        amount: formatCount(count ?? 0),
      });
    case 'person_request':
      return t('due.request', {
        asks: formatList(asks.map((each) => t(`persons:ask.${each}`))),
        number: name ?? '',
      });
    case 'invoice':
      return t('due.invoice', { money: formatMoney(amount ?? 0, currency ?? '') });
    default:
      return kind satisfies never;
  }
}

function dueNote({ kind, model_id: modelId, count, name }: Due, t: Words): string {
  if (kind === 'review') return modelId ?? '';
  if (kind === 'invoice') return name ?? '';
  return t('due.found', { count: count ?? 0, amount: formatCount(count ?? 0) });
}
