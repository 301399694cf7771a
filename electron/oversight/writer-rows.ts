/** The rows that the keys of one account appended: a lab sees no others. */
import type { Database, Statement } from 'better-sqlite3';
import { columnStatements as sql } from './column-statements.ts';
import type { ModelColumns } from './model-columns.ts';

/** Accounts and models whose rows are kept; those asked for longest ago go first. */
const keptMasks = 64;

interface Kept {
  readonly columns: ModelColumns;
  mask: Uint8Array;
}

/** Over one connection. Call within one read transaction. */
export class WriterRows {
  readonly #positions: Statement<[string, number, string], number>;
  readonly #kept = new Map<string, Kept>();

  constructor(database: Database) {
    this.#positions = database
      .prepare<[string, number, string], number>(sql.writerPositions)
      .pluck();
  }

  /** 1 for each row of the account. */
  mask(account: string, columns: ModelColumns): Uint8Array {
    const key = JSON.stringify([account, columns.modelId]);
    const known = this.#kept.get(key);
    const kept = known?.columns === columns ? known : { columns, mask: new Uint8Array() };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > keptMasks && oldest !== undefined) this.#kept.delete(oldest);
    if (kept.mask.length < columns.size) this.#grow(kept, account);
    return kept.mask;
  }

  #grow(kept: Kept, account: string): void {
    const { columns } = kept;
    const before = kept.mask.length;
    const after = columns.positions[before - 1] ?? 0;
    const mask = new Uint8Array(columns.size);
    mask.set(kept.mask);
    for (const position of this.#positions.iterate(account, after, columns.modelId)) {
      const row = columns.rowOf(position);
      if (row !== undefined) mask[row] = 1;
    }
    kept.mask = mask;
  }
}
