/** Groups beside one another: tables of one group, and of several that are crossed. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { FactValue, FairnessRow, FairnessTable } from '../../shared/contract/oversight.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import {
  compareGroups,
  referenceOf,
  type Comparison,
  type FairnessVerdict,
  type Fraction,
} from '../../shared/oversight/rates.ts';
import { groupPrefix } from '../../shared/oversight/field-names.ts';
import { both, fieldIs, type Counts } from './counted.ts';
import type { CodedColumn, DecisionColumns } from './decision-columns.ts';
import {
  adverse,
  classCount,
  classCounts,
  codedColumn,
  countCodes,
  favourable,
  isDecided,
  type RowClasses,
} from './outcome-counts.ts';
import { shareOf } from './shares.ts';

/** Rows of one table. */
const mostRows = 200;

/** Verdicts by what weighs most. */
const byWeight: readonly FairnessVerdict[] = [
  'below',
  'below_by_chance',
  'differs',
  'no_difference',
  'too_few',
];

type Group = ProfileDocument['groups'][number];

/** A row of a table before it is compared. */
interface Row {
  readonly n: number;
  readonly favourable: number;
  readonly values: readonly FactValue[];
  /** By class. */
  readonly numbers: ArrayLike<number>;
}

/** Decisions that tables are made of. */
export interface FairnessSource {
  readonly columns: DecisionColumns;
  readonly rows: Uint32Array;
  readonly classes: RowClasses;
  readonly counts: Counts;
  readonly smallGroup: number;
  /** Impact ratios are below it; four fifths unless told. */
  readonly below?: Fraction;
}

/** The table of groups that are crossed. @throws {ApiError} `too_many_groups` */
export function crossedTable(groups: readonly Group[], source: FairnessSource): FairnessTable {
  const made = comparedTable(groups, source);
  if (made.too_many) {
    throw new ApiError(
      'too_many_groups',
      `These groups make more than ${mostRows} combinations. Cross fewer, or narrow the filter.`,
      { details: { groups: groups.map(({ name }) => name), maximum: mostRows } },
    );
  }
  return made;
}

/** The row of a table whose verdict weighs most; of equal ones that with the greater shortfall. */
export function worstRow(rows: readonly FairnessRow[]): FairnessRow | undefined {
  const weight = ({ verdict }: FairnessRow) => byWeight.findIndex((each) => each === verdict);
  return rows
    .filter(({ verdict }) => verdict !== null)
    .toSorted(
      (left, right) =>
        weight(left) - weight(right) || (right.shortfall ?? 0) - (left.shortfall ?? 0),
    )[0];
}

/** The table of one group, or of several that are crossed. One of more than 200 rows has none. */
export function comparedTable(groups: readonly Group[], source: FairnessSource): FairnessTable {
  const { counts, smallGroup, below } = source;
  const names = groups.map(({ name }) => name);
  const { rows, without } = countRows(groups, source);
  const withoutOne = counts.of(without, {
    $or: names.map((name) => fieldIs(`${groupPrefix}${name}`, undefined)),
  });
  const isTooMany = rows === undefined;
  const found = (rows ?? []).toSorted(
    (left, right) =>
      right.n - left.n ||
      (canonicalJson([...left.values]) < canonicalJson([...right.values]) ? -1 : 1),
  );
  const reference = namedReference(groups, found) ?? referenceOf(found);
  const compared =
    reference === undefined
      ? []
      : compareGroups(found, reference, {
          smallGroup,
          ...(below === undefined ? {} : { below }),
        });
  const comparisonOf = new Map(compared.map((each) => [each.group, each]));
  const told = found.map((row) =>
    toldRow(row, names, {
      source,
      isReference: row === reference,
      comparison: comparisonOf.get(row),
    }),
  );
  return {
    groups: names,
    rows: told,
    without: withoutOne,
    too_many: isTooMany,
    worst: worstRow(told)?.verdict ?? null,
  };
}

/** The row that the profile names, where there is a single group. */
function namedReference(
  [group, ...others]: readonly Group[],
  rows: readonly Row[],
): Row | undefined {
  const reference = group?.reference;
  if (reference === undefined || others.length > 0) return undefined;
  const text = canonicalJson(reference);
  return rows.find(({ values: [value = null] }) => canonicalJson(value) === text);
}

/** Combinations of values that some row has, with its counts by class; undefined for more than 200. */
function countRows(
  groups: readonly Group[],
  { columns, rows, classes }: FairnessSource,
): { readonly rows: Row[] | undefined; readonly without: number } {
  const coded = groups.map(({ name }) => codedColumn(columns.column(`${groupPrefix}${name}`)));
  const present = coded.map((column) => presentCodes(column, rows));
  const product = present.reduce((all, { codes }) => all * codes.length, 1);
  let without = 0;
  const isTooMany = product > mostRows;
  const numbers = new Uint32Array(isTooMany ? 0 : product * classCount);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    let combination = 0;
    for (let group = 0; group < coded.length && combination !== -1; group += 1) {
      const { places, codes } = present[group] ?? nobody;
      const place = places[coded[group]?.codes[row] ?? 0] ?? -1;
      combination = place === -1 ? -1 : combination * codes.length + place;
    }
    if (combination === -1) {
      without += 1;
    } else if (!isTooMany) {
      const at = combination * classCount + (classes.classes[classes.codes[row] ?? 0] ?? 0);
      numbers[at] = (numbers[at] ?? 0) + 1;
    }
  }
  if (isTooMany) return { rows: undefined, without };
  const made = Array.from({ length: product }, (_, combination) => {
    const counts = numbers.subarray(combination * classCount, (combination + 1) * classCount);
    return {
      n: (counts[favourable] ?? 0) + (counts[adverse] ?? 0),
      favourable: counts[favourable] ?? 0,
      values: valuesAt(combination, coded, present),
      numbers: counts,
    };
  });
  return { rows: made.filter(({ numbers: counts }) => counts.some((each) => each > 0)), without };
}

interface Present {
  /** Codes of values that some row has. */
  readonly codes: readonly number[];
  /** The place of each code among them; -1 for none. */
  readonly places: Int32Array;
}
const nobody: Present = { codes: [], places: new Int32Array() };

function presentCodes(column: CodedColumn, rows: Uint32Array): Present {
  const counts = countCodes(rows, column);
  const there = [...counts.keys()].filter((code) => code > 0 && (counts[code] ?? 0) > 0);
  const places = new Int32Array(counts.length).fill(-1);
  for (const [place, code] of there.entries()) places[code] = place;
  return { codes: there, places };
}

function valuesAt(
  combination: number,
  coded: readonly CodedColumn[],
  present: readonly Present[],
): FactValue[] {
  const values: FactValue[] = [];
  let rest = combination;
  for (let index = coded.length - 1; index >= 0; index -= 1) {
    const { codes } = present[index] ?? nobody;
    const code = codes[rest % codes.length] ?? 0;
    values.unshift(coded[index]?.values[code] ?? null);
    rest = Math.floor(rest / codes.length);
  }
  return values;
}

function toldRow(
  row: Row,
  names: readonly string[],
  {
    source,
    isReference,
    comparison,
  }: {
    readonly source: FairnessSource;
    readonly isReference: boolean;
    readonly comparison: Comparison<Row> | undefined;
  },
): FairnessRow {
  const { field } = source.classes;
  const condition = names
    .map((name, index) => fieldIs(`${groupPrefix}${name}`, row.values[index]))
    .reduce(both);
  const counts = source.counts.within(condition);
  const byClass = classCounts(row.numbers, field, counts);
  const { ratio, interval } = comparison ?? {};
  return {
    values: names.map((name, index) => ({ name, value: row.values[index] ?? null })),
    n: counts.of(row.n, isDecided(field)),
    ...byClass,
    is_reference: isReference,
    rate: shareOf(row),
    ratio:
      ratio === undefined
        ? null
        : { value: ratio, low: interval?.low ?? null, high: interval?.high ?? null },
    p: comparison?.p ?? null,
    adjusted_p: comparison?.adjusted ?? null,
    shortfall: comparison?.shortfall ?? null,
    adverse_ratio: comparison?.adverseRatio ?? null,
    verdict: comparison?.verdict ?? null,
  };
}
