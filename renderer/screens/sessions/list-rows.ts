/** The rows of the sessions list in the order that a column gives. */
import { sessionStatuses, type Session } from '../../../shared/contract/sessions.ts';
import { endOf } from '../../ui/sessions/session-end.ts';
import type { SessionSort } from './search.ts';

/** Code point order, the same everywhere; nothing comes before something. */
function byText(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
}

type Compare = (one: Session, other: Session) => number;

const rank = (session: Session) => sessionStatuses.indexOf(session.status);

const comparisons: Readonly<Record<SessionSort, Compare>> = {
  purpose: (one, other) => byText(one.purpose, other.purpose),
  status: (one, other) => rank(one) - rank(other),
  remaining: (one, other) => byText(endOf(one), endOf(other)),
  dataset: (one, other) => byText(one.dataset_id, other.dataset_id),
  operator: (one, other) => byText(one.operator, other.operator),
  model: (one, other) => byText(one.model_id, other.model_id),
  operations: (one, other) =>
    (one.usage?.total_operations ?? 0) - (other.usage?.total_operations ?? 0),
  records: (one, other) =>
    (one.usage?.records_accessed ?? 0) - (other.usage?.records_accessed ?? 0),
  bytes: (one, other) => (one.usage?.total_data_bytes ?? 0) - (other.usage?.total_data_bytes ?? 0),
  opened: (one, other) => byText(one.created_at, other.created_at),
};

/** The same rows in the order asked for; equals stay in the order they came, newest first. */
export function listRows(
  sessions: readonly Session[],
  sort: SessionSort,
  order: 'asc' | 'desc',
): Session[] {
  const compare = comparisons[sort];
  const way = order === 'asc' ? 1 : -1;
  return sessions.toSorted((one, other) => way * compare(one, other));
}
