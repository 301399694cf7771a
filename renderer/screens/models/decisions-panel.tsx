/** The decisions a model made: how many, how sure it was over time, and the way to each of them. */
import { Anchor, Skeleton } from '@mantine/core';
import { IconChartHistogram } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRecordHistogram } from '../../api/records.ts';
import { PlaceLink, PlaceWay } from '../../ui/places/place-link.tsx';
import { decisionsAddress } from '../../ui/addresses.ts';
import { formatCount, formatPercent } from '../../ui/format.ts';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { ConfidenceChart } from './confidence-chart.tsx';
import classes from './card.module.css';

export function DecisionsPanel({ id }: { id: string }) {
  const { t } = useTranslation('models');
  const query = useRecordHistogram({ model_id: id });
  if (query.isError && query.data === undefined) {
    return <QueryError query={query} />;
  }
  const { data } = query;
  if (data === undefined) return <Skeleton height={240} />;
  if (data.total === 0) {
    return (
      <EmptyState
        compact
        icon={<IconChartHistogram size={20} stroke={1.6} />}
        title={t('decisions.noneTitle')}
      >
        {t('decisions.none')}
      </EmptyState>
    );
  }
  const sure = data.total - data.without_confidence;
  const high = (data.confidence[8] ?? 0) + (data.confidence[9] ?? 0);
  return (
    <div className={classes.decisions}>
      <div className={classes.figures}>
        <Anchor
          component={PlaceLink}
          className={classes.figure ?? ''}
          href={decisionsAddress({ model_id: id })}
        >
          <span className={classes.figureValue}>{formatCount(data.total)}</span>
          <span className="pd-caption">{t('decisions.total', { count: data.total })}</span>
        </Anchor>
        <div className={classes.figure}>
          <span className={classes.figureValue}>
            {sure === 0 ? t('absent') : formatPercent(high / sure)}
          </span>
          <span className="pd-caption">{t('decisions.high')}</span>
        </div>
        <div className={classes.figure}>
          <span className={classes.figureValue}>{formatCount(data.without_confidence)}</span>
          <span className="pd-caption">{t('decisions.without')}</span>
        </div>
        <span className="pd-space" />
        <Anchor
          component={PlaceWay}
          className="pd-inline pd-link pd-medium pd-rounded pd-target"
          href={decisionsAddress({ model_id: id })}
        >
          {t('decisions.open')}
        </Anchor>
      </div>
      {sure === 0 ? (
        <p className="pd-note">{t('decisions.noConfidence')}</p>
      ) : (
        <>
          <h2 className="pd-label pd-line-20 pd-below-8">
            {t('decisions.chart', { interval: t(`interval.${data.interval}`) })}
          </h2>
          <ConfidenceChart modelId={id} histogram={data} />
        </>
      )}
      <p className="pd-note">{t('decisions.allVersions')}</p>
    </div>
  );
}
