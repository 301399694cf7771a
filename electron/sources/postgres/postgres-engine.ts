/** Reads the rows of relations: which they are, how many, and any part of them, as of one snapshot. */
import type { RecordIdKind, SourceField } from '../../../shared/contract/sources.ts';
import type { Relation } from '../../../shared/contract/source-connections.ts';
import { postgresDialect, sortedForm } from '../../filters/compile/dialect-postgres.ts';
import { quotedName, type SqlValue } from '../../filters/sql.ts';
import {
  conditionText,
  orderText,
  type Condition,
  type GroupOrder,
  type OrderPart,
} from '../engine-orders.ts';
import type { ReadRow } from '../read-row.ts';
import { fieldsDigest } from '../source-columns.ts';
import { sourceChanged } from '../source-error.ts';
import {
  countSeen,
  inspectRelation,
  type InspectedRelation,
  type RelationLook,
} from './inspect-relation.ts';
import { isTimeout, troubleOf, type FoundTrouble } from './server-faults.ts';
import { listRelations, lookAtServer, ServerUnfit } from './look-at-server.ts';
import type { Login, ServerLook } from './server-types.ts';
import { describeRelation, printOfRelation, type RelationPrint } from './relation-columns.ts';
import {
  digestOfSnapshot,
  relationText,
  seenBy,
  type RelationSnapshot,
} from './relation-snapshot.ts';
import { documentText, readingOf, rowText } from './relation-text.ts';
import { ServerPools, type Cell, type ServerQueries } from './server-pools.ts';

/** Everything that is read of a relation, as one session sees it. */
export interface RelationReading {
  readonly login: Login;
  readonly snapshot: RelationSnapshot;
  readonly fields: readonly SourceField[];
  readonly asText: readonly string[];
  readonly recordIds: RecordIdKind;
  /** How long ago the rows may have been compared with the snapshot; milliseconds. */
  readonly freshMs: number;
}

export interface RelationRowsOrder {
  readonly condition: Condition;
  readonly order: readonly OrderPart[];
  /** The key of the row before the first. */
  readonly after: string | undefined;
  readonly limit: number;
  /** Fields that rows are read with; all unless told. */
  readonly names?: readonly string[] | undefined;
}

/** Time and password of one request. */
export interface RequestLimit {
  readonly signal: AbortSignal;
  readonly ms: number;
  readonly password: string;
}

/** Snapshots whose last comparison is remembered. */
const mostSnapshots = 10_000;
/** Characters of texts of rows that are answered at once. */
const mostTextLength = 16 * 1024 * 1024;

interface Reading {
  readonly queries: ServerQueries;
  readonly seen: Condition;
}

export class PostgresEngine {
  readonly #pools = new ServerPools();
  /** When each snapshot was last found to be what is there; milliseconds of a clock that nobody can set. */
  readonly #comparedAt = new Map<string, number>();
  /** The columns, in brief, that were found to be those of each snapshot. */
  readonly #prints = new Map<string, string>();
  /** The quiet moment at which rows and columns were found to be those of each snapshot. */
  readonly #quiet = new Map<string, string>();

  /** Ends all connections to servers. */
  close(): void {
    this.#pools.close();
  }

  /** A server as it is found, or what to look at where it cannot be used. */
  async server(login: Login, limit: RequestLimit): Promise<ServerLook | FoundTrouble> {
    try {
      return await this.#pools.read({ login, password: limit.password }, limit, lookAtServer);
    } catch (error) {
      if (error instanceof ServerUnfit) return { trouble: 'host', code: 'server_unfit' };
      const trouble = isTimeout(error) ? undefined : troubleOf(error);
      if (trouble === undefined) throw error;
      return trouble;
    }
  }

  relations(
    login: Login,
    asked: { readonly search: string | undefined; readonly limit: number },
    limit: RequestLimit,
  ): Promise<Relation[]> {
    return this.#pools.read({ login, password: limit.password }, limit, (queries) =>
      listRelations(queries, asked),
    );
  }

  /** @throws {SourceRefusal} */
  async inspect(look: RelationLook, limit: RequestLimit): Promise<InspectedRelation> {
    const server = { login: look.login, password: limit.password };
    return this.#pools.read(server, limit, async (queries) => {
      const found = await inspectRelation(queries, look);
      if (found.seen !== undefined) await this.#sawNow(queries, look, found.seen.snapshotSha256);
      return found;
    });
  }

  /** @throws {ApiError} `source_changed` where the rows are not those of the snapshot */
  check(reading: RelationReading, limit: RequestLimit): Promise<void> {
    return this.#read(reading, limit, async () => {});
  }

  /** How many rows a condition selects. */
  count(reading: RelationReading, condition: Condition, limit: RequestLimit): Promise<number> {
    return this.#read(reading, limit, async ({ queries, seen }) => {
      const where = both(seen, condition);
      const [row] = await queries.rows(
        `SELECT count(*) FROM ${relationText(reading.snapshot)} WHERE ${where.sql}`,
        where.values,
      );
      return Number(row?.[0] ?? 0);
    });
  }

  /** How the server plans to find the rows that a condition selects, in its words; it is asked for none of them. */
  explain(reading: RelationReading, condition: Condition, limit: RequestLimit): Promise<string[]> {
    return this.#read(reading, limit, async ({ queries, seen }) => {
      const where = both(seen, condition);
      const key = quotedName(reading.snapshot.key);
      const lines = await queries.rows(
        `EXPLAIN SELECT r.${key} FROM ${relationText(reading.snapshot)} WHERE ${where.sql}`,
        where.values,
      );
      return lines.map(([line]) => line ?? '');
    });
  }

  /** The rows behind one in an order. */
  rows(
    reading: RelationReading,
    asked: RelationRowsOrder,
    limit: RequestLimit,
  ): Promise<ReadRow[]> {
    return this.#read(reading, limit, async ({ queries, seen }) => {
      const writer = writerOf(reading, asked.names);
      const shown = { seen, columns: writer.columns };
      const numbers = numbersFirst(reading, asked);
      if (numbers !== undefined) {
        const { text, values } = rowsQuery(reading, numbers, shown);
        const rows = await queries.rowsAgain(text, values);
        if (rows.length === asked.limit) return writer.rows(rows);
      }
      const { text, values } = rowsQuery(reading, asked, shown);
      return writer.rows(await queries.rowsAgain(text, values));
    });
  }

  /** The rows with these keys, in any order; those that are not there are left out. */
  at(reading: RelationReading, keys: readonly string[], limit: RequestLimit): Promise<ReadRow[]> {
    return this.#read(reading, limit, async ({ queries, seen }) => {
      if (keys.length === 0) return [];
      const writer = writerOf(reading, undefined);
      const where = both(seen, keysCondition(reading, keys));
      const text = `SELECT ${writer.columns} FROM ${relationText(reading.snapshot)} WHERE ${where.sql}`;
      return writer.rows(await queries.rows(text, where.values));
    });
  }

  /** Groups of the rows that a condition selects, a row of plain values for each. */
  group(
    reading: RelationReading,
    { condition, columns, unwound, groupBy }: GroupOrder,
    limit: RequestLimit,
  ): Promise<(string | number | boolean | null)[][]> {
    return this.#read(reading, limit, async ({ queries, seen }) => {
      const where = both(seen, condition);
      const from = `${relationText(reading.snapshot)}${unwound}`;
      const text = `SELECT ${columns} FROM ${from} WHERE ${where.sql} ${groupBy}`;
      return queries.rows(text, where.values);
    });
  }

  /** Runs in the transaction in which the rows are known to be those of the snapshot. */
  async #read<Result>(
    reading: RelationReading,
    limit: RequestLimit,
    run: (reading: Reading) => Promise<Result>,
  ): Promise<Result> {
    const { login, snapshot } = reading;
    const server = { login, password: limit.password };
    return this.#pools.read(server, limit, async (queries) => {
      const sha256 = digestOfSnapshot(snapshot);
      const next = await this.#sameRows(queries, reading, sha256);
      const seen = seenBy(snapshot, next);
      return run({ queries, seen: { sql: seen.text, values: seen.values } });
    });
  }

  /**
   * Compares columns and rows with those of the snapshot, unless nothing was written since they were found to be these.
   * @returns the number above every transaction that is shown
   */
  async #sameRows(
    queries: ServerQueries,
    reading: RelationReading,
    sha256: string,
  ): Promise<bigint> {
    const { snapshot, fields, freshMs } = reading;
    const { moment } = queries;
    if (moment !== undefined && this.#quiet.get(sha256) === moment.name) {
      this.#compared(sha256);
      return moment.nextTransaction;
    }
    const { nextTransaction, isPlain } = await this.#sameFields(queries, reading, sha256);
    if (this.#age(sha256) <= freshMs) return nextTransaction;
    const found = await countSeen(queries, snapshot, fields, nextTransaction);
    if (found.rows !== snapshot.rows || found.digest !== snapshot.digest) {
      throw sourceChanged(sha256, digestOfSnapshot({ ...snapshot, ...found }));
    }
    this.#compared(sha256);
    if (isPlain && moment !== undefined) keepNewest(this.#quiet, sha256, moment.name);
    return nextTransaction;
  }

  /** Rows and columns were read in this transaction: what is asked next has nothing to compare. */
  async #sawNow(queries: ServerQueries, { place }: RelationLook, sha256: string): Promise<void> {
    const { print, isPlain } = await printOfRelation(queries, place);
    if (print !== null) keepNewest(this.#prints, sha256, print);
    this.#compared(sha256);
    const { moment } = queries;
    if (isPlain && moment !== undefined) keepNewest(this.#quiet, sha256, moment.name);
  }

  /** Compares the columns with those of the snapshot. */
  async #sameFields(
    queries: ServerQueries,
    { snapshot, fields, asText }: RelationReading,
    sha256: string,
  ): Promise<RelationPrint> {
    const place = { schema: snapshot.relation.schema, relation: snapshot.relation.name };
    const found = await printOfRelation(queries, place);
    const { print } = found;
    if (print !== null && this.#prints.get(sha256) === print) return found;
    const described = await describeRelation(queries, place, new Set(asText));
    const names = new Set(fields.map((each) => each.name));
    const isWhole = snapshot.shape === 'columns';
    const now = (described?.columns ?? []).flatMap(({ field }) =>
      field !== undefined && (isWhole || names.has(field.name)) ? [field] : [],
    );
    if (print === null || described === undefined || fieldsDigest(now) !== snapshot.schema_sha256) {
      throw sourceChanged(sha256, null);
    }
    keepNewest(this.#prints, sha256, print);
    return found;
  }

  #age(sha256: string): number {
    const at = this.#comparedAt.get(sha256);
    return at === undefined ? Number.POSITIVE_INFINITY : performance.now() - at;
  }

  #compared(sha256: string): void {
    keepNewest(this.#comparedAt, sha256, performance.now());
  }
}

/** Keeps a value, and lets go of the oldest where there are too many. */
function keepNewest<Value>(kept: Map<string, Value>, name: string, value: Value): void {
  kept.delete(name);
  kept.set(name, value);
  const [oldest] = kept.keys();
  if (kept.size > mostSnapshots && oldest !== undefined) kept.delete(oldest);
}

function both(one: Condition, other: Condition): Condition {
  return {
    sql: `${conditionText(one)} AND ${conditionText(other)}`,
    values: [...one.values, ...other.values],
  };
}

function keyFieldOf({ snapshot, fields }: RelationReading): SourceField {
  const field = fields.find(({ name }) => name === snapshot.key);
  if (field === undefined) throw new TypeError('The key is no field.');
  return field;
}

/** The columns of a query of rows, behind that of the key, and what their cells come to. */
function writerOf(reading: RelationReading, names: readonly string[] | undefined) {
  const { document, key } = reading.snapshot;
  const fields = reading.fields.filter(({ name }) =>
    document === null ? names === undefined || names.includes(name) : name === document,
  );
  const texts = [`CAST(r.${quotedName(key)} AS text)`, ...fields.map(readingOf)];
  return {
    columns: texts.join(', '),
    rows: (rows: readonly (readonly Cell[])[]): ReadRow[] => {
      const read: ReadRow[] = [];
      let length = 0;
      for (const [ofKey, ...cells] of rows) {
        if (typeof ofKey !== 'string') throw new TypeError('A key is none.');
        const id = `rec_${ofKey.replace(/^rec_/, '')}`;
        const text =
          document === null
            ? rowText(id, cells, fields)
            : documentText(id, cells[0] ?? null, document);
        length += text.length;
        if (read.length > 0 && length > mostTextLength) break;
        read.push({ seq: read.length + 1, key: ofKey, text });
      }
      return read;
    },
  };
}

/** Keys are compared in their own type, so that the index of the key serves. */
function keysCondition(reading: RelationReading, keys: readonly string[]): Condition {
  const { type, form } = keyFieldOf(reading);
  const column = `r.${quotedName(reading.snapshot.key)}`;
  const isOwn = form === 'text' || form === 'uuid' || form === 'integer' || form === 'long';
  const fitting = isOwn ? keys.filter((each) => isKeyOf(form, type, each)) : keys;
  if (fitting.length === 0) return { sql: '0', values: [] };
  const castType = form === 'text' ? 'text' : type;
  const listed = fitting.map(() => `CAST(? AS ${isOwn ? castType : 'text'})`).join(', ');
  const value = isOwn ? column : `CAST(${column} AS text) COLLATE "C"`;
  return { sql: `${value} IN (${listed})`, values: [...fitting] };
}

const mostOf: Readonly<Record<string, bigint>> = {
  smallint: 2n ** 15n,
  integer: 2n ** 31n,
  bigint: 2n ** 63n,
  oid: 2n ** 32n,
};

/** Whether a text can be a key of this type, written as the server writes it. */
function isKeyOf(form: SourceField['form'], type: string, text: string): boolean {
  if (form === 'uuid') return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
  if (form === 'text') return !text.includes('\0') && text.isWellFormed();
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return false;
  const number = BigInt(text);
  const most = mostOf[type] ?? mostOf['smallint'] ?? 0n;
  return number < most && number >= (type === 'oid' ? 0n : -most);
}

function rowsQuery(
  reading: RelationReading,
  { condition, order, after, limit }: RelationRowsOrder,
  { seen, columns }: { readonly seen: Condition; readonly columns: string },
): { readonly text: string; readonly values: readonly SqlValue[] } {
  const key = `r.${quotedName(reading.snapshot.key)}`;
  const behind = after === undefined ? undefined : behindKey(reading, order, after);
  const where = behind === undefined ? both(seen, condition) : both(both(seen, condition), behind);
  const by = orderText(order, [key]);
  const ending = `FROM ${relationText(reading.snapshot)} WHERE ${where.sql} ORDER BY ${by} LIMIT ${limit}`;
  if (order.length === 0) return { text: `SELECT ${columns} ${ending}`, values: where.values };
  // Values are written as texts of the rows alone that come out of the order.
  const names = reading.fields.map(({ name }) => `r.${quotedName(name)}`).join(', ');
  return {
    text: `SELECT ${columns} FROM (SELECT ${names} ${ending}) AS r ORDER BY ${by}`,
    values: where.values,
  };
}

/**
 * The first rows of all, by a column of doubles from the greatest down, among those that hold a number: the column itself is
 * in that order, and an index of it serves. Undefined for any other query. Where fewer rows come than were asked for, those
 * without a number follow.
 */
function numbersFirst(
  { fields }: RelationReading,
  asked: RelationRowsOrder,
): RelationRowsOrder | undefined {
  const { order, after, condition } = asked;
  const [part] = order;
  if (order.length !== 1 || part?.descending !== true) return undefined;
  if (after !== undefined || condition.sql !== '1') return undefined;
  const field = fields.find(({ form, name }) => {
    const column = postgresDialect.column(name);
    return form === 'double' && sortedForm(column, { form, type: '' }).text === part.sql;
  });
  if (field === undefined) return undefined;
  const column = `r.${quotedName(field.name)}`;
  return {
    ...asked,
    order: [{ sql: column, descending: true }],
    condition: { sql: `${column} > '-Infinity' AND ${column} < 'Infinity'`, values: [] },
  };
}

/** The rows that come behind the one with a key, by the values that it has in the order. */
function behindKey(
  reading: RelationReading,
  order: readonly OrderPart[],
  after: string,
): Condition {
  const { type, form } = keyFieldOf(reading);
  const key = `r.${quotedName(reading.snapshot.key)}`;
  const bound = `CAST(? AS ${form === 'text' ? 'text' : type})`;
  const valueThere = (sql: string) =>
    `(SELECT ${sql} FROM ${relationText(reading.snapshot)} WHERE ${key} = ${bound})`;
  const parts: string[] = [];
  const values: SqlValue[] = [];
  const equal: string[] = [];
  for (const { sql, descending } of order) {
    const there = valueThere(sql);
    const next = descending
      ? `(${sql} < ${there} OR (${sql} IS NULL AND ${there} IS NOT NULL))`
      : `(${sql} > ${there} OR (${sql} IS NOT NULL AND ${there} IS NULL))`;
    parts.push(`(${[...equal, next].join(' AND ')})`);
    values.push(...Array.from({ length: equal.length + 2 }, () => after));
    equal.push(`${sql} IS NOT DISTINCT FROM ${there}`);
  }
  parts.push(`(${[...equal, `${key} > ${bound}`].join(' AND ')})`);
  values.push(...Array.from({ length: equal.length + 1 }, () => after));
  return { sql: parts.join(' OR '), values };
}
