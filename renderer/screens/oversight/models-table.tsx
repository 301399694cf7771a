/** A row for each model that decides anything. */
import { Button, Skeleton } from '@mantine/core';
import { IconChartHistogram } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Basis, OversightModel } from '../../../shared/contract/oversight.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useOversightModels } from '../../api/oversight.ts';
import { openDialog } from '../../state/dialogs.ts';
import { modelAddress, oversightAddress } from '../../ui/addresses.ts';
import { ShareBar } from '../../ui/charts/share-bar.tsx';
import { fieldWord } from '../../ui/filter/where-words.ts';
import { formatConfidence, formatRate } from '../../ui/format.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { CountLink } from './behind.tsx';
import { partsOf } from './class-tones.ts';
import { useRowName } from './row-name.ts';
import { VerdictBadge } from './verdict-badge.tsx';
import classes from './oversight.module.css';

export function ModelsTable({ basis }: { readonly basis: Basis }) {
  const { t } = useTranslation('oversight');
  const query = useOversightModels(basis);
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
  return (
    <Section title={t('models.title')}>
      <PlainTable
        label={t('models.title')}
        columns={[
          { label: t('models.model') },
          { label: t('figures.decisions'), align: 'end' },
          { label: t('models.outcome') },
          { label: t('models.changed'), align: 'end' },
          { label: t('models.confidence'), align: 'end' },
          { label: t('fairness.title') },
          { label: t('drift.title') },
          { label: t('models.card') },
        ]}
      >
        {query.data.data.map((model) => (
          <ModelRow key={model.model_id} model={model} basis={basis} />
        ))}
      </PlainTable>
    </Section>
  );
}

function ModelRow({ model, basis }: { readonly model: OversightModel; readonly basis: Basis }) {
  const { t } = useTranslation('oversight');
  const { t: word } = useTranslation('where');
  const nameOf = useRowName();
  const { model_id: id, rate, fairness, drift } = model;
  const address = oversightAddress({ model: id, ...(basis === 'model' ? {} : { basis }) });
  return (
    <tr>
      <th scope="row">
        <PlaceLink className="pd-cell-link" href={address}>
          {showHidden(id)}
        </PlaceLink>
      </th>
      <td data-align="end">
        <CountLink modelId={id} counted={model.decisions} />
      </td>
      <td>
        <OutcomeCell model={model} />
      </td>
      <td data-align="end">
        {model.changed === null ? (
          t('none')
        ) : (
          <CountLink modelId={id} counted={model.changed}>
            {model.changed_of_reviewed === null ? undefined : formatRate(model.changed_of_reviewed)}
          </CountLink>
        )}
      </td>
      <td data-align="end">
        {model.mean_confidence === null ? t('none') : formatConfidence(model.mean_confidence)}
      </td>
      <td>
        {fairness === null || fairness.row.verdict === null ? (
          <span className="pd-dim">{t(rate === null ? 'none' : 'fairness.noGroups')}</span>
        ) : (
          <span className="pd-row pd-gap-6" title={nameOf(fairness.row)}>
            {fairness.row.ratio !== null && formatConfidence(fairness.row.ratio.value)}
            <VerdictBadge verdict={fairness.row.verdict} />
          </span>
        )}
      </td>
      <td>
        {drift === null ? (
          <span className="pd-dim">{t('none')}</span>
        ) : (
          <span>
            {formatConfidence(drift.psi)}{' '}
            <span className="pd-caption">{showHidden(fieldWord(drift.field, word))}</span>
          </span>
        )}
      </td>
      <td>
        <PlaceLink className="pd-text-link pd-underlined" href={modelAddress(id)}>
          {t(model.has_card ? 'models.hasCard' : 'models.noCard')}
        </PlaceLink>
      </td>
    </tr>
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
      <span className="pd-figures">{rate === null ? t('none') : formatRate(rate.value)}</span>
    </span>
  );
}
