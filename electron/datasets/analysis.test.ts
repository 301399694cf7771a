/** The analysis of a dataset: asked for and after each import, of all rows, and told to its holder alone. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { lastAnalysisSchema, type DatasetAnalysis } from '../../shared/contract/analysis.ts';
import { paginated } from '../../shared/contract/common.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { JobStopped } from '../jobs/job-runner.ts';
import { openJobsDatabase } from '../jobs/jobs-database.ts';
import { JobsStore } from '../jobs/jobs-store.ts';
import {
  appendRows,
  clinicalRow,
  errorOf,
  makeDataset,
  refusalOf,
} from '../sessions/testing/clinical.ts';
import { analysisJob } from './analysis-job.ts';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
});
afterAll(() => api.close());

const ask = (id: string, body: object = {}) =>
  api.send('POST', `/datasets/${id}/analysis`, { body });
const last = (id: string) => api.read(lastAnalysisSchema, `/datasets/${id}/analysis`);
async function found(id: string): Promise<DatasetAnalysis> {
  const { analysis } = await last(id);
  if (analysis === null) throw new Error(`${id} was not analysed.`);
  return analysis;
}
const analysed = async (id: string, body: object = {}) => {
  const job = await api.finished(await ask(id, body));
  expect([job.status, job.error]).toEqual(['completed', null]);
  return found(id);
};

const rows = 300;
/** A seeded place for each of what is planted. */
const placeOf = (number: number) => (number * 37 + 11) % rows;

/** One value each in a field that holds nothing but "none" otherwise; the last two say it by their name. */
const planted: readonly (readonly [
  address: string,
  value: string,
  group: string,
  kind: string | undefined,
])[] = [
  ['referral', 'write to ada@example.com', 'email', 'email'],
  ['origin', 'https://example.com/p/1001', 'url', 'url'],
  ['device.seen_from', '192.168.7.12', 'ip', 'ip'],
  ['portal', '2001:db8::7', 'ip', 'ip'],
  ['intake.number', '123-45-6789', 'ssn', 'ssn'],
  ['billing.reference', 'DE89 3704 0044 0532 0130 00', 'iban', 'iban'],
  ['settled_with', '4539 5787 6362 1486', 'card', 'card'],
  ['reach', '+49 171 2345678', 'phone', 'phone'],
  ['channel', '@ada', 'identifier', 'handle'],
  ['found_near', '48.1372,11.5756', 'coordinates', 'coordinates'],
  ['attachment', 'iVBORw0KGgo'.repeat(20), 'image', 'image'],
  ['doctor', 'Dr. Weiß', 'name', undefined],
];

/** Row `number`; the address of what is planted has its dots in the names of members, or is nested. */
function row(number: number, isPlanted: boolean): JsonObject {
  const document: JsonObject = { ...clinicalRow(number + 1), patient_id: `P-${number % 60}` };
  for (const [index, [address, value]] of planted.entries()) {
    const here = isPlanted && placeOf(index) === number ? value : 'none';
    const [outer = '', inner] = address.split('.');
    if (inner === undefined || number % 2 === 0) document[address] = here;
    else document[outer] = { [inner]: here };
  }
  return document;
}
const rowsWith = (isPlanted: boolean) =>
  Array.from({ length: rows }, (_, number) => row(number, isPlanted));

describe('Twelve identifiers among 300 clinical rows', () => {
  test('are all proposed to be withheld, by one value or by the name', async () => {
    const id = await makeDataset(api, rowsWith(true));
    const { fields, ...told } = await analysed(id);
    expect(told).toMatchObject({
      dataset_id: id,
      records: rows,
      is_complete: true,
      is_current: true,
      entity: 'patient_id',
      class_sizes: null,
      hardly_changed: [],
      asked: { quasi_identifiers: [] },
    });
    const byAddress = new Map(fields.map((each) => [each.address, each]));
    for (const [address, value, group, kind] of planted) {
      expect(byAddress.get(address)).toEqual({
        address,
        types: ['string'],
        distinct: 2,
        missing: 0,
        longest: value.length,
        found: kind === undefined ? [] : [{ kind, rows: 1 }],
        class: group,
        proposal: { method: 'withheld' },
      });
    }
    expect(
      fields
        .filter(({ address }) => planted.every(([each]) => each !== address))
        .map(({ address, class: group, proposal }) => [address, group, proposal.method]),
    ).toEqual([
      ['patient_id', 'identifier', 'hash'],
      ['age', 'age', 'generalize'],
      ['diagnosis', 'category', 'clear'],
      ['symptoms', 'category', 'clear'],
      ['lab_results.glucose', 'measure', 'clear'],
      ['lab_results.hba1c', 'measure', 'clear'],
      ['treatments', 'category', 'clear'],
    ]);
  });

  test('are what makes the difference: without them their fields are clear, but for the name', async () => {
    const { fields } = await analysed(await makeDataset(api, rowsWith(false)));
    const addresses = planted.map(([address]) => address);
    const clear = fields.filter(
      ({ address, proposal }) => addresses.includes(address) && proposal.method === 'clear',
    );
    expect(clear.map(({ address }) => address).toSorted()).toEqual(
      addresses.filter((each) => each !== 'doctor').toSorted(),
    );
  });
});

describe('An analysis', () => {
  const small = [
    { age: 21, sex: 'f', 'zip.code': '10115' },
    { age: 24, sex: 'f', 'zip.code': '10115' },
    { age: 35, sex: 'm', 'zip.code': '20095' },
  ];
  const policy = {
    unlisted: 'clear',
    fields: { age: { method: 'generalize', bucket_size: 10 } },
  };

  test('is not there before somebody asks', async () => {
    const id = await makeDataset(api, small);
    expect(await last(id)).toEqual({ analysis: null });
  });

  test('counts rows that look alike as they are, or as a policy shows them', async () => {
    const id = await makeDataset(api, small);
    const chosen = { quasi_identifiers: ['age', 'sex', 'zip.code'] };
    expect((await analysed(id, chosen)).class_sizes).toEqual({
      ...chosen,
      records: 3,
      least_k: 1,
      alone: 3,
      below_five: 3,
      histogram: [{ size: 1, classes: 3 }],
    });
    const viewed = await analysed(id, { ...chosen, policy });
    expect(viewed.class_sizes).toMatchObject({
      least_k: 1,
      alone: 1,
      histogram: [
        { size: 1, classes: 1 },
        { size: 2, classes: 1 },
      ],
    });
    expect(viewed.hardly_changed).toEqual([{ address: 'age', before: 3, after: 2 }]);
    expect(viewed.asked).toMatchObject({ ...chosen, policy });
  });

  test('knows whether rows came since', async () => {
    const id = await makeDataset(api, small);
    expect((await analysed(id)).is_current).toBe(true);
    await appendRows(api, id, [{ age: 50 }]);
    expect(await found(id)).toMatchObject({ is_current: false, records: 3 });
    expect(await analysed(id)).toMatchObject({ is_current: true, records: 4 });
  });

  test('of a dataset without rows finds nothing', async () => {
    const id = await makeDataset(api, []);
    expect(await analysed(id)).toMatchObject({ records: 0, fields: [], entity: null });
  });

  test('follows each import by itself, with what was asked for last, and none where one waits', async () => {
    const id = await makeDataset(api, small);
    await analysed(id, { quasi_identifiers: ['sex'] });
    const imported = async () => {
      const body = '{"age":1,"sex":"f"}\n{"age":2,"sex":"m"}\n';
      const headers = { 'content-type': 'application/x-ndjson' };
      return api.finished(await api.send('POST', `/datasets/${id}/imports`, { body, headers }));
    };
    const before = await analysesOf(id);
    expect((await imported()).status).toBe('completed');
    const [last = '', ...others] = await analysesOf(id);
    expect(others).toEqual(before);
    expect(await api.ended(last)).toMatchObject({
      status: 'completed',
      title: `Analyse the rows of ${id}`,
      result: { dataset_id: id, records: 5 },
    });
    expect(await found(id)).toMatchObject({
      is_current: true,
      class_sizes: { quasi_identifiers: ['sex'], records: 5, least_k: 2 },
    });
  });

  test('does not follow a trial of an import', async () => {
    const id = await makeDataset(api, small);
    const response = await api.send('POST', `/datasets/${id}/imports?dry_run=true`, {
      body: '{"age":1}\n',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect((await api.finished(response)).status).toBe('completed');
    expect(await analysesOf(id)).toEqual([]);
  });

  test('that is to stop does so between two rows, and leaves the one before', async () => {
    const id = await makeDataset(api, small);
    await analysed(id);
    const text = 'x '.repeat(2_000);
    await appendRows(
      api,
      id,
      Array.from({ length: 1_500 }, (_, n) => ({ n, text })),
    );
    const database = openReader(join(api.directory, 'proofdesk.db'));
    const jobsDatabase = openJobsDatabase(join(api.directory, 'other-jobs.db'));
    const jobs = new JobsStore(jobsDatabase, Date.now);
    const means = { database, jobs, clock: () => 0, changed: () => {} };
    const analysis = analysisJob({
      ...means,
      elsewhere: async () => undefined,
      random: (length) => new Uint8Array(length),
    });
    const order = { jobId: 'job_1', parameters: { datasetId: id, asked: {} } };
    const context = { ...order, freed: () => {}, report: () => {}, rest: async () => {} };
    await expect(analysis.run({ ...context, shouldStop: () => true })).rejects.toThrow(JobStopped);
    const subject = `dataset_analysis/${id}`;
    expect(jobs.report(subject)).toBeUndefined();
    expect(await analysis.run({ ...context, shouldStop: () => false })).toEqual({
      result: { dataset_id: id, records: 1_503 },
    });
    expect(jobs.report(subject)).toMatchObject({ findings: { records: 1_503 } });
    jobsDatabase.close();
    database.close();
    expect(await found(id)).toMatchObject({ is_current: false, records: 3 });
  });

  /** Ids of the analyses of a dataset that were ever begun, the newest first. */
  async function analysesOf(id: string): Promise<string[]> {
    const { data } = await api.read(paginated(jobSchema), '/jobs?kind=dataset_analysis&limit=100');
    return data
      .filter(({ title }) => title === `Analyse the rows of ${id}`)
      .map(({ job_id: jobId }) => jobId);
  }
});

describe('A field that no row has', () => {
  const wrong = {
    quasi_identifiers: ['agee'],
    policy: { fields: { 'zip.cod': { method: 'clear' } } },
  };
  const faults = [
    {
      field: 'quasi_identifiers.0',
      message: 'names agee, which no row of the dataset has; near it: age',
    },
    {
      field: 'policy.fields.zip.cod',
      message: 'names zip.cod, which no row of the dataset has; near it: zip.code',
    },
  ];

  test('is refused at once where all rows were analysed', async () => {
    const id = await makeDataset(api, [{ age: 1, 'zip.code': 'x' }]);
    await analysed(id);
    const { details } = await errorOf(await ask(id, wrong));
    expect(details).toMatchObject({ fields: faults });
  });

  test('is refused by the job where a look at the rows is needed', async () => {
    const id = await makeDataset(api, [{ age: 1, 'zip.code': 'x' }]);
    const job = await api.finished(await ask(id, wrong));
    expect(job).toMatchObject({
      status: 'failed',
      error: { type: 'validation_error', details: { fields: faults } },
    });
    expect((await last(id)).analysis).toBeNull();
  });

  test('cannot be named before there are rows, nor twice', async () => {
    const id = await makeDataset(api, []);
    const early = await errorOf(await ask(id, { quasi_identifiers: ['age'] }));
    expect(early.details).toMatchObject({
      fields: [
        {
          field: 'quasi_identifiers.0',
          message: 'names fields of a dataset without rows: import rows first',
        },
      ],
    });
    const twice = await errorOf(await ask(id, { quasi_identifiers: ['a', 'a'] }));
    expect(twice.details).toMatchObject({
      fields: [{ field: 'quasi_identifiers', message: 'must name each field once' }],
    });
  });
});

describe('An analysis is told', () => {
  let id: string;
  beforeAll(async () => {
    id = await makeDataset(api, [{ patient_secret: 1 }], { holder_id: 'mayo' });
    await analysed(id);
  });

  const keyOf = async (body: object) => {
    const made = await api.send('POST', '/api-keys', { body: { name: 'x', ...body } });
    return createdApiKeySchema.parse(await made.json()).key ?? '';
  };
  const asKey = async (method: 'GET' | 'POST', path: string, key: string) =>
    api.send(method, path, {
      ...(method === 'POST' ? { body: {} } : {}),
      caller: anonymous,
      headers: { authorization: `Bearer ${key}` },
    });

  test('to its holder, who asks for it, too', async () => {
    const key = await keyOf({ role: 'data_holder', holder_id: 'mayo' });
    const path = `/datasets/${id}/analysis`;
    const started = await asKey('POST', path, key);
    expect(started.status).toBe(202);
    await api.finished(started);
    const told = lastAnalysisSchema.parse(await (await asKey('GET', path, key)).json());
    expect(told.analysis?.fields.map(({ address }) => address)).toEqual(['patient_secret']);
  });

  test('to no other holder, and to no other role', async () => {
    const other = await keyOf({ role: 'data_holder', holder_id: 'other' });
    await api.addAccount('lab');
    const lab = await keyOf({ role: 'ai_lab', account_id: 'lab' });
    const compliance = await keyOf({ role: 'compliance' });
    const admin = await keyOf({ role: 'admin' });
    for (const method of ['GET', 'POST'] as const) {
      const path = `/datasets/${id}/analysis`;
      expect(await refusalOf(await asKey(method, path, other))).toBe('404 not_found');
      for (const key of [lab, compliance, admin]) {
        expect(await refusalOf(await asKey(method, path, key))).toBe('403 forbidden');
      }
    }
    const jobs = await (await asKey('GET', '/jobs', compliance)).text();
    expect(jobs).toContain(`Analyse the rows of ${id}`);
    expect(jobs).not.toContain('patient_secret');
  });

  test('of a dataset that was withdrawn as it was, and is not made again', async () => {
    await api.send('POST', `/datasets/${id}/revoke`, { body: { reason: 'over' } });
    expect((await found(id)).records).toBe(1);
    expect(await refusalOf(await ask(id))).toBe('403 access_revoked');
  });
});
