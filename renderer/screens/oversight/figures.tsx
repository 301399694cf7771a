/** The six figures of a model, each a link to the decisions behind it. */
import { useTranslation } from 'react-i18next';
import type { FairnessRow, Oversight } from '../../../shared/contract/oversight.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { Figure, FigureStrip } from '../../ui/figures/figure-strip.tsx';
import { fieldWord } from '../../ui/filter/where-words.ts';
import {
  formatConfidence,
  formatCount,
  formatDecimal,
  formatDuration,
  formatRate,
} from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { behind, CountLink } from './behind.tsx';
import { useClassWords } from './class-words.ts';
import { useRowName } from './row-name.ts';
import { VerdictBadge } from './verdict-badge.tsx';
import classes from './oversight.module.css';

/** The row with the lowest ratio among those that a verdict was given of. */
export function lowestRow({ fairness }: Pick<Oversight, 'fairness'>): FairnessRow | undefined {
  const tables = [...(fairness?.groups ?? []), ...(fairness?.crossed ? [fairness.crossed] : [])];
  const rows = tables
    .flatMap((table) => table.rows)
    .filter(({ ratio, verdict }) => ratio !== null && verdict !== null && verdict !== 'too_few');
  return rows.toSorted((one, other) => (one.ratio?.value ?? 0) - (other.ratio?.value ?? 0))[0];
}

export function Figures({ oversight }: { readonly oversight: Oversight }) {
  const { t } = useTranslation('oversight');
  const { model_id: id, figures, drift } = oversight;
  return (
    <FigureStrip
      label={t('figures.title')}
      figures={
        <>
          <Figure
            name={t('figures.decisions')}
            value={formatCount(figures.decisions.count)}
            href={behind(id, figures.decisions)}
            note={<Beside oversight={oversight} />}
          />
          <RateTile oversight={oversight} />
          <LowestTile oversight={oversight} />
          <Figure
            name={t('figures.changed')}
            value={percentOr(figures.changed_of_reviewed, t('none'))}
            href={behind(id, figures.changed)}
            note={
              figures.reviewed.count === 0
                ? t('figures.noReview')
                : t('figures.changedOf', {
                    changed: formatCount(figures.changed.count),
                    reviewed: formatCount(figures.reviewed.count),
                  })
            }
          />
          <Figure
            name={t('figures.time')}
            value={
              figures.median_review_ms === null
                ? t('none')
                : formatDuration(figures.median_review_ms)
            }
            href={behind(id, figures.reviewed)}
            note={
              figures.p90_review_ms === null
                ? t('figures.noReview')
                : t('figures.p90', { time: formatDuration(figures.p90_review_ms) })
            }
          />
          <DriftTile drift={drift} />
        </>
      }
    >
      <Amounts oversight={oversight} />
    </FigureStrip>
  );
}

function percentOr(share: number | null, none: string): string {
  return share === null ? none : formatRate(share);
}

/** Counts that stand beside the decisions: nothing of them is in any rate. */
function Beside({ oversight }: { readonly oversight: Oversight }) {
  const { t } = useTranslation('oversight');
  const { model_id: id, figures } = oversight;
  const lines = (['undecided', 'unknown', 'absent'] as const)
    .map((of) => ({ of, counted: figures.classes[of] }))
    .filter(({ counted }) => counted.count > 0);
  const isDated = figures.dated_by_recording.count > 0;
  if (lines.length === 0 && !isDated) return t('figures.allDecided');
  return (
    <span className="pd-dotted">
      {lines.map(({ of, counted }) => (
        <CountLink key={of} modelId={id} counted={counted}>
          {t(`figures.beside.${of}`, { amount: formatCount(counted.count) })}
        </CountLink>
      ))}
      {isDated && (
        <CountLink modelId={id} counted={figures.dated_by_recording}>
          {t('figures.dated', { amount: formatCount(figures.dated_by_recording.count) })}
        </CountLink>
      )}
    </span>
  );
}

function RateTile({ oversight }: { readonly oversight: Oversight }) {
  const { t } = useTranslation('oversight');
  const nameOf = useClassWords(oversight);
  const { model_id: id, figures } = oversight;
  const { rate } = figures;
  return (
    <Figure
      name={nameOf('favourable')}
      value={rate === null ? t('none') : formatRate(rate.value)}
      href={rate === null ? undefined : behind(id, figures.classes.favourable)}
      note={
        rate === null
          ? t('figures.noOutcome')
          : t('interval95', { low: formatRate(rate.low), high: formatRate(rate.high) })
      }
    />
  );
}

function LowestTile({ oversight }: { readonly oversight: Oversight }) {
  const { t } = useTranslation('oversight');
  const nameOf = useRowName();
  const row = lowestRow(oversight);
  return (
    <Figure
      name={t('figures.lowest')}
      value={row?.ratio ? formatConfidence(row.ratio.value) : t('none')}
      href={row === undefined ? undefined : behind(oversight.model_id, row.n)}
      badge={row?.verdict && <VerdictBadge verdict={row.verdict} />}
      note={row === undefined ? t('figures.noGroups') : nameOf(row)}
    />
  );
}

/** Versions follow each other: that they differ between two windows is no drift. */
function DriftTile({ drift }: Pick<Oversight, 'drift'>) {
  const { t } = useTranslation('oversight');
  const { t: word } = useTranslation('where');
  const most = drift.fields.find(({ field, psi }) => psi !== null && field !== 'version');
  return (
    <Figure
      name={t('figures.drift')}
      value={most === undefined ? t('none') : formatConfidence(most.psi ?? 0)}
      badge={
        most?.size && (
          <StatusBadge
            tone={most.size === 'large' && most.may_be_chance !== true ? 'warn' : 'mute'}
          >
            {t(most.may_be_chance === true ? 'drift.chance' : `drift.size.${most.size}`)}
          </StatusBadge>
        )
      }
      note={
        most === undefined
          ? t('drift.few')
          : t('figures.psi', { field: showHidden(fieldWord(most.field, word)) })
      }
    />
  );
}

/** Sums by currency: several are never added up. */
function Amounts({ oversight }: { readonly oversight: Oversight }) {
  const { t } = useTranslation('oversight');
  const { model_id: id, figures } = oversight;
  if (figures.amounts.length === 0) return null;
  return (
    <dl className={classes.amounts}>
      {figures.amounts.map(({ currency, sum, records, by_class: byClass }) => (
        <div key={currency} className="pd-wrapping pd-gap-4-12">
          <dt>{t('amounts.title', { currency })}</dt>
          <dd>
            <CountLink modelId={id} counted={records}>
              {formatDecimal(sum)}
            </CountLink>
          </dd>
          {byClass.map((each) => (
            <dd key={each.class} className="pd-caption">
              {t(`class.${each.class}`)}{' '}
              <CountLink modelId={id} counted={each.records}>
                {formatDecimal(each.sum)}
              </CountLink>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
