/** Asks servers of databases: within the list that the machine gives, before a socket is opened. */
import { serverKey } from '../../../shared/source-server.ts';
import { keptPlaces } from '../kept-places.ts';
import { ApiError, validationError } from '../../../shared/contract/errors.ts';
import { faultAt } from '../../../shared/contract/faults.ts';
import type {
  Relation,
  SourceConnectionTest,
} from '../../../shared/contract/source-connections.ts';
import type { Means } from '../../area.ts';
import { askerOf, type AskerMeans } from '../asker.ts';
import type { AskSource } from '../host/source-request.ts';
import type { PostgresCalls } from '../postgres/postgres-calls.ts';
import type { Login, ServerLook } from '../postgres/server-types.ts';
import { sourceUnavailable } from '../source-error.ts';
import {
  loginOf,
  type SourceConnectionsStore,
  type StoredConnection,
} from './source-connections-store.ts';

/** How long a look may take; milliseconds. */
const lookMs = 15_000;

export class ServerLooks {
  readonly #means: AskerMeans;

  constructor(means: AskerMeans) {
    this.#means = means;
  }

  /**
   * A server that somebody names, with the password that they sent.
   * @throws {ApiError} `forbidden` for one that is not given, `validation_error` at the member to look at
   */
  async first(
    login: Login,
    password: string,
    accepts: { readonly writableRole: boolean },
  ): Promise<ServerLook> {
    refuseUngiven(login, this.#means.workspace);
    const found = await this.#ask({ password })('server', { login });
    if ('trouble' in found) throw validationError([faultAt(found.trouble, found.code)]);
    if (!found.mayWrite || accepts.writableRole) return found;
    throw validationError([faultAt('accept_writable_role', 'role_writes')]);
  }

  /** @throws {ApiError} as `givenConnection` */
  given(connections: SourceConnectionsStore, id: string, now: () => string): StoredConnection {
    return givenConnection(connections, id, { workspace: this.#means.workspace, now });
  }

  /** How a connection does now. */
  async test(
    connection: StoredConnection,
  ): Promise<Pick<SourceConnectionTest, 'state' | 'trouble' | 'server'>> {
    if (!isGiven(connection, this.#means.workspace)) {
      return { state: 'unavailable', trouble: 'host', server: null };
    }
    const found = await this.#tried(connection);
    if ('trouble' in found) return { state: 'unavailable', trouble: found.trouble, server: null };
    const isOther = found.mayWrite && !connection.mayWrite;
    return {
      state: isOther ? 'unavailable' : 'ready',
      trouble: isOther ? 'role' : null,
      server: found.server,
    };
  }

  async #tried(connection: StoredConnection): Promise<PostgresCalls['server']['gives']> {
    const ask = this.#ask({ connection: connection.connectionId });
    try {
      return await ask('server', { login: loginOf(connection) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Without a password nothing is asked; what does not answer in time cannot be reached.
      const isLate = error.code === 'query_timeout';
      return isLate
        ? { trouble: 'host', code: 'server_unreachable' }
        : { trouble: 'password', code: 'login_refused' };
    }
  }

  /** @throws {ApiError} `forbidden`, `source_unavailable`, `query_timeout` */
  relations(
    connection: StoredConnection,
    asked: { readonly search: string | undefined; readonly limit: number },
  ): Promise<Relation[]> {
    return this.asker(connection)('relations', { login: loginOf(connection), ...asked });
  }

  /** The way to the server of a connection. @throws {ApiError} `forbidden` where the machine does not give it any more */
  asker(connection: StoredConnection, limitMs = lookMs): AskSource {
    refuseUngiven(connection, this.#means.workspace);
    return askerOf(this.#means, limitMs, { connection: connection.connectionId });
  }

  #ask(way: { readonly connection?: string; readonly password?: string }): AskSource {
    return askerOf(this.#means, lookMs, way);
  }
}

/**
 * The connection of an id.
 * @throws {ApiError} `source_unavailable` where there is none, or the machine does not give its server any more
 */
export function givenConnection(
  connections: SourceConnectionsStore,
  id: string,
  { workspace, now }: { readonly workspace: Means['workspace']; readonly now: () => string },
): StoredConnection {
  const connection = connections.find(id);
  if (connection !== undefined && isGiven(connection, workspace)) return connection;
  throw sourceUnavailable('postgres', now());
}

export function isGiven(
  { host, port }: Pick<Login, 'host' | 'port'>,
  { sourceHosts = [], sourcePlacesFile }: Means['workspace'],
): boolean {
  const server = serverKey(host, port);
  return sourceHosts.includes(server) || keptPlaces(sourcePlacesFile).servers.includes(server);
}

/** The same for what is there and for what is not: nobody learns what is in the network. @throws {ApiError} */
function refuseUngiven(login: Pick<Login, 'host' | 'port'>, workspace: Means['workspace']): void {
  if (isGiven(login, workspace)) return;
  throw new ApiError(
    'forbidden',
    'This machine does not give that server as a source. Its operator names servers with --source-host, or chooses them under Settings.',
  );
}
