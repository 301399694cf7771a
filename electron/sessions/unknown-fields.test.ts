/** Fields that no row has: a transformation of them would give raw rows out with evidence of the opposite. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { sessionSchema, transformPreviewSchema } from '../../shared/contract/sessions.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { makeDataset } from './testing/clinical.ts';

const rows = [
  { record_id: 'rec_1', patient_id: 'P-1', age: 40, site: { city: 'Bern' }, ssn: '1' },
  { record_id: 'rec_2', patient_id: 'P-2', age: 41, grid: [[{ cell: 1 }]], ssn: '2' },
];
const faultsSchema = z.object({
  error: z.object({
    type: z.string(),
    details: z.object({ fields: z.array(z.object({ field: z.string(), message: z.string() })) }),
  }),
});

let api: TestApi;
let session: string;

beforeAll(async () => {
  api = await TestApi.open();
  const withheld = { fields: { ssn: { method: 'withheld' } } };
  await makeDataset(api, rows, { dataset_id: 'ds', policy: withheld });
  session = await open('ds');
});
afterAll(() => api.close());

async function open(id: string): Promise<string> {
  const opened = await api.send('POST', '/sessions', { body: { dataset_id: id, purpose: 'x' } });
  return sessionSchema.parse(await opened.json()).session_id;
}

/** The faults of a call that is refused with 400. */
async function faultsOf(response: Response) {
  const { error } = faultsSchema.parse(await response.json());
  expect([response.status, error.type]).toEqual([400, 'validation_error']);
  return error.details.fields;
}

function transform(transformation: string, parameters: object, below = ''): Promise<Response> {
  const body = { record_ids: ['rec_1', 'rec_2'], transformation, parameters };
  return api.send('POST', `/sessions/${session}/transform${below}`, { body });
}

const page = z.object({ pagination: z.object({ total: z.int() }) });
const evidenceCount = async () =>
  (await api.read(page, `/sessions/${session}/evidence`)).pagination.total;

describe('A transformation', () => {
  test.each(['', '/preview'])(
    'of a field that no row has is refused with its neighbours%s',
    async (below) => {
      const response = await transform(
        'anonymize',
        { fields: ['pateint_id', 'age'], method: 'hash' },
        below,
      );
      expect(await faultsOf(response)).toEqual([
        {
          field: 'parameters.fields.0',
          message: 'names pateint_id, which no row of the dataset has; near it: patient_id',
        },
      ]);
      expect(await evidenceCount()).toBe(0);
      const used = await api.read(sessionSchema, `/sessions/${session}?include=usage`);
      expect(used.usage?.total_operations).toBe(0);
    },
  );

  test.each([
    [
      'anonymize',
      { fields: ['age'], method: 'date_shift', group_by: 'patient' },
      'parameters.group_by',
    ],
  ] as const)('%s %j is refused at its field', async (name, parameters, field) => {
    expect((await faultsOf(await transform(name, parameters))).map((each) => each.field)).toEqual([
      field,
    ]);
  });

  test('of a field that the holder holds back says so, and names it to nobody as near', async () => {
    const held = await faultsOf(await transform('redact', { fields: ['ssn'] }));
    expect(held).toEqual([
      { field: 'parameters.fields.0', message: 'must not name ssn: it is withheld by the holder' },
    ]);
    const [near] = await faultsOf(await transform('redact', { fields: ['snn'] }));
    expect(near?.message).not.toContain('ssn');
  });

  test('of a field that some rows have skips the others, also below arrays in arrays', async () => {
    for (const field of ['site.city', 'grid.cell']) {
      const done = await transform('redact', { fields: [field] }, '/preview');
      expect(transformPreviewSchema.parse(await done.json())).toMatchObject({
        changed: 1,
        skipped: 1,
      });
    }
  });
});

test('a preview shows a lab what it would be given, and not how it was', async () => {
  const made = await api.send('POST', '/api-keys', {
    body: { name: 'lab', role: 'ai_lab', account_id: 'default' },
  });
  const { key } = createdApiKeySchema.parse(await made.json());
  const body = { dataset_id: 'ds', purpose: 'x', allowed_operations: ['transform'] };
  const as = { caller: anonymous, headers: { 'x-api-key': key ?? '' } };
  const opened = await api.send('POST', '/sessions', { body, ...as });
  const { session_id: id } = sessionSchema.parse(await opened.json());
  const preview = await api.send('POST', `/sessions/${id}/transform/preview`, {
    body: {
      record_ids: ['rec_1'],
      transformation: 'redact',
      parameters: { fields: ['patient_id'] },
    },
    ...as,
  });
  const text = await preview.text();
  expect([preview.status, text]).toEqual([200, expect.not.stringContaining('P-1')]);
  expect(transformPreviewSchema.parse(JSON.parse(text))).toMatchObject({ changed: 1 });
  expect(JSON.parse(text)).not.toHaveProperty('before');
});
