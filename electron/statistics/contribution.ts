/** What each entity contributes to an answer: so many of its rows at most, and of each field a value within bounds. */
import type { JsonObject } from '../../shared/contract/json.ts';
import type { PipelineRow } from '../aggregation/group-rows.ts';
import { keyParts } from '../aggregation/pipeline.ts';
import { runStages, type StageContext } from '../aggregation/run-stages.ts';
import type { ScannedCells } from '../columns/scan-columns.ts';
import { computer, type Compute } from '../filters/expressions/evaluate-expression.ts';
import { readValue } from '../filters/expressions/read-value.ts';
import type { Filter } from '../filters/filter.ts';
import { entityOf, type View, type ViewedSource } from '../policies/view.ts';
import type { KeyedDigest } from '../transformations/keyed-digest.ts';
import { stepsWithin } from './bounded-steps.ts';
import { addCells, askedOfColumns, type AskedOfColumns } from './cells-contribution.ts';
import { NamedEntities, RowEntities } from './entities.ts';
import { GroupTallies, type Tallies } from './group-tallies.ts';
import type { StatisticsQuery } from './shape.ts';

export interface ContributionMeans {
  readonly view: View;
  /** The field that says whose a row is; null: each row is its own. */
  readonly entity: string | null;
  readonly rowsPerEntity: number;
  /** Under the key of the dataset. */
  readonly digest: KeyedDigest;
}

/** The measures of all groups over all rows. */
export function tally(
  query: StatisticsQuery,
  rows: Iterable<ViewedSource>,
  means: ContributionMeans,
): Tallies {
  const counting = new Tally(query, means);
  counting.add(rows);
  return counting.end();
}

/** The same over rows that come some at a time, each of them once: as they are stored, or as cells of columns. */
export class Tally {
  readonly #query: StatisticsQuery;
  readonly #means: ContributionMeans;
  readonly #groups: GroupTallies;
  readonly #entities: NamedEntities | RowEntities;
  readonly #keys: readonly Compute[];
  readonly #withinBounds: readonly ((value: number) => number)[];
  readonly #asked: AskedOfColumns | undefined;

  constructor(query: StatisticsQuery, means: ContributionMeans) {
    const { rowsPerEntity, digest } = means;
    const fields = query.sums.length;
    this.#query = query;
    this.#means = means;
    this.#groups = new GroupTallies(query.group.key, fields);
    const Kind = means.entity === null ? RowEntities : NamedEntities;
    this.#entities = new Kind({ rowsPerEntity, digest, fields }, this.#groups);
    this.#keys = keyParts(query.group.key).map(computer);
    this.#withinBounds = query.sums.map(({ bounds }) => stepsWithin(bounds));
    this.#asked = askedOfColumns(query, means.view, means.entity);
  }

  /** Of cells, those that `addCells` takes; undefined where only rows can tell. */
  get filter(): Filter | undefined {
    return this.#asked?.filter;
  }

  /** Adds rows, all that one was taken apart to together. */
  add(rows: Iterable<ViewedSource>): void {
    const { before, sums } = this.#query;
    let last = 0;
    let ordinal = 0;
    for (const { document, origin: seq } of runStages(this.#viewed(rows), before, context)) {
      ordinal = seq === last ? ordinal + 1 : 0;
      last = seq;
      const steps = this.#steps((index) => readValue(document, sums[index]?.path.segments ?? []));
      if (steps === undefined) continue;
      this.#entities.add({ seq, ordinal, group: this.#groupOf(document), steps });
    }
  }

  /** One after another: whoever takes a row takes the entity that goes with it. */
  *#viewed(rows: Iterable<ViewedSource>): Generator<PipelineRow> {
    const { entity, view } = this.#means;
    const entities = this.#entities;
    for (const row of rows) {
      if (entities instanceof RowEntities) entities.next();
      else entities.find(entityOf(entity ?? '', row.document));
      if (entities.isKnown) yield { document: view.row(row), origin: row.seq };
    }
  }

  #groupOf(document: JsonObject): number {
    return this.#groups.numberOf(this.#keys.map((compute) => compute(document)));
  }

  /** Steps of each summed field; undefined where one is no number. */
  #steps(read: (index: number) => unknown): readonly number[] | undefined {
    const steps: number[] = [];
    for (const [index, within] of this.#withinBounds.entries()) {
      const value = read(index);
      if (typeof value !== 'number') return undefined;
      steps.push(within(value));
    }
    return steps;
  }

  /** Adds the cells of a chunk that `filter` selects; answers false where columns cannot tell all, and then adds none. */
  addCells(part: ScannedCells): boolean {
    if (this.#asked === undefined) return false;
    return addCells(part, this.#asked, {
      entities: this.#entities,
      groups: this.#groups,
      steps: (read) => this.#steps(read),
    });
  }

  /** The measures of all groups over all rows that were added. */
  end(): Tallies {
    this.#entities.end();
    return this.#groups.tallies();
  }
}

const context: StageContext = { limit: Number.MAX_SAFE_INTEGER };
