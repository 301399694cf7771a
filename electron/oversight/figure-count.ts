/** What a recorded figure counts, from columns in memory: its decisions and its result. */
import {
  type FigureBucket,
  type FigureMeasure,
  type FigureResult,
  type FigureRow,
  type FigureWindow,
} from '../../shared/contract/figures.ts';
import { limits } from '../../shared/contract/limits.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import {
  countedClasses,
  type Basis,
  type CountedClass,
  type FactValue,
  type Oversight,
} from '../../shared/contract/oversight.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { groupPrefix } from '../../shared/oversight/field-names.ts';
import { tableFields } from '../../shared/oversight/figure-fields.ts';
import { confidenceBin } from '../../shared/oversight/rates.ts';
import { isInstant } from '../../shared/time.ts';
import { driftFields } from './aggregate.ts';
import { rangeOf } from './counted.ts';
import type { CodedColumn, DecisionColumns } from './decision-columns.ts';
import { driftBetween } from './drift.ts';
import { classCount, classesOf, codedColumn, type RowClasses } from './outcome-counts.ts';
import { timesOf } from './periods.ts';
import { readWhere, type Where } from './where.ts';

/** Rows of a table, as on the screen. */
const mostRows = 200;
/** Texts of one slot that facts tell apart: whether another is one of the others hangs on which came first. */
const mostTexts = 65_000;

/** Order to count a figure. */
export interface CountOrder {
  readonly measure: FigureMeasure;
  readonly basis: Basis;
  readonly columns: DecisionColumns;
  readonly document: ProfileDocument;
  readonly where: Where;
  /** The rows that a filter selects. */
  readonly select: (where: JsonObject) => Uint32Array;
  readonly groups: ProfileDocument['groups'];
  readonly baseline: string | undefined;
}

/** @throws {ApiError} `too_many_groups`; `validation_error` for too many decisions, or dates that drift cannot take */
export function countFigure(order: CountOrder): {
  readonly result: FigureResult;
  readonly rows: Uint32Array;
} {
  refuseUntold(order);
  const counted = order.measure === 'drift' ? countDrift(order) : countTable(order, order.measure);
  if (counted.rows.length > limits.figures.decisions) {
    const fault = faultAt('where', 'filter_decisions', { maximum: limits.figures.decisions });
    throw validationError([fault]);
  }
  return counted;
}

/** Where texts are no longer told apart, nobody could count them again. */
function refuseUntold({ measure, basis, columns, document, where, groups }: CountOrder): void {
  const fields =
    measure === 'drift'
      ? driftFields(document, { basis, showsGroups: true })
      : ['outcome', ...groups.map(({ name }) => `${groupPrefix}${name}`)];
  const full = [...new Set([...fields, ...where.fields])].filter((field) => {
    const column = columns.column(field);
    return column?.kind === 'coded' && column.values.length > mostTexts;
  });
  if (full.length === 0) return;
  throw new ApiError(
    'too_many_groups',
    `More than ${mostTexts} different texts are in ${full.join(', ')}: they are not all told apart.`,
    { details: { groups: full, maximum: mostTexts } },
  );
}

function countTable(order: CountOrder, measure: Exclude<FigureMeasure, 'drift'>) {
  const { columns, where, select, basis, groups } = order;
  const rows = select(where.json);
  const fields =
    measure === 'groups'
      ? groups.map(({ name }) => `${groupPrefix}${name}`)
      : [...tableFields[measure]];
  const coded = fields.map((field) =>
    field === 'confidence' ? bins(columns) : codedColumn(columns.column(field)),
  );
  const found = byKey(countCombinations(rows, coded, classesOf(columns, basis)), coded);
  if (found.size > mostRows) {
    throw new ApiError('too_many_groups', `The figure would have more than ${mostRows} rows.`, {
      details: { groups: fields, maximum: mostRows },
    });
  }
  const inOrder = [...found].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const result: FigureResult = { fields, rows: inOrder.map(([, row]) => row) };
  return { result, rows };
}

/** Rows by the text of their values: several numbers of a column may stand for one value. */
function byKey(
  combinations: ReadonlyMap<number, Uint32Array>,
  coded: readonly CodedColumn[],
): Map<string, FigureRow> {
  const rows = new Map<string, FigureRow>();
  for (const [combination, numbers] of combinations) {
    const values = valuesAt(combination, coded);
    const key = canonicalJson(values.map(plain));
    const before = rows.get(key);
    const sum = (name: CountedClass) =>
      (before?.[name] ?? 0) + (numbers[countedClasses.indexOf(name)] ?? 0);
    rows.set(key, {
      values,
      favourable: sum('favourable'),
      adverse: sum('adverse'),
      undecided: sum('undecided'),
      unknown: sum('unknown'),
      absent: sum('absent'),
    });
  }
  return rows;
}

const absent = { absent: true } as const;
type TableValue = FactValue | typeof absent;

function plain(value: TableValue): JsonValue {
  return typeof value === 'object' && value !== null ? { ...value } : value;
}

/** Confidence by the number of its bin; the first code is of those that have none. */
function bins(columns: DecisionColumns): CodedColumn {
  const column = columns.column('confidence');
  const numbers = column?.kind === 'number' ? column.numbers : new Float64Array(columns.size);
  const codes = Uint8Array.from(numbers, (value) =>
    Number.isNaN(value) ? 0 : confidenceBin(value) + 1,
  );
  return { kind: 'coded', codes, values: [undefined, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9] };
}

/** Counts by class, by combinations of values as one number each. */
function countCombinations(
  rows: Uint32Array,
  coded: readonly CodedColumn[],
  { codes, classes }: RowClasses,
): Map<number, Uint32Array> {
  const found = new Map<number, Uint32Array>();
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    let combination = 0;
    for (const column of coded) {
      combination = combination * column.values.length + (column.codes[row] ?? 0);
    }
    let numbers = found.get(combination);
    if (numbers === undefined) {
      numbers = new Uint32Array(classCount);
      found.set(combination, numbers);
    }
    const place = classes[codes[row] ?? 0] ?? 0;
    numbers[place] = (numbers[place] ?? 0) + 1;
  }
  return found;
}

function valuesAt(combination: number, coded: readonly CodedColumn[]): TableValue[] {
  const values: TableValue[] = [];
  let rest = combination;
  for (const column of coded.toReversed()) {
    const value = column.values[rest % column.values.length];
    values.unshift(value === undefined ? absent : value);
    rest = Math.floor(rest / column.values.length);
  }
  return values;
}

function countDrift(order: CountOrder) {
  const { columns, document, where, select, basis, baseline } = order;
  const { decided_at: dates, ...others } = where.json;
  refuseDates(where, dates, others);
  const fields = driftFields(document, { basis, showsGroups: true });
  const rows = select(where.json);
  const drift = driftBetween({ columns, rows, where: where.json, select, baseline }, fields);
  const byName = new Map(drift.fields.map((each) => [each.field, each]));
  const result: FigureResult = {
    baseline: toldWindow(drift.baseline),
    current: toldWindow(drift.current),
    fields: fields.flatMap((field) => {
      const told = byName.get(field);
      return told === undefined ? [] : [{ field, buckets: told.buckets.map(toldBucket) }];
    }),
  };
  const times = timesOf(columns);
  const within = [result.baseline, result.current].map(({ from, to }) => ({
    first: from === null ? -Infinity : Date.parse(from),
    end: to === null ? Infinity : Date.parse(to),
  }));
  const inside = select(others).filter((row) => {
    const time = times[row] ?? Number.NaN;
    return within.some(({ first, end }) => time >= first && time < end);
  });
  return { result, rows: inside };
}

/** Whoever counts again has to know which window a decision is in. */
function refuseDates(where: Where, dates: JsonValue | undefined, others: JsonObject): void {
  if (!where.fields.has('decided_at')) return;
  const isRange = isJsonObject(dates) && rangeOf(dates) !== undefined;
  const isElsewhere = readWhere(canonicalJson(others)).fields.has('decided_at');
  if (isRange && !isElsewhere) return;
  throw validationError([faultAt('where.decided_at', 'filter_dates_alone')]);
}

type DriftAnswer = Oversight['drift'];

/** @throws {ApiError} `validation_error` for a border that no instant is at */
function toldWindow({ records, from, to }: DriftAnswer['baseline']): FigureWindow {
  if ([from, to].some((each) => each !== null && !isInstant(each))) {
    throw validationError([faultAt('where.decided_at', 'filter_dates_alone')]);
  }
  return { count: records.count, from, to };
}

function toldBucket(bucket: DriftAnswer['fields'][number]['buckets'][number]): FigureBucket {
  const { kind, above, up_to, value } = bucket;
  return {
    kind,
    ...(kind === 'range' ? { above, up_to } : {}),
    ...(kind === 'value' ? { value } : {}),
    baseline: bucket.baseline.count,
    current: bucket.current.count,
  };
}
