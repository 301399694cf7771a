/** The columns of the models list, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ModelOverview } from '../../../shared/contract/models.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { TimeZoneChoice } from '../../state/preferences.ts';
import { modelAddress } from '../../ui/addresses.ts';
import { formatCount, formatDay, formatInstant, formatInstantIn } from '../../ui/format.ts';
import { instantHead } from '../../ui/table/instant-head.ts';
import type { GridColumn } from '../../ui/table/grid-column.ts';
import { ArtifactBadge, artifactState } from './artifact-status.tsx';
import { CompletenessMeter } from './completeness-panel.tsx';
import type { ModelSort } from './search.ts';
import classes from './models.module.css';

export type ModelsTranslate = TFunction<'models'>;

/** Values that cells need besides their row; the same object as long as nothing in it changes. */
export interface ModelCells {
  readonly zone: TimeZoneChoice;
  readonly t: ModelsTranslate;
}

export type ModelColumn = GridColumn<ModelOverview, ModelCells> & {
  readonly id: ModelSort | 'versions';
};

/** The columns in their first order. */
export function modelColumns(t: ModelsTranslate, zone: TimeZoneChoice): ModelColumn[] {
  return [
    {
      id: 'model',
      data: { path: '/model_id' },
      title: t('column.model'),
      width: 156,
      sortable: true,
      long: true,
      cell: NameCell,
    },
    {
      id: 'version',
      data: { path: '/version' },
      title: t('column.version'),
      width: 68,
      sortable: true,
      long: true,
      cell: (row) => row.version,
    },
    {
      id: 'framework',
      data: { path: '/framework' },
      title: t('column.framework'),
      width: 100,
      sortable: true,
      long: true,
      cell: (row, { t: words }) =>
        row.framework === null ? <Missing t={words} /> : showHidden(row.framework),
    },
    {
      id: 'training',
      data: { path: '/training_date', kind: 'day' },
      title: t('column.training'),
      width: 104,
      sortable: true,
      cell: (row, { t: words }) =>
        row.training_date === null ? <Missing t={words} /> : formatDay(row.training_date),
    },
    {
      id: 'artifact',
      data: { path: '/artifact', words: t('artifactState', { returnObjects: true }) },
      title: t('column.artifact'),
      width: 130,
      sortable: true,
      cell: ArtifactCell,
    },
    {
      id: 'completeness',
      data: { path: '/specification/present', kind: 'number' },
      title: t('column.completeness'),
      width: 288,
      sortable: true,
      long: true,
      cell: CompletenessCell,
    },
    {
      id: 'annex',
      data: { path: '/annex_iv/present', kind: 'number' },
      title: t('column.annex'),
      width: 126,
      sortable: true,
      cell: AnnexCell,
    },
    {
      id: 'decisions',
      data: { path: '/decision_count', kind: 'number' },
      title: t('column.decisions'),
      width: 112,
      align: 'end',
      sortable: true,
      cell: (row) => formatCount(row.decision_count),
    },
    {
      id: 'versions',
      data: { path: '/versions', kind: 'number' },
      title: t('column.versions'),
      width: 76,
      align: 'end',
      cell: (row) => formatCount(row.versions),
    },
    {
      id: 'registered',
      data: { path: '/registered_at', kind: 'instant', title: t('column.registered') },
      ...instantHead(t('column.registered'), zone),
      width: 136,
      sortable: true,
      cell: (row, { zone: shown }) => (
        <time dateTime={row.registered_at} title={row.registered_at}>
          {formatInstant(row.registered_at, shown, 'minute')}
        </time>
      ),
    },
  ];
}

function Missing({ t }: { t: ModelsTranslate }) {
  return <span className={classes.dim}>{t('unknown')}</span>;
}

/** A link for the pointer (a new tab, its address); keys open the row the grid's cursor is on. */
export function NameCell(row: Pick<ModelOverview, 'model_id'>) {
  return (
    <a
      className={classes.name}
      href={modelAddress(row.model_id)}
      tabIndex={-1}
      title={showHidden(row.model_id)}
    >
      <bdi>{showHidden(row.model_id)}</bdi>
    </a>
  );
}

function ArtifactCell(row: ModelOverview, { t, zone }: ModelCells) {
  const state = artifactState(row.model_hash, row.artifact);
  return (
    <ArtifactBadge
      state={state}
      title={
        row.artifact_checked_at === null
          ? t('column.neverChecked')
          : t('column.checkedAt', { time: formatInstantIn(row.artifact_checked_at, zone) })
      }
    />
  );
}

function CompletenessCell(row: ModelOverview, { t }: ModelCells) {
  const { present, total } = row.specification;
  const lacks = [
    ...(row.has_intended_use ? [] : [t('column.noIntendedUse')]),
    ...(row.has_limitations ? [] : [t('column.noLimitations')]),
  ];
  return (
    <span className={classes.completeness}>
      <CompletenessMeter present={present} partial={0} total={total} />
      <span>{t('completeness.of', { present, total })}</span>
      {lacks.length > 0 && (
        <span className={classes.lacks} title={lacks.join(', ')}>
          <IconAlertTriangle size={12} stroke={1.8} aria-hidden="true" />
          <span className={classes.lacksText}>{lacks.join(', ')}</span>
        </span>
      )}
    </span>
  );
}

function AnnexCell(row: ModelOverview, { t }: ModelCells) {
  const { present, partial, total } = row.annex_iv;
  return (
    <span
      className={classes.completeness}
      title={t('completeness.ofPartly', { present, partial, total })}
    >
      <CompletenessMeter present={present} partial={partial} total={total} />
      <span>{t('completeness.of', { present, total })}</span>
    </span>
  );
}
