/** How groups compare: a table for each group, and for those that are crossed, every row a link to its decisions. */
import { useTranslation } from 'react-i18next';
import type { FairnessRow, FairnessTable, Oversight } from '../../../shared/contract/oversight.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import {
  IntervalRow,
  type IntervalScale,
  type IntervalShape,
} from '../../ui/charts/interval-row.tsx';
import { ShareWithBand } from '../../ui/charts/share-bar.tsx';
import { valueWord } from '../../ui/filter/where-words.ts';
import { MultiSelect, SegmentedControl } from '../../ui/form/choices.tsx';
import {
  formatConfidence,
  formatCount,
  formatDecimal,
  formatRate,
  formatTenths,
} from '../../ui/format.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Sideways } from '../../ui/sideways.tsx';
import { CountLink } from './behind.tsx';
import { VerdictBadge } from './verdict-badge.tsx';
import classes from './oversight.module.css';

/** Groups that one can be crossed with. */
const mostCrossed = 2;
const fourFifths = 0.8;
/** Below this a p value is told as less than it. */
const leastP = 0.0001;

export interface FairnessProps {
  readonly oversight: Oversight;
  /** The group whose table is shown. */
  readonly group: string;
  readonly crossed: readonly string[];
  readonly onGroup: (group: string, crossed: readonly string[]) => void;
}

export function Fairness({ oversight, group, crossed, onGroup }: FairnessProps) {
  const { t } = useTranslation('oversight');
  const tables = oversight.fairness?.groups ?? [];
  const nameOf = ({ groups }: FairnessTable) => groups[0] ?? '';
  const shown = tables.find((table) => nameOf(table) === group);
  const others = tables.map(nameOf).filter((name) => name !== group);
  const both = oversight.fairness?.crossed ?? undefined;
  const all = [shown, both].filter((table) => table !== undefined);
  const scale = scaleOf(all);
  return (
    <Section
      title={t('fairness.title')}
      actions={
        tables.length > 0 && (
          <span className="pd-wrapping pd-gap-4-8">
            <SegmentedControl
              aria-label={t('fairness.group')}
              value={group}
              onChange={(next) =>
                onGroup(
                  next,
                  crossed.filter((each) => each !== next),
                )
              }
              data={tables.map((table) => ({
                value: nameOf(table),
                label: table.worst === 'below' ? `▲ ${nameOf(table)}` : nameOf(table),
              }))}
            />
            {others.length > 0 && (
              <MultiSelect
                className={classes.crossed ?? ''}
                size="xs"
                aria-label={t('fairness.crossed')}
                placeholder={crossed.length === 0 ? t('fairness.crossed') : ''}
                data={others}
                value={[...crossed]}
                maxValues={mostCrossed}
                onChange={(next) => onGroup(group, next)}
              />
            )}
          </span>
        )
      }
    >
      {oversight.fairness === null || shown === undefined ? (
        <p className="pd-note">{t('fairness.none')}</p>
      ) : (
        <Sideways>
          <table className={classes.fairness} aria-label={t('fairness.title')}>
            <Head scale={scale} />
            <Rows oversight={oversight} table={shown} scale={scale} />
            {both !== undefined && <Rows oversight={oversight} table={both} scale={scale} />}
          </table>
        </Sideways>
      )}
    </Section>
  );
}

/** From the lowest end of an interval, or a little below four fifths, to the highest. */
function scaleOf(tables: readonly FairnessTable[]): IntervalScale {
  const ratios = tables.flatMap(({ rows }) => rows.flatMap(({ ratio }) => ratio ?? []));
  const low = Math.min(0.7, ...ratios.map((ratio) => ratio.low ?? ratio.value));
  const high = Math.max(1, ...ratios.map((ratio) => ratio.high ?? ratio.value));
  return { from: Math.max(0, Math.floor(low * 10) / 10), to: Math.min(2, high) + 0.05 };
}

function Head({ scale }: { readonly scale: IntervalScale }) {
  const { t } = useTranslation('oversight');
  return (
    <thead>
      <tr>
        <th scope="col">{t('fairness.column.group')}</th>
        <th scope="col" data-align="end">
          {t('fairness.column.n')}
        </th>
        <th scope="col" colSpan={2}>
          {t('fairness.column.rate')}
        </th>
        <th scope="col" className={classes.intervalColumn}>
          {t('fairness.column.interval', { from: formatConfidence(scale.from) })}
        </th>
        <th scope="col" data-align="end">
          {t('fairness.column.ratio')}
        </th>
        <th scope="col" data-align="end">
          {t('fairness.column.p')}
        </th>
        <th scope="col">{t('fairness.column.verdict')}</th>
      </tr>
    </thead>
  );
}

function Rows({
  oversight,
  table,
  scale,
}: {
  readonly oversight: Oversight;
  readonly table: FairnessTable;
  readonly scale: IntervalScale;
}) {
  const { t } = useTranslation('oversight');
  const { model_id: id } = oversight;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={8} className="pd-label">
          {table.groups.map((name) => showHidden(name)).join(' × ')}
        </th>
      </tr>
      {table.rows.map((row) => (
        <Row key={row.n.where} modelId={id} row={row} scale={scale} />
      ))}
      {table.too_many && (
        <tr>
          <td colSpan={8} className="pd-note">
            {t('fairness.tooMany')}
          </td>
        </tr>
      )}
      {table.without.count > 0 && (
        <tr>
          <td colSpan={8} className="pd-caption">
            <CountLink modelId={id} counted={table.without}>
              {t('fairness.without', {
                count: table.without.count,
                amount: formatCount(table.without.count),
              })}
            </CountLink>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function shapeOf({ is_reference: isReference, verdict }: FairnessRow): IntervalShape {
  if (isReference) return 'square';
  return verdict === 'below' ? 'diamond' : 'circle';
}

function Row({
  modelId,
  row,
  scale,
}: {
  readonly modelId: string;
  readonly row: FairnessRow;
  readonly scale: IntervalScale;
}) {
  const { t } = useTranslation('oversight');
  const { t: word } = useTranslation('where');
  const { rate, ratio, verdict } = row;
  const p = row.adjusted_p ?? row.p;
  const name = row.values.map(({ value }) => showHidden(valueWord(value, word))).join(', ');
  return (
    <tr data-few={verdict === 'too_few' || undefined}>
      <th scope="row">
        <CountLink modelId={modelId} counted={row.n}>
          {name}
        </CountLink>
      </th>
      <td data-align="end">
        <CountLink modelId={modelId} counted={row.n} />
      </td>
      <td className={classes.rateBar}>{rate !== null && <ShareWithBand {...rate} />}</td>
      <td data-align="end">
        <span
          title={
            rate === null
              ? undefined
              : t('interval95', { low: formatRate(rate.low), high: formatRate(rate.high) })
          }
        >
          {rate === null ? t('none') : formatRate(rate.value)}
        </span>
      </td>
      <td className={classes.intervalColumn}>
        <IntervalRow
          scale={scale}
          value={row.is_reference ? 1 : (ratio?.value ?? null)}
          low={ratio?.low ?? null}
          high={ratio?.high ?? null}
          shape={shapeOf(row)}
          marks={[{ at: fourFifths, isDashed: true }, { at: 1 }]}
        />
      </td>
      <td data-align="end">
        {ratio === null ? (
          row.is_reference ? (
            '1'
          ) : (
            t('none')
          )
        ) : (
          <span title={ratioTitle(row, t)}>{formatConfidence(ratio.value)}</span>
        )}
      </td>
      <td data-align="end">{p === null ? t('none') : pWords(p)}</td>
      <td>
        {row.is_reference && (
          <StatusBadge tone="mute" shape="none">
            {t('fairness.reference')}
          </StatusBadge>
        )}
        {verdict !== null && <VerdictBadge verdict={verdict} />}
      </td>
    </tr>
  );
}

function pWords(p: number): string {
  return p < leastP ? `< ${formatDecimal(leastP)}` : formatDecimal(p);
}

type Words = ReturnType<typeof useTranslation<'oversight'>>['t'];

/** The interval of the ratio, and how many favourable decisions are missing at the reference's rate. */
function ratioTitle({ ratio, shortfall }: FairnessRow, t: Words): string {
  const { low = null, high = null } = ratio ?? {};
  return [
    ...(low === null || high === null
      ? []
      : [t('interval95', { low: formatConfidence(low), high: formatConfidence(high) })]),
    ...(shortfall === null || shortfall <= 0
      ? []
      : [t('fairness.shortfall', { amount: formatTenths(shortfall) })]),
  ].join(' · ');
}
