/** The columns of the datasets list, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import type { Dataset } from '../../../shared/contract/datasets.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { TimeZoneChoice } from '../../state/preferences.ts';
import { datasetAddress } from '../../ui/addresses.ts';
import { formatBytes, formatCount, formatInstant } from '../../ui/format.ts';
import { instantHead } from '../../ui/table/instant-head.ts';
import type { GridColumn } from '../../ui/table/grid-column.ts';
import { DatasetStatusBadge } from './dataset-status.tsx';
import { policyFacts } from './policy-words.ts';
import type { DatasetSort } from './search.ts';
import classes from './datasets.module.css';

export type DatasetsTranslate = TFunction<'datasets'>;

/** Values that cells need besides their row; the same object as long as nothing in it changes. */
export interface DatasetCells {
  readonly zone: TimeZoneChoice;
  readonly t: DatasetsTranslate;
}

export type DatasetColumn = GridColumn<Dataset, DatasetCells> & {
  readonly id: DatasetSort | 'id' | 'policy';
};

/** The columns in their first order. */
export function datasetColumns(t: DatasetsTranslate, zone: TimeZoneChoice): DatasetColumn[] {
  const sortable = true;
  const end = 'end';
  return [
    {
      id: 'name',
      data: { path: '/name' },
      title: t('column.name'),
      width: 208,
      sortable,
      long: true,
      cell: NameCell,
    },
    {
      id: 'status',
      data: { path: '/status', words: t('status', { returnObjects: true }) },
      title: t('column.status'),
      width: 148,
      sortable,
      cell: ({ status }) => <DatasetStatusBadge status={status} />,
    },
    {
      id: 'holder',
      data: { path: '/holder_id' },
      title: t('column.holder'),
      width: 144,
      sortable,
      long: true,
      cell: ({ holder_id: holder }) => showHidden(holder),
      text: ({ holder_id: holder }) => holder,
    },
    {
      id: 'rows',
      data: { path: '/record_count', kind: 'number' },
      title: t('column.rows'),
      width: 92,
      align: end,
      sortable,
      cell: (row) => formatCount(row.record_count),
    },
    {
      id: 'bytes',
      data: { path: '/total_bytes', kind: 'number' },
      title: t('column.bytes'),
      width: 86,
      align: end,
      sortable,
      cell: (row) => formatBytes(row.total_bytes),
    },
    {
      id: 'fields',
      data: { path: '/field_count', kind: 'number' },
      title: t('column.fields'),
      width: 66,
      align: end,
      sortable,
      cell: (row) => formatCount(row.field_count),
    },
    {
      id: 'sessions',
      data: { path: '/session_count', kind: 'number' },
      title: t('column.sessions'),
      width: 112,
      sortable,
      cell: ({ active_session_count: open, session_count: all }, { t: words }) => (
        <span className={open === 0 ? classes.dim : undefined}>
          {words('openOf', { open: formatCount(open), all: formatCount(all) })}
        </span>
      ),
    },
    {
      id: 'policy',
      data: { path: '/policy', kind: 'json' },
      title: t('column.policy'),
      width: 216,
      long: true,
      cell: (row, { t: words }) => policySummary(row, words),
      text: (row, { t: words }) => policySummary(row, words),
    },
    {
      id: 'appended',
      data: { path: '/last_appended_at', kind: 'instant', title: t('column.appended') },
      ...instantHead(t('column.appended'), zone),
      width: 176,
      sortable,
      cell: ({ last_appended_at: at }, cells) =>
        at === null ? <span className={classes.dim}>{cells.t('never')}</span> : instant(at, cells),
    },
    {
      id: 'created',
      data: { path: '/created_at', kind: 'instant', title: t('column.created') },
      ...instantHead(t('column.created'), zone),
      width: 136,
      hiddenAtFirst: true,
      sortable,
      cell: ({ created_at: at }, cells) => instant(at, cells),
    },
    {
      id: 'id',
      data: { path: '/dataset_id' },
      title: t('column.id'),
      width: 190,
      mono: true,
      dim: true,
      long: true,
      hiddenAtFirst: true,
      cell: ({ dataset_id: id }) => id,
      text: ({ dataset_id: id }) => id,
    },
  ];
}

function instant(at: string, { zone }: DatasetCells) {
  return (
    <time dateTime={at} title={at}>
      {formatInstant(at, zone, 'minute')}
    </time>
  );
}

/** Fields and operations that the holder holds back, in a line. */
export function policySummary(dataset: Dataset, t: DatasetsTranslate): string {
  const facts = policyFacts(dataset.policy);
  if (facts.isOpen) return t('policy.open');
  const { refused, restricted, minGroupSize, refusedTransformations } = facts;
  const parts = [
    ...(refused.length === 0
      ? []
      : [t('policy.no', { what: refused.map((each) => t(`operation.${each}`)).join(', ') })]),
    ...(restricted.length === 0 ? [] : [t('policy.fieldsHeld', { count: restricted.length })]),
    ...(minGroupSize === 1 ? [] : [t('policy.groupsOf', { size: formatCount(minGroupSize) })]),
    ...(refusedTransformations.length === 0 || refused.includes('transform')
      ? []
      : [
          t('policy.no', {
            what: refusedTransformations.map((each) => t(`transformation.${each}`)).join(', '),
          }),
        ]),
  ];
  return parts.join(' · ');
}

/** A link for the pointer; keys open the row the grid's cursor is on. */
function NameCell({ dataset_id: id, name }: Dataset) {
  return (
    <a
      className={classes.name}
      href={datasetAddress(id)}
      tabIndex={-1}
      title={showHidden(`${name} (${id})`)}
    >
      <bdi>{showHidden(name)}</bdi>
    </a>
  );
}
