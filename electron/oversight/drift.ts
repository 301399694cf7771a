/** Drift: how far the members of decisions in one window of time stray from those in another. */
import type { JsonObject } from '../../shared/contract/json.ts';
import type { FactValue, Oversight } from '../../shared/contract/oversight.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import {
  driftOf,
  numberBuckets,
  valueBuckets,
  type Bucket,
  type Buckets,
} from '../../shared/oversight/psi.ts';
import { Counts, fieldIs, rangeOf, timesFrom } from './counted.ts';
import type { CodedColumn, DecisionColumns } from './decision-columns.ts';
import { countCodes, numbersAt } from './outcome-counts.ts';
import { isoOf, spanOfTimes, timesOf } from './periods.ts';
import { firstTime } from './row-mask.ts';

type DriftAnswer = Oversight['drift'];
type DriftField = DriftAnswer['fields'][number];

const dayMs = 86_400_000;

/** A window of time with the decisions in it. */
interface Window {
  readonly rows: Uint32Array;
  readonly counts: Counts;
  readonly from: number | undefined;
  /** The first instant behind it. */
  readonly to: number | undefined;
}

interface Windows {
  readonly kind: DriftAnswer['kind'];
  readonly baseline: Window;
  readonly current: Window;
}

/** Decisions whose drift is asked for. */
export interface DriftSource {
  readonly columns: DecisionColumns;
  /** Those of the filter. */
  readonly rows: Uint32Array;
  readonly where: JsonObject;
  /** Those that a filter selects. */
  readonly select: (where: JsonObject) => Uint32Array;
  /** As it was asked for. */
  readonly baseline: string | undefined;
}

/** The drift of fields, those that stray most beyond chance first. */
export function driftBetween(source: DriftSource, fields: readonly string[]): DriftAnswer {
  const { kind, baseline, current } = windowsOf(source);
  const told = fields.flatMap(
    (field) => fieldDrift(field, { baseline, current }, source.columns) ?? [],
  );
  const weight = ({ psi, mark }: DriftField) => (psi === null || mark === null ? -1 : psi / mark);
  return {
    kind,
    baseline: toldWindow(baseline),
    current: toldWindow(current),
    fields: told.toSorted((left, right) => weight(right) - weight(left)),
  };
}

function toldWindow({ rows, counts, from, to }: Window): DriftAnswer['baseline'] {
  return {
    records: counts.of(rows.length),
    from: from === undefined ? null : isoOf(from),
    to: to === undefined ? null : isoOf(to),
  };
}

function windowsOf(source: DriftSource): Windows {
  const { where, rows, baseline } = source;
  const { decided_at: dates, ...others } = where;
  const range = dates === undefined ? { from: undefined, to: undefined } : rangeOf(dates);
  const from = range?.from === undefined ? undefined : timeOf(range.from);
  const to = range?.to === undefined ? undefined : timeOf(range.to);
  const current: Window = { rows, counts: new Counts(where), from, to };
  const [first, last] = baseline?.split('..') ?? [];
  if (first !== undefined && last !== undefined) {
    const window = selected(source, others, [Date.parse(first), Date.parse(last) + dayMs]);
    return { kind: 'days', baseline: window, current };
  }
  if (from === undefined || baseline === 'first_half') return halves(source, current);
  const end = to ?? lastTime(source) + 1;
  const length = Math.max(0, end - from);
  return {
    kind: 'previous',
    baseline: selected(source, others, [from - length, from]),
    current,
  };
}

/** The earlier half of the decisions of a filter and the later, parted between two times. */
function halves(source: DriftSource, whole: Window): Windows {
  const { rows, columns } = source;
  const all = timesOf(columns);
  const times = numbersAt(rows, all).toSorted();
  const middle = times[Math.ceil(times.length / 2)] ?? 0;
  // Where the first half of them are of one time the later ones begin behind it.
  const cut =
    middle > (times[0] ?? 0) ? middle : (times.find((each) => each > middle) ?? middle + 1);
  const before = rows.filter((row) => (all[row] ?? 0) < cut);
  const behind = rows.filter((row) => (all[row] ?? 0) >= cut);
  const counts = (condition: JsonObject) => whole.counts.within({ decided_at: condition });
  return {
    kind: 'first_half',
    baseline: {
      rows: before,
      counts: counts(timesFrom(undefined, isoOf(cut))),
      from: whole.from,
      to: cut,
    },
    current: {
      rows: behind,
      counts: counts(timesFrom(isoOf(cut), undefined)),
      from: cut,
      to: whole.to,
    },
  };
}

function selected(
  { select }: DriftSource,
  others: JsonObject,
  [from, to]: readonly [number, number],
): Window {
  const where = { ...others, decided_at: timesFrom(isoOf(from), isoOf(to)) };
  return { rows: select(where), counts: new Counts(where), from, to };
}

/** The first time that is not before a text. */
function timeOf(text: string): number {
  return firstTime((each) => each >= text);
}

function lastTime({ rows, columns }: DriftSource): number {
  const times = timesOf(columns);
  return spanOfTimes(times, rows).last ?? 0;
}

interface Pair {
  readonly baseline: Window;
  readonly current: Window;
}

/** Undefined for a field that no decision has. */
function fieldDrift(field: string, pair: Pair, columns: DecisionColumns): DriftField | undefined {
  const column = columns.column(field);
  if (column === undefined || column.kind === 'text') return undefined;
  const buckets =
    column.kind === 'coded' ? codedBuckets(column, pair) : numbersOf(column.numbers, pair);
  if (buckets.buckets.every(({ kind }) => kind === 'absent')) return undefined;
  const drift = driftOf(buckets);
  return {
    field,
    buckets: buckets.buckets.map((bucket, place) => {
      const condition = conditionOf(field, bucket, buckets.buckets);
      return {
        kind: bucket.kind,
        above: bucket.kind === 'range' ? bucket.above : null,
        up_to: bucket.kind === 'range' ? bucket.upTo : null,
        value: bucket.kind === 'value' ? bucket.value : null,
        baseline: pair.baseline.counts.within(condition).of(buckets.baseline[place] ?? 0),
        current: pair.current.counts.within(condition).of(buckets.current[place] ?? 0),
      };
    }),
    psi: drift?.psi ?? null,
    expected: drift?.expected ?? null,
    mark: drift?.mark ?? null,
    size: drift?.size ?? null,
    may_be_chance: drift?.mayBeChance ?? null,
  };
}

/** A bucket by the value that facts tell. */
type ToldBucket =
  | Exclude<Bucket, { readonly kind: 'value' }>
  | { readonly kind: 'value'; readonly value: FactValue };

type ToldBuckets = Buckets<ToldBucket>;

function numbersOf(numbers: Float64Array, { baseline, current }: Pair): ToldBuckets {
  return numberBuckets(numbersAt(baseline.rows, numbers), numbersAt(current.rows, numbers));
}

/** Values go by their canonical texts: a text is not the number that it looks like. */
function codedBuckets(column: CodedColumn, { baseline, current }: Pair): ToldBuckets {
  const { values } = column;
  const valueOf = new Map<string, FactValue>();
  const textOf = values.map((value) => {
    if (value === undefined) return null;
    const text = canonicalJson(value);
    valueOf.set(text, value);
    return text;
  });
  const countsOf = ({ rows }: Window) => {
    const counts = countCodes(rows, column);
    const byText = new Map<string | null, number>();
    for (const [code, count] of counts.entries()) {
      const text = textOf[code] ?? null;
      if (count > 0) byText.set(text, (byText.get(text) ?? 0) + count);
    }
    return byText;
  };
  const made = valueBuckets(countsOf(baseline), countsOf(current));
  return {
    ...made,
    buckets: made.buckets.map((bucket) =>
      bucket.kind === 'value'
        ? { kind: 'value', value: valueOf.get(String(bucket.value)) ?? null }
        : bucket,
    ),
  };
}

/** The condition that a value is in a bucket. */
function conditionOf(field: string, bucket: ToldBucket, all: readonly ToldBucket[]): JsonObject {
  switch (bucket.kind) {
    case 'value':
      return fieldIs(field, bucket.value);
    case 'absent':
      return fieldIs(field, undefined);
    case 'range': {
      const { above, upTo } = bucket;
      if (above === null && upTo === null) return { [field]: { $exists: true } };
      return {
        [field]: {
          ...(above === null ? {} : { $gt: above }),
          ...(upTo === null ? {} : { $lte: upTo }),
        },
      };
    }
    case 'other': {
      const told = all.flatMap((each) => (each.kind === 'value' ? [each.value] : []));
      return { [field]: { $exists: true, $nin: told } };
    }
    default:
      return bucket satisfies never;
  }
}
