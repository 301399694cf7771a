/** Connections to servers of databases: read in any thread, written through facts. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { tlsModes } from '../../../shared/contract/source-connections.ts';
import type { Facts } from '../../proof/facts.ts';
import type { Login } from '../postgres/server-types.ts';

/** Its port is 0, and its texts are empty, where they were erased. */
export interface StoredConnection extends Login {
  readonly connectionId: string;
  /** Whose alone; null for nobody in particular. */
  readonly holderId: string | null;
  readonly name: string;
  /** As it calls itself. */
  readonly server: string;
  readonly mayWrite: boolean;
  readonly createdAt: string;
  /** operator, or the id of an API key. */
  readonly createdBy: string;
}

interface Row extends Omit<StoredConnection, 'mayWrite'> {
  readonly mayWrite: number;
}

const columns = `connection_id AS connectionId, holder_id AS holderId, name, host, coalesce(port, 0) AS port, database,
  user_name AS user, tls, ca, server, may_write AS mayWrite, created_at AS createdAt, created_by AS createdBy`;
const listed = 'removed_at IS NULL AND (@holderId IS NULL OR holder_id = @holderId)';

/** Every statement, by name, so that a test can read the plan of each. */
export const sourceConnectionStatements = {
  byId: `SELECT ${columns} FROM source_connections WHERE connection_id = ? AND removed_at IS NULL`,
  list: `SELECT ${columns} FROM source_connections WHERE ${listed}
    ORDER BY number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) FROM source_connections WHERE ${listed}`,
  named: `SELECT count(*) FROM source_connections
    WHERE removed_at IS NULL AND name = @name AND holder_id IS @holderId`,
  uses: `SELECT count(*) FROM dataset_sources AS s JOIN datasets AS d ON d.dataset_id = s.dataset_id
    WHERE s.kind = 'postgres' AND json_extract(s.locator, '$.connection_id') = ? AND d.revoked_at IS NULL`,
} as const;

const tlsSchema = z.enum(tlsModes);

/** Reads on any connection to the ledger. What is removed is not there. */
export class SourceConnectionsStore {
  readonly #byId: Statement<[string], Row>;
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[object], number>;
  readonly #named: Statement<[object], number>;
  readonly #uses: Statement<[string], number>;

  constructor(database: Database) {
    this.#byId = database.prepare(sourceConnectionStatements.byId);
    this.#list = database.prepare(sourceConnectionStatements.list);
    this.#count = database.prepare<[object], number>(sourceConnectionStatements.count).pluck();
    this.#named = database.prepare<[object], number>(sourceConnectionStatements.named).pluck();
    this.#uses = database.prepare<[string], number>(sourceConnectionStatements.uses).pluck();
  }

  find(connectionId: string): StoredConnection | undefined {
    const row = this.#byId.get(connectionId);
    return row && read(row);
  }

  /** A page of a holder's, or of all, newest first, and how many there are. */
  list(
    holderId: string | null,
    page: { readonly limit: number; readonly offset: number },
  ): { readonly data: StoredConnection[]; readonly total: number } {
    return {
      data: this.#list.all({ holderId, ...page }).map(read),
      total: this.#count.get({ holderId }) ?? 0,
    };
  }

  /** Whether a holder has one of this name. */
  hasName(name: string, holderId: string | null): boolean {
    return (this.#named.get({ name, holderId }) ?? 0) > 0;
  }

  /** Datasets that are read over it; those that were withdrawn are read no more. */
  uses(connectionId: string): number {
    return this.#uses.get(connectionId) ?? 0;
  }
}

/** Writes connections; the caller holds the transaction. */
export class SourceConnectionWriter {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  create(connection: Omit<StoredConnection, 'createdAt'>, now: string): void {
    const { connectionId, holderId, name, host, port, database, user, tls, ca } = connection;
    const { server, mayWrite, createdBy } = connection;
    this.#facts.write('source_connections', connectionId, {
      set: {
        holder_id: holderId,
        tls,
        may_write: mayWrite,
        created_at: now,
        created_by: createdBy,
      },
      commit: { name, host, port, database, user_name: user, ca, server },
    });
  }

  setServer(connectionId: string, server: string): void {
    this.#facts.write('source_connections', connectionId, { commit: { server } });
  }

  remove(connectionId: string, now: string): void {
    this.#facts.write('source_connections', connectionId, { set: { removed_at: now } });
  }
}

function read({ tls, mayWrite, ...row }: Row): StoredConnection {
  return { ...row, tls: tlsSchema.parse(tls), mayWrite: mayWrite === 1 };
}

/** Where a connection leads, without whose it is. */
export function loginOf({ host, port, database, user, tls, ca }: Login): Login {
  return { host, port, database, user, tls, ca };
}
