/** What is shown of groups: those that are large enough, each measure with its noise; of the others nothing at all. */
import { hdiv } from '../../shared/billing/rounding.ts';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import type { StatisticsTerms } from '../../shared/contract/policies.ts';
import { mostGroups } from '../aggregation/pipeline.ts';
import { runStages } from '../aggregation/run-stages.ts';
import type { KeyedDigest } from '../transformations/keyed-digest.ts';
import { stepsFrom, timesStep } from '../transformations/number-ranges.ts';
import { stepCount } from './bounded-steps.ts';
import type { GroupTally, Tallies } from './group-tallies.ts';
import { noiseAt } from './noise.ts';
import type { Bounds, StatisticsQuery, Summed } from './shape.ts';
import { threshold } from './threshold.ts';

export interface AnswerMeans {
  readonly terms: StatisticsTerms;
  /** Digest of the question. */
  readonly query: string;
  /** Under the key of the grant. */
  readonly digest: KeyedDigest;
}

export interface Answer {
  readonly results: readonly JsonObject[];
  /** There are results beyond the limit. */
  readonly hasMore: boolean;
}

/**
 * The answer to a question. Whether a group is withheld or is none makes no difference to it, nor does the order in
 * which groups were met: they come by the text of their keys.
 */
export function answer(
  query: StatisticsQuery,
  tallies: Tallies,
  means: AnswerMeans,
  limit: number,
): Answer {
  const shown = shownGroups(query, tallies, means).slice(0, mostGroups);
  const rows = shown.map((document, origin) => ({ document, origin }));
  const results: JsonObject[] = [];
  for (const { document } of runStages(rows, query.after, { limit })) {
    if (results.length === limit) return { results, hasMore: true };
    results.push(document);
  }
  return { results, hasMore: false };
}

function shownGroups(query: StatisticsQuery, tallies: Tallies, means: AnswerMeans): JsonObject[] {
  const cells = new Cells(query.sums, means);
  const texts = [...tallies.keys()].toSorted(byUnits);
  return texts.flatMap((group) => {
    const exact = tallies.get(group);
    const cell = exact && cells.of(group, exact);
    return exact === undefined || cell === undefined ? [] : [documentOf(query, cell, exact.key)];
  });
}

/** UTF-16 units, which is what JavaScript compares strings by. */
function byUnits(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function documentOf({ group, countName }: StatisticsQuery, cell: Cell, key: JsonValue): JsonObject {
  const document: JsonObject = Object.create(null);
  if (countName === undefined) document['_id'] = key;
  for (const { name, accumulator, operand } of group.fields) {
    const sum = operand?.kind === 'path' ? cell.sums.get(operand.path.text) : undefined;
    document[name] = sum === undefined ? cell.n : accumulator === 'avg' ? sum.avg : sum.sum;
  }
  return document;
}

/** A group as it is shown. */
export interface Cell {
  readonly n: number;
  /** By the address of the field. */
  readonly sums: ReadonlyMap<string, { readonly avg: number; readonly sum: number }>;
}

/** A field that is called `n` has a draw of its own, beside that of the count: no address begins like this. */
export function measureName(address: string): string {
  return address === 'n' ? '$n' : address;
}

/** Draws the cells of one question. */
export class Cells {
  readonly #sums: readonly Summed[];
  readonly #means: AnswerMeans;
  /** Of the ε of an answer, what each of its measures has. */
  readonly #epsilon: number;
  readonly #threshold: number;

  constructor(sums: readonly Summed[], means: AnswerMeans) {
    const { min_entities, rows_per_entity, epsilon_per_answer } = means.terms;
    this.#sums = sums;
    this.#means = means;
    this.#epsilon = epsilon_per_answer / (1 + sums.length);
    this.#threshold = threshold(min_entities, rows_per_entity, this.#epsilon);
  }

  /** The cell of a group; undefined for one that is not shown. Every measure is drawn either way. */
  of(group: string, exact: GroupTally): Cell | undefined {
    const { terms } = this.#means;
    const rows = exact.rows + this.#noise(group, 'n', 1);
    const totals = this.#sums.map(({ path, bounds }, index) => {
      const noise = this.#noise(group, measureName(path.text), stepCount(bounds));
      return (exact.sums[index] ?? 0) + noise;
    });
    if (exact.entities < terms.min_entities || rows < this.#threshold) return undefined;
    const sums = this.#sums.map(
      ({ path, bounds }, index) => [path.text, shownSum(rows, totals[index] ?? 0, bounds)] as const,
    );
    const step = BigInt(terms.round_counts);
    return { n: Number(hdiv(BigInt(rows), step) * step), sums: new Map(sums) };
  }

  /** Noise for a measure that one row changes by `reach` at most. */
  #noise(group: string, measure: string, reach: number): number {
    const { digest, query, terms } = this.#means;
    const e = this.#epsilon / (terms.rows_per_entity * reach);
    return noiseAt(digest, { query, group, measure }, e);
  }
}

/**
 * Mean and sum of so many rows with so many half steps from the middle of the bounds, each to whole steps; the mean
 * stays within the bounds. Computed in whole numbers: nothing depends on how floats are rounded.
 */
function shownSum(rows: number, halfSteps: number, bounds: Bounds): { avg: number; sum: number } {
  const { min, max, step } = bounds;
  const [least, most] = [stepsFrom(0, min, step), stepsFrom(0, max, step)];
  const count = BigInt(rows);
  // Twice the sum, in steps.
  const doubled = count * (least + most) + BigInt(halfSteps);
  const mean = hdiv(doubled, 2n * count);
  const clamped = mean < least ? least : mean > most ? most : mean;
  return { avg: timesStep(clamped, step), sum: timesStep(hdiv(doubled, 2n), step) };
}
