/** Pipelines with groups, and what they come to, for comparing engines with the stages. */
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { FilterError } from '../../filters/filter.ts';

const path = fc.constantFrom('a', 'b', 'c.a', 'c.c', 'é.a', '0', '1', 'x y', 'q"', "o'", 'nothing');
const reference = path.map((each) => `$${each}`);
const member = fc.oneof(
  fc
    .constantFrom('$sum', '$avg', '$min', '$max')
    .chain((name) =>
      fc
        .oneof({ weight: 8, arbitrary: reference }, fc.constantFrom<JsonValue>(1, 2))
        .map((operand): JsonObject => ({ [name]: operand })),
    ),
  fc.constant<JsonObject>({ $count: {} }),
);
const id = fc.oneof(
  fc.constant<JsonValue>(null),
  reference,
  fc.tuple(reference, reference).map(([x, y]): JsonValue => ({ x, y })),
);
const group = fc
  .tuple(id, fc.array(member, { maxLength: 3 }))
  .map(([_id, members]): JsonObject => ({
    $group: Object.fromEntries([['_id', _id], ...members.map((each, at) => [`m${at}`, each])]),
  }));
/** A pipeline over the typed rows of tests. */
export const groupArbitrary: fc.Arbitrary<JsonValue[]> = fc
  .tuple(
    fc.constantFrom<JsonValue[]>([], [{ $unwind: '$b' }], [{ $unwind: '$é' }]),
    fc.oneof(
      { weight: 5, arbitrary: group },
      fc.constantFrom<JsonObject>({ $count: 'n' }, { $sort: { a: 1, '0': -1 } }),
    ),
    fc.constantFrom<JsonValue[]>(
      [],
      [{ $sort: { m0: -1, _id: 1 } }],
      [{ $skip: 1 }, { $limit: 3 }],
    ),
  )
  .map(([before, stage, after]): JsonValue[] => [...before, stage, ...after]);

/** Sums of doubles agree to 12 digits. */
function rounded(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value), (_, each: JsonValue) =>
    typeof each === 'number' ? Number(each.toPrecision(12)) : each,
  );
}

/** The results of a run, or why there are none. */
export async function outcome(run: () => Promise<readonly JsonObject[]>): Promise<JsonValue> {
  try {
    return rounded([...(await run())]);
  } catch (error) {
    if (error instanceof FilterError) return `${error.path} ${error.message}`;
    throw error;
  }
}

/** Rows as a source gives them, some at a time. */
export async function* inParts<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += 13) yield rows.slice(at, at + 13);
}
