/** The routes of connections to servers of databases. */
import type { Route } from './route.ts';
import {
  createSourceConnectionSchema,
  listRelationsQuerySchema,
  listSourceConnectionsQuerySchema,
  putSourcePasswordSchema,
  relationListSchema,
  sourceConnectionPageSchema,
  sourceConnectionSchema,
  sourceConnectionTestSchema,
} from './source-connections.ts';

const bodyErrors = [
  'validation_error',
  'malformed_json',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;

const common = { area: 'datasets', errorShape: 'sessions', extension: true } as const;
const reads = { ...common, access: 'read' } as const;
const writes = { ...common, access: 'write' } as const;

export const sourceConnectionRoutes = [
  {
    ...writes,
    operationId: 'createSourceConnection',
    method: 'POST',
    path: '/source-connections',
    summary: 'Connect a server of databases, whose tables and views datasets can be made of',
    description:
      'PostgreSQL 15 or newer, and what speaks its protocol. The operator names the servers with --source-host. The server is asked at once: a wrong password, host or database is told by its member. A role that may write is refused unless that is accepted.',
    body: createSourceConnectionSchema,
    status: 201,
    response: sourceConnectionSchema,
    errors: [...bodyErrors, 'forbidden', 'conflict', 'query_timeout', 'source_unavailable'],
  },
  {
    ...reads,
    operationId: 'listSourceConnections',
    method: 'GET',
    path: '/source-connections',
    summary: 'Connections to servers of databases, newest first; never their passwords',
    description: 'A holder sees its own.',
    query: listSourceConnectionsQuerySchema,
    status: 200,
    response: sourceConnectionPageSchema,
    errors: ['validation_error'],
  },
  {
    ...reads,
    operationId: 'getSourceConnection',
    method: 'GET',
    path: '/source-connections/{connection_id}',
    summary: 'One connection to a server of databases',
    description: 'Its address, its role and what the server calls itself; never the password.',
    status: 200,
    response: sourceConnectionSchema,
    errors: ['not_found'],
  },
  {
    ...writes,
    operationId: 'deleteSourceConnection',
    method: 'DELETE',
    path: '/source-connections/{connection_id}',
    summary: 'Remove a connection that no dataset uses, with its password',
    description: 'A connection that a dataset uses stays: 409 with how many there are.',
    status: 200,
    response: sourceConnectionSchema,
    errors: ['not_found', 'conflict', 'idempotency_key_reused'],
  },
  {
    ...writes,
    operationId: 'putSourcePassword',
    method: 'PUT',
    path: '/source-connections/{connection_id}/password',
    summary: 'Give a connection another password',
    description:
      'The server is asked with it first. A connection of a ledger that was restored has no password until it is given one.',
    body: putSourcePasswordSchema,
    status: 200,
    response: sourceConnectionSchema,
    errors: [...bodyErrors, 'not_found', 'forbidden', 'query_timeout', 'source_unavailable'],
  },
  {
    ...reads,
    operationId: 'testSourceConnection',
    method: 'POST',
    path: '/source-connections/{connection_id}/test',
    summary: 'Ask the server of a connection now',
    description: 'Tells what to look at where it cannot be used.',
    status: 200,
    response: sourceConnectionTestSchema,
    errors: ['not_found'],
  },
  {
    ...reads,
    operationId: 'listRelations',
    method: 'GET',
    path: '/source-connections/{connection_id}/relations',
    summary: 'Tables and views that a connection may read, by name',
    description: 'With the number of rows as the server remembers it.',
    query: listRelationsQuerySchema,
    status: 200,
    response: relationListSchema,
    errors: ['validation_error', 'not_found', 'forbidden', 'query_timeout', 'source_unavailable'],
  },
] as const satisfies readonly Route[];
