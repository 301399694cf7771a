/** The columns of the review queue: those of the decisions, led by why each one waits and since when. */
import type { TFunction } from 'i18next';
import type { ListedRecord } from '../../api/records.ts';
import type { TimeZoneChoice } from '../../state/preferences.ts';
import { formatInstant } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { instantHead } from '../../ui/table/instant-head.ts';
import { decisionColumns, type DecisionColumn } from '../decisions/columns.tsx';
import { effectOfRow } from '../decisions/effect-of-row.ts';
import type { DecisionsTranslate } from '../../ui/filter/decision-filters.ts';

const order = [
  'rail',
  'select',
  'why',
  'since',
  'who',
  'model',
  'decision',
  'confidence',
  'policy',
  'transaction',
  'seq',
  'record',
  'interventions',
  'hash',
];

/** What is not seen at first, because the queue is read beside an open inspector. */
const hiddenAtFirst: ReadonlySet<string> = new Set(['transaction', 'seq', 'hash', 'record']);

/** Narrower than in the list of decisions, for the same reason. */
const widths: Readonly<Record<string, number>> = { model: 108, decision: 168 };

export function reviewColumns(
  t: TFunction<'review'>,
  decisions: DecisionsTranslate,
  zone: TimeZoneChoice,
  nameOf: (actorId: string) => string,
): DecisionColumn[] {
  const whyOf = (row: ListedRecord) => t(`why.${row.waiting?.reason ?? 'policy'}`);
  const askedBy = (row: ListedRecord) => {
    const { asked } = effectOfRow(row);
    return asked && nameOf(asked.actor.id);
  };
  const sinceOf = (row: ListedRecord) => row.waiting?.since ?? row.created_at;
  const own: DecisionColumn[] = [
    {
      id: 'why',
      title: t('column.why'),
      width: 152,
      cell: (row) => <StatusBadge tone="warn">{whyOf(row)}</StatusBadge>,
      text: whyOf,
    },
    {
      id: 'since',
      identity: true,
      ...instantHead(t('column.since'), zone),
      width: 150,
      cell: (row, { zone: shown }) => formatInstant(sinceOf(row), shown),
      text: sinceOf,
    },
    {
      id: 'who',
      title: t('column.who'),
      width: 96,
      long: true,
      cell: (row) => {
        const name = askedBy(row);
        return name === undefined ? t('byPolicy') : <bdi>{name}</bdi>;
      },
      text: (row) => askedBy(row) ?? row.policy_id,
    },
  ];
  const all = [
    ...own,
    ...decisionColumns(decisions, zone).map((each) => ({
      ...each,
      width: widths[each.id] ?? each.width,
      ...(hiddenAtFirst.has(each.id) && { hiddenAtFirst: true }),
    })),
  ];
  return order.flatMap((id) => all.filter((each) => each.id === id));
}
