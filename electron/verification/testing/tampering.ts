/** Changes of single cells and rows of a ledger's file, taken back after a look at it. */
import Database from 'better-sqlite3';
import { factTables, otherTables, type Column } from '../../../shared/ledger/columns.ts';

export interface TamperedColumn {
  readonly column: string;
  readonly source: Column['source'];
}

export interface TamperedTable {
  readonly name: string;
  readonly columns: readonly TamperedColumn[];
  /** Whether its rows are the entries themselves and what belongs to them: findings name the entry. */
  readonly isOfEntries: boolean;
}

const ofEntries: ReadonlySet<string> = new Set(['entries', 'payloads', 'tiles']);

/** Every table of the register. */
export function registeredTables(): TamperedTable[] {
  const facts = Object.entries(factTables).map(([name, { columns }]) => [name, columns] as const);
  return [...facts, ...Object.entries(otherTables)].map(([name, columns]) => ({
    name,
    columns: columnsOf(columns),
    isOfEntries: ofEntries.has(name),
  }));
}

function columnsOf(columns: Readonly<Record<string, Column>>): TamperedColumn[] {
  return Object.entries(columns).map(([column, { source }]) => ({ column, source }));
}

type Value = string | number | bigint | Buffer | null;
export type Row = Readonly<Record<string, Value>>;

/** Columns that hold the number of another table's row. */
const references: Readonly<Record<string, { readonly table: string; readonly id: string }>> & {
  readonly dataset: { readonly table: string; readonly id: string };
} = {
  charge: { table: 'charges', id: 'charge_id' },
  credit: { table: 'credits', id: 'credit_id' },
  credit_note: { table: 'credit_notes', id: 'credit_note_id' },
  dataset: { table: 'datasets', id: 'dataset_id' },
  invoice: { table: 'invoices', id: 'invoice_id' },
  spending_limit: { table: 'spending_limits', id: 'limit_id' },
};
/** Rows of a dataset stand at its number × 2^36 and their own. */
const rowSpan = 2n ** 36n;

/** A ledger's file that can be changed at will; its guards are off. */
export class Tampering {
  readonly #database: Database.Database;

  constructor(path: string) {
    this.#database = new Database(path);
    this.#database.pragma('foreign_keys = OFF');
    this.#database.pragma('synchronous = OFF');
    this.#database.pragma('ignore_check_constraints = ON');
    const triggers = this.#database
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      .pluck();
    for (const name of triggers.all()) this.#database.exec(`DROP TRIGGER "${name}"`);
    const indexes = this.#database
      .prepare<[], string>(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE%'",
      )
      .pluck();
    for (const name of indexes.all()) this.#database.exec(`DROP INDEX "${name}"`);
  }

  close(): void {
    this.#database.close();
  }

  count(table: string): number {
    const rows = this.#database.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck();
    return rows.get() ?? 0;
  }

  /** Changes tables, looks, and puts every row of them back as it was. */
  async during<Seen>(
    tables: readonly string[],
    change: () => void,
    look: () => Promise<Seen>,
  ): Promise<Seen> {
    const database = this.#database;
    for (const table of tables) {
      database.exec(`CREATE TEMP TABLE "saved ${table}" AS SELECT * FROM main."${table}"`);
    }
    try {
      database.transaction(change)();
      return await look();
    } finally {
      database.transaction(() => {
        for (const table of tables) {
          database.exec(`DELETE FROM main."${table}";
            INSERT INTO main."${table}" SELECT * FROM temp."saved ${table}";
            DROP TABLE temp."saved ${table}"`);
        }
      })();
    }
  }

  /** A row of a table that has a value in a column, of a flag one that is not set; or any. */
  rowWith(table: string, column: string): Row | undefined {
    const first = column.startsWith('is_') ? `"${column}" <> 0` : `"${column}" IS NULL`;
    return this.#database
      .prepare<[], Row>(
        `SELECT * FROM "${table}" ORDER BY ${first}, ${this.#keyList(table)} LIMIT 1`,
      )
      .safeIntegers()
      .get();
  }

  /** The row of a table that has so many before it. */
  rowAt(table: string, place: number): Row {
    const rows = this.#database.prepare<[number], Row>(
      `SELECT * FROM "${table}" ORDER BY ${this.#keyList(table)} LIMIT 1 OFFSET ?`,
    );
    return rows.safeIntegers().get(place) ?? {};
  }

  /** Two rows of a table, or as many as there are. */
  twoOf(table: string): Row[] {
    return this.#database
      .prepare<[], Row>(`SELECT * FROM "${table}" ORDER BY ${this.#keyList(table)} LIMIT 2`)
      .safeIntegers()
      .all();
  }

  run(sql: string): void {
    this.#database.exec(sql);
  }

  /** Writes another value into a column of a row. */
  set(table: string, row: Row, column: string, value: Value): void {
    const { where, values } = this.#whereRow(table, row);
    this.#database
      .prepare<Value[]>(`UPDATE "${table}" SET "${column}" = ? WHERE ${where}`)
      .run(value, ...values);
  }

  /**
   * Writes what an expression gives into a column of a row, `#` being its value.
   * @returns whether that is another value, and the table takes it
   */
  rewrite(table: string, row: Row, column: string, expression: string): boolean {
    const { where, values } = this.#whereRow(table, row);
    const cell = `"${column}"`;
    const form = (of: string) => `typeof(${of}) || quote(${of})`;
    const other = this.#database
      .prepare<Value[], { before: string; after: string; isNone: number }>(
        `SELECT ${form('c')} AS before, ${form('v')} AS after, v IS NULL AS isNone
         FROM (SELECT ${cell} AS c, ${expression.replaceAll('#', cell)} AS v
           FROM "${table}" WHERE ${where})`,
      )
      .get(...values);
    if (other === undefined || other.before === other.after) return false;
    if (other.isNone === 1 && expression !== 'NULL') return false;
    try {
      this.#database
        .prepare<Value[]>(
          `UPDATE "${table}" SET ${cell} = ${expression.replaceAll('#', cell)} WHERE ${where}`,
        )
        .run(...values);
    } catch (error) {
      // A column of another type, or one that must not be null.
      const isRefused =
        error instanceof Database.SqliteError && /^SQLITE_(?:CONSTRAINT|MISMATCH)/.test(error.code);
      if (isRefused) return false;
      throw error;
    }
    // A column makes what it can of a value: then it is as it was.
    const count = `SELECT count(*) FROM "${table}" WHERE ${where} AND ${form(cell)} = ?`;
    const same = this.#database.prepare<Value[], number>(count).pluck();
    return same.get(...values, other.before) === 0;
  }

  /** Writes another text into an entry. */
  setEntry(seq: number, bytes: string): void {
    this.#database
      .prepare<[string, number]>('UPDATE entries SET bytes = ? WHERE seq = ?')
      .run(bytes, seq);
  }

  remove(table: string, row: Row): void {
    const { where, values } = this.#whereRow(table, row);
    this.#database.prepare<Value[]>(`DELETE FROM "${table}" WHERE ${where}`).run(...values);
  }

  insert(table: string, row: Row): void {
    const names = Object.keys(row);
    this.#database
      .prepare<Value[]>(
        `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')})
         VALUES (${names.map(() => '?').join(', ')})`,
      )
      .run(...Object.values(row));
  }

  /** The same row under other keys. */
  twinOf(table: string, row: Row): Row {
    const keys = [...this.uniqueOf(table).flat(), ...factKeyOf(table)];
    const others = keys.map((column) => [column, another(row[column] ?? null, true)] as const);
    return { ...row, ...Object.fromEntries(others) };
  }

  /** Whether two rows hold the same but for their primary key. */
  areAlike(table: string, one: Row, other: Row): boolean {
    const key = this.keyOf(table);
    return Object.keys(one).every(
      (column) => key.includes(column) || String(one[column]) === String(other[column]),
    );
  }

  /** Exchanges what two rows hold but for their primary key. */
  exchange(table: string, one: Row, other: Row): void {
    const key = this.keyOf(table);
    const keyed = (row: Row, by: Row) => ({
      ...row,
      ...Object.fromEntries(key.map((column) => [column, by[column] ?? null])),
    });
    for (const row of [one, other]) this.remove(table, row);
    this.insert(table, keyed(one, other));
    this.insert(table, keyed(other, one));
  }

  /** Columns of the primary key. */
  keyOf(table: string): string[] {
    return this.#database
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
      .pluck()
      .all(table);
  }

  /** Columns that no two rows have alike, by index. */
  uniqueOf(table: string): string[][] {
    const indexes = this.#database
      .prepare<[string], string>('SELECT name FROM pragma_index_list(?) WHERE "unique" = 1')
      .pluck()
      .all(table);
    const columns = this.#database
      .prepare<[string], string>('SELECT name FROM pragma_index_info(?) WHERE name IS NOT NULL')
      .pluck();
    return [this.keyOf(table), ...indexes.map((name) => columns.all(name))].filter(
      (each) => each.length > 0,
    );
  }

  /** Whether a finding's key is this row's: each part of it stands in the row, or is the id that a number there stands for. */
  isNamed(row: Row, key: string | null): boolean {
    if (key === null) return false;
    const values = new Set(
      Object.entries(row).flatMap(([column, value]) => this.#namesOf(column, value)),
    );
    const parts: unknown = key.startsWith('[') ? JSON.parse(key) : key.split(' ');
    return Array.isArray(parts) && parts.every((part) => values.has(String(part)));
  }

  #namesOf(column: string, value: Value): string[] {
    if (Buffer.isBuffer(value)) return [];
    const names = [String(value)];
    const reference = references[column];
    if (column === 'position' && typeof value === 'bigint' && value > rowSpan) {
      names.push(String(value % rowSpan), this.#idOf(references.dataset, value / rowSpan));
    }
    return reference === undefined ? names : [...names, this.#idOf(reference, value)];
  }

  #idOf({ table, id }: { readonly table: string; readonly id: string }, number: Value): string {
    const ids = this.#database
      .prepare<[Value], string>(`SELECT "${id}" FROM "${table}" WHERE number = ?`)
      .pluck();
    return ids.get(number) ?? '';
  }

  #keyList(table: string): string {
    const key = this.keyOf(table);
    return key.length === 0 ? 'rowid' : key.map((name) => `"${name}"`).join(', ');
  }

  #whereRow(table: string, row: Row): { where: string; values: Value[] } {
    const key = this.keyOf(table);
    return {
      where: key.map((name) => `"${name}" IS ?`).join(' AND '),
      values: key.map((name) => row[name] ?? null),
    };
  }
}

/** Columns of the key that facts name a row by. */
function factKeyOf(table: string): string[] {
  const columns = registeredTables().find(({ name }) => name === table)?.columns ?? [];
  return columns.filter(({ source }) => source === 'key').map(({ column }) => column);
}

/** Another value of the same type. */
export function another(value: Value, isOfKey: boolean): Value {
  if (value === null) return 1n;
  if (typeof value === 'bigint' && isOfKey) return value + 1_000_000n;
  if (typeof value === 'bigint') return value === 1n ? 0n : value + 1n;
  if (typeof value === 'number') return value + 0.25;
  if (typeof value === 'string')
    return value === '' ? 'x' : `${value.slice(0, -1)}${value.endsWith('x') ? 'y' : 'x'}`;
  const bytes = Buffer.from(value);
  if (bytes.length === 0) return Buffer.from([1]);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes;
}
