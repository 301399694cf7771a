/** The list of datasets: columns, order, search, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { datasetStatuses, type Dataset } from '../../../shared/contract/datasets.ts';
import { datasetAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { CellLink } from '../../ui/list/cell-link.tsx';
import { compareValues } from '../../ui/list/compare-values.ts';
import { defineList, type ListCells } from '../../ui/list/define-list.ts';
import { DatasetStatusBadge } from './dataset-status.tsx';

type Translate = TFunction<'datasets'>;

export const datasetsList = defineList<Dataset, Translate>()(
  {
    id: 'datasets',
    noun: 'datasets',
    rowId: (row) => row.dataset_id,
    idColumn: 'id',
    first: { sort: 'created', order: 'desc' },
    filters: { status: datasetStatuses },
    columns: {
      name: {
        path: '/name',
        width: 208,
        long: true,
        searched: true,
        cell: ({ dataset_id: id, name }) => (
          <CellLink href={datasetAddress(id)} about={`${name} (${id})`}>
            {name}
          </CellLink>
        ),
      },
      status: {
        path: '/status',
        form: 'status',
        width: 148,
        codes: datasetStatuses,
        narrows: 'status',
        cell: ({ status }) => <DatasetStatusBadge status={status} />,
      },
      holder: { path: '/holder_id', width: 144, long: true, searched: true, narrows: 'q' },
      rows: { path: '/record_count', form: 'count', width: 92 },
      bytes: { path: '/total_bytes', form: 'bytes', width: 86 },
      fields: { path: '/field_count', form: 'count', width: 66 },
      sessions: {
        path: '/session_count',
        form: 'count',
        width: 112,
        sort: (one, other) =>
          compareValues(one.active_session_count, other.active_session_count) ||
          compareValues(one.session_count, other.session_count),
        cell: SessionsCell,
      },
      policy: { path: '/policy_version', width: 176, long: true, text: policySummary },
      appended: { path: '/last_appended_at', form: 'instant', width: 176, none: 'never' },
      created: { path: '/created_at', form: 'instant', width: 136, hiddenAtFirst: true },
      id: {
        path: '/dataset_id',
        form: 'id',
        width: 190,
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

/** Who may ask, and by which version. */
function policySummary(
  { access, policy_version: version }: Dataset,
  { t }: Pick<ListCells<Translate>, 't'>,
): string | undefined {
  if (access === null || version === null) return undefined;
  return t('policy.summary', { access: t(`access.${access}`), version: formatCount(version) });
}

function SessionsCell(row: Dataset, { t }: ListCells<Translate>) {
  const [open, all] = [row.active_session_count, row.session_count];
  return (
    <span className={open === 0 ? 'pd-dim' : undefined}>
      {t('openOf', { open: formatCount(open), all: formatCount(all) })}
    </span>
  );
}
