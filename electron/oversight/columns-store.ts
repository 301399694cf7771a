/** The columns of all models over one connection: made as they are asked for, and shared by all who ask. */
import type { Database, Statement } from 'better-sqlite3';
import { AppliedProfiles, type AppliedProfile } from './applied-profiles.ts';
import { ColumnReader } from './column-reader.ts';
import { columnStatements as sql } from './column-statements.ts';
import { ModelColumns, type LedgerEnd } from './model-columns.ts';
import { maskedRows, rowMask } from './row-mask.ts';
import type { Where } from './where.ts';

/** Bytes of columns that are kept; those asked for longest ago go first. */
const keptBytes = 512 * 1024 * 1024;

/** Rows that one turn reads: some 25 ms. */
const partRows = 40_000;

const stores = new WeakMap<Database, ColumnsStore>();

/** The store of a connection: its columns are in memory once. */
export function columnsOf(database: Database): ColumnsStore {
  const known = stores.get(database);
  if (known !== undefined) return known;
  const store = new ColumnsStore(database);
  stores.set(database, store);
  return store;
}

/** Call within one read transaction. */
export class ColumnsStore {
  readonly #reader: ColumnReader;
  readonly #profiles: AppliedProfiles;
  readonly #models = new Map<string, ModelColumns>();
  readonly #applied = new Map<string, AppliedProfile | undefined>();
  #appliedBy = '';
  /** The newest entry when erasures were looked for. */
  #seq = -1;
  readonly #appliedText: Statement<[], string>;
  readonly #newestProfile: Statement<[], number>;
  readonly #lastSeq: Statement<[], number>;
  readonly #lastPosition: Statement<[], number>;
  readonly #erasedSince: Statement<[number], number>;
  readonly #modelIds: Statement<[], string>;

  constructor(database: Database) {
    this.#reader = new ColumnReader(database);
    this.#profiles = new AppliedProfiles(database);
    this.#appliedText = database.prepare<[], string>(sql.applied).pluck();
    this.#newestProfile = database.prepare<[], number>(sql.newestProfile).pluck();
    this.#lastSeq = database.prepare<[], number>(sql.lastSeq).pluck();
    this.#lastPosition = database.prepare<[], number>(sql.lastPosition).pluck();
    this.#erasedSince = database.prepare<[number], number>(sql.erasedSince).pluck();
    this.#modelIds = database.prepare<[], string>(sql.modelIds).pluck();
  }

  /** Which profiles decisions are read by: lists that were made under another text are to be made anew. */
  get appliedText(): string {
    return `${this.#newestProfile.get() ?? 0}:${this.#appliedText.get() ?? ''}`;
  }

  /** Every model that records name. */
  modelIds(): string[] {
    return this.#modelIds.all();
  }

  /** What answers for a model, with how far a newer profile is; undefined where it has none. */
  profileOf(modelId: string): AppliedProfile | undefined {
    return this.#profiles.ofModel(modelId);
  }

  /** The columns of a model as they stand now. */
  of(modelId: string): ModelColumns {
    return this.#grown(modelId, this.#end());
  }

  /** The same with the decisions at some positions of it, which rise: all only where they are in memory anyway. */
  at(modelId: string, positions: readonly number[]): ModelColumns {
    const end = this.#end();
    this.#dropWhatWasErased(end.seq);
    if (this.#models.get(modelId)?.isReadUpTo(positions.at(-1) ?? 0) === true) {
      return this.#grown(modelId, end);
    }
    const answers = this.#answeringFor(modelId)?.answers;
    const few = new ModelColumns(modelId, answers, { reader: this.#reader, seq: end.seq });
    few.readOnly(positions);
    return few;
  }

  /**
   * Reads some of what columns lack, of one model or of all, and tells whether that was all: columns of many decisions
   * are read in turns with other work. A transaction for each turn.
   */
  readPart(modelId: string | undefined, most = partRows): boolean {
    const end = this.#end();
    let room = most;
    for (const each of modelId === undefined ? this.modelIds() : [modelId]) {
      const before = this.#models.get(each)?.size ?? 0;
      const columns = this.#grown(each, end, room);
      if (!columns.isReadUpTo(end.lastPosition)) return false;
      room -= Math.max(0, columns.size - before);
      if (room <= 0) return false;
    }
    return true;
  }

  #end(): LedgerEnd {
    return {
      lastPosition: this.#lastPosition.get() ?? 0,
      seq: this.#lastSeq.get() ?? -1,
    };
  }

  #grown(modelId: string, end: LedgerEnd, most?: number): ModelColumns {
    this.#dropWhatWasErased(end.seq);
    const answers = this.#answeringFor(modelId)?.answers;
    let columns = this.#models.get(modelId);
    const isKept =
      columns !== undefined &&
      columns.profile?.number === answers?.number &&
      columns.refresh(end, most);
    if (columns === undefined || !isKept) {
      columns = new ModelColumns(modelId, answers, { reader: this.#reader, seq: end.seq });
      columns.refresh(end, most);
    }
    this.#models.delete(modelId);
    this.#models.set(modelId, columns);
    this.#evict();
    return columns;
  }

  /** Positions, rising, behind one of the ledger of the decisions that meet a filter: of one model, or of all. */
  matching(where: Where, modelId: string | undefined, after: number): Uint32Array {
    const models = modelId === undefined ? this.modelIds() : [modelId];
    const parts = models.map((each) => {
      const columns = this.of(each);
      const from = columns.firstRow(after + 1);
      const rows = maskedRows(rowMask(where.filter, columns, from), from);
      return rows.map((row) => columns.positions[row] ?? 0);
    });
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return only;
    const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all.toSorted();
  }

  /** An erasure takes values out of dictionaries, and their numbers may be given again. */
  #dropWhatWasErased(seq: number): void {
    if (seq === this.#seq) return;
    if (this.#erasedSince.get(this.#seq) !== undefined) this.#models.clear();
    this.#seq = seq;
  }

  #answeringFor(modelId: string): AppliedProfile | undefined {
    const applied = this.appliedText;
    if (applied !== this.#appliedBy) {
      this.#applied.clear();
      this.#appliedBy = applied;
    }
    const known = this.#applied.get(modelId);
    if (known !== undefined || this.#applied.has(modelId)) return known;
    const found = this.#profiles.ofModel(modelId);
    this.#applied.set(modelId, found);
    return found;
  }

  /** Drops what was not asked for longest, but never what was just asked for. */
  #evict(): void {
    let sum = 0;
    for (const columns of this.#models.values()) sum += columns.bytes;
    for (const [modelId, columns] of this.#models) {
      if (sum <= keptBytes || this.#models.size === 1) return;
      sum -= columns.bytes;
      this.#models.delete(modelId);
    }
  }
}
