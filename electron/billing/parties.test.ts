/** Issuer, accounts and holders: versions, who may change what, what is checked before it is printed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import {
  accountDetailsSchema,
  billingSettingsSchema,
  holderDetailsSchema,
} from '../../shared/contract/billing-parties.ts';
import { anonymous, testIssuer, TestApi, type SendOptions } from '../api/test-api.ts';

let api: TestApi;
const keys = new Map<string, string>();
beforeAll(async () => {
  api = await TestApi.open();
  await api.addAccount('lab');
  await api.addAccount('other');
  await api.send('POST', '/datasets', {
    body: { dataset_id: 'ds', name: 'Rows', holder_id: 'clinic' },
  });
  for (const [name, body] of Object.entries({
    lab: { role: 'ai_lab', account_id: 'lab' },
    clinic: { role: 'data_holder', holder_id: 'clinic' },
    officer: { role: 'compliance' },
  })) {
    const response = await api.send('POST', '/api-keys', { body: { name, ...body } });
    keys.set(name, createdApiKeySchema.parse(await response.json()).key ?? '');
  }
});
afterAll(() => api.close());

function as(name: string, headers: Readonly<Record<string, string>> = {}): SendOptions {
  return { caller: anonymous, headers: { ...headers, 'x-api-key': keys.get(name) ?? '' } };
}

async function changed<Schema extends z.ZodType>(
  schema: Schema,
  method: string,
  path: string,
  body: object,
): Promise<z.output<Schema>> {
  const response = await api.send(method, path, { body });
  const text = await response.text();
  expect([response.status, response.status < 300 ? '' : text]).toEqual([200, '']);
  return schema.parse(JSON.parse(text));
}

const refusalSchema = z.object({
  error: z.object({
    type: z.string(),
    details: z.object({ fields: z.array(z.object({ field: z.string() })).optional() }),
  }),
});

async function refused(method: string, path: string, options: SendOptions): Promise<unknown[]> {
  const response = await api.send(method, path, options);
  const { error } = refusalSchema.parse(await response.json());
  return [response.status, error.type, ...(error.details.fields ?? []).map(({ field }) => field)];
}

describe('PUT /billing/settings', () => {
  const settings = '/billing/settings';

  test('nothing is issued without an issuer', async () => {
    expect(await api.read(billingSettingsSchema, settings)).toMatchObject({
      version: 0,
      changed_at: null,
      issuer: null,
      kept_years: 10,
    });
    api.now = Date.UTC(2026, 1, 2);
    const body = { account_id: 'lab', month: '2026-01' };
    expect(await refused('POST', '/billing/invoices', { body })).toEqual([409, 'issuer_missing']);
    expect((await api.send('POST', '/billing/invoices?dry_run=true', { body })).status).toBe(200);
  });

  test('each change is a version, the same again is none, and it is told to everybody', async () => {
    const iban = 'NL91 ABNA 0417 1643 00';
    const issuer = { ...testIssuer, iban, bic: 'abnanl2a', vat_id: 'NL123456782B90' };
    const first = await changed(billingSettingsSchema, 'PUT', settings, { issuer });
    expect(first).toMatchObject({ version: 1, issuer: { iban: 'NL91ABNA0417164300' } });
    expect((await changed(billingSettingsSchema, 'PUT', settings, { issuer })).version).toBe(1);
    for (const name of keys.keys()) {
      const response = await api.send('GET', settings, as(name));
      expect(billingSettingsSchema.parse(await response.json())).toEqual(first);
    }
    expect((await api.send('PUT', settings, { ...as('lab'), body: { issuer } })).status).toBe(403);
  });

  test.each([
    ['issuer.iban', { iban: 'NL91ABNA0417164301' }],
    ['issuer.bic', { bic: 'ABN' }],
    ['issuer.vat_id', { vat_id: 'NL123456783B90' }],
    ['issuer.legal_name', { legal_name: '' }],
    ['issuer.legal_name', { legal_name: 'x'.repeat(201) }],
    ['issuer.legal_name', { legal_name: 'Data\u202Ehaven' }],
    ['issuer.address.country', { address: { ...testIssuer.address, country: 'Netherlands' } }],
  ])('refuses %s %j', async (field, change) => {
    const body = { issuer: { ...testIssuer, ...change } };
    expect(await refused('PUT', settings, { body })).toEqual([400, 'validation_error', field]);
  });

  test('the years for which papers are kept stay until they are told, and stand in the journal', async () => {
    const change = (body: object) => changed(billingSettingsSchema, 'PUT', settings, body);
    const { version } = await change({ issuer: testIssuer, kept_years: 30 });
    const again = await change({ issuer: testIssuer, kept_years: 30 });
    expect(again).toMatchObject({ version, kept_years: 30 });
    const later = await change({ issuer: { ...testIssuer, legal_name: 'Later' } });
    expect(later).toMatchObject({ version: version + 1, kept_years: 30 });
    for (const years of [0, 101, 1.5, null]) {
      const body = { issuer: testIssuer, kept_years: years };
      const found = await refused('PUT', settings, { body });
      expect(found).toEqual([400, 'validation_error', 'kept_years']);
    }
    const response = await api.send('GET', `/proof/billing_settings/${version}`);
    expect(await response.text()).toContain(String.raw`\"kept_years\":30`);
  });

  test('a VAT number of a country that is not known is kept', async () => {
    const issuer = { ...testIssuer, vat_id: 'ZZ-123' };
    const { issuer: kept } = await changed(billingSettingsSchema, 'PUT', settings, { issuer });
    expect(kept?.vat_id).toBe('ZZ-123');
  });
});

describe('PATCH /billing/accounts/{id}', () => {
  const path = '/billing/accounts/lab';

  test('changes what is named, keeps every version, and moves the account with it', async () => {
    const before = await api.read(accountDetailsSchema, path);
    expect(before).toMatchObject({ version: 1, vat_id: null, tax: { kind: 'OUT_OF_SCOPE' } });
    const after = await changed(accountDetailsSchema, 'PATCH', path, {
      name: 'Meridian Labs GmbH',
      address: { line2: 'Hof', country: 'DE' },
      vat_id: 'DE136695976',
      tax: { kind: 'REVERSE_CHARGE' },
      payment_terms_days: 14,
    });
    expect(after).toMatchObject({
      version: 2,
      name: 'Meridian Labs GmbH',
      line2: 'Hof',
      address: { line1: 'x', country: 'DE' },
      tax_percent: 0,
      payment_terms_days: 14,
      history: [{ version: 2, by: 'operator' }],
    });
    expect(await changed(accountDetailsSchema, 'PATCH', path, {})).toEqual(after);
    const standard = { tax: { kind: 'STANDARD', rate_percent: 19 }, vat_id: null };
    const third = await changed(accountDetailsSchema, 'PATCH', path, standard);
    expect(third).toMatchObject({ version: 3, tax_percent: 19, vat_id: null });
  });

  test('refuses the version of somebody before', async () => {
    const send = (version: string) =>
      refused('PATCH', path, { body: { order_number: version }, headers: { 'if-match': version } });
    expect(await send('"2"')).toEqual([412, 'version_changed']);
    const kept = await api.send('PATCH', path, {
      body: { order_number: 'PO-1' },
      headers: { 'if-match': '"3"' },
    });
    expect(kept.status).toBe(200);
  });

  test.each([
    ['vat_id', { vat_id: 'DE136695970' }],
    ['vat_id', { vat_id: null, tax: { kind: 'REVERSE_CHARGE' } }],
    ['tax.reason', { tax: { kind: 'EXEMPT' } }],
    ['tax.rate_percent', { tax: { kind: 'ZERO', rate_percent: 5 } }],
    ['color', { color: 'red' }],
  ])('refuses %s in %j', async (field, body) => {
    expect(await refused('PATCH', path, { body })).toEqual([400, 'validation_error', field]);
  });

  test('a lab says who it is, and neither its tax nor its terms nor those of others', async () => {
    const allowed = await api.send('PATCH', path, {
      ...as('lab'),
      body: { order_number: 'PO-4711' },
    });
    expect(accountDetailsSchema.parse(await allowed.json()).order_number).toBe('PO-4711');
    const body = { payment_terms_days: 90 };
    expect(await refused('PATCH', path, { ...as('lab'), body })).toEqual([403, 'forbidden']);
    for (const method of ['GET', 'PATCH']) {
      const options = method === 'GET' ? as('lab') : { ...as('lab'), body: {} };
      const answer = await refused(method, '/billing/accounts/other', options);
      expect(answer).toEqual([404, 'not_found']);
    }
  });
});

describe('PATCH /billing/holders/{id}', () => {
  const path = '/billing/holders/clinic';
  const iban = { type: 'iban', iban: 'NL20 INGB 0001 2345 67', owner: 'Stichting Riverside' };
  const other = { type: 'other', lines: ['Bank of the River', 'Account 99-1234'] };

  test('tells the last characters, in full only the holder and admins', async () => {
    const made = await changed(holderDetailsSchema, 'PATCH', path, {
      legal_name: 'Stichting Riverside Clinic',
      destination: iban,
    });
    expect(made).toMatchObject({
      version: 1,
      destination: { type: 'iban', last4: '4567' },
      next_destination: null,
    });
    const read = async (name: string) => {
      const response = await api.send('GET', `${path}?include=destination`, as(name));
      return holderDetailsSchema.parse(await response.json()).destination?.destination;
    };
    expect(await read('clinic')).toMatchObject({ iban: 'NL20INGB0001234567' });
    expect(await read('officer')).toBeUndefined();
    expect((await api.send('GET', path, as('lab'))).status).toBe(403);
    const foreign = '/billing/holders/other';
    expect(await refused('GET', foreign, as('clinic'))).toEqual([404, 'not_found']);
    expect(await refused('GET', foreign, {})).toEqual([404, 'not_found']);
  });

  test('uses a changed destination 72 hours later, and the one before until then', async () => {
    const now = api.now;
    const soon = await changed(holderDetailsSchema, 'PATCH', path, { destination: other });
    expect(soon.destination?.last4).toBe('4567');
    expect(soon.next_destination).toEqual({
      type: 'other',
      last4: '1234',
      usable_from: new Date(now + 72 * 3_600_000).toISOString(),
    });
    api.now = now + 72 * 3_600_000 - 1;
    expect((await api.read(holderDetailsSchema, path)).destination?.last4).toBe('4567');
    api.now += 1;
    expect(await api.read(holderDetailsSchema, path)).toMatchObject({
      destination: { last4: '1234' },
      next_destination: null,
    });
  });

  test('says who benefits of a dataset, and the operator what is charged, from a month on', async () => {
    const month = new Date(api.now).toISOString().slice(0, 7);
    const tiers = [
      { up_to: 1_000, percent: 20 },
      { up_to: null, percent: 15 },
    ];
    const usual = [{ from_month: null, tiers: [{ up_to: null, percent: 15 }] }];
    expect((await api.read(holderDetailsSchema, path)).fees).toEqual(usual);
    const made = await changed(holderDetailsSchema, 'PATCH', path, {
      fee: { from_month: month, tiers },
    });
    expect(made.fees).toEqual([{ from_month: month, tiers }]);
    const shares = [{ holder_id: 'clinic', bps: 10_000 }];
    const beneficiaries = [{ dataset_id: 'ds', from_month: month, shares }];
    const own = await api.send('PATCH', path, { ...as('clinic'), body: { beneficiaries } });
    expect(holderDetailsSchema.parse(await own.json()).beneficiaries).toEqual(beneficiaries);
    const charged = { ...as('clinic'), body: { fee: { from_month: month, tiers } } };
    expect(await refused('PATCH', path, charged)).toEqual([403, 'forbidden']);
  });

  test.each([
    ['fee.from_month', { fee: { from_month: '2020-01', tiers: [{ up_to: null, percent: 1 }] } }],
    ['fee.tiers', { fee: { from_month: '2099-01', tiers: [{ up_to: 5, percent: 1 }] } }],
    [
      'beneficiaries.0.shares',
      {
        beneficiaries: [
          {
            dataset_id: 'ds_x',
            from_month: '2099-01',
            shares: [{ holder_id: 'clinic', bps: 9_999 }],
          },
        ],
      },
    ],
    [
      'beneficiaries.0.dataset_id',
      {
        beneficiaries: [
          {
            dataset_id: 'ds_x',
            from_month: '2099-01',
            shares: [{ holder_id: 'clinic', bps: 10_000 }],
          },
        ],
      },
    ],
    [
      'beneficiaries.0.shares.0.holder_id',
      {
        beneficiaries: [
          {
            dataset_id: 'ds',
            from_month: '2099-01',
            shares: [{ holder_id: 'nobody', bps: 10_000 }],
          },
        ],
      },
    ],
    ['destination.iban', { destination: { ...iban, iban: 'NL20INGB0001234568' } }],
    ['destination.lines', { destination: { type: 'other', lines: [] } }],
    ['vat_id', { tax: { kind: 'REVERSE_CHARGE' } }],
  ])('refuses %s in %j', async (field, body) => {
    expect(await refused('PATCH', path, { body })).toEqual([400, 'validation_error', field]);
  });
});
