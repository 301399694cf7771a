/** Two persons, one thing to replace: every write that puts something in the place of something else, by the route table. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rateLimitsSchema } from '../../shared/contract/access.ts';
import { backupSettingsSchema, changeBackupSettingsSchema } from '../../shared/contract/backups.ts';
import {
  accountsSchema,
  limitTermsSchema,
  payoutPreferencesListSchema,
  rateCardAssignmentSchema,
  rateCardsSchema,
  spendingLimitSchema,
  spendingLimitsSchema,
} from '../../shared/contract/billing.ts';
import { billingSettingsSchema } from '../../shared/contract/billing-parties.ts';
import { connectionListSchema, connectionSchema } from '../../shared/contract/connections.ts';
import { fieldErrorSchema } from '../../shared/contract/errors.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { modelListSchema } from '../../shared/contract/models.ts';
import { personSettingsSchema } from '../../shared/contract/persons.ts';
import { reviewSchema } from '../../shared/contract/review-queue.ts';
import { profileListSchema } from '../../shared/contract/profiles.ts';
import type { Route } from '../../shared/contract/route.ts';
import { routes, type OperationId } from '../../shared/contract/routes.ts';
import { serverSchema } from '../../shared/contract/server.ts';
import { sourcePlacesSchema } from '../../shared/contract/source-places.ts';
import { webhookPageSchema, webhookSchema } from '../../shared/contract/webhooks.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { backupHostRoutes } from '../backup/host-routes.ts';
import { centCard } from '../billing/testing/billing-fixture.ts';
import { serverRoutes } from '../hosts/server-routes.ts';
import { placesOfMachine } from '../sources/place-routes.ts';
import { ManagedServer } from '../hosts/server-control.ts';
import { connectionRoutes } from '../remote/connection-routes.ts';
import { plainSeal } from '../database/key-seal.ts';
import { ConnectionsStore } from '../remote/connections-store.ts';
import type { ReplacingOperationId } from '../route-handler.ts';
import { admittedBy } from '../serve-request.ts';
import { serveHandlers } from './serve.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { inPlace } from './testing/in-place.ts';
import { operator, testIssuer, TestApi } from './test-api.ts';

let api: TestApi;
let root: string;
let askHost: (request: Request) => Promise<Response>;

beforeAll(async () => {
  api = await TestApi.open();
  await api.addAccount('acme');
  root = mkdtempSync(join(tmpdir(), 'proofdesk-replacing-'));
  const clock = () => Date.UTC(2026, 0, 1);
  const common = {
    clock,
    createId: createIdFactory({ now: clock, random: (n) => new Uint8Array(n) }),
  };
  const refuse = (): never => {
    throw new Error('Not asked for here.');
  };
  const server = new ManagedServer({
    dataRoot: root,
    listen: refuse,
    changed: () => {},
    log: () => {},
  });
  const serve = serveHandlers({
    handlers: {
      ...serverRoutes(server, clock),
      ...placesOfMachine({
        dataRoot: root,
        managed: true,
        given: [],
        givenServers: [],
        changed: () => {},
      }).handlers,
      ...connectionRoutes({
        ...common,
        store: new ConnectionsStore(root, plainSeal),
        fetch: refuse,
        changed: () => {},
        openConnection: () => undefined,
        reopen: refuse,
      }),
      ...backupHostRoutes({
        ...common,
        dataRoot: root,
        thread: {
          preview: refuse,
          openKey: refuse,
          exportKey: refuse,
          restore: refuse,
          inspect: refuse,
        },
        ledger: {
          workspace: () => ({ kind: 'local', directory: root }),
          keepSeed: undefined,
          whileClosed: refuse,
          refuseMoved: () => {},
          state: () => 'ready',
          announce: () => {},
        },
      }),
    },
    bodies: inPlace,
    createRequestId: () => 'req_1',
    log: () => {},
  });
  askHost = (request) => serve(admittedBy(request, operator));
});
afterAll(async () => {
  await api.close();
  rmSync(root, { recursive: true, force: true });
});

/** What the host answers itself, by where its paths begin. */
const hosts: ReadonlySet<string> = new Set(['connections', 'server', 'backups', 'sources']);

async function send(method: string, path: string, body?: object): Promise<Response> {
  if (!hosts.has(path.split('/')[1] ?? ''))
    return api.send(method, path, body === undefined ? {} : { body });
  return askHost(
    new Request(`http://proofdesk.test/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
}

async function read<Schema extends z.ZodType>(schema: Schema, path: string, body?: object) {
  const answer = await send(body === undefined ? 'GET' : 'POST', path, body);
  expect([path, answer.ok]).toEqual([path, true]);
  return schema.parse(await answer.json());
}

interface Scenario {
  /** How what is replaced is asked for to be replaced. */
  readonly path: string;
  /** What stands there, as it is read: what `if_previous` holds. */
  readonly now: () => Promise<object | undefined>;
  /** What the first and the second person ask for. */
  readonly asks: readonly [object, object];
  /** How the first one changes it, where that is another operation. */
  readonly byFirst?: { readonly method: string; readonly path: string };
  /** Whether to ask for what is there already is to be told apart from asking for it again. */
  readonly isNewEachTime?: true;
}

const limitTerms = (amount: number) => ({
  period: 'MONTHLY',
  mode: 'SOFT',
  amount,
  alert_thresholds: [80],
  auto_suspend: false,
});
async function newLimit(): Promise<string> {
  const made = await read(spendingLimitSchema, '/billing/limits', limitTerms(10));
  return made.limit_id;
}
const termsOf = async (id: string) => {
  const { data } = await read(spendingLimitsSchema, '/billing/limits');
  const found = data.find((each) => each.limit_id === id);
  return found === undefined ? undefined : z.object(limitTermsSchema.shape).parse(found);
};
let connections = 0;
async function newConnection(): Promise<string> {
  connections += 1;
  const body = {
    name: `Connection ${connections}`,
    base_url: 'https://proofdesk.example/v1',
    api_key: 'pk_1',
  };
  return (await read(connectionSchema, '/connections', body)).connection_id;
}
const connectionNow = async (id: string) => {
  const found = (await read(connectionListSchema, '/connections')).find(
    (each) => each.connection_id === id,
  );
  if (found === undefined) return undefined;
  const { name, base_url, keep_offline } = found;
  return { name, base_url, keep_offline };
};
const rate = (limit: number) => ({ limit, period: '1m' });
const rates = (limit: number) => ({
  read: rate(limit),
  query: rate(limit),
  write: rate(limit),
  bulk: rate(limit),
  rows: rate(limit),
});
const settings = (keepLast: number) => ({
  schedule: 'daily',
  every_hours: 24,
  daily_at: '02:00',
  keep_last: keepLast,
  keep_days: 1,
  keep_months: 1,
  folder: null,
});

const endpointTerms = (name: string) => ({
  url: `https://hooks.example.com/${name}`,
  events: ['invoice.paid'],
  status: 'active',
});

async function newEndpoint(): Promise<string> {
  const made = await read(webhookSchema, '/webhooks', { url: 'https://hooks.example.com/none' });
  return made.endpoint_id;
}

async function termsOfEndpoint(id: string) {
  const { data } = await read(webhookPageSchema, '/webhooks?limit=200');
  const { url, events, status } = data.find((each) => each.endpoint_id === id) ?? {};
  return { url: url ?? null, events: events ?? null, status: status ?? null };
}

/** One for each operation that replaces something: whoever adds another one adds it here. */
const scenarios: { readonly [Each in ReplacingOperationId]: () => Promise<Scenario> } = {
  assignReview: async () => {
    const { id } = await api.append({ model_id: 'decider' });
    return {
      path: `/reviews/${id}/assignment`,
      now: async () => {
        const { assignee } = await read(reviewSchema, `/reviews/${id}`);
        return { assignee };
      },
      asks: [{ assignee: 'operator' }, { assignee: null }],
    };
  },
  changePersonSettings: async () => {
    const settings = (years: number) => ({
      sender: 'Example Bank',
      objection_to: 'objections@bank.example',
      authority: '',
      kept_years: years,
    });
    return {
      path: '/persons/settings',
      now: () => read(personSettingsSchema, '/persons/settings'),
      asks: [settings(3), settings(5)],
    };
  },
  createModel: async () => ({
    path: '/models',
    now: async () => {
      const list = await read(modelListSchema, '/models');
      return { version: list.find((each) => each.model_id === 'scorer')?.version ?? null };
    },
    asks: [
      { model_id: 'scorer', version: '1.0.0' },
      { model_id: 'scorer', version: '1.1.0' },
    ],
    isNewEachTime: true,
  }),
  createProfile: async () => {
    await api.append({ model_id: 'decider' });
    return {
      path: '/models/decider/profiles',
      now: async () => {
        const { data } = await read(profileListSchema, '/models/decider/profiles');
        return { profile_id: data[0]?.profile_id ?? null };
      },
      asks: [{ profile: profileOf() }, { profile: profileOf({ small_group: 40 }) }],
      isNewEachTime: true,
    };
  },
  setPayoutPreferences: async () => ({
    path: '/billing/payout-preferences',
    now: async () => {
      const { data } = await read(payoutPreferencesListSchema, '/billing/payout-preferences');
      // What it is for a holder who has said nothing yet.
      const { frequency, threshold, method } = data.find((each) => each.holder_id === 'clinic') ?? {
        frequency: 'MONTHLY',
        threshold: 100,
        method: 'bank_transfer',
      };
      return { frequency, threshold, method };
    },
    asks: [
      { holder_id: 'clinic', frequency: 'WEEKLY', threshold: 20, method: 'bank_transfer' },
      { holder_id: 'clinic', frequency: 'MONTHLY', threshold: 30, method: 'bank_transfer' },
    ],
  }),
  changeBillingSettings: async () => ({
    path: '/billing/settings',
    now: async () => {
      const { issuer, kept_years } = await read(billingSettingsSchema, '/billing/settings');
      return { issuer: jsonOrUndefined(JSON.stringify(issuer)) ?? null, kept_years };
    },
    asks: [
      { issuer: testIssuer, kept_years: 12 },
      { issuer: { ...testIssuer, legal_name: 'Another B.V.' }, kept_years: 15 },
    ],
  }),
  setSuspension: async () => ({
    path: '/billing/accounts/acme/suspension',
    now: async () => {
      const { data } = await read(accountsSchema, '/billing/accounts');
      const manual = data
        .find((each) => each.account_id === 'acme')
        ?.suspensions.find((each) => each.cause === 'MANUAL');
      return { suspended: manual !== undefined, reason: manual?.reason ?? null };
    },
    asks: [
      { suspended: true, reason: 'A dispute' },
      { suspended: true, reason: 'A fraud' },
    ],
  }),
  assignRateCard: async () => {
    await read(z.object({}), '/billing/rate-cards', card('large'));
    await read(z.object({}), '/billing/rate-cards', card('small'));
    let assigned = { rate_card_id: 'standard', version: 1 };
    return {
      path: '/billing/accounts/acme/rate-card',
      now: async () => {
        const { data } = await read(accountsSchema, '/billing/accounts');
        assigned = data.find((each) => each.account_id === 'acme')?.rate_card ?? assigned;
        return assigned;
      },
      asks: [
        { rate_card_id: 'large', from_month: '2026-01' },
        { rate_card_id: 'small', from_month: '2026-01' },
      ],
      isNewEachTime: true,
    };
  },
  createRateCard: async () => ({
    path: '/billing/rate-cards',
    now: async () => {
      const { data } = await read(rateCardsSchema, '/billing/rate-cards');
      const versions = data.flatMap((each) => (each.rate_card_id === 'gold' ? [each.version] : []));
      return { version: versions.length === 0 ? null : Math.max(...versions) };
    },
    asks: [card('gold'), { ...card('gold'), name: 'Another' }],
    isNewEachTime: true,
  }),
  changeLimit: async () => {
    const id = await newLimit();
    return {
      path: `/billing/limits/${id}`,
      now: () => termsOf(id),
      asks: [limitTerms(20), limitTerms(30)],
    };
  },
  deleteLimit: async () => {
    const id = await newLimit();
    return {
      path: `/billing/limits/${id}`,
      now: () => termsOf(id),
      asks: [limitTerms(20), {}],
      byFirst: { method: 'PUT', path: `/billing/limits/${id}` },
    };
  },
  changeWebhook: async () => {
    const id = await newEndpoint();
    return {
      path: `/webhooks/${id}`,
      now: () => termsOfEndpoint(id),
      asks: [endpointTerms('one'), endpointTerms('two')],
    };
  },
  deleteWebhook: async () => {
    const id = await newEndpoint();
    return {
      path: `/webhooks/${id}`,
      now: () => termsOfEndpoint(id),
      asks: [endpointTerms('one'), {}],
      byFirst: { method: 'PUT', path: `/webhooks/${id}` },
    };
  },
  setRateLimits: async () => ({
    path: '/rate-limits',
    now: () => read(rateLimitsSchema, '/rate-limits'),
    asks: [rates(100), rates(200)],
  }),
  changeConnection: async () => {
    const id = await newConnection();
    return {
      path: `/connections/${id}`,
      now: () => connectionNow(id),
      asks: [{ name: `${id} here` }, { name: `${id} there` }],
    };
  },
  deleteConnection: async () => {
    const id = await newConnection();
    return {
      path: `/connections/${id}`,
      now: () => connectionNow(id),
      asks: [{ name: `${id} gone` }, {}],
      byFirst: { method: 'PUT', path: `/connections/${id}` },
    };
  },
  changeServer: async () => ({
    path: '/server',
    now: async () => {
      const { enabled, port } = await read(serverSchema, '/server');
      return { enabled, port };
    },
    asks: [
      { enabled: false, port: 4_000 },
      { enabled: false, port: 5_000 },
    ],
  }),
  changeSourcePlaces: async () => ({
    path: '/sources/places',
    now: async () => {
      const { folders, servers } = await read(sourcePlacesSchema, '/sources/places');
      return { folders, servers };
    },
    asks: [
      { folders: [realpathSync(tmpdir())], servers: ['db.example:5432'] },
      { folders: [realpathSync('/')], servers: [] },
    ],
  }),
  changeBackupSettings: async () => ({
    path: '/backups/settings',
    now: async () =>
      z
        .object(changeBackupSettingsSchema.shape)
        .parse(await read(backupSettingsSchema, '/backups/settings')),
    asks: [settings(3), settings(5)],
  }),
};

function card(id: string) {
  return { ...centCard, rate_card_id: id };
}

const conflictSchema = z.object({
  error: z.object({
    details: z.union([
      z.array(fieldErrorSchema),
      z.object({ fields: z.array(fieldErrorSchema), current: z.record(z.string(), z.json()) }),
    ]),
  }),
});

const table: readonly Route[] = routes;
const operations = Object.keys(scenarios);
const methodOf = (operation: string): string =>
  table.find((route) => route.operationId === operation)?.method ?? '';

describe.each(Object.entries(scenarios))('%s', (operation, prepare) => {
  test('refuses what was decided upon less, with what it is by now', async () => {
    const { path, now, asks, byFirst, isNewEachTime } = await prepare();
    const method = methodOf(operation);
    const [first, second] = asks;
    const before = await now();

    const done = await send(byFirst?.method ?? method, byFirst?.path ?? path, {
      ...first,
      ...(byFirst === undefined ? { if_previous: before } : {}),
    });
    expect([done.ok, await done.text()]).toEqual([true, expect.any(String)]);
    const between = await now();
    expect(between).not.toEqual(before);

    const late = await send(method, path, { ...second, if_previous: before });
    expect(late.status).toBe(409);
    const { details } = conflictSchema.parse(await late.json()).error;
    const fields = Array.isArray(details) ? details : details.fields;
    const differing = Object.entries(between ?? {}).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before ?? {}, name)),
    );
    expect(fields).toEqual(
      expect.arrayContaining(
        differing.map(([name]) => ({
          field: `if_previous.${name}`,
          message: expect.stringMatching(/^is .+ by now$/),
        })),
      ),
    );
    expect(fields).toHaveLength(differing.length);
    // The errors of models have room for fields alone.
    expect(Array.isArray(details) ? between : details.current).toMatchObject(between ?? {});
    expect(await now()).toEqual(between);

    // What stands there is what is asked for: a repetition whose first answer was lost is no conflict.
    const isTold = byFirst === undefined && isNewEachTime === undefined;
    const again = isTold
      ? await send(method, path, { ...first, if_previous: before })
      : await send('GET', '/me');
    expect([again.ok, await now()]).toEqual([true, between]);
    const good = await send(method, path, { ...second, if_previous: between });
    expect([good.ok, await good.text()]).toEqual([true, expect.any(String)]);
    expect(await now()).not.toEqual(between);
  });

  test('asks nothing of who says nothing, and refuses a member that it does not know', async () => {
    const { path, asks } = await prepare();
    const method = methodOf(operation);
    const unknown = await send(method, path, { ...asks[1], if_previous: { colour: 'red' } });
    expect([unknown.status, await unknown.text()]).toEqual([
      400,
      expect.stringContaining('if_previous.colour'),
    ]);
    const done = await send(method, path, method === 'DELETE' ? undefined : asks[1]);
    expect([done.ok, await done.text()]).toEqual([true, expect.any(String)]);
  });
});

/** What replaces or ends something and takes no `if_previous`, with the reason. */
const without: Partial<Record<OperationId, string>> = {
  deleteCase: 'what it removes never changes',
  deletePaymentMethod: 'what it removes never changes',
  deleteBackup: 'what it removes never changes',
  deleteAuthority: 'what it removes never changes',
  changeAccount: 'it takes the version that it is made upon in If-Match',
  changeHolder: 'the same',
  setPlaces: 'the person at the machine alone sends the whole list, each path checked again',
  setTrustPolicy: 'the person at the machine alone sends the whole text',
  deleteSourceConnection: 'what it removes never changes but for its password',
  putSourcePassword: 'a password is never told, so nobody decides upon the one before',
  putDatasetPolicy: 'says the version that it is based on',
  holdDraft: 'a hold on top of a hold holds as well: nothing is issued unseen',
  releaseDraft: 'it may be held back again, and nothing is issued before a run',
  withdrawRateCard: 'names the month, and what is assigned from it never changes',
  withdrawDatasetPolicy: 'what is announced is one version, which never changes',
};

test('every PUT and every DELETE is among them, or is known to replace nothing that changes', () => {
  const replacing = table.filter(
    ({ method, operationId }) =>
      ['PUT', 'DELETE', 'PATCH'].includes(method) && !Object.keys(without).includes(operationId),
  );
  const missing = replacing.filter(({ operationId }) => !operations.includes(operationId));
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
});

test('every one of them says that it may answer with a conflict', () => {
  const silent = table.filter(
    ({ operationId, errors }) => operations.includes(operationId) && !errors.includes('conflict'),
  );
  expect(silent.map(({ operationId }) => operationId)).toEqual([]);
});

test('a repetition by Idempotency-Key is answered as the first time', async () => {
  const headers = { 'idempotency-key': 'twice' };
  const id = await newLimit();
  const body = { ...limitTerms(70), if_previous: await termsOf(id) };
  const first = await (await api.send('PUT', `/billing/limits/${id}`, { body, headers })).text();
  await api.send('PUT', `/billing/limits/${id}`, { body: limitTerms(80) });
  const again = await api.send('PUT', `/billing/limits/${id}`, { body, headers });
  expect([again.status, await again.text()]).toEqual([200, first]);
  expect(await termsOf(id)).toMatchObject({ amount: 80 });
});

test('a card that was assigned for a later month is not replaced unseen', async () => {
  await read(z.object({}), '/billing/rate-cards', card('late'));
  const path = '/billing/accounts/acme/rate-card';
  const { data } = await read(accountsSchema, '/billing/accounts');
  const known = data.find((each) => each.account_id === 'acme')?.rate_card;
  const body = { rate_card_id: 'late', from_month: '2026-05', if_previous: known };
  rateCardAssignmentSchema.parse(await (await send('PUT', path, body)).json());
  expect((await send('PUT', path, { ...body, rate_card_id: 'standard' })).status).toBe(409);
});
