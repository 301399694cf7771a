/** Clinical rows shaped like the specification's examples, for tests: small by hand, large by number. */
import { z } from 'zod';
import { datasetSchema } from '../../../shared/contract/datasets.ts';
import { sessionSchema, type Session } from '../../../shared/contract/sessions.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { TestApi } from '../../api/test-api.ts';

export const clinicalRows: JsonObject[] = [
  {
    record_id: 'rec_001',
    patient_id: 'P-1001',
    age: 45,
    diagnosis: 'Type 2 Diabetes',
    symptoms: ['fatigue', 'increased thirst'],
    treatments: ['metformin'],
    lab_results: { glucose: 180, hba1c: 7.5 },
  },
  {
    record_id: 'rec_002',
    patient_id: 'P-1002',
    age: 62,
    diagnosis: 'Hypertension',
    symptoms: ['headache'],
    treatments: ['lisinopril', 'amlodipine'],
    lab_results: { glucose: 95, sodium: 140 },
  },
  {
    record_id: 'rec_003',
    patient_id: 'P-1003',
    age: 67,
    diagnosis: 'Type 2 Diabetes',
    symptoms: ['blurred vision', 'fatigue'],
    treatments: ['insulin', 'metformin'],
    lab_results: { glucose: 210, hba1c: 9.1 },
  },
  {
    record_id: 'rec_004',
    patient_id: 'P-1004',
    age: 33,
    diagnosis: 'Asthma',
    symptoms: [],
    treatments: ['albuterol'],
    lab_results: {},
  },
];

const diagnoses = ['Type 2 Diabetes', 'Hypertension', 'Asthma', 'Migraine', 'Anemia'];

/** Row `number` of as many as are wanted; its values repeat, so that sorts have ties. */
export function clinicalRow(number: number): JsonObject {
  const record_id = `rec_${String(number).padStart(8, '0')}`;
  return {
    record_id,
    patient_id: `P-${number}`,
    age: 18 + ((number * 37) % 73),
    diagnosis: diagnoses[(number * 7) % diagnoses.length] ?? '',
    symptoms: number % 3 === 0 ? ['fatigue'] : ['headache', 'nausea'],
    treatments: number % 2 === 0 ? ['metformin'] : [],
    lab_results: { glucose: 70 + ((number * 13) % 180), hba1c: 4 + ((number * 11) % 80) / 10 },
  };
}

/** Everything for everybody: what a dataset is made with where a test is about something else. */
export const openPolicy = { access: 'open', unlisted: 'clear', record_ids: 'kept' } as const;

/** Publishes the first policy of a dataset that has its rows. */
export async function publish(api: TestApi, datasetId: string, policy: object): Promise<void> {
  const path = `/datasets/${datasetId}/policy`;
  const response = await api.send('PUT', path, { body: { policy, based_on: 0 } });
  if (response.status !== 200) throw new Error(await response.text());
}

/** Makes a dataset and appends rows to it, then publishes its policy; returns its id. */
export async function makeDataset(
  api: TestApi,
  rows: readonly JsonObject[] = clinicalRows,
  { policy = {}, ...changes }: { readonly policy?: object } & Record<string, unknown> = {},
): Promise<string> {
  const response = await api.send('POST', '/datasets', {
    body: { name: 'Clinical trial', holder_id: 'holder_mayo', ...changes },
  });
  if (response.status !== 201) throw new Error(await response.text());
  const { dataset_id: id } = datasetSchema.parse(await response.json());
  if (rows.length > 0) await appendRows(api, id, rows);
  await publish(api, id, { ...openPolicy, ...policy });
  return id;
}

export async function appendRows(
  api: TestApi,
  datasetId: string,
  rows: readonly JsonObject[],
): Promise<void> {
  const response = await api.send('POST', `/datasets/${datasetId}/records`, {
    body: `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  if (response.status !== 201) throw new Error(await response.text());
}

export async function openSession(
  api: TestApi,
  datasetId: string,
  changes: object = {},
): Promise<Session> {
  const response = await api.send('POST', '/sessions', {
    body: { dataset_id: datasetId, purpose: 'Diabetes research', ...changes },
  });
  if (response.status !== 201) throw new Error(await response.text());
  return sessionSchema.parse(await response.json());
}

export const errorSchema = z.object({
  error: z.object({
    type: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
    request_id: z.string(),
  }),
});

/** The error of a response. */
export async function errorOf(response: Response) {
  return errorSchema.parse(await response.json()).error;
}

/** The type of a refusal; its status goes before it, as in `403 access_revoked`. */
export async function refusalOf(response: Response): Promise<string> {
  return `${response.status} ${(await errorOf(response)).type}`;
}
