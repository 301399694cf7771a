/** Connections to servers of databases: a few each, read only, ended when they are not used or a query is given up. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { DatabaseError, Pool, Query, type PoolClient, type QueryArrayConfig } from 'pg';
import { z } from 'zod';
import type { SqlValue } from '../../filters/sql.ts';
import { numbered } from './numbered-sql.ts';
import type { Login } from './server-types.ts';

/** A cell as the server writes it. */
export type Cell = string | null;

/** Connections to one server. */
const mostConnections = 4;
const idleMs = 30_000;
const connectMs = 5_000;
/** Rows and bytes of one answer: more than is ever asked for ends the connection. */
const mostRows = 200_000;
const mostBytes = 256 * 1024 * 1024;

interface Server {
  readonly login: Login;
  readonly password: string;
}

/** A moment at which no transaction had anything written that it could still commit. */
export interface QuietMoment {
  /** Equal names: nothing was written between, neither rows nor columns nor rights, and the server was not started anew. */
  readonly name: string;
  /** The number above every transaction. */
  readonly nextTransaction: bigint;
}

/** Whoever asks the server while one transaction shows it one moment. */
export interface ServerQueries {
  /** The moment, where it is a quiet one. */
  readonly moment: QuietMoment | undefined;
  /** Rows of cells. @throws {ServerError} */
  rows(text: string, values?: readonly SqlValue[]): Promise<Cell[][]>;
  /** The same of a query that will be asked again with other values: the server reads and plans it once. */
  rowsAgain(text: string, values: readonly SqlValue[]): Promise<Cell[][]>;
}

interface ReadLimit {
  readonly signal: AbortSignal;
  readonly ms: number;
}

type Run<Result> = (queries: ServerQueries) => Promise<Result>;

/** Told to every transaction: what it shows does not depend on the settings of role, database or server. */
function settingsOf(limitMs: number): string {
  const local = { ...settings, statement_timeout: String(Math.ceil(limitMs)) };
  const set = Object.entries(local).map(
    ([name, value]) => `set_config('${name}', '${value}', true)`,
  );
  return `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT ${[...set, moment].join(', ')}`;
}

/** When the server was started, and its transactions: the first that is under way, the next, and all between that are. */
const moment = `CAST(extract(epoch FROM pg_postmaster_start_time()) AS text) AS started,
  CAST(pg_current_snapshot() AS text) AS transactions`;

const begunSchema = z.tuple([
  z.unknown(),
  z.object({ rows: z.tuple([z.object({ started: z.string(), transactions: z.string() })]) }),
]);

/** The moment of a transaction that has begun; undefined where somebody writes, or the server says something else. */
function momentOf(begun: unknown): QuietMoment | undefined {
  const read = begunSchema.safeParse(begun);
  if (!read.success) return undefined;
  const { started, transactions } = read.data[1].rows[0];
  const [, first, next = ''] = /^(\d+):(\d+):$/.exec(transactions) ?? [];
  if (first === undefined || first !== next) return undefined;
  return { name: `${started} ${next}`, nextTransaction: BigInt(next) };
}

const settings = {
  search_path: '',
  idle_in_transaction_session_timeout: '30000',
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'iso_8601',
  extra_float_digits: '1',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  row_security: 'on',
} as const;

/** Of a client of the server: what a request to end its query names. */
const backendSchema = z.object({ processID: z.int(), secretKey: z.int() });

export class ServerPools {
  readonly #pools = new Map<string, Pool>();

  /**
   * Runs in one transaction that can only read, and sees one moment. Past `signal` the query is ended on the server too.
   * @param run runs a second time where the server turns out to keep no queries
   * @throws what the server or the way to it answers
   */
  async read<Result>(server: Server, limit: ReadLimit, run: Run<Result>): Promise<Result> {
    try {
      return await this.#readOnce(server, limit, run);
    } catch (error) {
      if (!(error instanceof DatabaseError) || !ofHandedOn.has(error.code)) throw error;
      handedOn.add(serverOf(server.login));
      return this.#readOnce(server, limit, run);
    }
  }

  async #readOnce<Result>(
    server: Server,
    { signal, ms }: ReadLimit,
    run: Run<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const client = await this.#connected(server, signal);
    let isOver = false;
    const given = Promise.withResolvers<never>();
    const stop = () => {
      if (isOver) return;
      cancel(client, server.login);
      given.reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    const failed = (error: Error) => given.reject(error);
    client.on('error', failed);
    const release = (isBroken: boolean) => {
      client.off('error', failed);
      client.release(isBroken);
    };
    given.promise.catch(() => {});
    try {
      signal.throwIfAborted();
      const result = await Promise.race([runIn(client, server.login, { ms, run }), given.promise]);
      endTransaction(client, release);
      return result;
    } catch (error) {
      release(true);
      throw error;
    } finally {
      isOver = true;
      signal.removeEventListener('abort', stop);
    }
  }

  /** Ends all connections that nobody uses, and the others as they are let go. */
  close(): void {
    for (const pool of this.#pools.values()) void pool.end();
    this.#pools.clear();
  }

  /** A connection that nobody else uses; one that comes too late is ended. */
  async #connected(server: Server, signal: AbortSignal): Promise<PoolClient> {
    const connecting = this.#pool(server).connect();
    const given = Promise.withResolvers<never>();
    const stop = () => given.reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([connecting, given.promise]);
    } catch (error) {
      connecting.then(
        (late) => late.release(true),
        () => {},
      );
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #pool({ login, password }: Server): Pool {
    const name = JSON.stringify(login) + password;
    const known = this.#pools.get(name);
    if (known !== undefined) return known;
    this.#forgetUnused();
    const { host, port, database, user, tls, ca } = login;
    const pool = new Pool({
      host,
      port,
      database,
      user,
      password,
      ssl: tls === 'off' ? false : { rejectUnauthorized: true, ...(ca === null ? {} : { ca }) },
      application_name: 'proofdesk',
      max: mostConnections,
      idleTimeoutMillis: idleMs,
      connectionTimeoutMillis: connectMs,
      allowExitOnIdle: true,
      keepAlive: true,
    });
    // A connection that nobody uses may end at any time.
    pool.on('error', () => {});
    this.#pools.set(name, pool);
    return pool;
  }

  /** Those of passwords and addresses that nobody asks with any more. */
  #forgetUnused(): void {
    for (const [name, pool] of this.#pools) {
      if (pool.totalCount > 0 || pool.waitingCount > 0) continue;
      this.#pools.delete(name);
      void pool.end();
    }
  }
}

/** Nothing was written: only the connection waits for the end of its transaction, nobody who has asked. */
function endTransaction(client: PoolClient, release: (isBroken: boolean) => void): void {
  let isReleased = false;
  const end = (isBroken: boolean) => {
    if (isReleased) return;
    isReleased = true;
    clearTimeout(late);
    release(isBroken);
  };
  const late = setTimeout(() => end(true), connectMs);
  client.query('COMMIT').then(
    () => end(false),
    () => end(true),
  );
}

async function runIn<Result>(
  client: PoolClient,
  login: Login,
  { ms, run }: { readonly ms: number; readonly run: Run<Result> },
): Promise<Result> {
  const begun: unknown = await client.query(settingsOf(ms));
  return run({
    moment: momentOf(begun),
    rows: (text, values = []) => rowsOf(client, { text, values }),
    rowsAgain: (text, values) =>
      rowsOf(client, { text, values, name: nameOf(client, text, login) }),
  });
}

function isRow(row: unknown): row is Cell[] {
  return Array.isArray(row) && row.every((cell) => cell === null || typeof cell === 'string');
}

interface Asked {
  readonly text: string;
  readonly values: readonly SqlValue[];
  /** What the server keeps the query by. */
  readonly name?: string | undefined;
}

/** Queries that a server keeps for a connection. */
const mostNames = 32;
const namesOf = new WeakMap<PoolClient, Map<string, string>>();

/** Servers behind a program that gives each transaction another connection, on which no query is kept. */
const handedOn = new Set<string>();
/** What a server answers then: there is no such query, or there is one already. */
const ofHandedOn: ReadonlySet<unknown> = new Set(['26000', '42P05']);

function serverOf({ host, port }: Login): string {
  return `${host}:${port}`;
}

/**
 * The name of a query on a connection; undefined where that has enough of them. It is made of the text: behind a program that
 * hands on connections, the query that another of them left under a name is the same one.
 */
function nameOf(client: PoolClient, text: string, login: Login): string | undefined {
  if (handedOn.has(serverOf(login))) return undefined;
  const names = namesOf.get(client) ?? new Map<string, string>();
  namesOf.set(client, names);
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `page_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
  names.set(text, name);
  return name;
}

/** What the server sends is counted as it comes: it may send without end. */
function rowsOf(client: PoolClient, { text, values, name }: Asked): Promise<Cell[][]> {
  const found = Promise.withResolvers<Cell[][]>();
  const rows: Cell[][] = [];
  let bytes = 0;
  // One statement a message, with or without values.
  const asked: QueryArrayConfig & { readonly queryMode: 'extended' } = {
    queryMode: 'extended',
    ...(name === undefined ? {} : { name }),
    text: numbered(text),
    values: values.map((each) => (each === null ? null : String(each))),
    rowMode: 'array',
    types: { getTypeParser: () => (cell: string) => cell },
  };
  const query = new Query(asked);
  query.on('row', (row: unknown) => {
    const cells = isRow(row) ? row : undefined;
    for (const cell of cells ?? []) bytes += cell?.length ?? 0;
    if (cells !== undefined && rows.length < mostRows && bytes <= mostBytes) rows.push(cells);
    else found.reject(new Error('The server sent other rows, or more, than were asked for.'));
  });
  query.on('end', () => found.resolve(rows));
  query.on('error', (error: Error) => found.reject(error));
  client.query(query);
  return found.promise;
}

/** Asks the server over a connection of its own to end what a client waits for (protocol 3.0, CancelRequest). */
function cancel(client: PoolClient, { host, port }: Login): void {
  const backend = backendSchema.safeParse(client);
  if (!backend.success) return;
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(80_877_102, 4);
  message.writeInt32BE(backend.data.processID, 8);
  message.writeInt32BE(backend.data.secretKey, 12);
  const socket = connect({ host, port, timeout: connectMs }, () => socket.end(message));
  socket.on('error', () => {});
  socket.on('timeout', () => socket.destroy());
}
