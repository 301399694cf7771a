/** Whose rows are counted: one entity at a time is the current one, and what is added is its. */
import type { Scalar } from '../filters/compare-values.ts';
import { ChosenRows, countRows, type ChoiceMeans, type CountedRow } from './chosen-rows.ts';
import type { GroupTallies } from './group-tallies.ts';

/** Each row of the dataset is an entity; those that it was unwound to come one after another. */
export class RowEntities {
  /** Whether the next rows are of anybody: those of nobody are left out. */
  readonly isKnown = true;
  readonly #means: ChoiceMeans;
  readonly #groups: GroupTallies;
  #rows: CountedRow[] = [];

  constructor(means: ChoiceMeans, groups: GroupTallies) {
    this.#means = means;
    this.#groups = groups;
  }

  /** The next rows are of another entity. */
  next(): void {
    this.end();
  }

  add(row: CountedRow): void {
    this.#rows.push(row);
  }

  end(): void {
    if (this.#rows.length === 0) return;
    countRows(this.#rows, this.#means, this.#groups);
    this.#rows = [];
  }
}

/** In place of an entity. */
const nobody = -1;

/** A field says whose a row is; the rows of one are anywhere. */
export class NamedEntities {
  readonly #chosen: ChosenRows;
  readonly #groups: GroupTallies;
  readonly #numbers = new Map<Scalar, number>();
  #current = nobody;

  constructor(means: ChoiceMeans, groups: GroupTallies) {
    this.#chosen = new ChosenRows(means);
    this.#groups = groups;
  }

  /** The next rows are of an entity, or of nobody. */
  find(entity: Scalar | undefined): void {
    this.#current = this.numberOf(entity);
  }

  /** The same by its number. */
  take(number: number): void {
    this.#current = number;
  }

  /** The number of an entity, to take it by. */
  numberOf(entity: Scalar | undefined): number {
    if (entity === undefined || entity === null) return nobody;
    const known = this.#numbers.get(entity);
    if (known !== undefined) return known;
    const number = this.#chosen.addEntity();
    this.#numbers.set(entity, number);
    return number;
  }

  get isKnown(): boolean {
    return this.#current !== nobody;
  }

  add(row: CountedRow): void {
    this.#chosen.add(this.#current, row);
  }

  end(): void {
    this.#chosen.countInto(this.#groups);
  }
}
