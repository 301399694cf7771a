/** The values of records in brief: small ones as they are, of large ones how long they are. */
import type { Database, Statement } from 'better-sqlite3';
import { limits } from '../../shared/contract/limits.ts';
import { recordStatements as sql } from './record-statements.ts';

/** The values of a record that are given out, and the bytes of those that are left out. */
export interface RecordValues {
  readonly payloads: Map<string, string>;
  readonly omitted?: Map<string, number>;
}

type ValueRow = [seq: number, field: string, bytes: number, value: string | null];

/** Entries that are passed over rather than looked for. */
const mostPassed = 200;

/**
 * Reads the values of many records at once. To find an entry SQLite reads whole values on its way,
 * however large they are; to go on from one to the next it reads none.
 */
export class BriefValues {
  readonly #from: Statement<[{ seq: number; most: number }], ValueRow>;

  constructor(database: Database) {
    this.#from = database
      .prepare<[{ seq: number; most: number }], ValueRow>(sql.briefPayloadsFrom)
      .raw();
  }

  /** By journal index, for each of `seqs`. */
  read(seqs: readonly number[]): ReadonlyMap<number, RecordValues> {
    const wanted = seqs.toSorted((left, right) => left - right);
    const found = new Map(
      wanted.map((seq) => [
        seq,
        { payloads: new Map<string, string>(), omitted: new Map<string, number>() },
      ]),
    );
    for (let next = 0; next < wanted.length;) next = this.#readOn(wanted, next, found);
    return found;
  }

  /** Reads from one entry on, while the next one is near. @returns the place of the first that was not read */
  #readOn(
    wanted: readonly number[],
    from: number,
    found: ReadonlyMap<number, Required<RecordValues>>,
  ): number {
    let next = from;
    const start = { seq: wanted[from] ?? 0, most: limits.briefBytes };
    for (const [seq, field, bytes, value] of this.#from.iterate(start)) {
      while (next < wanted.length && (wanted[next] ?? 0) < seq) next += 1;
      const ahead = wanted[next];
      if (ahead === undefined || ahead - seq > mostPassed) return next;
      const values = found.get(seq);
      if (value === null) values?.omitted.set(field, bytes);
      else values?.payloads.set(field, value);
    }
    return wanted.length;
  }
}
