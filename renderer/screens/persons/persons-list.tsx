/** The list of requests of persons: columns, order, search, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import type { PersonRequestRow } from '../../../shared/contract/persons.ts';
import { deadlineRules } from '../../../shared/oversight/deadlines.ts';
import {
  personAsks,
  requestEvents,
  standsAs,
  urgencies,
} from '../../../shared/oversight/request-steps.ts';
import { personRequestAddress } from '../../ui/addresses.ts';
import { CellLink } from '../../ui/list/cell-link.tsx';
import { compareValues } from '../../ui/list/compare-values.ts';
import { defineList, type ListCells } from '../../ui/list/define-list.ts';
import { UrgencyBadge } from './urgency-badge.tsx';

type Translate = TFunction<'persons'>;

export const personsList = defineList<PersonRequestRow, Translate>()(
  {
    id: 'persons',
    noun: 'persons',
    rowId: (row) => row.request_id,
    idColumn: 'id',
    first: { sort: 'due', order: 'asc' },
    filters: { urgency: ['open', 'late', 'soon', 'closed'] },
    columns: {
      number: {
        path: '/number',
        width: 112,
        identity: true,
        searched: true,
        cell: ({ request_id: id, number }) => (
          <CellLink href={personRequestAddress(id)} about={number}>
            {number}
          </CellLink>
        ),
      },
      person: { path: '/person', form: 'json', width: 220, long: true, text: personText },
      asks: { path: '/asks', form: 'json', width: 210, long: true, text: asksText },
      urgency: {
        path: '/urgency',
        form: 'status',
        width: 128,
        codes: urgencies,
        narrows: 'urgency',
        alsoUnder: ({ urgency }) => (standsAs(urgency, 'open') ? ['open'] : []),
        sort: byUrgency,
        cell: ({ urgency }) => <UrgencyBadge urgency={urgency} />,
      },
      due: { path: '/due', form: 'day', width: 128, sort: byUrgency },
      received: { path: '/received_on', form: 'day', width: 128 },
      event: { path: '/event', form: 'status', width: 190, codes: requestEvents },
      records: { path: '/records', form: 'count', width: 100 },
      rule: {
        path: '/rule',
        form: 'status',
        width: 170,
        codes: deadlineRules,
        hiddenAtFirst: true,
      },
      created: { path: '/created_at', form: 'instant', width: 150, hiddenAtFirst: true },
      closed: { path: '/closed_at', form: 'instant', width: 150, hiddenAtFirst: true },
      id: {
        path: '/request_id',
        form: 'id',
        width: 200,
        dim: true,
        long: true,
        sort: false,
        searched: true,
        hiddenAtFirst: true,
      },
    },
  },
  (t, key, values) => t(key, values),
);

/** What is open comes first, the nearest day before the others. */
function byUrgency(one: PersonRequestRow, other: PersonRequestRow): number {
  return (
    compareValues(one.closed_at !== null, other.closed_at !== null) ||
    compareValues(one.due, other.due) ||
    compareValues(one.number, other.number)
  );
}

function personText({ person }: PersonRequestRow, { t }: Pick<ListCells<Translate>, 't'>): string {
  return person === null ? t('erased') : person.identifiers.join(' · ');
}

/** In the order of the list of asks, whatever the order they came in. */
function asksText({ asks }: PersonRequestRow, { t }: Pick<ListCells<Translate>, 't'>): string {
  return personAsks
    .filter((each) => asks.includes(each))
    .map((each) => t(`ask.${each}`))
    .join(' · ');
}
