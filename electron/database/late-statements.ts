/**
 * Statements that are prepared as they are first used. The stores of a thread have some five hundred, made with
 * them; a request uses a few, and preparing all of them was half of what opening a ledger took.
 */
import type Database from 'better-sqlite3';

type Statement = Database.Statement;

/** Has `database` prepare what it is given when it is used: until then a text that is no SQL is not found out. */
export function prepareLate(database: Database.Database): void {
  const prepare = database.prepare.bind(database);
  const value = (source: string) => new LateStatement(source, () => prepare(source));
  Object.defineProperty(database, 'prepare', { value });
}

/** Members that are asked of a statement once it is prepared. */
type Asked =
  | 'source'
  | 'reader'
  | 'readonly'
  | 'busy'
  | 'get'
  | 'all'
  | 'run'
  | 'iterate'
  | 'columns';

class LateStatement implements Pick<Statement, Asked> {
  readonly source: string;
  readonly #prepare: () => Statement;
  #prepared: Statement | undefined;
  /** What was chosen of it before it was prepared. */
  readonly #choices: ((statement: Statement) => void)[] = [];

  constructor(source: string, prepare: () => Statement) {
    this.source = source;
    this.#prepare = prepare;
  }

  get #statement(): Statement {
    if (this.#prepared === undefined) {
      const statement = this.#prepare();
      for (const choose of this.#choices) choose(statement);
      this.#prepared = statement;
    }
    return this.#prepared;
  }

  get reader(): boolean {
    return this.#statement.reader;
  }

  get readonly(): boolean {
    return this.#statement.readonly;
  }

  get busy(): boolean {
    return this.#prepared?.busy ?? false;
  }

  get(...parameters: unknown[]): unknown {
    return this.#statement.get(...parameters);
  }

  all(...parameters: unknown[]): unknown[] {
    return this.#statement.all(...parameters);
  }

  run(...parameters: unknown[]): Database.RunResult {
    return this.#statement.run(...parameters);
  }

  iterate(...parameters: unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...parameters);
  }

  columns(): Database.ColumnDefinition[] {
    return this.#statement.columns();
  }

  pluck(isOn = true): this {
    return this.#choose((statement) => void statement.pluck(isOn));
  }

  raw(isOn = true): this {
    return this.#choose((statement) => void statement.raw(isOn));
  }

  expand(isOn = true): this {
    return this.#choose((statement) => void statement.expand(isOn));
  }

  bind(...parameters: unknown[]): this {
    return this.#choose((statement) => void statement.bind(...parameters));
  }

  safeIntegers(isOn = true): this {
    return this.#choose((statement) => void statement.safeIntegers(isOn));
  }

  #choose(choose: (statement: Statement) => void): this {
    if (this.#prepared === undefined) this.#choices.push(choose);
    else choose(this.#prepared);
    return this;
  }
}
