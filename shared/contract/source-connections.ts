/** Connections to servers of databases, whose tables and views datasets are made of (extension). */
import * as z from './when-asked.ts';
import { identifier, instantSchema, oneOf, paginated, queryInteger } from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import { page } from './route.ts';

const text = (maximum: number) =>
  z
    .string({ error: fault('type_string') })
    .min(1, fault('not_empty'))
    .max(maximum, fault('at_most_characters', { maximum }))
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, fault('no_steering'));

/**
 * `verify-full`: TLS with a certificate that holds for the host; `off`: without, for servers behind a line that is safe
 * by itself.
 */
export const tlsModes = ['verify-full', 'off'] as const;
export type TlsMode = (typeof tlsModes)[number];

const members = {
  name: text(120),
  host: z
    .string({ error: fault('type_string') })
    .regex(/^[A-Za-z0-9]([A-Za-z0-9._:-]{0,251}[A-Za-z0-9])?$|^::1$/, fault('server_host'))
    .meta({ description: 'A name, or an address without brackets' }),
  port: z
    .int({ error: fault('type_integer') })
    .min(1, fault('server_port'))
    .max(65_535, fault('server_port')),
  database: text(63),
  user: text(63),
  tls: oneOf(tlsModes),
};

const password = z
  .string({ error: fault('type_string') })
  .max(1_024, fault('at_most_characters', { maximum: 1_024 }))
  .regex(/^\P{Cc}*$/u, fault('no_steering'))
  .meta({ description: 'Kept outside of the ledger, and never answered' });

/** The body of `POST /source-connections`. */
export const createSourceConnectionSchema = z
  .strictObject({
    ...members,
    port: members.port.default(5_432),
    password,
    tls: members.tls.default('verify-full'),
    ca: z
      .string({ error: fault('type_string') })
      .max(65_536, fault('at_most_characters', { maximum: 65_536 }))
      .regex(/-----BEGIN CERTIFICATE-----/, fault('certificate_read'))
      .optional()
      .meta({ description: 'PEM of who vouches for the certificate, where no public one does' }),
    accept_writable_role: z
      .boolean({ error: fault('type_boolean') })
      .default(false)
      .meta({
        description: 'Take a role that may write; nothing is ever written with it',
      }),
    holder_id: identifier(text(limits.shortString)).optional().meta({
      description: 'Whose alone it is; of nobody in particular unless told',
    }),
  })
  .meta({ id: 'CreateSourceConnection', sent: true });
export type CreateSourceConnection = z.infer<typeof createSourceConnectionSchema>;

export const sourceConnectionSchema = z
  .object({
    connection_id: z.string().meta({ description: 'Prefix sconn_' }),
    name: z.string(),
    host: z.string().meta({ description: 'Empty, as name, database and user, once it was erased' }),
    port: z.int().nullable().meta({ description: 'null once it was erased' }),
    database: z.string(),
    user: z.string(),
    tls: members.tls,
    holder_id: z.string().nullable(),
    server: z.string().meta({ description: 'As the server calls itself' }),
    is_tried: z
      .boolean()
      .meta({ description: 'Whether this program was tried with servers of this kind' }),
    may_write: z.boolean().meta({ description: 'Whether its role may write, which was accepted' }),
    dataset_count: z.int().meta({ description: 'Datasets whose rows are read over it' }),
    created_at: instantSchema,
    created_by: z.string().meta({ description: 'operator, or the id of an API key' }),
  })
  .meta({ id: 'SourceConnection' });
export type SourceConnection = z.infer<typeof sourceConnectionSchema>;

export const sourceConnectionPageSchema = paginated(sourceConnectionSchema).meta({
  id: 'SourceConnectionPage',
});

export const listSourceConnectionsQuerySchema = z.strictObject({
  holder_id: z.string().min(1, fault('not_empty')).optional(),
  ...page(limits.sourceConnections),
});

/** The body of `PUT /source-connections/{connection_id}/password`. */
export const putSourcePasswordSchema = z
  .strictObject({ password })
  .meta({ id: 'PutSourcePassword', sent: true });

/** Why a server cannot be used, by the member of its connection that is to be looked at. */
export const serverTroubles = ['host', 'tls', 'user', 'password', 'database', 'role'] as const;
export type ServerTrouble = (typeof serverTroubles)[number];

/** Result of `POST /source-connections/{connection_id}/test`. */
export const sourceConnectionTestSchema = z
  .object({
    state: z.enum(['ready', 'unavailable']),
    trouble: z
      .enum(serverTroubles)
      .nullable()
      .meta({ description: 'What to look at; `role`: it may write, which was not accepted' }),
    server: z.string().nullable().meta({ description: 'As it calls itself now' }),
    tested_at: instantSchema,
  })
  .meta({ id: 'SourceConnectionTest' });
export type SourceConnectionTest = z.infer<typeof sourceConnectionTestSchema>;

export const relationKinds = [
  'table',
  'partitioned_table',
  'view',
  'materialized_view',
  'foreign_table',
] as const;
export type RelationKind = (typeof relationKinds)[number];

export const relationSchema = z
  .object({
    schema: z.string(),
    name: z.string(),
    kind: z.enum(relationKinds),
    estimated_rows: z
      .int()
      .nullable()
      .meta({ description: 'As the server remembers them; null where it does not' }),
  })
  .meta({ id: 'SourceRelation' });
export type Relation = z.infer<typeof relationSchema>;

export const relationListSchema = z
  .object({ data: z.array(relationSchema), has_more: z.boolean() })
  .meta({ id: 'SourceRelationList' });
export type RelationList = z.infer<typeof relationListSchema>;

export const listRelationsQuerySchema = z.strictObject({
  search: z
    .string()
    .min(1, fault('not_empty'))
    .max(limits.searchText, fault('at_most_characters', { maximum: limits.searchText }))
    .optional()
    .meta({ description: 'A part of the name of a relation or its schema' }),
  limit: queryInteger(1, limits.relations.maximumLimit).default(limits.relations.defaultLimit),
});
