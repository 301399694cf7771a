/** Main factors of a decision, as a letter to the person names them (docs/oversight.md, "Letters"). */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';
import type { OutcomeClass } from '../contract/profiles.ts';
import { pointerNames } from '../json-pointer.ts';
import { valueAt, type Scalar } from './profile-reader.ts';

/** How a factor pulled, by the class of outcomes that weights of its sign go with. */
export type Pull = 'for' | 'against' | null;

export interface Factor {
  /** As the model calls it. */
  readonly name: string;
  /** Its value in the input; undefined where it is text, not there, or was erased. */
  readonly value: boolean | number | undefined;
  readonly weight: number;
  readonly pull: Pull;
}

export type MainFactors =
  | { readonly kind: 'reasons'; readonly reasons: readonly string[] }
  | { readonly kind: 'attributions'; readonly factors: readonly Factor[] }
  /** Neither was recorded: a person writes the reasons. */
  | { readonly kind: 'none' };

/** Attributions that a letter names at most. */
const mostFactors = 4;
/** Decisions of each class that are needed to tell which sign goes with which. */
const leastOfClass = 10;

/** The weights that a record's explanation gives to members of its input, by their names; of several sets the largest. */
export function attributionsOf(record: JsonObject): ReadonlyMap<string, number> {
  let best: ReadonlyMap<string, number> = new Map();
  for (const object of objectsIn(record['explanation'] ?? null, 0)) {
    const weights = new Map<string, number>();
    for (const [name, value] of Object.entries(object)) {
      const isOfInput = inputAt(record, name) !== undefined || !('input' in record);
      if (typeof value === 'number' && isOfInput) weights.set(name, value);
    }
    if (weights.size > best.size) best = weights;
  }
  return best;
}

const deepest = 6;

function* objectsIn(value: JsonValue, depth: number): Generator<JsonObject> {
  if (!isJsonObject(value) || depth > deepest) return;
  yield value;
  for (const each of Object.values(value)) yield* objectsIn(each, depth + 1);
}

/** A member of the input by its name, or by the names on the way to it with dots between them. */
function inputAt(record: JsonObject, name: string): JsonValue | undefined {
  return valueAt(record, ['input', name]) ?? valueAt(record, ['input', ...name.split('.')]);
}

/**
 * The sign of weights that goes with favourable outcomes: 1 or −1 where their sums differ between the classes,
 * undefined where too few records show it.
 */
export function favourableSign(
  records: Iterable<JsonObject>,
  classOf: (record: JsonObject) => OutcomeClass | 'unknown' | undefined,
): 1 | -1 | undefined {
  const sums = { favourable: { n: 0, sum: 0 }, adverse: { n: 0, sum: 0 } };
  for (const record of records) {
    const outcome = classOf(record);
    if (outcome !== 'favourable' && outcome !== 'adverse') continue;
    const weights = attributionsOf(record);
    if (weights.size === 0) continue;
    sums[outcome].n += 1;
    sums[outcome].sum += [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  }
  const { favourable, adverse } = sums;
  if (Math.min(favourable.n, adverse.n) < leastOfClass) return undefined;
  const difference = favourable.sum / favourable.n - adverse.sum / adverse.n;
  return difference === 0 ? undefined : difference > 0 ? 1 : -1;
}

/**
 * The reasons that the model gave, else the attributions that weigh most: towards the outcome where it is known
 * which way weights pull, otherwise by their size alone.
 */
export function mainFactors(
  record: JsonObject,
  {
    reasonsPath,
    outcome,
    sign,
  }: {
    readonly reasonsPath: string | undefined;
    readonly outcome: OutcomeClass | 'unknown' | undefined;
    readonly sign: 1 | -1 | undefined;
  },
): MainFactors {
  const reasons = reasonsPath === undefined ? [] : reasonsAt(record, reasonsPath);
  if (reasons.length > 0) return { kind: 'reasons', reasons };
  const factors = [...attributionsOf(record)]
    .filter(([, weight]) => weight !== 0)
    .map(([name, weight]): Factor => {
      const value = inputAt(record, name);
      const isTold = typeof value === 'number' || typeof value === 'boolean';
      return { name, value: isTold ? value : undefined, weight, pull: pullOf(weight, sign) };
    });
  const towards = outcome === 'favourable' ? 'for' : outcome === 'adverse' ? 'against' : undefined;
  const pulling = factors.filter(({ pull }) => pull === towards);
  const chosen = (pulling.length > 0 ? pulling : factors)
    .toSorted((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
    .slice(0, mostFactors);
  return chosen.length === 0 ? { kind: 'none' } : { kind: 'attributions', factors: chosen };
}

function pullOf(weight: number, sign: 1 | -1 | undefined): Pull {
  if (sign === undefined) return null;
  return weight * sign > 0 ? 'for' : 'against';
}

/** Texts and codes of an array; an object or array in it is no reason. */
function reasonsAt(record: JsonObject, path: string): string[] {
  const value = valueAt(record, pointerNames(path) ?? []);
  const list: readonly (JsonValue | undefined)[] = Array.isArray(value) ? value : [value];
  return list.flatMap((each) => {
    const isScalar = (of: JsonValue | undefined): of is Exclude<Scalar, null> =>
      typeof of === 'string' || typeof of === 'number' || typeof of === 'boolean';
    return isScalar(each) && String(each).trim() !== '' ? [String(each)] : [];
  });
}
