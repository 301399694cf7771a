/** Decisions over time, of one model or of all: how many there are in each period, by class and by confidence. */
import {
  countedClasses,
  type CountedClass,
  type OversightInterval,
} from '../../shared/contract/oversight.ts';
import type { RecordHistogram } from '../../shared/contract/records.ts';
import { confidenceBin, confidenceBins } from '../../shared/oversight/rates.ts';
import { flags, type DecisionColumns } from './decision-columns.ts';
import { classCount, classesOf } from './outcome-counts.ts';
import { dayMs, inPeriods, periodFrom, timesOf, type DayCounts } from './periods.ts';

/** Places of what is counted of a day: classes, then bins of confidence, then these. */
const firstBin = classCount;
const withoutConfidence = firstBin + confidenceBins;
const confidenceSum = withoutConfidence + 1;
const places = confidenceSum + 1;

/** Rows of one model. */
export type HistogramPart = readonly [columns: DecisionColumns, rows: Uint32Array];

export function recordHistogram(
  parts: readonly HistogramPart[],
  asked: OversightInterval | undefined,
): RecordHistogram {
  const days: DayCounts = new Map();
  let byRecording = 0;
  for (const part of parts) {
    countDays(part, days);
    byRecording += datedByRecording(part);
  }
  const { interval, told, left } = inPeriods(days, asked);
  const all = sumOf([...told, ...left].map(([, counts]) => counts));
  return {
    ...toldCounts(all),
    interval,
    by_recording: byRecording,
    periods: told.map(([start, counts]) => {
      const { from, to } = periodFrom(start, interval);
      return { start: from, end: to, ...toldCounts(counts) };
    }),
    left_out: toldCounts(sumOf(left.map(([, counts]) => counts))).total,
  };
}

/** Adds the rows of a model to the counts of their days. */
function countDays([columns, rows]: HistogramPart, days: DayCounts): void {
  const times = timesOf(columns);
  const { codes, classes } = classesOf(columns, 'model');
  const confidence = columns.column('confidence');
  const sure = confidence?.kind === 'number' ? confidence.numbers : new Float64Array();
  let known = Number.NaN;
  let counts: Float64Array = new Float64Array(places);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    const day = Math.floor((times[row] ?? 0) / dayMs);
    // Decisions next to each other are mostly of the same day.
    if (day !== known) {
      counts = days.get(day) ?? new Float64Array(places);
      days.set(day, counts);
      known = day;
    }
    const value = sure[row] ?? Number.NaN;
    const isSure = !Number.isNaN(value);
    const bin = isSure ? firstBin + confidenceBin(value) : withoutConfidence;
    const place = classes[codes[row] ?? 0] ?? 0;
    counts[place] = (counts[place] ?? 0) + 1;
    counts[bin] = (counts[bin] ?? 0) + 1;
    if (isSure) counts[confidenceSum] = (counts[confidenceSum] ?? 0) + value;
  }
}

/** How many rows have the time of their recording for that of their decision. */
function datedByRecording([columns, rows]: HistogramPart): number {
  const column = columns.column('decided_from');
  if (column?.kind !== 'coded') return rows.length;
  let count = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const code = column.codes[rows[index] ?? 0] ?? 0;
    if ((code & flags.datedByRecording) !== 0) count += 1;
  }
  return count;
}

function sumOf(all: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(places);
  for (const counts of all) {
    for (const [place, count] of counts.entries()) sum[place] = (sum[place] ?? 0) + count;
  }
  return sum;
}

type Told = Pick<
  RecordHistogram,
  'total' | 'classes' | 'without_confidence' | 'mean_confidence' | 'confidence'
>;

function toldCounts(counts: Float64Array): Told {
  const of = (name: CountedClass) => counts[countedClasses.indexOf(name)] ?? 0;
  const bins = [...counts.subarray(firstBin, firstBin + confidenceBins)];
  const without = counts[withoutConfidence] ?? 0;
  const judged = bins.reduce((sum, count) => sum + count, 0);
  return {
    total: judged + without,
    classes: {
      favourable: of('favourable'),
      adverse: of('adverse'),
      undecided: of('undecided'),
      unknown: of('unknown'),
      absent: of('absent'),
    },
    without_confidence: without,
    mean_confidence: judged === 0 ? null : rounded((counts[confidenceSum] ?? 0) / judged),
    confidence: bins,
  };
}

/** To six decimals: a sum of many numbers has no more that mean anything. */
function rounded(mean: number): number {
  return Math.round(mean * 1e6) / 1e6;
}
