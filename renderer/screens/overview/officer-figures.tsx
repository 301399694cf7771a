/** Five figures of who oversees: decisions, what waits, what people changed and when, requests of persons. */
import { useTranslation } from 'react-i18next';
import type { OversightModels } from '../../../shared/contract/oversight.ts';
import type { Overview } from '../../../shared/contract/overview.ts';
import { decisionsAddress } from '../../ui/addresses.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { Figure, FigureStrip } from '../../ui/figures/figure-strip.tsx';
import {
  formatAgo,
  formatCount,
  formatDuration,
  formatRate,
  formatSignedPercent,
} from '../../ui/format.ts';
import { requestsAddress, reviewAddress } from './addresses.ts';

type AllModels = OversightModels['all'];

export function OfficerFigures({
  overview: { reviews, requests },
  all,
}: {
  readonly overview: Overview;
  /** Undefined until it is there. */
  readonly all: AllModels | undefined;
}) {
  const { t } = useTranslation('overview');
  return (
    <FigureStrip
      label={t('figures.title')}
      figures={
        <>
          {all !== undefined && <DecisionsFigure all={all} />}
          {reviews !== null && <WaitingFigure reviews={reviews} />}
          {all !== undefined && <ChangedFigure all={all} />}
          {all !== undefined && <TimeFigure all={all} />}
          {requests !== null && <RequestsFigure requests={requests} />}
        </>
      }
    />
  );
}

/** The decisions of a count, whatever model made them. */
function listOf({ where }: AllModels['decisions']): string {
  return decisionsAddress({ where: where === '{}' ? undefined : where });
}

function DecisionsFigure({ all: { decisions, before } }: { readonly all: AllModels }) {
  const { t } = useTranslation('overview');
  const earlier = before?.count ?? 0;
  return (
    <Figure
      name={t('figures.decisions')}
      value={formatCount(decisions.count)}
      href={listOf(decisions)}
      note={
        earlier === 0
          ? t('figures.noneBefore')
          : t('figures.before', {
              change: formatSignedPercent((decisions.count - earlier) / earlier),
            })
      }
    />
  );
}

function WaitingFigure({ reviews }: { readonly reviews: NonNullable<Overview['reviews']> }) {
  const { t } = useTranslation('overview');
  const now = useNow();
  const { waiting, oldest_at: oldest, escalated } = reviews;
  return (
    <Figure
      name={t('figures.waiting')}
      value={formatCount(waiting)}
      href={reviewAddress()}
      note={
        oldest === null
          ? t('figures.nothingWaits')
          : t('figures.oldest', {
              ago: formatAgo(oldest, now),
              escalated: formatCount(escalated),
            })
      }
    />
  );
}

function ChangedFigure({ all }: { readonly all: AllModels }) {
  const { t } = useTranslation('overview');
  const { changed, changed_of_all: share, changed_of_reviewed: ofReviewed } = all;
  return (
    <Figure
      name={t('figures.changed')}
      value={share === null ? t('figures.none') : formatRate(share)}
      href={listOf(changed)}
      note={
        ofReviewed === null
          ? t('figures.noReview')
          : t('figures.changedOf', {
              count: changed.count,
              amount: formatCount(changed.count),
              share: formatRate(ofReviewed),
            })
      }
    />
  );
}

function TimeFigure({ all }: { readonly all: AllModels }) {
  const { t } = useTranslation('overview');
  const { reviewed, median_review_ms: median, p90_review_ms: most } = all;
  return (
    <Figure
      name={t('figures.time')}
      value={median === null ? t('figures.none') : formatDuration(median)}
      href={listOf(reviewed)}
      note={
        most === null ? t('figures.noReview') : t('figures.p90', { time: formatDuration(most) })
      }
    />
  );
}

function RequestsFigure({ requests }: { readonly requests: NonNullable<Overview['requests']> }) {
  const { t } = useTranslation('overview');
  const { open, late, closed, year } = requests;
  const words = t('figures.closed', {
    count: closed,
    amount: formatCount(closed),
    year: String(year),
  });
  return (
    <Figure
      name={t('figures.requests')}
      value={t('figures.open', { count: open, amount: formatCount(open) })}
      href={requestsAddress('open')}
      note={`${words}, ${
        late === 0 ? t('figures.noneLate') : t('figures.late', { amount: formatCount(late) })
      }`}
    />
  );
}
