/** The loopback server of this machine: where SDK clients, scripts and browsers reach the API (extensions). */
import * as z from './when-asked.ts';
import { previousOf } from './previous.ts';
import type { Route } from './route.ts';
import { fault } from './faults.ts';

export const serverStates = ['off', 'listening', 'failed'] as const;

/**
 * How ready a host is, as `/readyz` tells it in one word. `opening`: the ledger is not open yet, or another one
 * opens. `migrating`: its tables are brought up to date. `fault`: it did not open, is damaged, or a thread stays
 * down. `writer`: a thread crashed and is not back. `storage_full`: it is open for reading only. `draining`: the
 * process is about to end.
 */
export const readinessWords = [
  'ok',
  'opening',
  'migrating',
  'fault',
  'writer',
  'storage_full',
  'draining',
] as const;
export type Readiness = (typeof readinessWords)[number];

/** Where an option of the host was given; of more than one, what goes before the others. */
export const optionSources = ['argument', 'environment', 'file'] as const;

export const hostOptionSchema = z.object({
  name: z.string().meta({ description: 'As on the command line, without its dashes' }),
  value: z.string().meta({ description: 'Several values with a comma between them' }),
  source: z.enum(optionSources),
});
export type HostOption = z.infer<typeof hostOptionSchema>;

export const serverSchema = z
  .object({
    managed: z.boolean().meta({
      description:
        'Whether it can be switched here; false on the headless host, whose only way in it is',
    }),
    enabled: z
      .boolean()
      .meta({ description: 'Whether it is to run, now and after the next start' }),
    port: z.int().meta({ description: '0 picks a free one each time' }),
    base_url: z.string().nullable().meta({ description: 'Null unless it listens' }),
    state: z.enum(serverStates),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why it does not listen though it is to, for a person' }),
    options: z
      .array(hostOptionSchema)
      .default([])
      .meta({ description: 'With which the headless host was started; empty in the window' }),
    readiness: z
      .enum(readinessWords)
      .nullable()
      .default(null)
      .meta({ description: 'What /readyz tells; null in the window, which answers no probes' }),
  })
  .meta({ id: 'Server' });
export type ServerState = z.infer<typeof serverSchema>;

/** Ports below 1024 belong to the system. */
export const changeServerSchema = z.strictObject({
  enabled: z.boolean(),
  port: z
    .int()
    .refine((port) => port === 0 || (port >= 1_024 && port <= 65_535), {
      error: fault('port'),
    })
    .meta({ minimum: 0, maximum: 65_535 }),
});
export type ChangeServer = z.infer<typeof changeServerSchema>;

/** The body of `PUT /server`. */
export const putServerSchema = changeServerSchema
  .extend({
    if_previous: previousOf(serverSchema.pick({ enabled: true, port: true }).shape),
  })
  .meta({ id: 'ChangeServer', sent: true });

export const serverLinkSchema = z
  .object({
    url: z.string().meta({ description: 'Lets one browser in, once; with its token' }),
    expires_in: z.int().meta({ description: 'Seconds' }),
  })
  .meta({ id: 'ServerLink' });
export type ServerLink = z.infer<typeof serverLinkSchema>;

const forConsole = 'For the console only, not with an API key.';

export const serverRoutes = [
  {
    operationId: 'getServer',
    method: 'GET',
    path: '/server',
    summary: 'Whether the loopback server runs, and where',
    description: forConsole,
    area: 'service',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: serverSchema,
    errors: ['forbidden'],
  },
  {
    operationId: 'changeServer',
    method: 'PUT',
    path: '/server',
    summary: 'Switch the loopback server on or off, or to another port',
    description: `Remembered for the next start. It listens on 127.0.0.1 only and serves whoever has an API key. A port that cannot be had is a 409 and nothing changes. On the headless host it cannot be switched: 409. ${forConsole}`,
    area: 'service',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    body: putServerSchema,
    status: 200,
    response: serverSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'forbidden',
      'conflict',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
  {
    operationId: 'createServerLink',
    method: 'POST',
    path: '/server/links',
    summary: 'A link that lets one browser of this machine into the console, once',
    description: `Whoever opens it acts as the operator until the server stops. 409 while the server does not listen. ${forConsole}`,
    area: 'service',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    status: 201,
    response: serverLinkSchema,
    errors: ['forbidden', 'conflict'],
  },
] as const satisfies readonly Route[];
