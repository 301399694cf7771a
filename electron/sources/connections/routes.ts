/** The routes of connections to servers of databases. */
import { createHmac } from 'node:crypto';
import { ApiError } from '../../../shared/contract/errors.ts';
import { faultAt } from '../../../shared/contract/faults.ts';
import { limits } from '../../../shared/contract/limits.ts';
import type {
  CreateSourceConnection,
  RelationList,
  SourceConnection,
  SourceConnectionTest,
} from '../../../shared/contract/source-connections.ts';
import type { CreateId } from '../../../shared/ids.ts';
import { actorOf } from '../../access/acting.ts';
import type { Writes } from '../../access/commits.ts';
import {
  jsonReply,
  pageReply,
  type IdempotentRequest,
  type RouteHandlers,
} from '../../route-handler.ts';
import { keepPassword, type AskerMeans } from '../asker.ts';
import { isTried } from '../postgres/server-name.ts';
import type { Login } from '../postgres/server-types.ts';
import type { ServerLooks } from './server-looks.ts';
import {
  loginOf,
  type SourceConnectionsStore,
  type SourceConnectionWriter,
  type StoredConnection,
} from './source-connections-store.ts';

interface Shared {
  readonly connections: SourceConnectionsStore;
  readonly looks: ServerLooks;
}

export function connectionReadRoutes({
  connections,
  looks,
  now,
}: Shared & { readonly now: () => string }): RouteHandlers<
  'listSourceConnections' | 'getSourceConnection' | 'testSourceConnection' | 'listRelations'
> {
  return {
    listSourceConnections: ({ query: { holder_id: holderId = null, limit, offset } }) => {
      const { data, total } = connections.list(holderId, { limit, offset });
      return pageReply(
        data.map((each) => shown(each, connections)),
        { total, limit, offset },
      );
    },

    getSourceConnection: ({ parameters: { connection_id: id } }) =>
      jsonReply(shown(requireConnection(connections, id), connections)),

    testSourceConnection: async ({ parameters: { connection_id: id } }) => {
      const found = await looks.test(requireConnection(connections, id));
      return jsonReply({ ...found, tested_at: now() } satisfies SourceConnectionTest);
    },

    listRelations: async ({ parameters: { connection_id: id }, query: { search, limit } }) => {
      const asked = { search, limit: limit + 1 };
      const found = await looks.relations(requireConnection(connections, id), asked);
      return jsonReply({
        data: found.slice(0, limit),
        has_more: found.length > limit,
      } satisfies RelationList);
    },
  };
}

export interface ConnectionWriteOptions extends Shared {
  readonly writer: SourceConnectionWriter;
  readonly commits: Writes;
  readonly createId: CreateId;
  readonly means: AskerMeans;
  /** 32 bytes. */
  readonly seed: Uint8Array;
}

const topics = ['datasets'] as const;

export function connectionWriteRoutes(
  options: ConnectionWriteOptions,
): RouteHandlers<'createSourceConnection' | 'deleteSourceConnection' | 'putSourcePassword'> {
  const { connections, looks, writer, commits, createId, means, seed } = options;
  return {
    createSourceConnection: async (call) => {
      const { body, principal } = call;
      const login = loginIn(body);
      const found = await looks.first(login, body.password, {
        writableRole: body.accept_writable_role,
      });
      const connectionId = createId('sconn');
      const made: Omit<StoredConnection, 'createdAt'> = {
        ...login,
        connectionId,
        holderId: body.holder_id ?? null,
        name: body.name,
        ...found,
        createdBy: actorOf(principal).id,
      };
      await keepPassword(means, connectionId, body.password);
      let isMade = false;
      try {
        const asked = { ...call, idempotency: withoutPassword(call.idempotency, seed) };
        return await commits.writeJson(asked, { status: 201, topics }, (now) => {
          refuseOneMore(connections, made);
          writer.create(made, now);
          isMade = true;
          return shown({ ...made, createdAt: now }, connections);
        });
      } finally {
        if (!isMade) await keepPassword(means, connectionId, undefined);
      }
    },

    deleteSourceConnection: async (call) => {
      const { connection_id: id } = call.parameters;
      const reply = await commits.writeJson(call, { status: 200, topics }, (now) => {
        const last = shown(requireConnection(connections, id), connections);
        if (last.dataset_count > 0) throw inUse(last);
        writer.remove(id, now);
        return last;
      });
      await keepPassword(means, id, undefined);
      return reply;
    },

    putSourcePassword: async (call) => {
      const { connection_id: id } = call.parameters;
      const { password } = call.body;
      const connection = requireConnection(connections, id);
      const found = await looks.first(loginOf(connection), password, {
        writableRole: connection.mayWrite,
      });
      await keepPassword(means, id, password);
      const asked = { ...call, idempotency: withoutPassword(call.idempotency, seed) };
      return commits.writeJson(asked, { status: 200, topics }, () => {
        const kept = requireConnection(connections, id);
        if (found.server !== kept.server) writer.setServer(id, found.server);
        return shown({ ...kept, server: found.server }, connections);
      });
    },
  };
}

/** The digest of a body that holds a password says nothing of it without the seed, which no ledger holds. */
function withoutPassword(
  request: IdempotentRequest | undefined,
  seed: Uint8Array,
): IdempotentRequest | undefined {
  if (request === undefined) return undefined;
  const fingerprint = createHmac('sha256', seed)
    .update('source-connection.request/v1')
    .update(request.fingerprint)
    .digest('hex');
  return { ...request, fingerprint };
}

function loginIn({ host, port, database, user, tls, ca }: CreateSourceConnection): Login {
  return { host, port, database, user, tls, ca: ca ?? null };
}

/** @throws {ApiError} `conflict` where there are enough, or one of that name */
function refuseOneMore(
  connections: SourceConnectionsStore,
  { name, holderId }: Pick<StoredConnection, 'name' | 'holderId'>,
): void {
  const { ofLedger } = limits.sourceConnections;
  if (connections.list(null, { limit: 0, offset: 0 }).total >= ofLedger) {
    throw new ApiError(
      'conflict',
      `A ledger has ${ofLedger} database connections at most. Remove one first.`,
      { details: { limit: ofLedger } },
    );
  }
  if (!connections.hasName(name, holderId)) return;
  throw new ApiError('conflict', `Another database connection is called ${name}.`, {
    fields: [faultAt('name', 'connection_name')],
  });
}

function inUse({ connection_id: id, dataset_count: count }: SourceConnection): ApiError {
  return new ApiError(
    'conflict',
    count === 1
      ? `A dataset is read over ${id}. Withdraw it first.`
      : `${count} datasets are read over ${id}. Withdraw them first.`,
    { details: { dataset_count: count } },
  );
}

/** @throws {ApiError} `not_found` */
function requireConnection(connections: SourceConnectionsStore, id: string): StoredConnection {
  const connection = connections.find(id);
  if (connection !== undefined) return connection;
  throw new ApiError('not_found', `There is no database connection ${id}.`);
}

function shown(
  connection: StoredConnection,
  connections: SourceConnectionsStore,
): SourceConnection {
  const { connectionId, holderId, name, host, port, database, user, tls, server } = connection;
  return {
    connection_id: connectionId,
    name,
    host,
    port: port === 0 ? null : port,
    database,
    user,
    tls,
    holder_id: holderId,
    server,
    is_tried: isTried(server),
    may_write: connection.mayWrite,
    dataset_count: connections.uses(connectionId),
    created_at: connection.createdAt,
    created_by: connection.createdBy,
  };
}
