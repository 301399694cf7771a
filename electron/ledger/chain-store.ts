/** Reads the journal for people: its head, and entries with their canonical bytes. */
import { demoOrigin } from '../../shared/ledger/demo-origin.ts';
import type { Statement } from 'better-sqlite3';
import type { Chain, Entry } from '../../shared/contract/chain.ts';
import { entryHash } from '../../shared/ledger/entries.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { rowsWithin } from '../route-handler.ts';
import { sha256 } from './sha256.ts';
import { readTreeRoot } from './tree-store.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const chainStatements = {
  size: 'SELECT coalesce(max(seq) + 1, 0) FROM entries',
  recordCount: 'SELECT coalesce(max(position), 0) FROM records',
  lastErasure: `SELECT nullif(max(coalesce((SELECT max(seq) FROM erasures), -1),
      coalesce((SELECT max(seq) FROM row_erasures), -1)), -1)`,
  genesis: 'SELECT bytes FROM entries WHERE seq = 0',
  last: 'SELECT seq, bytes FROM entries ORDER BY seq DESC LIMIT 1',
  from: 'SELECT seq, bytes FROM entries WHERE seq >= ? ORDER BY seq LIMIT ?',
} as const;

interface EntryRow {
  seq: number;
  bytes: string;
}

/** Statements of a ledger about itself in its first entry. Empty texts where that entry is damaged. */
export interface Genesis {
  readonly origin: string;
  readonly vkey: string;
  readonly createdAt: string;
}

/** Members of the chain's answer that the journal itself knows. */
export type LedgerHead = Omit<Chain, 'verification' | 'standing'>;

/** The journal over one connection. Damaged entries are shown as they are, never a failure. */
export class ChainStore {
  readonly #database: ReaderDatabase | WriterDatabase;
  readonly #size: Statement<[], number>;
  readonly #recordCount: Statement<[], number>;
  readonly #genesis: Statement<[], string>;
  readonly #lastErasure: Statement<[], number | null>;
  readonly #last: Statement<[], EntryRow>;
  readonly #from: Statement<[number, number], EntryRow>;

  constructor(database: ReaderDatabase | WriterDatabase) {
    this.#database = database;
    this.#size = database.prepare<[], number>(chainStatements.size).pluck();
    this.#recordCount = database.prepare<[], number>(chainStatements.recordCount).pluck();
    this.#lastErasure = database.prepare<[], number | null>(chainStatements.lastErasure).pluck();
    this.#genesis = database.prepare<[], string>(chainStatements.genesis).pluck();
    this.#last = database.prepare(chainStatements.last);
    this.#from = database.prepare(chainStatements.from);
  }

  /** Whether the ledger is an example: its papers say so. */
  get isDemo(): boolean {
    return this.genesis().origin === demoOrigin;
  }

  genesis(): Genesis {
    const entry = membersOf(this.#genesis.get() ?? '');
    return {
      origin: textOf(entry, 'origin'),
      vkey: textOf(entry, 'vkey'),
      createdAt: textOf(entry, 'created_at'),
    };
  }

  /** Entries in the journal. */
  size(): number {
    return this.#size.get() ?? 0;
  }

  recordCount(): number {
    return this.#recordCount.get() ?? 0;
  }

  /** The last entry that declares an erasure; null for none. */
  lastErasure(): number | null {
    return this.#lastErasure.get() ?? null;
  }

  /** Origin, key, size and head of one state of the journal. */
  head(): LedgerHead {
    return this.#consistently(() => {
      const { origin, vkey } = this.genesis();
      const size = this.size();
      const last = this.#last.get() ?? { seq: 0, bytes: '' };
      return {
        origin,
        vkey,
        size,
        record_count: this.recordCount(),
        head: {
          seq: last.seq,
          hash: entryHash(sha256, last.bytes),
          created_at: textOf(membersOf(last.bytes), 'created_at'),
        },
        root_hash: this.#rootHash(size),
      };
    });
  }

  /**
   * `{data, size}` as JSON: up to `limit` entries from `fromSeq` on, in order, as many as an answer has
   * room for, and the size of the journal.
   */
  entries(fromSeq: number, limit: number): string {
    return this.#consistently(() => {
      const rows = this.#from.iterate(fromSeq, limit);
      const { texts } = rowsWithin(rows, (row) => JSON.stringify(toEntry(row)));
      return `{"data":[${texts.join()}],"size":${this.size()}}`;
    });
  }

  /** Null when a stored tile is missing or cut: verification tells which. */
  #rootHash(size: number): string | null {
    try {
      return `sha256:${readTreeRoot(this.#database, size)}`;
    } catch {
      return null;
    }
  }

  #consistently<T>(read: () => T): T {
    return this.#database.transaction(read).deferred();
  }
}

function toEntry({ seq, bytes }: EntryRow): Entry {
  const members = membersOf(bytes);
  const type = textOf(members, 'type');
  const previous = textOf(members, 'previous_hash');
  const record = textOf(members, type.startsWith('ledger.record/') ? 'id' : 'record_id');
  return {
    seq,
    type,
    bytes,
    hash: entryHash(sha256, bytes),
    leaf_hash: `sha256:${leafHash(sha256, bytes)}`,
    previous_hash: previous === '' ? null : previous,
    record_id: record === '' ? null : record,
    created_at: textOf(members, 'created_at'),
  };
}

function membersOf(bytes: string): object {
  try {
    const value: unknown = JSON.parse(bytes);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function textOf(members: object, name: string): string {
  const value: unknown = Object.hasOwn(members, name) ? Reflect.get(members, name) : '';
  return typeof value === 'string' ? value : '';
}
