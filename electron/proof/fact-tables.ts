/** SQL over the tables of facts, made from the register of columns. */
import type { Database, Statement } from 'better-sqlite3';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import {
  factTables,
  type Column,
  type FactTable as FactTableColumns,
  type FactTableName,
} from '../../shared/ledger/columns.ts';
import { keyText, type RowKey } from '../../shared/ledger/facts.ts';
import { sha256 } from '../ledger/sha256.ts';
import type { ColumnValues, SqlValue } from './column-values.ts';

/** A column that facts decide, with the member that holds it. */
export interface FactColumn {
  readonly column: string;
  readonly member: string;
  readonly source: Extract<Column, { source: 'key' | 'fact' | 'commit' | 'secret' }>;
}

/** Members of one row, those in clear and those that are committed to. */
export interface RowState {
  readonly clear: JsonObject;
  readonly committed: JsonObject;
}

/** A table of facts over one connection. */
export class FactTable {
  readonly name: FactTableName;
  readonly key: readonly FactColumn[];
  /** All but those of the key. */
  readonly columns: readonly FactColumn[];
  readonly #database: Database;
  readonly #values: ColumnValues;
  /** Rows that the schema makes, by the text of their key. */
  readonly given: ReadonlyMap<string, JsonObject>;
  /** Entry that rows begin with instead of a fact. */
  readonly begins: FactTableColumns['begins'];
  readonly #read: Statement<SqlValue[], Record<string, SqlValue>>;
  readonly #statements = new Map<string, Statement<SqlValue[]>>();

  constructor(database: Database, name: FactTableName, values: ColumnValues) {
    this.name = name;
    this.#database = database;
    this.#values = values;
    const columns = columnsOf(name);
    this.key = columns.filter(({ source }) => source.source === 'key');
    this.columns = columns.filter(({ source }) => source.source !== 'key');
    const { given = [], begins }: FactTableColumns = factTables[name];
    this.begins = begins;
    this.given = new Map(given.map(({ id, members }) => [keyText(id), members]));
    const listed = this.columns.map(({ column }) => `"${column}"`).join(', ');
    this.#read = database
      .prepare<SqlValue[], Record<string, SqlValue>>(
        `SELECT ${listed} FROM ${name} WHERE ${this.#whereKey}`,
      )
      .safeIntegers();
  }

  get #whereKey(): string {
    return this.key.map(({ column }) => `"${column}" = ?`).join(' AND ');
  }

  /** The values of the key's columns. @throws {TypeError} for a key of another shape */
  keyValues(id: RowKey): SqlValue[] {
    const parts = typeof id === 'string' ? [id] : id;
    if (parts.length !== this.key.length) {
      throw new TypeError(`${keyText(id)} is no key of ${this.name}.`);
    }
    return this.key.map(({ source }, index) =>
      this.#values.toColumn('form' in source ? source.form : 'text', parts[index] ?? null),
    );
  }

  /** What the row holds; undefined where there is none. */
  read(id: RowKey): RowState | undefined {
    const row = this.readColumns(id);
    return row === undefined ? undefined : this.stateOf(row);
  }

  /** The row's columns that facts decide, but for the key's. */
  readColumns(id: RowKey): Readonly<Record<string, SqlValue>> | undefined {
    return this.#read.get(...this.keyValues(id));
  }

  /** The same as `read`; undefined also for a key of another shape, or one that names a row that is not there. */
  find(id: RowKey): RowState | undefined {
    return unlessNoKey(() => this.read(id));
  }

  /** The same as `readColumn`, and undefined as for `find`. */
  findColumn(id: RowKey, column: string): SqlValue | undefined {
    return unlessNoKey(() => this.readColumn(id, column));
  }

  /** The key whose text this is (`keyText`); undefined where it is none. */
  keyOfText(text: string): RowKey | undefined {
    if (this.key.length === 1) return text;
    try {
      const parts: unknown = JSON.parse(text);
      if (!Array.isArray(parts) || parts.length !== this.key.length) return undefined;
      const key = parts.filter((part) => typeof part === 'string' || typeof part === 'number');
      return key.length === parts.length && keyText(key) === text ? key : undefined;
    } catch {
      return undefined;
    }
  }

  /** One column of a row; undefined where there is no such row. */
  readColumn(id: RowKey, column: string): SqlValue | undefined {
    return this.#database
      .prepare<SqlValue[], SqlValue>(`SELECT "${column}" FROM ${this.name} WHERE ${this.#whereKey}`)
      .pluck()
      .safeIntegers()
      .get(...this.keyValues(id));
  }

  /** The keys of all rows; undefined for one that cannot be read. */
  *keys(): Generator<RowKey | undefined> {
    const names = this.key.map(({ column }) => `"${column}"`).join(', ');
    const rows = this.#database
      .prepare<[], SqlValue[]>(`SELECT ${names} FROM ${this.name}`)
      .raw()
      .safeIntegers();
    for (const row of rows.iterate()) yield this.#keyOf(row);
  }

  #keyOf(row: readonly SqlValue[]): RowKey | undefined {
    const parts = this.key.flatMap(({ source }, index) => {
      const part = this.#memberOf(source, row[index] ?? null);
      return typeof part === 'string' || typeof part === 'number' ? [part] : [];
    });
    const [first, ...others] = parts;
    if (parts.length !== this.key.length || first === undefined) return undefined;
    return others.length === 0 ? String(first) : parts;
  }

  /** Members of a row, null ones left out; one that its column cannot hold is left out as well. */
  stateOf(row: Readonly<Record<string, SqlValue>>): RowState {
    const clear: JsonObject = {};
    const committed: JsonObject = {};
    for (const { column, member, source } of this.columns) {
      const value = this.#memberOf(source, row[column] ?? null);
      if (value === null || value === undefined) continue;
      (source.source === 'commit' ? committed : clear)[member] = value;
    }
    return { clear, committed };
  }

  #memberOf(source: FactColumn['source'], value: SqlValue): JsonValue | undefined {
    if (source.source !== 'secret') return this.#values.toMember(source.form, value);
    return Buffer.isBuffer(value) ? secretHash(value) : null;
  }

  /**
   * Inserts a row, with columns besides that no fact decides.
   * @param besides by column; secrets among them
   */
  insert(id: RowKey, members: JsonObject, besides: Readonly<Record<string, SqlValue>>): void {
    const changed = this.#changed(members);
    const names = [
      ...this.key.map(({ column }) => column),
      ...changed.names,
      ...Object.keys(besides),
    ];
    const text = `INSERT INTO ${this.name} (${names.map((name) => `"${name}"`).join(', ')})
      VALUES (${names.map(() => '?').join(', ')})`;
    this.#run(text, [...this.keyValues(id), ...changed.values, ...Object.values(besides)]);
  }

  update(id: RowKey, members: JsonObject): void {
    const { names, values } = this.#changed(members);
    if (names.length === 0) return;
    const text = `UPDATE ${this.name} SET ${names.map((name) => `"${name}" = ?`).join(', ')}
      WHERE ${this.#whereKey}`;
    this.#run(text, [...values, ...this.keyValues(id)]);
  }

  /** Empties a column: null, or '' where it must not be null. */
  empty(id: RowKey, column: string): void {
    const mustNotBeNull = this.#database
      .prepare<[string, string], number>(
        'SELECT "notnull" FROM pragma_table_info(?) WHERE name = ?',
      )
      .pluck()
      .get(this.name, column);
    const text = `UPDATE ${this.name} SET "${column}" = ? WHERE ${this.#whereKey}`;
    this.#run(text, [mustNotBeNull === 1 ? '' : null, ...this.keyValues(id)]);
  }

  remove(id: RowKey): void {
    this.#run(`DELETE FROM ${this.name} WHERE ${this.#whereKey}`, this.keyValues(id));
  }

  /** Columns of the members, those of secrets and of other tables left out. */
  #changed(members: JsonObject): { names: string[]; values: SqlValue[] } {
    const changed = this.columns.flatMap(({ column, member, source }) => {
      const value = members[member];
      if (value === undefined || source.source === 'secret' || source.source === 'key') return [];
      return [[column, this.#values.toColumn(source.form, value)] as const];
    });
    return { names: changed.map(([name]) => name), values: changed.map(([, value]) => value) };
  }

  #run(text: string, values: readonly SqlValue[]): void {
    const statement = this.#statements.get(text) ?? this.#database.prepare<SqlValue[]>(text);
    this.#statements.set(text, statement);
    statement.run(...values);
  }
}

function unlessNoKey<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** `sha256:<hex>` of a secret. */
export function secretHash(secret: Uint8Array): string {
  return `sha256:${sha256(secret)}`;
}

function columnsOf(name: FactTableName): FactColumn[] {
  const columns: Readonly<Record<string, Column>> = factTables[name].columns;
  return Object.entries(columns).flatMap(([column, source]): FactColumn[] => {
    switch (source.source) {
      case 'key':
      case 'commit':
        return [{ column, member: column, source }];
      case 'fact':
        return [{ column, member: source.member ?? column, source }];
      case 'secret':
        return [{ column, member: source.member, source }];
      default:
        return [];
    }
  });
}
