/** Connections: servers whose `{base_url}` this console may work against, each with an API key of its own (extensions). */
import * as z from './when-asked.ts';
import { ledgerVerdictSchema } from './chain.ts';
import { instantSchema } from './common.ts';
import { previousOf } from './previous.ts';
import type { Route } from './route.ts';
import { fault } from './faults.ts';

export const connectionIdPattern = /^conn_[0-9A-Z]{1,64}$/;

/** How a key is kept: by the system's keychain, or in a file that its owner can read. */
export const keyProtections = ['keychain', 'unprotected'] as const;

export const connectionSchema = z
  .object({
    connection_id: z.string().meta({ description: 'Prefix conn_' }),
    name: z.string(),
    base_url: z.string().meta({ description: 'With its /v1, without a slash at the end' }),
    key_protection: z
      .enum(keyProtections)
      .meta({ description: 'The key itself is never answered' }),
    keep_offline: z.boolean().meta({
      description: 'Whether what was read is kept, sealed, for when the server is away',
    }),
    kept_bytes: z.int().meta({ description: 'Of the file of what is kept; 0 where nothing is' }),
    created_at: instantSchema,
    last_online_at: instantSchema.nullable(),
  })
  .meta({ id: 'Connection' });
export type Connection = z.infer<typeof connectionSchema>;
export const connectionListSchema = z.array(connectionSchema).meta({ id: 'ConnectionList' });

/** Up to 8,192 printable characters: what fits into a header. The form of a key is its server's affair. */
const secret = z.string().regex(/^[\x21-\x7e]{1,8192}$/, fault('key_as_issued'));
const name = z.string().trim().min(1).max(120);
/** The form; what a URL parser makes of it is judged once more where it is used. */
const baseUrl = z
  .string()
  .trim()
  .max(2_048)
  .regex(
    /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?)(?:\/[^\s?#]*)?$/i,
    fault('address_whole'),
  )
  .meta({
    description:
      'https, or http for a loopback address; the path ends with the version, usually /v1',
  });

const keepOffline = z.boolean().optional().meta({
  description: 'Keep what was read for offline use; without it, yes. No: what is kept goes',
});

export const createConnectionSchema = z
  .strictObject({ name, base_url: baseUrl, api_key: secret, keep_offline: keepOffline })
  .meta({ id: 'CreateConnection', sent: true });
export type CreateConnection = z.infer<typeof createConnectionSchema>;

/** Another address takes its key along in the same request: a key never goes where it was not meant for. */
export const changeConnectionSchema = z.strictObject({
  name: name.optional(),
  base_url: baseUrl.optional(),
  api_key: secret.optional(),
  keep_offline: keepOffline,
});
const ifPreviousConnection = {
  if_previous: previousOf(
    connectionSchema.pick({ name: true, base_url: true, keep_offline: true }).shape,
  ),
};

/** The body of `PUT /connections/{connection_id}`. */
export const putConnectionSchema = changeConnectionSchema
  .extend(ifPreviousConnection)
  .meta({ id: 'ChangeConnection', sent: true });
/** The body of `DELETE /connections/{connection_id}`. */
export const deleteConnectionSchema = z
  .strictObject(ifPreviousConnection)
  .meta({ id: 'DeleteConnection', sent: true });
export type ChangeConnection = z.infer<typeof changeConnectionSchema>;

/** A connection that is kept, or an address and a key that are not kept yet. */
export const checkConnectionSchema = z
  .strictObject({
    connection_id: z.string().regex(connectionIdPattern, fault('connection_id')).optional(),
    base_url: baseUrl.optional(),
    api_key: secret.optional(),
  })
  .meta({ id: 'CheckConnection', sent: true });
export type CheckConnection = z.infer<typeof checkConnectionSchema>;

/** Header of an answer that was kept from when the server was there: when it was read; RFC 3339. */
export const asOfHeader = 'x-proofdesk-as-of';

/** `offline`: nobody answers. `refused`: the server answers, but not to this key. */
export const remoteStates = ['online', 'offline', 'refused'] as const;
export type RemoteConnectionState = (typeof remoteStates)[number];

export const connectionCheckSchema = z
  .object({
    base_url: z.string(),
    state: z.enum(remoteStates),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it is not online, in words for a person; null when it is' }),
    ms: z.int().meta({ description: 'How long the check took' }),
    server: z
      .object({ title: z.string(), version: z.string() })
      .nullable()
      .meta({ description: 'As its OpenAPI document says; null without one' }),
    caller: z
      .object({
        kind: z.string(),
        role: z.string().nullable(),
        name: z.string().nullable(),
        key_id: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Whose key it is; null where the server does not tell' }),
    operations: z.array(z.string()).nullable().meta({
      description: 'Operations that the server has, by operationId; null where it does not tell',
    }),
  })
  .meta({ id: 'ConnectionCheck' });
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;

/** The ledger behind a connection, as its server tells of it under the key of the connection. */
export const connectionFiguresSchema = z
  .object({
    state: z.enum(remoteStates),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it is not online, in words for a person; null when it is' }),
    as_of: instantSchema.nullable().meta({
      description:
        'When the figures were read that are kept; null for those of now, or where none are',
    }),
    decisions_today: z.int().nullable().meta({ description: 'Of the UTC day of the figures' }),
    waiting_reviews: z.int().nullable(),
    verdict: ledgerVerdictSchema.nullable().meta({ description: 'Of the newest verification' }),
    verified_at: instantSchema.nullable(),
    checkpoint_at: instantSchema.nullable().meta({ description: 'Of the newest known checkpoint' }),
  })
  .meta({
    id: 'ConnectionFigures',
    description: 'A figure is null where the server does not tell it to this key',
  });
export type ConnectionFigures = z.infer<typeof connectionFiguresSchema>;

/** The remote behind an open workspace of kind `remote`. */
export const remoteSchema = z
  .object({
    connection_id: z.string(),
    name: z.string(),
    base_url: z.string(),
    state: z.enum(remoteStates),
    since: instantSchema.meta({ description: 'When this state began' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it is not online, in words for a person; null when it is' }),
    next_attempt_at: instantSchema
      .nullable()
      .meta({ description: 'When the server is asked again; null while it is online' }),
    operations: z.array(z.string()).nullable().meta({
      description:
        'Operations that can be had, by operationId: those of the server (from its OpenAPI document, or all that were not answered with 404 or 405) and those of this host. Null until the server was reached once.',
    }),
  })
  .meta({ id: 'Remote' });
export type Remote = z.infer<typeof remoteSchema>;

const forConsole = 'For the console only, not with an API key.';

export const connectionRoutes = [
  {
    operationId: 'listConnections',
    method: 'GET',
    path: '/connections',
    summary: 'Servers that this console may work against, by name',
    description: forConsole,
    area: 'workspace',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: connectionListSchema,
    errors: ['forbidden'],
  },
  {
    operationId: 'createConnection',
    method: 'POST',
    path: '/connections',
    summary: 'Keep a server’s address and an API key for it',
    description: `The key is sealed by the system's keychain where there is one, and never answered. The server is not asked: see the check. ${forConsole}`,
    area: 'workspace',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    body: createConnectionSchema,
    status: 201,
    response: connectionSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'forbidden',
      'conflict',
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
  {
    operationId: 'checkConnection',
    method: 'POST',
    path: '/connections/check',
    summary: 'Ask a server whether it can be reached, whose key it is and what it offers',
    description: `Either \`connection_id\`, or \`base_url\` and \`api_key\`. Nothing is kept. ${forConsole}`,
    area: 'workspace',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    body: checkConnectionSchema,
    status: 200,
    response: connectionCheckSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'forbidden',
      'not_found',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
  {
    operationId: 'getConnectionFigures',
    method: 'GET',
    path: '/connections/{connection_id}/figures',
    summary:
      'Decisions today, waiting reviews, verdict and checkpoint of the ledger behind a connection',
    description: `Asked of its server, ten seconds at most for each question; while it is away, as they were read last, where that is kept. ${forConsole}`,
    area: 'workspace',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: connectionFiguresSchema,
    errors: ['forbidden', 'not_found', 'conflict'],
  },
  {
    operationId: 'changeConnection',
    method: 'PUT',
    path: '/connections/{connection_id}',
    summary: 'Change a connection’s name, address or key',
    description: `Another \`base_url\` needs its \`api_key\` in the same request. What is left out stays. ${forConsole}`,
    area: 'workspace',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    body: putConnectionSchema,
    status: 200,
    response: connectionSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'forbidden',
      'not_found',
      'conflict',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
  {
    operationId: 'deleteConnection',
    method: 'DELETE',
    path: '/connections/{connection_id}',
    summary: 'Forget a connection and its key',
    description: `Answers the connection as it was. Refused while it is open. The key itself goes on to work at its server until it is revoked there. ${forConsole}`,
    area: 'workspace',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    body: deleteConnectionSchema,
    status: 200,
    response: connectionSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'forbidden',
      'not_found',
      'conflict',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
] as const satisfies readonly Route[];
