/** Decisions in the order of one of their columns: positions of the ledger, kept between requests. */
import { validationError } from '../../shared/contract/errors.ts';
import { isDecisionField } from '../../shared/oversight/decision-fields.ts';
import { compareValues } from '../filters/sort-rows.ts';
import type { FactValue } from '../../shared/contract/oversight.ts';
import type { ColumnsStore } from './columns-store.ts';
import type { Column } from './decision-columns.ts';
import type { ModelColumns } from './model-columns.ts';
import { fieldFault } from './where.ts';

/** Orders that are kept; those asked for longest ago go first. */
const keptOrders = 8;

/** An order by a field; positions that are equal in it are ascending in either direction. */
export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** Reads `field` or `-field`. @throws {ApiError} `validation_error` */
export function readSort(text: string): Sort {
  const descending = text.startsWith('-');
  const field = descending ? text.slice(1) : text;
  if (isDecisionField(field) && field !== 'transaction_id') return { field, descending };
  throw validationError([fieldFault('sort', field)]);
}

interface KeptOrder {
  /** Columns that it was made from, and how they stood. */
  readonly made: readonly (readonly [columns: ModelColumns, revision: number, size: number])[];
  readonly positions: Uint32Array;
}

/** Over one store. Call within one read transaction. */
export class DecisionOrders {
  readonly #store: ColumnsStore;
  readonly #kept = new Map<string, KeptOrder>();

  constructor(store: ColumnsStore) {
    this.#store = store;
  }

  /** Every decision of one model, or of all, in an order. */
  positions(sort: Sort, modelId: string | undefined): Uint32Array {
    const models = modelId === undefined ? this.#store.modelIds() : [modelId];
    const all = models.map((each) => this.#store.of(each));
    const key = JSON.stringify([sort.field, sort.descending, modelId ?? null]);
    const known = this.#kept.get(key);
    const order = known !== undefined && isOf(known, all) ? known : made(sort, all);
    this.#kept.delete(key);
    this.#kept.set(key, order);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > keptOrders && oldest !== undefined) this.#kept.delete(oldest);
    return order.positions;
  }
}

function isOf({ made: parts }: KeptOrder, all: readonly ModelColumns[]): boolean {
  return (
    parts.length === all.length &&
    parts.every(
      ([columns, revision, size], place) =>
        columns === all[place] && columns.revision === revision && columns.size === size,
    )
  );
}

/** What is absent comes before everything, as in the order of rows of a session. */
function made(sort: Sort, all: readonly ModelColumns[]): KeptOrder {
  const length = all.reduce((sum, { size }) => sum + size, 0);
  const keys = new Float64Array(length);
  const positions = new Uint32Array(length);
  const columns = all.map((each) => each.column(sort.field));
  const ranks = ranksOf(columns.map((each) => (each?.kind === 'coded' ? each.values : [])));
  let at = 0;
  for (const [place, model] of all.entries()) {
    positions.set(model.positions, at);
    fillKeys(keys.subarray(at, at + model.size), columns[place], ranks[place]);
    at += model.size;
  }
  const sign = sort.descending ? -1 : 1;
  const places = Uint32Array.from(positions.keys()).toSorted((left, right) => {
    const [one, other] = [keys[left] ?? 0, keys[right] ?? 0];
    if (one !== other) return one < other ? -sign : sign;
    return (positions[left] ?? 0) - (positions[right] ?? 0);
  });
  return {
    made: all.map((model) => [model, model.revision, model.size] as const),
    positions: places.map((place) => positions[place] ?? 0),
  };
}

function fillKeys(
  keys: Float64Array,
  column: Column | undefined,
  ranks: Float64Array | undefined,
): void {
  keys.fill(-Infinity);
  if (column === undefined || column.kind === 'text') return;
  if (column.kind === 'coded') {
    for (let row = 0; row < keys.length; row += 1) keys[row] = ranks?.[column.codes[row] ?? 0] ?? 0;
    return;
  }
  for (let row = 0; row < keys.length; row += 1) {
    const value = column.numbers[row] ?? Number.NaN;
    keys[row] = Number.isNaN(value) ? -Infinity : value;
  }
}

/** The place of each value among those of every list in order: dictionaries of models number them each in its own way. */
function ranksOf(lists: readonly (readonly (FactValue | undefined)[])[]): Float64Array[] {
  const ranks = lists.map((values) => new Float64Array(values.length));
  const inOrder = lists
    .flatMap((values, list) => values.map((value, code) => ({ value: value ?? null, list, code })))
    .toSorted((left, right) => compareValues(left.value, right.value));
  let rank = 0;
  for (const [place, { value, list, code }] of inOrder.entries()) {
    const before = inOrder[place - 1];
    if (before !== undefined && compareValues(before.value, value) !== 0) rank += 1;
    const ranksOfList = ranks[list];
    if (ranksOfList !== undefined) ranksOfList[code] = rank;
  }
  return ranks;
}
