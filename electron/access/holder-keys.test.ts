/** Accounts and keys that a holder makes: whose they are, what they may not be, and which datasets they know. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  apiKeyPageSchema,
  createdApiKeySchema,
  type CreatedApiKey,
} from '../../shared/contract/access.ts';
import { accountSchema, accountsSchema, type Account } from '../../shared/contract/billing.ts';
import { datasetPageSchema } from '../../shared/contract/datasets.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { makeDataset } from '../sessions/testing/clinical.ts';

let api: TestApi;
const keys = new Map<string, string>();
const account = {
  name: 'Acme',
  email: 'a@example.test',
  address: { line1: 'x', city: 'x', state: 'x', postal_code: 'x', country: 'US' },
};

function as(name: string) {
  return { caller: anonymous, headers: { 'x-api-key': keys.get(name) ?? '' } };
}
const send = (name: string, path: string, body: object = {}) =>
  api.send('POST', path, { ...(name === 'window' ? {} : as(name)), body });
async function makeKey(name: string, by: string, body: object): Promise<CreatedApiKey> {
  const response = await send(by, '/api-keys', { name, ...body });
  if (response.status !== 201) throw new Error(await response.text());
  const made = createdApiKeySchema.parse(await response.json());
  keys.set(name, made.key ?? '');
  return made;
}
async function refusal(response: Response): Promise<string> {
  const { error } = sessionsErrorSchema.parse(await response.json());
  return `${response.status} ${error.type}`;
}

let acme: Account;
let lab: CreatedApiKey;
beforeAll(async () => {
  api = await TestApi.open();
  await api.addAccount('other');
  for (const holder of ['mayo', 'clinic']) {
    await makeKey(holder, 'window', { role: 'data_holder', holder_id: holder });
    await makeDataset(api, undefined, { dataset_id: `ds_${holder}`, holder_id: holder });
  }
  const made = await send('mayo', '/billing/accounts', { ...account, account_id: 'acme' });
  acme = accountSchema.parse(await made.json());
  lab = await makeKey('lab', 'mayo', { role: 'ai_lab', account_id: 'acme' });
});
afterAll(() => api.close());

describe('A holder', () => {
  test('makes an account of its own, and a key for that, bound to the holder', () => {
    expect([acme.account_id, acme.holder_id]).toEqual(['acme', 'mayo']);
    expect(lab).toMatchObject({ role: 'ai_lab', account_id: 'acme', holder_id: 'mayo' });
  });

  test.each<[string, object, string]>([
    ['the account of nobody', { role: 'ai_lab', account_id: 'other' }, '404 not_found'],
    ['an account that is not there', { role: 'ai_lab', account_id: 'no' }, '404 not_found'],
    ['another role', { role: 'data_holder', holder_id: 'mayo' }, '403 forbidden'],
    ['an admin', { role: 'admin' }, '403 forbidden'],
    [
      'more than a lab may',
      { role: 'ai_lab', account_id: 'acme', scopes: ['audit:read'] },
      '403 forbidden',
    ],
    ['no account', { role: 'ai_lab' }, '400 validation_error'],
  ])('makes no key for %s', async (_what, body, expected) => {
    expect(await refusal(await send('mayo', '/api-keys', { name: 'x', ...body }))).toBe(expected);
    const neighbours = await send('clinic', '/api-keys', {
      name: 'x',
      role: 'ai_lab',
      account_id: 'acme',
    });
    expect(await refusal(neighbours)).toBe('404 not_found');
  });

  test('lists its accounts and the keys for them, and nobody else’s', async () => {
    await makeKey('elsewhere', 'window', { role: 'ai_lab', account_id: 'other' });
    const listed = async (name: string) => {
      const response = await api.send('GET', '/api-keys', as(name));
      return apiKeyPageSchema.parse(await response.json()).data.map((each) => each.name);
    };
    expect(await listed('mayo')).toEqual(['lab']);
    expect(await listed('clinic')).toEqual([]);
    const accounts = async (name: string) => {
      const response = await api.send('GET', '/billing/accounts', as(name));
      return accountsSchema.parse(await response.json()).data.map((each) => each.account_id);
    };
    expect(await accounts('mayo')).toEqual(['acme']);
    expect(await accounts('clinic')).toEqual([]);
    const ofLab = await (await api.send('GET', '/api-keys', as('lab'))).json();
    expect(apiKeyPageSchema.parse(ofLab).data).toEqual([]);
  });

  test('revokes those keys alone', async () => {
    const second = await makeKey('second', 'mayo', { role: 'ai_lab', account_id: 'acme' });
    const path = `/api-keys/${second.key_id}/revoke`;
    expect(await refusal(await send('clinic', path))).toBe('404 not_found');
    expect((await send('mayo', path)).status).toBe(200);
    expect((await api.send('GET', '/me', as('second'))).status).toBe(401);
    const others = await makeKey('others', 'window', { role: 'ai_lab', account_id: 'other' });
    const foreign = await send('mayo', `/api-keys/${others.key_id}/revoke`);
    expect(await refusal(foreign)).toBe('404 not_found');
  });
});

describe('A key of a lab that a holder made', () => {
  test('knows of the datasets of that holder alone', async () => {
    const response = await api.send('GET', '/datasets', as('lab'));
    const { data, pagination } = datasetPageSchema.parse(await response.json());
    expect([data.map((each) => each.dataset_id), pagination.total]).toEqual([['ds_mayo'], 1]);
    const asked = await api.send('GET', '/datasets?holder_id=clinic', as('lab'));
    expect(datasetPageSchema.parse(await asked.json()).data).toEqual([]);
    for (const path of ['', '/fields', '/activity', '/access']) {
      const own = await api.send('GET', `/datasets/ds_mayo${path}`, as('lab'));
      expect([path, own.status]).toEqual([path, 200]);
      const foreign = await api.send('GET', `/datasets/ds_clinic${path}`, as('lab'));
      expect([path, await refusal(foreign)]).toEqual([path, '404 not_found']);
    }
  });

  test('opens sessions and asks for grants there alone', async () => {
    const opened = (id: string) => send('lab', '/sessions', { dataset_id: id, purpose: 'x' });
    expect((await opened('ds_mayo')).status).toBe(201);
    expect(await refusal(await opened('ds_clinic'))).toBe('404 not_found');
    const asked = await send('lab', '/grants', {
      dataset_id: 'ds_clinic',
      purpose: 'x',
      fields: ['age'],
      operations: ['read'],
      ends_at: '2026-02-01T00:00:00Z',
      budget: { amount: 1, currency: 'USD' },
      expected: { rows: 1, hours: 1, operations: 1 },
    });
    expect(await refusal(asked)).toBe('404 not_found');
  });

  test('is so whoever makes it', async () => {
    const made = await makeKey('third', 'window', { role: 'ai_lab', account_id: 'acme' });
    expect(made.holder_id).toBe('mayo');
  });
});
