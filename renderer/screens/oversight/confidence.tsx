/** Confidence: which outcomes each tenth has, and how often people left what the sample brought them. */
import { useTranslation } from 'react-i18next';
import type { Oversight } from '../../../shared/contract/oversight.ts';
import { BandLine } from '../../ui/charts/band-line.tsx';
import { Plot } from '../../ui/charts/plot.tsx';
import { StackedColumns, Legend } from '../../ui/charts/stacked-columns.tsx';
import { formatConfidence, formatCount, formatPercent, formatTenths } from '../../ui/format.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { behind, CountLink } from './behind.tsx';
import { partsOf } from './class-tones.ts';
import { useClassWords } from './class-words.ts';

type Bin = Oversight['confidence']['bins'][number];

const height = 8;
const shareScale = [1, 0.5, 0].map((at) => ({ at, name: formatPercent(at), hasLine: true }));

/** Bins from the first that has decisions to the last. */
function shownBins(bins: readonly Bin[]): readonly Bin[] {
  const first = bins.findIndex(({ decisions }) => decisions.count > 0);
  const last = bins.findLastIndex(({ decisions }) => decisions.count > 0);
  return first < 0 ? [] : bins.slice(first, last + 1);
}

export function Confidence({ oversight }: { readonly oversight: Oversight }) {
  const { t } = useTranslation(['oversight', 'charts']);
  const nameOf = useClassWords(oversight);
  const { confidence, figures, model_id: id, profile } = oversight;
  const bins = shownBins(confidence.bins);
  const hasOutcome = profile.outcomes !== null;
  const wordsOf = (bin: Bin) =>
    [
      t('confidence.bin', { from: formatTenths(bin.from), to: formatTenths(bin.to) }),
      t('decisions', { count: bin.decisions.count, amount: formatCount(bin.decisions.count) }),
      ...(hasOutcome
        ? [t('confidence.adverse', { amount: formatCount(bin.classes.adverse.count) })]
        : []),
    ].join(' · ');
  const isSampled = bins.some(({ confirmed_share: share }) => share !== null);
  return (
    <Section title={t('confidence.title')}>
      {bins.length === 0 ? (
        <p className="pd-note">{t('confidence.none')}</p>
      ) : (
        <Plot
          label={t('confidence.label', {
            mean: confidence.mean === null ? t('none') : formatConfidence(confidence.mean),
          })}
          keys={t('charts:keys')}
          height={height}
          scale={shareScale}
          marks={bins.map((bin) => ({
            id: String(bin.from),
            words: wordsOf(bin),
            name: formatTenths(bin.from),
            href: behind(id, bin.decisions),
          }))}
          renderReading={(place) => {
            const bin = place === undefined ? undefined : bins[place];
            return bin === undefined ? t('confidence.hint') : wordsOf(bin);
          }}
          renderLegend={() =>
            hasOutcome && (
              <Legend
                parts={(['favourable', 'adverse'] as const).map((of) => ({
                  tone: of,
                  name: nameOf(of),
                  value: undefined,
                }))}
              />
            )
          }
          table={<BinTable oversight={oversight} bins={bins} />}
        >
          <StackedColumns
            top={1}
            columns={bins.map(({ from, classes, decisions }) => ({
              id: String(from),
              parts: partsOf(classes).map(({ tone, value }) => ({
                tone,
                value: decisions.count === 0 ? 0 : value / decisions.count,
              })),
            }))}
          />
        </Plot>
      )}
      {figures.without_confidence.count > 0 && (
        <p className="pd-note">
          <CountLink modelId={id} counted={figures.without_confidence} isAlone>
            {t('confidence.without', { amount: formatCount(figures.without_confidence.count) })}
          </CountLink>
        </p>
      )}
      {isSampled && <Calibration oversight={oversight} bins={bins} />}
    </Section>
  );
}

/** Calibration against people: what the sample drew is drawn by hash, so that nobody chose it. */
function Calibration({
  oversight: { model_id: id },
  bins,
}: {
  readonly oversight: Oversight;
  readonly bins: readonly Bin[];
}) {
  const { t } = useTranslation(['oversight', 'charts']);
  const wordsOf = ({ from, to, sampled, confirmed, confirmed_share: share }: Bin) =>
    [
      t('confidence.bin', { from: formatTenths(from), to: formatTenths(to) }),
      share === null
        ? t('confidence.noSample')
        : t('confidence.confirmed', {
            confirmed: formatCount(confirmed?.count ?? 0),
            sampled: formatCount(sampled?.count ?? 0),
            share: formatPercent(share.value),
          }),
    ].join(' · ');
  return (
    <Plot
      label={t('confidence.calibration')}
      keys={t('charts:keys')}
      height={height}
      scale={shareScale}
      marks={bins.map((bin) => ({
        id: String(bin.from),
        words: wordsOf(bin),
        name: formatTenths(bin.from),
        href: behind(id, bin.sampled ?? bin.decisions),
      }))}
      renderReading={(place) => {
        const bin = place === undefined ? undefined : bins[place];
        return bin === undefined ? t('confidence.calibration') : wordsOf(bin);
      }}
      renderLegend={() => null}
    >
      <BandLine
        points={bins.map(({ confirmed_share: share }) => share ?? undefined)}
        top={1}
        from={0}
        to={1}
      />
    </Plot>
  );
}

function BinTable({
  oversight: { model_id: id },
  bins,
}: {
  readonly oversight: Oversight;
  readonly bins: readonly Bin[];
}) {
  const { t } = useTranslation('oversight');
  return (
    <PlainTable
      label={t('confidence.title')}
      columns={[
        { label: t('confidence.from') },
        { label: t('figures.decisions'), align: 'end' },
        { label: t('class.favourable'), align: 'end' },
        { label: t('class.adverse'), align: 'end' },
        { label: t('confidence.share'), align: 'end' },
      ]}
    >
      {bins.map((bin) => (
        <tr key={bin.from}>
          <th scope="row">
            {t('confidence.bin', { from: formatTenths(bin.from), to: formatTenths(bin.to) })}
          </th>
          <td data-align="end">
            <CountLink modelId={id} counted={bin.decisions} />
          </td>
          <td data-align="end">
            <CountLink modelId={id} counted={bin.classes.favourable} />
          </td>
          <td data-align="end">
            <CountLink modelId={id} counted={bin.classes.adverse} />
          </td>
          <td data-align="end">
            {bin.confirmed_share === null ? t('none') : formatPercent(bin.confirmed_share.value)}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
