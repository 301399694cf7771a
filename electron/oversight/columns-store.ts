/** The columns of all models over one connection: made as they are asked for, and shared by all who ask. */
import type { Database, Statement } from 'better-sqlite3';
import { AppliedProfiles, type AppliedProfile } from './applied-profiles.ts';
import { ColumnReader } from './column-reader.ts';
import { columnStatements as sql } from './column-statements.ts';
import { ModelColumns } from './model-columns.ts';
import { maskedRows, rowMask } from './row-mask.ts';
import type { Where } from './where.ts';

/** Bytes of columns that are kept; those asked for longest ago go first. */
const keptBytes = 512 * 1024 * 1024;

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
    const seq = this.#lastSeq.get() ?? -1;
    this.#dropWhatWasErased(seq);
    const answers = this.#answeringFor(modelId)?.answers;
    const state = { lastPosition: this.#lastPosition.get() ?? 0, seq };
    let columns = this.#models.get(modelId);
    const isKept =
      columns !== undefined &&
      columns.profile?.number === answers?.number &&
      columns.refresh(state);
    if (columns === undefined || !isKept) {
      columns = new ModelColumns(modelId, answers, { reader: this.#reader, seq });
      columns.refresh(state);
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
