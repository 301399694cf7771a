/** The list of models: columns, order, search, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { IconAlertTriangle } from '@tabler/icons-react';
import {
  compareVersions,
  type ModelList,
  type ModelOverview,
} from '../../../shared/contract/models.ts';
import { modelAddress } from '../../ui/addresses.ts';
import { formatInstantIn } from '../../ui/format.ts';
import { CellLink } from '../../ui/list/cell-link.tsx';
import { defineList, type ListCells } from '../../ui/list/define-list.ts';
import { ArtifactBadge, artifactState } from './artifact-status.tsx';
import { CompletenessMeter } from './completeness-panel.tsx';
import classes from './models.module.css';

export type ModelsTranslate = TFunction<'models'>;

/** Mismatch first, then what nobody looked at, then what holds. */
const artifactStates = ['mismatch', 'no_hash', 'unchecked', 'match'] as const;

const share = ({ present, total }: { present: number; total: number }) =>
  total === 0 ? 0 : present / total;

export const modelsList = defineList<ModelOverview, ModelsTranslate>()(
  {
    id: 'models',
    noun: 'models',
    rowId: (row) => row.model_id,
    idColumn: 'model',
    first: { sort: 'model', order: 'asc' },
    filters: {},
    alsoSearched: ['/model_hash'],
    columns: {
      model: { path: '/model_id', width: 156, long: true, searched: true, cell: NameCell },
      version: {
        path: '/version',
        width: 68,
        long: true,
        searched: true,
        sort: (one, other) => compareVersions(one.version, other.version),
      },
      framework: {
        path: '/framework',
        width: 100,
        long: true,
        searched: true,
        none: 'unknown',
        narrows: 'q',
      },
      training: { path: '/training_date', form: 'day', width: 104, none: 'unknown' },
      artifact: {
        path: '/artifact',
        form: 'status',
        width: 130,
        codes: artifactStates,
        wordsAt: 'artifactState',
        cell: ArtifactCell,
      },
      completeness: {
        path: '/specification/present',
        form: 'count',
        width: 288,
        long: true,
        sort: (one, other) => share(one.specification) - share(other.specification),
        cell: CompletenessCell,
      },
      annex: {
        path: '/annex_iv/present',
        form: 'count',
        width: 126,
        sort: (one, other) => share(one.annex_iv) - share(other.annex_iv),
        cell: AnnexCell,
      },
      decisions: { path: '/decision_count', form: 'count', width: 112 },
      versions: { path: '/versions', form: 'count', width: 76, sort: false },
      registered: { path: '/registered_at', form: 'instant', width: 136 },
    },
  },
  (t, key, values) => t(key, values),
);

/** The list of a server that tells names and versions alone. */
export const modelNamesList = defineList<ModelList[number], ModelsTranslate>()(
  {
    id: 'model-names',
    noun: 'models',
    rowId: (row) => row.model_id,
    idColumn: 'model',
    first: { sort: 'model', order: 'asc' },
    filters: {},
    columns: {
      model: { path: '/model_id', width: 320, long: true, searched: true, cell: NameCell },
      version: { path: '/version', width: 120, sort: false, searched: true },
    },
  },
  (t, key, values) => t(key, values),
);

function NameCell({ model_id: id }: Pick<ModelOverview, 'model_id'>) {
  return <CellLink href={modelAddress(id)}>{id}</CellLink>;
}

function ArtifactCell(row: ModelOverview, { t, zone }: ListCells<ModelsTranslate>) {
  const { artifact_checked_at: at } = row;
  return (
    <ArtifactBadge
      state={artifactState(row.model_hash, row.artifact)}
      title={
        at === null
          ? t('column.neverChecked')
          : t('column.checkedAt', { time: formatInstantIn(at, zone) })
      }
    />
  );
}

function CompletenessCell(row: ModelOverview, { t }: ListCells<ModelsTranslate>) {
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
        <span
          className="pd-inline pd-slim pd-gap-4 pd-warn-text pd-fixed-signs"
          title={lacks.join(', ')}
        >
          <IconAlertTriangle size={12} stroke={1.8} aria-hidden="true" />
          <span className="pd-cut">{lacks.join(', ')}</span>
        </span>
      )}
    </span>
  );
}

function AnnexCell(row: ModelOverview, { t }: ListCells<ModelsTranslate>) {
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
