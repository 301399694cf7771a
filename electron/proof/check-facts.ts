/** The check of facts: each row is what its facts say, and has some; each fact has its row. */
import type { Database, Statement } from 'better-sqlite3';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import {
  factTableNames,
  factTables,
  type Column,
  type FactTableName,
} from '../../shared/ledger/columns.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import {
  commitment,
  entryHash,
  entryOrUndefined,
  erasureType,
  type OtherEntry,
} from '../../shared/ledger/entries.ts';
import { factOrUndefined, keyText, type RowKey } from '../../shared/ledger/facts.ts';
import { sha256 } from '../ledger/sha256.ts';
import { ColumnValues, type SqlValue } from './column-values.ts';
import { erasedDatasets } from './erased-datasets.ts';
import { FactTable, secretHash, type FactColumn } from './fact-tables.ts';
import type { RowFinding } from './row-finding.ts';

interface StoredFact {
  readonly table_name: string;
  readonly row: string;
  readonly seq: number;
  readonly bytes: string;
}

/** What the facts of a row come to. */
interface Fold {
  readonly id: RowKey;
  /** Of the last fact. */
  seq: number;
  /** Null once the row has ended. */
  members: Map<string, Member> | null;
}

/** A member's value, or the fact that committed to it. */
type Member =
  | { readonly value: JsonValue; readonly seq: number }
  | { readonly committedIn: number; readonly hash: string };

export interface FactsCheckOptions {
  /** Tables that are looked at; all unless told. */
  readonly tables?: readonly FactTableName[];
  /** Set where nothing else compares committed values with what the entries commit to. */
  readonly areValuesUnchecked?: boolean;
}

interface Payload {
  readonly salt: string;
  readonly value: string;
}

export class FactsCheck {
  readonly #database: Database;
  readonly #values: ColumnValues;
  readonly #tables = new Map<string, FactTable>();
  readonly #facts: Statement<[string], StoredFact>;
  readonly #hasFact: Statement<[string, string], number>;
  readonly #payload: Statement<[number, string], Payload>;
  readonly #erasures: Statement<[number, string], number>;
  /** Datasets that were erased as a whole: their keys and those of their grants are gone. */
  readonly #erasedDatasets: ReadonlySet<string>;
  readonly #areValuesUnchecked: boolean;
  readonly #entry: Statement<[number], string>;
  readonly #report: (finding: RowFinding) => void;
  /** Facts that were looked at. */
  checked = 0;

  /** @param database a connection within one state of the ledger */
  constructor(
    database: Database,
    report: (finding: RowFinding) => void,
    { tables = factTableNames, areValuesUnchecked = false }: FactsCheckOptions = {},
  ) {
    this.#areValuesUnchecked = areValuesUnchecked;
    this.#database = database;
    this.#report = report;
    this.#values = new ColumnValues(database);
    this.#erasedDatasets = erasedDatasets(database);
    for (const name of tables) {
      this.#tables.set(name, new FactTable(database, name, this.#values));
    }
    this.#facts = database.prepare(
      `SELECT f.table_name, f.row, f.seq, e.bytes FROM facts AS f JOIN entries AS e ON e.seq = f.seq
       WHERE f.table_name = ? ORDER BY f.row, f.seq`,
    );
    this.#hasFact = database
      .prepare<[string, string], number>(
        'SELECT 1 FROM facts WHERE table_name = ? AND row = ? LIMIT 1',
      )
      .pluck();
    this.#entry = database
      .prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?')
      .pluck();
    this.#erasures = database
      .prepare<[number, string], number>(
        'SELECT seq FROM erased_values WHERE target_seq = ? AND field = ?',
      )
      .pluck();
    this.#payload = database.prepare(
      'SELECT salt, value FROM payloads WHERE seq = ? AND field = ?',
    );
  }

  /** Checks one table after another; yields between steps, so that the caller can give way. */
  *run(): Generator<void> {
    for (const table of this.#tables.values()) {
      yield* this.#checkFacts(table);
      yield* this.#checkRows(table);
      yield* this.#checkRank(table);
    }
  }

  *#checkFacts(table: FactTable): Generator<void> {
    let fold: Fold | undefined;
    let row: string | undefined;
    for (const stored of this.#facts.iterate(table.name)) {
      if (stored.row !== row) {
        if (fold !== undefined) this.#compare(table, fold);
        fold = undefined;
        row = stored.row;
      }
      fold = this.#add(table, fold, stored);
      this.checked += 1;
      yield;
    }
    if (fold !== undefined) this.#compare(table, fold);
  }

  #add(
    table: FactTable,
    before: Fold | undefined,
    { bytes, row, seq }: StoredFact,
  ): Fold | undefined {
    const fact = factOrUndefined(entryOrUndefined(bytes));
    if (fact === undefined) {
      // What the row should hold can no longer be told, whatever the other facts say.
      const about = { table: table.name, row, column: null, seq } as const;
      this.#report({ ...about, kind: 'altered', expected: null, actual: bytes });
      return before;
    }
    const { id, set, commitments } = fact;
    const fold = before ?? { id, seq, members: this.#beginningOf(table, id) };
    fold.seq = seq;
    if (set === null) {
      fold.members = null;
      return fold;
    }
    fold.members ??= new Map();
    for (const [name, value] of Object.entries(set)) fold.members.set(name, { value, seq });
    for (const { field, hash } of commitments) fold.members.set(field, { committedIn: seq, hash });
    return fold;
  }

  /** The state of a row before its first fact; null where there is none. */
  #beginningOf(table: FactTable, id: RowKey): Map<string, Member> | null {
    const given = table.given.get(keyText(id));
    if (given !== undefined) return membersAt(0, given);
    if (table.begins === undefined) return null;
    const { types, seq: column, members } = table.begins;
    const seq = Number(table.readColumn(id, column) ?? -1);
    const entry = otherOf(this.#entry.get(seq) ?? '', types);
    return entry?.members['id'] === id ? membersAt(seq, members) : null;
  }

  #compare(table: FactTable, { id, seq, members }: Fold): void {
    const row = this.#read(table, id);
    const about = { table: table.name, row: keyText(id), column: null, seq };
    if (members === null) {
      if (row === undefined) return;
      this.#report({ ...about, kind: 'inserted', expected: null, actual: keyText(id) });
      return;
    }
    if (row === undefined) {
      this.#report({ ...about, kind: 'deleted', expected: keyText(id), actual: null });
      return;
    }
    const isErased = this.#isOfErased(table, id, members);
    for (const each of table.columns) {
      const isGone = each.source.source === 'secret' && isErased && row[each.column] === null;
      if (!isGone) this.#compareColumn(table, id, each, members.get(each.member), row);
    }
  }

  /** Whether a row is a dataset that was erased as a whole, or of one; or a paper of which a fact says that it was taken. */
  #isOfErased({ name }: FactTable, id: RowKey, members: ReadonlyMap<string, Member>): boolean {
    if (name === 'datasets') return this.#erasedDatasets.has(keyText(id));
    if (name === 'papers') return members.has('taken');
    const of = members.get('dataset_id');
    if (of === undefined || !('value' in of) || typeof of.value !== 'string') return false;
    return this.#erasedDatasets.has(of.value);
  }

  #compareColumn(
    table: FactTable,
    id: RowKey,
    { column, source }: FactColumn,
    member: Member | undefined,
    row: Readonly<Record<string, SqlValue>>,
  ): void {
    const actual = row[column] ?? null;
    const { expected, seq, isErased } = this.#expected(source, member, column);
    if (actual === expected || (source.source === 'secret' && isSecret(actual, expected))) return;
    // An erased value leaves '' where the column must hold a text.
    if (isErased && actual === '') return;
    this.#report({
      kind: 'altered',
      table: table.name,
      row: keyText(id),
      column,
      seq,
      expected: shown(expected),
      actual: shown(actual),
    });
  }

  /** What a column must hold, and the fact that says so. */
  #expected(
    source: Column,
    member: Member | undefined,
    column: string,
  ): { expected: SqlValue; seq: number; isErased: boolean } {
    if (member === undefined) return { expected: null, seq: 0, isErased: false };
    if ('value' in member) {
      const expected = this.#column(source, member.value);
      return { expected, seq: member.seq, isErased: false };
    }
    const seq = member.committedIn;
    const payload = this.#payload.get(seq, column);
    if (payload === undefined) {
      // Where entries are looked at as well, a value that no erasure took is a finding of its entry.
      const isErased = !this.#areValuesUnchecked || this.#isErased(seq, column);
      return { expected: isErased ? null : member.hash, seq, isErased };
    }
    const { salt, value } = payload;
    const isOther =
      this.#areValuesUnchecked && commitment(sha256, column, salt, value) !== member.hash;
    // A column is not told by a value that is not the committed one, or none at all.
    const known = isOther ? undefined : valueOf(value);
    const expected = known === undefined ? member.hash : this.#column(source, known);
    return { expected, seq, isErased: false };
  }

  /** Whether an erasure in the journal names the value that a fact commits to. */
  #isErased(seq: number, field: string): boolean {
    const hash = entryHash(sha256, this.#entry.get(seq) ?? '');
    return this.#erasures.all(seq, field).some((erasure) => {
      const entry = entryOrUndefined(this.#entry.get(erasure) ?? '');
      if (entry?.type !== erasureType || entry.seq <= seq) return false;
      return entry.targets.some((each) => each.hash === hash && each.fields.includes(field));
    });
  }

  #column(source: Column, value: JsonValue): SqlValue {
    try {
      return this.#values.toColumn('form' in source ? source.form : 'text', value);
    } catch (error) {
      if (error instanceof TypeError) return canonicalJson(value);
      throw error;
    }
  }

  #read(table: FactTable, id: RowKey): Readonly<Record<string, SqlValue>> | undefined {
    try {
      return table.readColumns(id);
    } catch (error) {
      // The key names a row of another table that is not there.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  /** Rows without a fact: those that the schema makes are as it makes them, and there is no other. */
  *#checkRows(table: FactTable): Generator<void> {
    for (const id of table.keys()) {
      yield;
      const row = id === undefined ? '' : keyText(id);
      if (id !== undefined && this.#hasFact.get(table.name, row) !== undefined) continue;
      const members = id === undefined ? null : this.#beginningOf(table, id);
      if (id !== undefined && members !== null) this.#compare(table, { id, seq: 0, members });
      else {
        const about = { table: table.name, row, column: null, seq: 0 };
        this.#report({ ...about, kind: 'inserted', expected: null, actual: row });
      }
    }
    for (const [row, members] of table.given) {
      if (this.#hasFact.get(table.name, row) !== undefined) continue;
      const id = table.keyOfText(row);
      if (id === undefined || this.#read(table, id) !== undefined) continue;
      const about = { table: table.name, row, column: null, seq: 0 };
      this.#report({ ...about, kind: 'deleted', expected: JSON.stringify(members), actual: null });
    }
  }

  /** Surrogate numbers count the rows in the order of their first facts. */
  *#checkRank(table: FactTable): Generator<void> {
    const columns: Readonly<Record<string, Column>> = factTables[table.name].columns;
    const column = Object.keys(columns).find((each) => columns[each]?.source === 'rank');
    if (column === undefined) return;
    let rank = 0n;
    for (const [row] of this.#inOrder(table)) {
      yield;
      rank += 1n;
      const id = table.keyOfText(row);
      const actual = id === undefined ? undefined : this.#rankOf(table, id, column);
      if (actual === undefined || actual === rank) continue;
      const about = { table: table.name, row, column, seq: 0 };
      this.#report({ ...about, kind: 'altered', expected: shown(rank), actual: shown(actual) });
    }
  }

  /** Rows in the order in which they began. */
  #inOrder({ name, begins, key }: FactTable): IterableIterator<[string]> {
    if (begins !== undefined) {
      const [id] = key;
      return this.#database
        .prepare<[], [string]>(`SELECT ${id?.column} FROM ${name} ORDER BY ${begins.seq}`)
        .raw()
        .iterate();
    }
    return this.#database
      .prepare<[string], [string]>(
        'SELECT row FROM facts WHERE table_name = ? GROUP BY row ORDER BY min(seq)',
      )
      .raw()
      .iterate(name);
  }

  #rankOf(table: FactTable, id: RowKey, column: string): SqlValue | undefined {
    try {
      return table.readColumn(id, column);
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }
}

/** The value of a payload; undefined where the text is no JSON. */
function valueOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function otherOf(bytes: string, types: readonly string[]): OtherEntry | undefined {
  const entry = entryOrUndefined(bytes);
  return entry !== undefined && 'members' in entry && types.includes(entry.type)
    ? entry
    : undefined;
}

function membersAt(seq: number, members: JsonObject): Map<string, Member> {
  return new Map(Object.entries(members).map(([name, value]) => [name, { value, seq }]));
}

function isSecret(actual: SqlValue, expected: SqlValue): boolean {
  return Buffer.isBuffer(actual) && expected === secretHash(actual);
}

function shown(value: SqlValue): string | null {
  if (value === null) return null;
  return Buffer.isBuffer(value) ? secretHash(value) : String(value);
}
