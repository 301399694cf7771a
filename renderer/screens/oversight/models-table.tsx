/** A row for each model that decides anything: how much, with which outcomes, how people and groups fare with it. */
import { Button, Skeleton } from '@mantine/core';
import { IconChartHistogram } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type {
  Basis,
  Counted,
  OversightModel,
  OversightModels,
} from '../../../shared/contract/oversight.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useOversightModels } from '../../api/oversight.ts';
import { openDialog } from '../../state/dialogs.ts';
import { oversightAddress } from '../../ui/addresses.ts';
import { ShareBar } from '../../ui/charts/share-bar.tsx';
import { SparkColumns } from '../../ui/charts/spark-columns.tsx';
import { Legend } from '../../ui/charts/stacked-columns.tsx';
import { formatConfidence, formatCount, formatRate } from '../../ui/format.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { CountLink } from './behind.tsx';
import { partsOf } from './class-tones.ts';
import { CardCell, DriftCell, FairnessCell } from './model-standings.tsx';
import classes from './oversight.module.css';

export function ModelsTable({ basis }: { readonly basis: Basis }) {
  const { t } = useTranslation('oversight');
  const query = useOversightModels({ basis });
  if (query.isError && query.data === undefined) return <QueryError query={query} />;
  if (query.data === undefined) return <Skeleton height={240} />;
  if (query.data.data.length === 0) {
    return (
      <EmptyState
        icon={<IconChartHistogram size={20} stroke={1.6} />}
        title={t('models.noneTitle')}
      >
        {t('models.none')}
      </EmptyState>
    );
  }
  return <ModelsSection models={query.data} basis={basis} />;
}

/** The table with what its colours mean; `note` says of which decisions it is. */
export function ModelsSection({
  models,
  basis,
  note,
}: {
  readonly models: OversightModels;
  readonly basis: Basis;
  readonly note?: string | undefined;
}) {
  const { t } = useTranslation('oversight');
  const { axis, data } = models;
  const shown = (['favourable', 'adverse', 'undecided', 'unknown'] as const).filter((of) =>
    data.some(({ classes: counts }) => counts !== null && counts[of].count > 0),
  );
  return (
    <Section
      title={t('models.title')}
      actions={
        <>
          {note !== undefined && <span className="pd-caption">{note}</span>}
          <span className="pd-space" />
          <span className="pd-caption">
            <Legend
              parts={shown.map((of) => ({ tone: of, name: t(`class.${of}`), value: undefined }))}
            />
          </span>
        </>
      }
    >
      <PlainTable
        label={t('models.title')}
        columns={[
          { label: t('models.model') },
          { label: t('figures.decisions'), align: 'end' },
          { label: t(`models.over.${axis.interval}`) },
          { label: t('models.outcome') },
          { label: t('models.changed'), align: 'end', about: t('models.changedAbout') },
          { label: t('models.confidence'), align: 'end', about: t('models.confidenceAbout') },
          { label: t('fairness.title') },
          { label: t('drift.title') },
          { label: t('models.card') },
        ]}
      >
        {data.map((model) => (
          <ModelRow key={model.model_id} model={model} basis={basis} />
        ))}
      </PlainTable>
    </Section>
  );
}

function ModelRow({ model, basis }: { readonly model: OversightModel; readonly basis: Basis }) {
  const { t } = useTranslation('oversight');
  const { model_id: id, over_time: values } = model;
  const address = oversightAddress({ model: id, ...(basis === 'model' ? {} : { basis }) });
  return (
    <tr>
      <th scope="row">
        <PlaceLink className="pd-text-link pd-medium pd-underlined" href={address}>
          {showHidden(id)}
        </PlaceLink>{' '}
        <span className="pd-dim">{showHidden(model.card?.version ?? t('none'))}</span>
      </th>
      <td data-align="end">
        <CountLink modelId={id} counted={model.decisions} />
      </td>
      <td>
        <SparkColumns
          values={values}
          label={t('models.overLabel', {
            least: formatCount(Math.min(...values)),
            most: formatCount(Math.max(...values)),
          })}
        />
      </td>
      <td>
        <OutcomeCell model={model} />
      </td>
      <td data-align="end">
        <ShareCell modelId={id} counted={model.changed} share={model.changed_of_all} />
      </td>
      <td data-align="end">
        {model.mean_confidence === null ? t('none') : formatConfidence(model.mean_confidence)}
      </td>
      <td>
        <FairnessCell model={model} />
      </td>
      <td>
        <DriftCell model={model} />
      </td>
      <td>
        <CardCell model={model} />
      </td>
    </tr>
  );
}

/** A share that leads to those that it is of. */
function ShareCell({
  modelId,
  counted,
  share,
}: {
  readonly modelId: string;
  readonly counted: Counted | null;
  readonly share: number | null;
}) {
  const { t } = useTranslation('oversight');
  if (counted === null || share === null) return t('none');
  return (
    <span title={t('decisions', { count: counted.count, amount: formatCount(counted.count) })}>
      <CountLink modelId={modelId} counted={counted}>
        {formatRate(share)}
      </CountLink>
    </span>
  );
}

/** The mix of outcomes with the rate, or the way to say what an outcome is. */
function OutcomeCell({ model }: { readonly model: OversightModel }) {
  const { t } = useTranslation('oversight');
  const may = useMay();
  const { classes: counts, rate, model_id: modelId } = model;
  if (model.profile === null) {
    return may('createProfile') ? (
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => openDialog({ kind: 'decision-profile', modelId })}
      >
        {t('noProfile.open')}
      </Button>
    ) : (
      <span className="pd-dim">{t('models.noProfile')}</span>
    );
  }
  if (counts === null) return <span className="pd-dim">{t('models.decidesNothing')}</span>;
  return (
    <span className={classes.outcomeCell}>
      <ShareBar parts={partsOf(counts)} />
      <ShareCell modelId={modelId} counted={counts.favourable} share={rate?.value ?? null} />
    </span>
  );
}
