/** Whatever the columns and the filter: a mask has the rows whose documents the evaluator finds. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import type { FactValue } from '../../shared/contract/oversight.ts';
import { evaluator } from '../filters/evaluate-filter.ts';
import { parseFilter } from '../filters/parse-filter.ts';
import { rounds } from '../testing/rounds.ts';
import type { Column, DecisionColumns } from './decision-columns.ts';
import { maskedRows, rowMask } from './row-mask.ts';

/** One decision of a table of columns. */
interface Row {
  readonly outcome: FactValue | undefined;
  readonly amount: number | undefined;
  readonly decided_at: number;
  readonly transaction_id: string | undefined;
}

const outcomes: readonly FactValue[] = [null, false, true, 0, 1, '1', 'yes', 'no', { other: true }];
const amounts = [-1.5, 0, 0.1, 0.7, 1, 2 ** 53, 1e300];
const times = [-62_135_596_800_000, -1, 0, 1, 951_782_400_000, 253_402_300_799_999];
const transactions = ['t', 'T', 'u', '0'];

const rowArbitrary: fc.Arbitrary<Row> = fc.record({
  outcome: fc.option(fc.constantFrom(...outcomes), { nil: undefined }),
  amount: fc.option(fc.constantFrom(...amounts), { nil: undefined }),
  decided_at: fc.oneof(fc.constantFrom(...times), fc.integer({ min: 0, max: 4e12 })),
  transaction_id: fc.option(fc.constantFrom(...transactions), { nil: undefined }),
});

const instants = times.map((each) => new Date(each).toISOString());
const operandArbitrary: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue[]>(
    null,
    false,
    true,
    0,
    1,
    0.7,
    -1.5,
    'yes',
    '1',
    't',
    '',
    '2000',
    '~',
  ),
  fc.constantFrom(...instants),
  fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((each) => each.toISOString()),
);
const predicateArbitrary: fc.Arbitrary<JsonValue> = fc.oneof(
  operandArbitrary,
  fc.constantFrom<JsonValue[]>(
    { other: true },
    { $exists: true },
    { $exists: false },
    { $type: 'null' },
    { $type: ['number', 'bool'] },
    { $mod: [2, 0] },
    { $bitsAnySet: 1 },
    { $size: 0 },
    { $not: { $eq: 'yes' } },
  ),
  fc
    .tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), operandArbitrary)
    .map(([operator, operand]): JsonValue => ({ [operator]: operand })),
  fc
    .tuple(fc.constantFrom('$in', '$nin'), fc.array(operandArbitrary, { maxLength: 4 }))
    .map(([operator, list]): JsonValue => ({ [operator]: list })),
);
/** Texts of their own are looked up alone. */
const lookedUpArbitrary: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue[]>(...transactions, null, 1, { $exists: true }, { $exists: false }),
  fc
    .tuple(fc.constantFrom('$eq', '$ne'), fc.constantFrom<JsonValue[]>(...transactions, null, 'v'))
    .map(([operator, operand]): JsonValue => ({ [operator]: operand })),
  fc
    .tuple(
      fc.constantFrom('$in', '$nin'),
      fc.array(fc.constantFrom<JsonValue[]>(...transactions, null, 0), { maxLength: 3 }),
    )
    .map(([operator, list]): JsonValue => ({ [operator]: list })),
);
const conditionArbitrary: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .tuple(fc.constantFrom('outcome', 'amount', 'decided_at', 'version'), predicateArbitrary)
    .map(([field, predicate]): JsonObject => ({ [field]: predicate })),
  lookedUpArbitrary.map((predicate): JsonObject => ({ transaction_id: predicate })),
);
const filterArbitrary: fc.Arbitrary<JsonObject> = fc.oneof(
  conditionArbitrary,
  fc
    .tuple(
      fc.constantFrom('$and', '$or', '$nor'),
      fc.array(conditionArbitrary, { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, list]): JsonObject => ({ [operator]: list })),
);

function columnsOf(rows: readonly Row[]): DecisionColumns {
  const values = [undefined, ...outcomes];
  const made: Readonly<Record<string, Column>> = {
    outcome: {
      kind: 'coded',
      codes: Uint8Array.from(rows, ({ outcome }) => values.indexOf(outcome)),
      values,
    },
    amount: { kind: 'number', numbers: Float64Array.from(rows, ({ amount }) => amount ?? NaN) },
    decided_at: { kind: 'time', numbers: Float64Array.from(rows, (row) => row.decided_at) },
    transaction_id: {
      kind: 'text',
      rowsOf: (texts) =>
        [...rows.keys()].filter((row) => texts.includes(rows[row]?.transaction_id ?? '\0')),
      present: () => Uint8Array.from(rows, (row) => Number(row.transaction_id !== undefined)),
    },
  };
  return {
    size: rows.length,
    positions: Uint32Array.from(rows.keys(), (row) => row + 1),
    column: (field) => made[field],
    waited: () => undefined,
  };
}

function documentOf(row: Row): JsonObject {
  const { outcome, amount, transaction_id } = row;
  return {
    ...(outcome === undefined ? {} : { outcome: isOther(outcome) ? { other: true } : outcome }),
    ...(amount === undefined ? {} : { amount }),
    decided_at: new Date(row.decided_at).toISOString(),
    ...(transaction_id === undefined ? {} : { transaction_id }),
  };
}

function isOther(value: FactValue): value is { other: true } {
  return typeof value === 'object' && value !== null;
}

test('a mask is as the evaluator finds documents, from any row on', () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(rowArbitrary, { minLength: 20, maxLength: 40 }),
      fc.array(filterArbitrary, { minLength: 10, maxLength: 10 }),
      fc.nat(30),
      (rows, filters, from) => {
        const columns = columnsOf(rows);
        for (const where of filters) {
          const filter = parseFilter(where);
          const matches = evaluator(filter);
          const expected = [...rows.keys()].filter((row) => {
            const made = rows[row];
            return row >= from && made !== undefined && matches(documentOf(made));
          });
          expect([...maskedRows(rowMask(filter, columns, from), from)]).toEqual(expected);
          found += expected.length;
        }
      },
    ),
    { numRuns: rounds({ usual: 100, all: 300 }), seed: 20_261_126 },
  );
  expect(found).toBeGreaterThan(1_000);
});
