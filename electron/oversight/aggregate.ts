/** The whole screen of one model from columns of its decisions (docs/oversight.md). */
import type { JsonObject } from '../../shared/contract/json.ts';
import {
  countedClasses,
  type Basis,
  type Oversight,
  type OversightInterval,
} from '../../shared/contract/oversight.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { nearestRank } from '../../shared/oversight/people.ts';
import { confidenceBin, confidenceBins as bins } from '../../shared/oversight/rates.ts';
import { columnPrefix, groupPrefix } from '../../shared/oversight/field-names.ts';
import { ExactSum } from './amounts.ts';
import { Counts, fieldIs } from './counted.ts';
import { flags, type DecisionColumns } from './decision-columns.ts';
import { driftBetween } from './drift.ts';
import { comparedTable, crossedTable, type FairnessSource } from './fairness.ts';
import {
  adverse,
  classCount,
  classCounts,
  classesOf,
  classIs,
  codedColumn,
  countClasses,
  countCodes,
  favourable,
  isDecided,
  type RowClasses,
} from './outcome-counts.ts';
import { isoOf, overTime, spanOfTimes, timesOf } from './periods.ts';
import { quotient, shareOf } from './shares.ts';

const mostChoices = 100;
const mostChanges = 20;
/** Bits of a decision that the sample brought to a person who decided. */
const readOfSample = flags.reviewed | flags.sampled;

/** Decisions of one model, those of a filter among them, and how they are to be counted. */
export interface Asked {
  readonly columns: DecisionColumns;
  readonly document: ProfileDocument;
  readonly rows: Uint32Array;
  readonly where: JsonObject;
  /** The rows that another filter selects. */
  readonly select: (where: JsonObject) => Uint32Array;
  readonly basis: Basis;
  /** Groups to be crossed; none where there are fewer than two. */
  readonly crossed: ProfileDocument['groups'];
  readonly baseline: string | undefined;
  readonly interval: OversightInterval | undefined;
  /** A lab sees no groups. */
  readonly showsGroups: boolean;
}

/** Every figure of the answer. */
export type Figures = Omit<Oversight, 'model_id' | 'basis' | 'where' | 'profile'>;

/** @throws {ApiError} `too_many_groups` */
export function aggregate(asked: Asked): Figures {
  const { columns, rows, where, document, basis } = asked;
  const counts = new Counts(where);
  const classes = classesOf(columns, basis);
  const { first, last } = spanOfTimes(timesOf(columns), rows);
  return {
    first_at: first === undefined ? null : isoOf(first),
    last_at: last === undefined ? null : isoOf(last),
    figures: figuresOf(asked, { classes, counts }),
    over_time: overTime(columns, rows, { classes, counts, interval: asked.interval }),
    confidence: confidenceOf(columns, rows, {
      classes,
      counts,
      isSampled: (document.review?.sample_percent ?? 0) > 0,
    }),
    fairness: fairnessOf(asked, { classes, counts }),
    drift: driftBetween(asked, driftFields(document, asked)),
    people: peopleOf(columns, rows, counts),
    versions: choices(columns, rows, { field: 'version', counts }),
    policies: choices(columns, rows, { field: 'policy_id', counts }),
  };
}

/** Fields that drift is told of, in the order of the profile. */
export function driftFields(
  { outcome, version, amount, groups, columns }: ProfileDocument,
  { basis, showsGroups }: Pick<Asked, 'basis' | 'showsGroups'>,
): string[] {
  return [
    ...(outcome === null ? [] : [basis === 'model' ? 'outcome' : 'effect']),
    ...(version === null ? [] : ['version']),
    ...(amount === null ? [] : ['amount']),
    'confidence',
    ...(showsGroups ? groups.map(({ name }) => `${groupPrefix}${name}`) : []),
    ...columns.map(({ name }) => `${columnPrefix}${name}`),
  ];
}

interface Counting {
  readonly classes: RowClasses;
  readonly counts: Counts;
}

function figuresOf(asked: Asked, { classes, counts }: Counting): Figures['figures'] {
  const { columns, rows, document } = asked;
  const numbers = countClasses(rows, classes);
  const decided = (numbers[favourable] ?? 0) + (numbers[adverse] ?? 0);
  const stands = flagCounts(columns, rows);
  const waits = waitsOf(columns, rows);
  return {
    decisions: counts.of(rows.length),
    classes: classCounts(numbers, classes.field, counts),
    decided: counts.of(decided, isDecided(classes.field)),
    rate: shareOf({ n: decided, favourable: numbers[favourable] ?? 0 }),
    reviewed: counts.of(stands.reviewed, { reviewed: true }),
    changed: counts.of(stands.changed, { changed: true }),
    changed_of_reviewed: quotient(stands.changed, stands.reviewed),
    changed_of_all: quotient(stands.changed, rows.length),
    median_review_ms: nearestRank(waits, 50) ?? null,
    p90_review_ms: nearestRank(waits, 90) ?? null,
    amounts:
      document.amount === null
        ? []
        : [amountsOf(document.amount.currency, asked, { classes, counts })],
    dated_by_recording: counts.of(stands.dated, { decided_from: 'recording' }),
    without_confidence: counts.of(
      withoutConfidence(columns, rows),
      fieldIs('confidence', undefined),
    ),
  };
}

/** Rows by how they stand. */
export function flagCounts(columns: DecisionColumns, rows: Uint32Array) {
  const all = countCodes(rows, codedColumn(columns.column('changed')));
  const having = (bit: number) =>
    all.reduce((sum, count, code) => sum + ((code & bit) === 0 ? 0 : count), 0);
  return {
    changed: having(flags.changed),
    reviewed: having(flags.reviewed),
    dated: having(flags.datedByRecording),
  };
}

/** How long rows waited for the first decision of a person, ascending. */
export function waitsOf(columns: DecisionColumns, rows: Uint32Array): Float64Array {
  const { codes } = codedColumn(columns.column('reviewed'));
  const waits: number[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    if (((codes[row] ?? 0) & flags.reviewed) === 0) continue;
    const waited = columns.waited(row);
    if (waited !== undefined) waits.push(waited);
  }
  return Float64Array.from(waits).toSorted();
}

function amountsOf(
  currency: string,
  { columns, rows }: Asked,
  { classes, counts }: Counting,
): Figures['figures']['amounts'][number] {
  const numbers = numbersOf(columns, 'amount');
  const all = new ExactSum();
  const sums = Array.from({ length: classCount }, () => new ExactSum());
  const found = new Uint32Array(classCount);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    const amount = numbers[row] ?? Number.NaN;
    if (Number.isNaN(amount)) continue;
    const place = classes.classes[classes.codes[row] ?? 0] ?? 0;
    all.add(amount);
    sums[place]?.add(amount);
    found[place] = (found[place] ?? 0) + 1;
  }
  const there = counts.within({ amount: { $exists: true } });
  return {
    currency,
    sum: all.rounded,
    records: there.of(found.reduce((sum, each) => sum + each, 0)),
    by_class: countedClasses.flatMap((name, place) =>
      (found[place] ?? 0) === 0
        ? []
        : [
            {
              class: name,
              sum: sums[place]?.rounded ?? 0,
              records: there.of(found[place] ?? 0, classIs(classes.field, name)),
            },
          ],
    ),
  };
}

function withoutConfidence(columns: DecisionColumns, rows: Uint32Array): number {
  const numbers = numbersOf(columns, 'confidence');
  let without = 0;
  for (let index = 0; index < rows.length; index += 1) {
    without += Number(Number.isNaN(numbers[rows[index] ?? 0] ?? Number.NaN));
  }
  return without;
}

function confidenceOf(
  columns: DecisionColumns,
  rows: Uint32Array,
  { classes, counts, isSampled }: Counting & { readonly isSampled: boolean },
): Figures['confidence'] {
  const numbers = numbersOf(columns, 'confidence');
  const { codes: stands } = codedColumn(columns.column('sampled'));
  const found = new Uint32Array(bins * classCount);
  const sampled = new Uint32Array(bins);
  const confirmed = new Uint32Array(bins);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    const confidence = numbers[row] ?? Number.NaN;
    if (Number.isNaN(confidence)) continue;
    const bin = confidenceBin(confidence);
    const at = bin * classCount + (classes.classes[classes.codes[row] ?? 0] ?? 0);
    found[at] = (found[at] ?? 0) + 1;
    const how = stands[row] ?? 0;
    if ((how & readOfSample) !== readOfSample) continue;
    sampled[bin] = (sampled[bin] ?? 0) + 1;
    if ((how & flags.changed) === 0) confirmed[bin] = (confirmed[bin] ?? 0) + 1;
  }
  return {
    bins: Array.from({ length: bins }, (_, bin) => {
      const [from, to] = [bin / bins, (bin + 1) / bins];
      const isLast = bin === bins - 1;
      const within = counts.within({ confidence: { $gte: from, ...(isLast ? {} : { $lt: to }) } });
      const byClass = found.subarray(bin * classCount, (bin + 1) * classCount);
      const [read, left] = [sampled[bin] ?? 0, confirmed[bin] ?? 0];
      const ofSample = { sampled: true, reviewed: true };
      return {
        from,
        to,
        decisions: within.of(byClass.reduce((all, each) => all + each, 0)),
        classes: classCounts(byClass, classes.field, within),
        sampled: isSampled ? within.of(read, ofSample) : null,
        confirmed: isSampled ? within.of(left, { ...ofSample, changed: false }) : null,
        confirmed_share: isSampled ? shareOf({ n: read, favourable: left }) : null,
      };
    }),
    mean: meanConfidence(columns, rows),
  };
}

/** To six decimals; null where no row has any. */
export function meanConfidence(columns: DecisionColumns, rows: Uint32Array): number | null {
  const numbers = numbersOf(columns, 'confidence');
  const sum = new ExactSum();
  let known = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    const confidence = numbers[row] ?? Number.NaN;
    if (Number.isNaN(confidence)) continue;
    known += 1;
    sum.add(confidence);
  }
  return known === 0 ? null : Math.round((sum.total / known) * 1e6) / 1e6;
}

function fairnessOf(asked: Asked, { classes, counts }: Counting): Figures['fairness'] {
  const { columns, rows, document, crossed, showsGroups } = asked;
  if (!showsGroups || document.outcome === null) return null;
  const source: FairnessSource = {
    columns,
    rows,
    classes,
    counts,
    smallGroup: document.small_group,
  };
  return {
    groups: document.groups.map((group) => comparedTable([group], source)),
    crossed: crossed.length < 2 ? null : crossedTable(crossed, source),
  };
}

function peopleOf(columns: DecisionColumns, rows: Uint32Array, counts: Counts): Figures['people'] {
  const { codes: stands } = codedColumn(columns.column('changed'));
  const outcomes = codedColumn(columns.column('outcome'));
  const effects = codedColumn(columns.column('effect'));
  const pairs = new Map<number, number>();
  const width = outcomes.values.length;
  let unchanged = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    const how = stands[row] ?? 0;
    if ((how & flags.changed) !== 0) {
      const pair = (outcomes.codes[row] ?? 0) * width + (effects.codes[row] ?? 0);
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    } else if ((how & flags.reviewed) !== 0) unchanged += 1;
  }
  const changed = counts.within({ changed: true });
  return {
    changes: [...pairs]
      .toSorted(([left, one], [right, other]) => other - one || left - right)
      .slice(0, mostChanges)
      .map(([pair, count]) => {
        const from = outcomes.values[Math.floor(pair / width)];
        const to = effects.values[pair % width];
        return {
          from: from ?? null,
          to: to ?? null,
          records: changed.of(count, { ...fieldIs('outcome', from), ...fieldIs('effect', to) }),
        };
      }),
    unchanged: counts.of(unchanged, { reviewed: true, changed: false }),
  };
}

/** Values of a field to choose from. */
function choices(
  columns: DecisionColumns,
  rows: Uint32Array,
  { field, counts }: { readonly field: 'version' | 'policy_id'; readonly counts: Counts },
): Figures['versions'] {
  const column = codedColumn(columns.column(field));
  const found = countCodes(rows, column);
  return column.values
    .flatMap((value, code) =>
      value === undefined || (found[code] ?? 0) === 0 ? [] : [{ value, count: found[code] ?? 0 }],
    )
    .toSorted((left, right) => right.count - left.count)
    .slice(0, mostChoices)
    .map(({ value, count }) => ({ value, records: counts.of(count, fieldIs(field, value)) }));
}

function numbersOf(columns: DecisionColumns, field: string): Float64Array {
  const column = columns.column(field);
  return column?.kind === 'number' ? column.numbers : new Float64Array();
}
