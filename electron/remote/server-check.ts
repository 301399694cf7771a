/** The questions that a server is asked first: is it there, does it take the key, what does it offer. */
import { limits } from '../../shared/contract/limits.ts';
import { z } from 'zod';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import type { Connection, RemoteConnectionState } from '../../shared/contract/connections.ts';
import { RemoteFailure, readText, type RemoteClient } from './remote-client.ts';
import { describeServer, type ServerDescription } from './server-operations.ts';

export interface ServerCaller {
  readonly kind: string;
  readonly role: string | null;
  readonly name: string | null;
  readonly key_id: string | null;
}

export interface ServerAnswers {
  readonly state: RemoteConnectionState;
  readonly reason: string | null;
  /** undefined where the server does not describe itself. */
  readonly description: ServerDescription | undefined;
  /** undefined where the server does not tell. */
  readonly caller: ServerCaller | undefined;
}

/** The ledger behind a server, as far as it tells. */
export interface ServerLedger {
  readonly origin: string | undefined;
  readonly createdAt: string | undefined;
  readonly recordCount: number | undefined;
  /** Number of the last entry that declares an erasure. */
  readonly lastErasure: number | undefined;
  readonly replicaDays: number | undefined;
}

const text = z.string().max(1_000).nullable().catch(null);
const callerSchema = z.looseObject({
  kind: z.string().max(100).catch('api_key'),
  role: text,
  name: text,
  key_id: text,
});
const ledgerSchema = z.looseObject({
  origin: z.string().min(1).max(1_000).optional().catch(undefined),
  created_at: z.iso.datetime().optional().catch(undefined),
  record_count: z.int().min(0).optional().catch(undefined),
  last_erasure: z.int().min(0).optional().catch(undefined),
  replica_days: z.int().min(1).max(limits.replicaDays).optional().catch(undefined),
});
/** The specified answer to `GET /records`: what no other server gives by chance. */
const recordPageSchema = z.looseObject({
  data: z.array(z.unknown()),
  total: z.int().min(0),
  limit: z.int().min(0),
  offset: z.int().min(0),
});
/** A specified refusal, in either shape: of a key that may not list records, or has done so too often. */
const refusalSchema = z.looseObject({
  error: z.union([
    z.looseObject({ code: z.enum(['forbidden', 'rate_limit_exceeded']) }),
    z.looseObject({ type: z.enum(['forbidden', 'rate_limit_exceeded']) }),
  ]),
});

/** Asks all of it. Never rejects, except when `signal` aborts. */
export async function checkServer(
  client: RemoteClient,
  baseUrl: Connection['base_url'],
  signal: AbortSignal,
): Promise<ServerAnswers> {
  const found: { description?: ServerDescription | undefined; caller?: ServerCaller | undefined } =
    {};
  try {
    const document = await client.get('/openapi.json', signal);
    throwUnlessAnswer(document);
    found.description = describeServer(await jsonOf(document), baseUrl);
    const knows = found.description?.operations;
    if (knows === undefined || knows.has('getMe')) {
      const me = await client.get('/me', signal);
      throwUnlessAnswer(me);
      const caller = callerSchema.safeParse(await jsonOf(me));
      if (caller.success) {
        const { kind, role, name, key_id } = caller.data;
        found.caller = { kind, role, name, key_id };
      }
    }
    await askRecords(client, signal);
    return { state: 'online', reason: null, description: found.description, caller: found.caller };
  } catch (error) {
    if (signal.aborted) throw error;
    const refused = error instanceof KeyRefused;
    return {
      state: refused ? 'refused' : 'offline',
      reason: error instanceof RemoteFailure ? error.reason : 'It cannot be reached.',
      description: found.description,
      caller: undefined,
    };
  }
}

/**
 * Asks what every server of the specification answers, with this key: only that tells that it is one.
 * @throws KeyRefused, or RemoteFailure for every answer that is not the specified one
 */
export async function askRecords(client: RemoteClient, signal: AbortSignal): Promise<void> {
  const answer = await client.get('/records?limit=1', signal);
  throwUnlessAnswer(answer);
  const value = jsonOrUndefined(await readText(answer));
  const specified = answer.ok ? recordPageSchema : refusalSchema;
  if (specified.safeParse(value).success) return;
  throw new RemoteFailure(
    answer.status === 404
      ? 'There is no Proofdesk API at this address: it usually ends with /v1.'
      : `Another program answers at this address (${answer.status}), not the Proofdesk API.`,
  );
}

/** Asks a server about its ledger; the total of the specified list where it tells nothing else. */
export async function askLedger(
  client: RemoteClient,
  operations: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ServerLedger> {
  if (operations.has('getWorkspace')) {
    const response = await client.get('/workspace', signal);
    const ledger = ledgerSchema.safeParse(response.ok ? await jsonOf(response) : undefined);
    if (ledger.success) {
      const { data } = ledger;
      return {
        origin: data.origin,
        createdAt: data.created_at,
        recordCount: data.record_count,
        lastErasure: data.last_erasure,
        replicaDays: data.replica_days,
      };
    }
  }
  const response = await client.get('/records?limit=1', signal);
  const page = recordPageSchema.safeParse(response.ok ? await jsonOf(response) : undefined);
  return {
    origin: undefined,
    createdAt: undefined,
    recordCount: page.success ? page.data.total : undefined,
    lastErasure: undefined,
    replicaDays: undefined,
  };
}

/** The server is there but does not take the key. */
export class KeyRefused extends RemoteFailure {
  constructor() {
    super('It does not accept the API key: it may have expired or been revoked.');
    this.name = 'KeyRefused';
  }
}

/** @throws KeyRefused, or RemoteFailure for an answer of something in front of the server */
export function throwUnlessAnswer({ status, headers, body }: Response): void {
  if (status !== 401 && (status < 500 || (status === 500 && isJson(headers)))) return;
  body?.cancel().catch(() => {});
  if (status === 401) throw new KeyRefused();
  throw new RemoteFailure(
    isJson(headers)
      ? `It is there but cannot answer at the moment (${status}).`
      : `Something in front of it answers in its place (${status}).`,
  );
}

export function isJson(headers: Headers): boolean {
  return headers.get('content-type')?.toLowerCase().startsWith('application/json') === true;
}

/** The JSON of an answer; undefined where it is none. */
async function jsonOf(response: Response): Promise<unknown> {
  const body = await readText(response);
  return response.ok ? jsonOrUndefined(body) : undefined;
}
