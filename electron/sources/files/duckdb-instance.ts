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

export class DuckdbInstances {
  readonly #temporary: string;
  readonly #instances = new Map<string, Promise<DuckDBInstance>>();

  constructor(temporary: string) {
    this.#temporary = temporary;
  }

  /** A connection that reads files in `folders` alone. */
  async connect(folders: readonly string[]): Promise<DuckDBConnection> {
    const name = JSON.stringify(folders);
    const instance =
      this.#instances.get(name) ?? openLocked({ folders, temporary: this.#temporary });
    this.#instances.delete(name);
    this.#instances.set(name, instance);
    for (const oldest of this.#instances.keys()) {
      if (this.#instances.size <= mostInstances) break;
      this.#instances.delete(oldest);
    }
    try {
      return await (await instance).connect();
    } catch (error) {
      this.#instances.delete(name);
      throw error;
    }
  }
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
