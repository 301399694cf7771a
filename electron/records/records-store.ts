/** Reads records: one, a page of a filtered list, a place in it, and what there is to filter by. */
import { setImmediate } from 'node:timers/promises';
import type { Database, Statement } from 'better-sqlite3';
import type {
  ListRecordsQuery,
  RecordFacetsQuery,
  FieldFacet,
  RecordFacets,
  RecordHistogram,
  RecordHistogramQuery,
  RecordPosition,
} from '../../shared/contract/records.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { limits } from '../../shared/contract/limits.ts';
import { rowsWithin } from '../route-handler.ts';
import { InterventionTexts } from '../ledger/intervention-texts.ts';
import { columnsOf, type ColumnsStore } from '../oversight/columns-store.ts';
import { DecisionOrders, readSort } from '../oversight/decision-order.ts';
import { factsAt } from '../oversight/facts-at.ts';
import { fieldFacet } from '../oversight/facet-values.ts';
import { refuseFields, refuseWhere } from '../oversight/fields-of-model.ts';
import type { ModelColumns } from '../oversight/model-columns.ts';
import { recordHistogram } from '../oversight/record-histogram.ts';
import { ReviewRulesStore } from '../oversight/review-rules.ts';
import { rowSelector, type SelectedPositions } from '../oversight/selected-rows.ts';
import { BriefValues, type RecordValues } from './brief-values.ts';
import { ModelPages } from './model-pages.ts';
import { PositionIndex, type FindPersons, type LedgerState } from './position-index.ts';
import { indexFrom, type Positions } from './position-list.ts';
import { conditionsOf, timeRangeOf, type NarrowedFilter } from './record-conditions.ts';
import { hashText, storedRecordJson, type RecordRow } from './record-json.ts';
import { parseSearch } from './search-query.ts';
import { recordStatements as sql } from './record-statements.ts';
import { WaitingStandings } from './waiting-standings.ts';

type Order = ListRecordsQuery['order'];
type NarrowedQuery = ListRecordsQuery & NarrowedFilter;

/**
 * The records of a ledger over one connection. Every answer is of one state of the database. Texts
 * are JSON, put together from what is stored.
 */
export class RecordsStore {
  readonly #database: Database;
  readonly #index: PositionIndex;
  readonly #persons: FindPersons;
  readonly #columns: ColumnsStore;
  readonly #orders: DecisionOrders;
  readonly #pages: ModelPages;
  readonly #modelIds: Statement<[], string>;
  readonly #countOfModel: Statement<[string], number>;
  readonly #lastPosition: Statement<[], number | null>;
  readonly #lastSeq: Statement<[], number | null>;
  readonly #reviewRules: ReviewRulesStore;
  readonly #waits: WaitingStandings;
  readonly #recordAt: Statement<[number], RecordRow>;
  readonly #recordById: Statement<[string], RecordRow>;
  readonly #interventions: InterventionTexts;
  readonly #erased: Statement<[number], string>;
  readonly #payloads: Statement<[number], [field: string, value: string]>;
  readonly #brief: BriefValues;
  readonly #firstFrom: Statement<[string], number>;
  readonly #lastUpTo: Statement<[string], number>;
  readonly #firstAfterSeq: Statement<[number], number>;
  readonly #lastBeforeSeq: Statement<[number], number>;

  /** @param persons the positions that a search for a person found, where searches are known */
  constructor(database: Database, persons: FindPersons = () => undefined) {
    this.#database = database;
    this.#persons = persons;
    this.#index = new PositionIndex(database, persons);
    this.#columns = columnsOf(database);
    this.#orders = new DecisionOrders(this.#columns);
    this.#pages = new ModelPages(database);
    this.#modelIds = database.prepare<[], string>(sql.modelIds).pluck();
    this.#countOfModel = database.prepare<[string], number>(sql.countOfModel).pluck();
    this.#lastPosition = database.prepare<[], number | null>(sql.lastPosition).pluck();
    this.#lastSeq = database.prepare<[], number | null>(sql.lastSeq).pluck();
    this.#reviewRules = new ReviewRulesStore(database);
    this.#waits = new WaitingStandings(database, this.#reviewRules);
    this.#recordAt = database.prepare(sql.recordAt);
    this.#recordById = database.prepare(sql.recordById);
    this.#interventions = new InterventionTexts(database);
    this.#erased = database.prepare<[number], string>(sql.erased).pluck();
    this.#payloads = database.prepare<[number], [string, string]>(sql.payloads).raw();
    this.#brief = new BriefValues(database);
    this.#firstFrom = database.prepare<[string], number>(sql.firstFrom).pluck();
    this.#lastUpTo = database.prepare<[string], number>(sql.lastUpTo).pluck();
    this.#firstAfterSeq = database.prepare<[number], number>(sql.firstAfterSeq).pluck();
    this.#lastBeforeSeq = database.prepare<[number], number>(sql.lastBeforeSeq).pluck();
  }

  /** Records in the chain. */
  count(): number {
    return this.#lastPosition.get() ?? 0;
  }

  /** One record as JSON; undefined when there is none with this id. */
  find(id: string, options: { readonly includeSeq: boolean }): string | undefined {
    return this.#consistently(() => {
      const row = this.#recordById.get(id);
      return row === undefined ? undefined : this.#json(row, options.includeSeq);
    });
  }

  /** The model of a record and its journal index; undefined when there is none with this id. */
  modelOf(id: string): { readonly modelId: string; readonly seq: number } | undefined {
    const row = this.#recordById.get(id);
    return row === undefined ? undefined : { modelId: row.model_id, seq: row.seq };
  }

  /** `sha256:…` of a record's entry; undefined when there is none with this id. */
  hashOf(id: string): string | undefined {
    const row = this.#recordById.get(id);
    return row === undefined ? undefined : hashText(row.hash);
  }

  /** The models that records name, by id. */
  modelIds(): string[] {
    return this.#modelIds.all();
  }

  /** How many records name a model. */
  countOfModel(modelId: string): number {
    return this.#countOfModel.get(modelId) ?? 0;
  }

  /**
   * `{data, total, limit, offset}` as JSON (specification, "Pagination wrappers"): fewer records than
   * `limit` where an answer has no room for them.
   */
  list(query: NarrowedQuery): string {
    return this.#consistently(() => {
      const { limit, offset, include, brief, facts } = query;
      const { positions, total } = this.#page(query);
      const found = positions.flatMap((position) => this.#recordAt.get(position) ?? []);
      const inBrief = brief ? this.#brief.read(found.map(({ seq }) => seq)) : undefined;
      const factsOf = facts ? this.#factsOf(found, query) : undefined;
      const { texts } = rowsWithin(found, (row) =>
        this.#json(row, include === 'seq', {
          inBrief: inBrief?.get(row.seq),
          facts: factsOf?.(row),
          waiting: query.review === undefined ? undefined : this.#waitingOf(row),
        }),
      );
      const cut = this.#partlySearched(query);
      const told = cut === 0 ? '' : `,"partly_searched":${cut}`;
      return `{"data":[${texts.join()}],"total":${total},"limit":${limit},"offset":${offset}${told}}`;
    });
  }

  /** The records of a filter one by one, the oldest first. Call it within one read transaction. */
  *matching(filter: NarrowedFilter): Generator<{ readonly id: string; readonly seq: number }> {
    const selection = this.#select(filter, this.#state(), { order: 'asc', afterSeq: undefined });
    for (let index = 0; index < sizeOf(selection); index += 1) {
      const row = this.#recordAt.get(positionAt(selection, index));
      if (row !== undefined) yield { id: row.id, seq: row.seq };
    }
  }

  /** Where a record stands in the list of a filter; undefined when there is none with this id. */
  locate(
    id: string,
    filter: NarrowedFilter,
    { order, sort }: Pick<ListRecordsQuery, 'order' | 'sort'>,
  ): RecordPosition | undefined {
    return this.#consistently(() => {
      const row = this.#recordById.get(id);
      if (row === undefined) return undefined;
      const selection = this.#select(filter, this.#state(), { order, afterSeq: undefined });
      const total = sizeOf(selection);
      const index = indexIn(selection, row.position);
      const offset =
        index === undefined
          ? null
          : sort !== undefined
            ? this.#placeInOrder(row.position, selection, { ...filter, sort })
            : order === 'asc'
              ? index
              : total - 1 - index;
      return { id: row.id, seq: row.seq, offset, total };
    });
  }

  /** How many records of a filter were made before each of some UTC instants. */
  countsBefore(filter: NarrowedFilter, instants: readonly string[]): number[] {
    return this.#consistently(() => {
      const state = this.#state();
      const selection = this.#select(filter, state, { order: 'asc', afterSeq: undefined });
      return instants.map((each) => {
        const position = this.#firstFrom.get(each) ?? state.lastPosition + 1;
        if (selection.kind === 'listed') return indexFrom(selection.positions, position);
        return Math.max(0, Math.min(position, selection.last + 1) - selection.first);
      });
    });
  }

  /** Values among the records of a filter, the most frequent first: models, policies, and the fields that are asked for. */
  facets({ facets: asked, ...filter }: RecordFacetsQuery & NarrowedFilter): RecordFacets {
    return this.#consistently(() => {
      const { parts, total } = this.#selected(filter);
      const fields = asked?.split(',') ?? [];
      refuseFields(fields, filter, { columns: this.#columns, place: 'facets' });
      return {
        total,
        models: namedCounts(fieldFacet('model_id', parts)).map(([model_id, count]) => ({
          model_id,
          count,
        })),
        policies: namedCounts(fieldFacet('policy_id', parts)).map(([policy_id, count]) => ({
          policy_id,
          count,
        })),
        ...(asked === undefined ? {} : { fields: fields.map((field) => fieldFacet(field, parts)) }),
      };
    });
  }

  /** How many records of a filter there are in each period. */
  histogram({ interval, ...filter }: RecordHistogramQuery & NarrowedFilter): RecordHistogram {
    return this.#consistently(() => recordHistogram(this.#selected(filter).parts, interval));
  }

  /**
   * Reads columns that are about to be asked for, in turns with whatever else the thread is asked: those of many
   * decisions take a second, once.
   */
  async readAhead(modelId: string | undefined): Promise<void> {
    // Columns that have no room beside each other are left to the question itself.
    for (let turns = this.#modelIds.all().length + this.count() / 1_000; turns >= 0; turns -= 1) {
      if (this.#consistently(() => this.#columns.readPart(modelId))) return;
      await setImmediate();
    }
  }

  /** The records of a filter, as rows of the columns of their models. */
  #selected(filter: NarrowedFilter): {
    readonly total: number;
    readonly parts: readonly (readonly [columns: ModelColumns, rows: Uint32Array])[];
  } {
    const selected = this.#select(filter, this.#state(), { order: 'asc', afterSeq: undefined });
    const rowsOf = rowSelector(selected);
    const models = filter.model_id === undefined ? this.modelIds() : [filter.model_id];
    const parts = models.map((each) => {
      const columns = this.#columns.of(each);
      return [columns, rowsOf(columns)] as const;
    });
    return { total: sizeOf(selected), parts };
  }

  #consistently<T>(read: () => T): T {
    return this.#database.transaction(read).deferred();
  }

  /** @throws {ApiError} `forbidden` to a lab, `validation_error` for a search that is not kept any more */
  #refusePerson({ person, writer }: NarrowedFilter): void {
    if (person === undefined) return;
    if (writer !== undefined) {
      throw new ApiError('forbidden', 'This API key may not ask by person.');
    }
    if (this.#persons(person) !== undefined) return;
    throw validationError([faultAt('person', 'not_known', { unit: 'search' })]);
  }

  #state(): LedgerState {
    const lastPosition = this.count();
    const entries = (this.#lastSeq.get() ?? -1) + 1;
    const reviewRevision = this.#reviewRules.revision();
    const profiles = this.#columns.appliedText;
    return { lastPosition, otherEntries: entries - lastPosition, reviewRevision, profiles };
  }

  /** The positions of a page in its order, and how many the whole list has. */
  #page(query: NarrowedQuery): { positions: readonly number[]; total: number } {
    const { order, after_seq: afterSeq } = query;
    const state = this.#state();
    const near = this.#pageOfModel(query, state);
    if (near !== undefined) return near;
    const selection = this.#select(query, state, { order, afterSeq });
    const total = sizeOf(selection);
    const { sort } = query;
    if (sort === undefined) return { positions: pageOf(selection, query), total };
    return { positions: this.#pageInOrder(selection, { ...query, sort }), total };
  }

  /** The same for a filter by one model, where its list is not made yet nor needed. */
  #pageOfModel(
    query: NarrowedQuery,
    state: LedgerState,
  ): { positions: readonly number[]; total: number } | undefined {
    const { order, limit, offset, after_seq: afterSeq, sort } = query;
    if (sort !== undefined) return undefined;
    const conditions = conditionsOf(query);
    const [condition] = conditions;
    if (conditions.length !== 1 || this.#index.isKept(conditions, state)) return undefined;
    if (condition?.kind !== 'model') return undefined;
    const pages = this.#pages;
    const stretch = { model: condition.value, ...this.#stretch(query, state, { order, afterSeq }) };
    const total = pages.count(stretch);
    const rows = { offset, limit, ascending: order === 'asc' };
    const positions = pages.page(stretch, rows, total);
    return positions === undefined ? undefined : { positions, total };
  }

  /** A page of the selected in the order of a column. */
  #pageInOrder(
    selection: SelectedPositions,
    query: NarrowedFilter & {
      readonly sort: string;
      readonly limit: number;
      readonly offset: number;
    },
  ): number[] {
    const { limit, offset } = query;
    const isSelected = membership(selection);
    const page: number[] = [];
    let skipped = 0;
    for (const position of this.#inOrder(query)) {
      if (!isSelected(position)) continue;
      if (skipped < offset) skipped += 1;
      else page.push(position);
      if (page.length === limit) break;
    }
    return page;
  }

  /** How many of the selected come before one of them in the order of a column. */
  #placeInOrder(
    position: number,
    selection: SelectedPositions,
    query: NarrowedFilter & { readonly sort: string },
  ): number {
    const isSelected = membership(selection);
    let before = 0;
    for (const each of this.#inOrder(query)) {
      if (each === position) break;
      if (isSelected(each)) before += 1;
    }
    return before;
  }

  #inOrder(query: NarrowedFilter & { readonly sort: string }): Positions {
    const sort = readSort(query.sort);
    refuseFields([sort.field], query, { columns: this.#columns, place: 'sort' });
    return this.#orders.positions(sort, query.model_id);
  }

  /** How many records among which a text is looked for are too long to be searched whole. */
  #partlySearched(query: NarrowedQuery): number {
    if (query.q === undefined || parseSearch(query.q).words === undefined) return 0;
    const view = { order: query.order, afterSeq: query.after_seq };
    const others = conditionsOf({ ...query, q: undefined });
    return sizeOf(this.#select(query, this.#state(), view, [...others, { kind: 'cut' }]));
  }

  #select(
    filter: NarrowedFilter,
    state: LedgerState,
    view: { order: Order; afterSeq: number | undefined },
    conditions = conditionsOf(filter),
  ): SelectedPositions {
    refuseWhere(filter, this.#columns);
    this.#refusePerson(filter);
    const { first, last } = this.#stretch(filter, state, view);
    if (conditions.length === 0) return { kind: 'stretch', first, last };
    const matching = this.#index.matching(conditions, state);
    const from = indexFrom(matching, first);
    const to = Math.max(from, indexFrom(matching, last + 1));
    return { kind: 'listed', positions: matching.subarray(from, to) };
  }

  /** The positions within a filter's days and beyond `afterSeq`; empty when first > last. */
  #stretch(
    filter: NarrowedFilter,
    state: LedgerState,
    { order, afterSeq }: { order: Order; afterSeq: number | undefined },
  ): { first: number; last: number } {
    const { from, to } = timeRangeOf(filter);
    const firsts = [1];
    const lasts = [state.lastPosition];
    if (from !== undefined) firsts.push(this.#firstFrom.get(from) ?? state.lastPosition + 1);
    if (to !== undefined) lasts.push(this.#lastUpTo.get(to) ?? 0);
    if (afterSeq !== undefined && order === 'asc') {
      firsts.push(this.#firstAfterSeq.get(afterSeq) ?? state.lastPosition + 1);
    }
    if (afterSeq !== undefined && order === 'desc') {
      lasts.push(this.#lastBeforeSeq.get(afterSeq) ?? 0);
    }
    return { first: Math.max(...firsts), last: Math.min(...lasts) };
  }

  /** Decisions as the profiles of their models read them. */
  #factsOf(found: readonly RecordRow[], { writer }: NarrowedFilter): (row: RecordRow) => string {
    const models = new Map<string, ModelColumns>();
    for (const [modelId, rows] of Map.groupBy(found, (row) => row.model_id)) {
      const positions = rows.map(({ position }) => position).toSorted((one, other) => one - other);
      models.set(modelId, this.#columns.at(modelId, positions));
    }
    return ({ model_id: modelId, position }) => {
      const columns = models.get(modelId);
      return JSON.stringify(
        columns === undefined
          ? null
          : (factsAt(columns, position, { showsGroups: writer === undefined }) ?? null),
      );
    };
  }

  /** Why and since when a record waits that a list of what waits has. */
  #waitingOf(row: RecordRow): string | undefined {
    const record = { ...row, hash: hashText(row.hash).slice('sha256:'.length) };
    const reason = this.#waits.reasonOf(record);
    if (reason === null) return undefined;
    const { since } = this.#waits.sinceOf(reason, record);
    return JSON.stringify({ reason, since: new Date(since).toISOString() });
  }

  /** A record as it is stored, or with what is given out of it in brief. */
  #json(
    row: RecordRow,
    includeSeq: boolean,
    {
      inBrief,
      facts,
      waiting,
    }: {
      readonly inBrief?: RecordValues | undefined;
      readonly facts?: string | undefined;
      readonly waiting?: string | undefined;
    } = {},
  ): string {
    const { payloads, omitted } = inBrief ?? { payloads: new Map(this.#payloads.all(row.seq)) };
    const isThere = (field: string) => payloads.has(field) || omitted?.has(field) === true;
    const isWhole = isThere('input') && isThere('output');
    const longest = inBrief === undefined ? undefined : limits.briefBytes;
    return storedRecordJson(row, payloads, {
      includeSeq,
      ...(omitted === undefined ? {} : { omitted }),
      ...(facts === undefined ? {} : { facts }),
      ...(waiting === undefined ? {} : { waiting }),
      ...(row.intervention_count === 0
        ? {}
        : { interventions: this.#interventions.array(row.id, hashText(row.hash), longest) }),
      ...(isWhole ? {} : { erased: this.#erased.all(row.seq) }),
    });
  }
}

/** Values that are texts, with how many have each. */
function namedCounts({ values }: FieldFacet): (readonly [value: string, count: number])[] {
  return values.flatMap(({ value, count }) =>
    typeof value === 'string' ? [[value, count] as const] : [],
  );
}

function sizeOf(selection: SelectedPositions): number {
  if (selection.kind === 'listed') return selection.positions.length;
  return Math.max(0, selection.last - selection.first + 1);
}

function positionAt(selection: SelectedPositions, index: number): number {
  if (selection.kind === 'stretch') return selection.first + index;
  return selection.positions[index] ?? 0;
}

/** Tells of positions whether they are selected. */
function membership(selection: SelectedPositions): (position: number) => boolean {
  if (selection.kind === 'stretch') {
    return (position) => position >= selection.first && position <= selection.last;
  }
  const { positions } = selection;
  const selected = new Uint8Array((positions.at(-1) ?? 0) + 1);
  for (const position of positions) selected[position] = 1;
  return (position) => selected[position] === 1;
}

/** The index of a position among the selected in ascending order; undefined when not selected. */
function indexIn(selection: SelectedPositions, position: number): number | undefined {
  if (selection.kind === 'stretch') {
    const inside = position >= selection.first && position <= selection.last;
    return inside ? position - selection.first : undefined;
  }
  const index = indexFrom(selection.positions, position);
  return selection.positions[index] === position ? index : undefined;
}

function pageOf(
  selection: SelectedPositions,
  { limit, offset, order }: { limit: number; offset: number; order: Order },
): number[] {
  const total = sizeOf(selection);
  const length = Math.max(0, Math.min(limit, total - offset));
  return Array.from({ length }, (_, row) =>
    positionAt(selection, order === 'asc' ? offset + row : total - 1 - offset - row),
  );
}
