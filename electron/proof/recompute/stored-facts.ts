/** Facts as the journal holds them, for checks that have to know what was in force at an entry. */
import type { Database, Statement } from 'better-sqlite3';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import type { FactTableName } from '../../../shared/ledger/columns.ts';
import { entryOrUndefined } from '../../../shared/ledger/entries.ts';
import { factOrUndefined, keyText, type Fact, type RowKey } from '../../../shared/ledger/facts.ts';

interface StoredFact {
  readonly seq: number;
  readonly bytes: string;
}

/** A fact with its place in the journal. */
export type PlacedFact = Fact & { readonly seq: number };

/** A text as facts hold it; empty for anything else. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A whole number as facts hold it; 0 of anything else. */
export function wholeNumberOf(value: JsonValue | undefined): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : 0n;
}

export class StoredFacts {
  readonly #database: Database;
  readonly #ofRow: Statement<[string, string], StoredFact>;

  /** @param database a connection within one state of the ledger */
  constructor(database: Database) {
    this.#database = database;
    this.#ofRow = database.prepare(
      `SELECT f.seq, e.bytes FROM facts AS f JOIN entries AS e ON e.seq = f.seq
       WHERE f.table_name = ? AND f.row = ? ORDER BY f.seq`,
    );
  }

  /** `seq` of the first fact of a row that says something; undefined where none does. */
  first(table: FactTableName, id: RowKey, says: (set: JsonObject) => boolean): number | undefined {
    return this.#read(table, id).find(({ set }) => set !== null && says(set))?.seq;
  }

  /** A member's value as it is before entry `seq`; undefined where no fact names it. */
  last(table: FactTableName, id: RowKey, member: string, seq: number): JsonValue | undefined {
    const naming = this.#read(table, id).filter((fact) => fact.seq < seq);
    return naming.findLast(({ set }) => set?.[member] !== undefined)?.set?.[member];
  }

  /** The facts of several tables in the order of the journal. */
  *inOrder(tables: readonly FactTableName[]): Generator<PlacedFact> {
    const places = tables.map(() => '?').join(', ');
    const facts = this.#database
      .prepare<string[], StoredFact>(
        `SELECT f.seq, e.bytes FROM facts AS f JOIN entries AS e ON e.seq = f.seq
         WHERE f.table_name IN (${places}) ORDER BY f.seq`,
      )
      .iterate(...tables);
    for (const stored of facts) {
      const fact = factOf(stored);
      if (fact !== undefined) yield fact;
    }
  }

  #read(table: FactTableName, id: RowKey): PlacedFact[] {
    return this.#ofRow.all(table, keyText(id)).flatMap((stored) => factOf(stored) ?? []);
  }
}

function factOf({ seq, bytes }: StoredFact): PlacedFact | undefined {
  const fact = factOrUndefined(entryOrUndefined(bytes));
  return fact && { ...fact, seq };
}
