/** The queue by when it is due: why each record waits, what the model decided, since when, until when, and whose it is. */
import type { TFunction } from 'i18next';
import type { ReviewRow } from '../../../shared/contract/review-queue.ts';
import { waitingReasons } from '../../../shared/contract/reviews.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { Instant } from '../../ui/instant.tsx';
import { defineList } from '../../ui/list/define-list.ts';
import { useActorNames } from '../../ui/signing/person-words.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

type Translate = TFunction<'review', 'queue'>;

export const dueList = defineList<ReviewRow, Translate>()(
  {
    id: 'due',
    noun: 'decisions',
    rowId: (row) => row.record_id,
    idColumn: 'record',
    filters: { reason: waitingReasons },
    chips: ['model_id', 'assignee'],
    alsoNarrow: ['is_late'],
    columns: {
      reason: {
        path: '/reason',
        form: 'status',
        width: 148,
        codes: waitingReasons,
        narrows: 'reason',
        sort: false,
      },
      due: { path: '/due_at', form: 'instant', width: 208, none: 'never', sort: false, cell: Due },
      since: { path: '/since', form: 'ago', width: 104, sort: false },
      model: { path: '/model_id', width: 144, long: true, narrows: 'model_id', sort: false },
      outcome: {
        path: '/outcome',
        width: 120,
        sort: false,
        text: ({ outcome }) => (outcome === null ? '' : showHidden(String(outcome))),
      },
      amount: {
        path: '/amount',
        width: 96,
        side: 'end',
        sort: false,
        text: ({ amount, currency }) => (amount === null ? '' : `${amount} ${currency ?? ''}`),
      },
      assignee: {
        path: '/assignee',
        width: 144,
        long: true,
        none: 'nobody',
        narrows: 'assignee',
        sort: false,
        cell: ({ assignee }) => <Assignee id={assignee ?? ''} />,
      },
      record: { path: '/record_id', form: 'id', width: 190, long: true, dim: true, sort: false },
    },
  },
  (t, key, values) => t(key, values),
);

/** Past due stands out. */
function Due({ due_at: due }: ReviewRow, { t }: { readonly t: Translate }) {
  if (due === null) return null;
  const isLate = Date.parse(due) < Date.now();
  return (
    <>
      <Instant at={due} precision="minute" />{' '}
      {isLate && <StatusBadge tone="warn">{t('late')}</StatusBadge>}
    </>
  );
}

function Assignee({ id }: { id: string }) {
  const nameOf = useActorNames();
  return <bdi>{nameOf(id)}</bdi>;
}
