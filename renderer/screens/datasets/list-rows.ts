/** The rows of the datasets list: those a text finds, in the order that a column gives. */
import type { Dataset } from '../../../shared/contract/datasets.ts';
import type { DatasetSort } from './search.ts';

/** Code point order, the same everywhere; nothing comes before something. */
function byText(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
}

type Compare = (one: Dataset, other: Dataset) => number;

const comparisons: Readonly<Record<DatasetSort, Compare>> = {
  name: (one, other) => byText(one.name.toLowerCase(), other.name.toLowerCase()),
  status: (one, other) => byText(one.status, other.status),
  holder: (one, other) => byText(one.holder_id, other.holder_id),
  rows: (one, other) => one.record_count - other.record_count,
  bytes: (one, other) => one.total_bytes - other.total_bytes,
  fields: (one, other) => one.field_count - other.field_count,
  sessions: (one, other) =>
    one.active_session_count - other.active_session_count ||
    one.session_count - other.session_count,
  appended: (one, other) => byText(one.last_appended_at, other.last_appended_at),
  created: (one, other) => byText(one.created_at, other.created_at),
};

/** Datasets whose name, id or holder has the text; equals stay in the order they came. */
export function listRows(
  datasets: readonly Dataset[],
  text: string,
  sort: DatasetSort,
  order: 'asc' | 'desc',
): Dataset[] {
  const wanted = text.trim().toLowerCase();
  const compare = comparisons[sort];
  const way = order === 'asc' ? 1 : -1;
  return datasets
    .filter(({ name, dataset_id: id, holder_id: holder }) =>
      [name, id, holder].some((each) => each.toLowerCase().includes(wanted)),
    )
    .toSorted((one, other) => way * compare(one, other));
}
