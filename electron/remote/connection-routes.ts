/** The routes of connections: kept on this machine, checked on request, their keys never answered. */
import type {
  ChangeConnection,
  CheckConnection,
  Connection,
  ConnectionCheck,
} from '../../shared/contract/connections.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { CreateId } from '../../shared/ids.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { parseRemoteUrl } from '../policy/remote-url.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { ConnectionsStore } from './connections-store.ts';
import { ledgerFigures } from './ledger-figures.ts';
import { RecentAnswers } from './recent-answers.ts';
import { defaultRemoteTimes, RemoteClient } from './remote-client.ts';
import { checkServer } from './server-check.ts';

export type ConnectionOperations =
  | 'listConnections'
  | 'createConnection'
  | 'checkConnection'
  | 'getConnectionFigures'
  | 'changeConnection'
  | 'deleteConnection';

export interface ConnectionRoutesOptions {
  readonly store: ConnectionsStore;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
  /** Which connection the window has open. */
  readonly openConnection: () => string | undefined;
  /** Opens the open connection again, with what it says now. */
  readonly reopen: (connection: Connection) => Promise<void>;
}

/** How long a check may take for each of its questions; milliseconds. */
const checkMs = 10_000;

export function connectionRoutes(
  options: ConnectionRoutesOptions,
): RouteHandlers<ConnectionOperations> {
  const { store, clock, createId, changed } = options;
  const answers = new RecentAnswers(clock);

  return {
    listConnections: async () => jsonReply(await store.list()),
    createConnection: ({ body, idempotency }) =>
      answers.once(idempotency, async () => {
        const { name, base_url, api_key, keep_offline = true } = body;
        const made = await store.create(
          {
            connection_id: createId('conn'),
            name,
            base_url: goodUrl(base_url),
            keep_offline,
            created_at: instant(clock()),
            last_online_at: null,
          },
          api_key,
        );
        changed(['connections']);
        return jsonReply(made);
      }),
    checkConnection: async ({ body, signal }) => {
      const began = performance.now();
      const found = await check(body, signal, options);
      return jsonReply({ ...found, ms: Math.round(performance.now() - began) });
    },
    getConnectionFigures: async ({ parameters, signal }) => {
      const id = parameters.connection_id;
      const { base_url: baseUrl, kept_bytes: kept } = await store.get(id);
      const client = clientFor({ baseUrl, apiKey: await store.keyOf(id) }, options);
      const cache = kept === 0 ? undefined : await store.cacheOf(id, clock);
      return jsonReply(await ledgerFigures(client, cache, signal));
    },
    changeConnection: async ({ parameters, body, previous }) => {
      const id = parameters.connection_id;
      refuseKeyElsewhere(await store.get(id), body);
      const { name, base_url, api_key, keep_offline } = body;
      const after = await store.change(
        id,
        {
          ...(name === undefined ? {} : { name }),
          ...(base_url === undefined ? {} : { base_url: goodUrl(base_url) }),
          ...(keep_offline === undefined ? {} : { keep_offline }),
        },
        api_key,
        (now) => previous.confirm(now),
      );
      if (options.openConnection() === id) await options.reopen(after);
      changed(['connections']);
      return jsonReply(after);
    },
    deleteConnection: async ({ parameters, previous }) => {
      const id = parameters.connection_id;
      if (options.openConnection() === id) {
        throw new ApiError('conflict', 'The connection is open. Open another workspace first.');
      }
      const gone = await store.remove(id, (now) => previous.confirm(now));
      changed(['connections']);
      return jsonReply(gone);
    },
  };
}

async function check(
  given: CheckConnection,
  signal: AbortSignal,
  options: Pick<ConnectionRoutesOptions, 'store' | 'fetch'>,
): Promise<Omit<ConnectionCheck, 'ms'>> {
  const { base_url: baseUrl, apiKey } = await whatToCheck(given, options.store);
  const client = clientFor({ baseUrl, apiKey }, options);
  const { state, reason, description, caller } = await checkServer(client, baseUrl, signal);
  return {
    base_url: baseUrl,
    state,
    reason,
    server:
      description === undefined ? null : { title: description.title, version: description.version },
    caller: caller ?? null,
    operations: description === undefined ? null : [...description.operations],
  };
}

/** A client that is asked now and then: it waits for no answer for long. */
function clientFor(
  server: { readonly baseUrl: string; readonly apiKey: string },
  { fetch: send }: Pick<ConnectionRoutesOptions, 'fetch'>,
): RemoteClient {
  const times = { ...defaultRemoteTimes, answerMs: checkMs };
  return new RemoteClient({ ...server, fetch: send, times });
}

async function whatToCheck(
  given: CheckConnection,
  store: ConnectionsStore,
): Promise<{ base_url: string; apiKey: string }> {
  const { connection_id: id, base_url, api_key } = given;
  if (id === undefined) {
    const missing = (['base_url', 'api_key'] as const).filter((each) => given[each] === undefined);
    if (base_url !== undefined && api_key !== undefined) {
      return { base_url: goodUrl(base_url), apiKey: api_key };
    }
    throw validationError(missing.map((field) => faultAt(field, 'required_without_connection')));
  }
  const kept = await store.get(id);
  refuseKeyElsewhere(kept, { base_url, api_key });
  return {
    base_url: base_url === undefined ? kept.base_url : goodUrl(base_url),
    apiKey: api_key ?? (await store.keyOf(id)),
  };
}

/** A key that is kept for one server is not sent to another. */
function refuseKeyElsewhere(kept: Connection, given: ChangeConnection): void {
  if (given.base_url === undefined || given.api_key !== undefined) return;
  if (goodUrl(given.base_url) === kept.base_url) return;
  throw validationError([faultAt('api_key', 'required_with_another_address')]);
}

/** @throws ApiError `validation_error` */
function goodUrl(text: string): string {
  const url = parseRemoteUrl(text);
  if (url.kind === 'good') return url.baseUrl;
  throw validationError([{ field: 'base_url', ...url.fault }]);
}
