/** DuckDB, locked to folders: it reads what is in them and can do nothing else. */
import {
  DuckDBInstance,
  DOUBLE,
  HUGEINT,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBValue,
  type DuckDBType,
} from '@duckdb/node-api';
import { quotedText, type SqlValue } from '../../filters/sql.ts';

export interface DuckdbOptions {
  /** Absolute paths without links in them. */
  readonly folders: readonly string[];
  /** Where what is too large for memory goes; made when it is needed. */
  readonly temporary: string;
}

/** Of one instance: what it holds of files beyond that goes to the temporary folder. */
const memoryLimit = '1GB';
const temporaryLimit = '10GB';
const threads = '2';
/** Instances that are kept; each further one closes that which was not used for longest. */
const mostInstances = 3;

/** An instance with those who read in it: one that is let go of is closed behind the last of them. */
interface KeptInstance {
  readonly instance: Promise<DuckDBInstance>;
  /** A connection that nobody reads with. */
  idle: DuckDBConnection | undefined;
  readers: number;
  isKept: boolean;
}

export class DuckdbInstances {
  readonly #temporary: string;
  readonly #instances = new Map<string, KeptInstance>();

  constructor(temporary: string) {
    this.#temporary = temporary;
  }

  /** Runs with a connection that reads files in `folders` alone. */
  async use<Result>(
    folders: readonly string[],
    run: (connection: DuckDBConnection) => Promise<Result>,
  ): Promise<Result> {
    const name = JSON.stringify(folders);
    const kept = this.#kept(name, folders);
    kept.readers += 1;
    try {
      const connection = takeIdle(kept) ?? (await this.#connect(name, kept));
      let isWhole = false;
      try {
        const result = await run(connection);
        isWhole = true;
        return result;
      } finally {
        // One whose query failed or was stopped is not used again.
        if (isWhole && kept.idle === undefined) kept.idle = connection;
        else connection.closeSync();
      }
    } finally {
      kept.readers -= 1;
      close(kept);
    }
  }

  async #connect(name: string, { instance }: KeptInstance): Promise<DuckDBConnection> {
    try {
      return await (await instance).connect();
    } catch (error) {
      this.#letGo(name);
      throw error;
    }
  }

  #kept(name: string, folders: readonly string[]): KeptInstance {
    const known = this.#instances.get(name);
    const kept = known ?? {
      instance: openLocked({ folders, temporary: this.#temporary }),
      idle: undefined,
      readers: 0,
      isKept: true,
    };
    if (known === undefined) kept.instance.catch(() => this.#letGo(name));
    this.#instances.delete(name);
    this.#instances.set(name, kept);
    for (const oldest of this.#instances.keys()) {
      if (this.#instances.size <= mostInstances) break;
      this.#letGo(oldest);
    }
    return kept;
  }

  #letGo(name: string): void {
    const kept = this.#instances.get(name);
    if (kept === undefined) return;
    this.#instances.delete(name);
    kept.isKept = false;
    close(kept);
  }
}

function takeIdle(kept: KeptInstance): DuckDBConnection | undefined {
  const { idle } = kept;
  kept.idle = undefined;
  return idle;
}

/** Closes an instance that nobody keeps and nobody reads in. */
function close(kept: KeptInstance): void {
  const { instance, readers, isKept } = kept;
  if (isKept || readers > 0) return;
  takeIdle(kept)?.closeSync();
  instance.then(
    (opened) => opened.closeSync(),
    () => {},
  );
}

/** Nothing is downloaded, written or read outside of the folders, and nothing of that can be changed any more. */
export async function openLocked({ folders, temporary }: DuckdbOptions): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memoryLimit,
    threads,
    temp_directory: temporary,
    max_temp_directory_size: temporaryLimit,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  const listed = folders.map(quotedText).join(', ');
  await connection.run(`SET allowed_directories = [${listed}]`);
  await connection.run(`SET GLOBAL TimeZone = 'UTC'`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  return instance;
}

/** Runs a query to its end, or until the signal: then it is interrupted. */
export async function queryRows(
  connection: DuckDBConnection,
  sql: string,
  values: readonly (SqlValue | DuckDBValue)[],
  signal: AbortSignal,
): Promise<DuckDBValue[][]> {
  signal.throwIfAborted();
  const interrupt = () => connection.interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    const reader = await connection.runAndReadAll(sql, [...values], values.map(typeOf));
    signal.throwIfAborted();
    return reader.getRows();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

/** Numbers are doubles, as in JSON, however whole they are. Others say themselves what they are. */
function typeOf(value: SqlValue | DuckDBValue): DuckDBType {
  switch (typeof value) {
    case 'number':
      return DOUBLE;
    case 'bigint':
      return HUGEINT;
    default:
      return VARCHAR;
  }
}
