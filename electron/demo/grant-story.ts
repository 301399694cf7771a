/** Who asked for which data in the demo: a grant of statistics and one of rows that are used, a request that waits, rows that were erased since, a policy that is announced, and a dataset that nobody decided about yet. */
import type { JsonObject } from '../../shared/contract/json.ts';
import { instant } from '../../shared/time.ts';
import type { DemoCalendar } from './calendar.ts';
import { patientRows } from './session-rows.ts';
import { sentAt, type StoryStep } from './story-step.ts';

const day = 24 * 60;
const seed = 20_261;
const oncology = 'lakeside-oncology';

/** Before anything was decided about single fields: everybody has to ask. */
const first = {
  access: 'on_request',
  unlisted: 'clear',
  record_ids: 'per_grant',
  notice_hours: 24,
  kinds: ['rows', 'statistics'],
};

/** Each field is decided about; whose a row is changes what leaves, and is announced. */
const decided = {
  ...first,
  unlisted: 'withheld',
  entity: 'patient_id',
  fields: {
    patient_id: { method: 'hash' },
    age: { method: 'generalize', bucket_size: 10, top: 90 },
    sex: { method: 'clear' },
    postal_code: { method: 'generalize', zip3: true },
    visited_on: { method: 'date_shift' },
    diagnosis: { method: 'clear' },
    treatments: { method: 'clear' },
    'lab_results.glucose': { method: 'statistics', min: 60, max: 400, step: 1 },
  },
};

/** Rows of the dataset that is asked for, and of the one that is a draft. */
const [patients, admitted] = [240, 80];

export function grantStory(now: number, { end }: DemoCalendar): StoryStep[] {
  const inDays = (days: number) => instant(sentAt({ at: -days * day }, now));
  return [
    ...dataset(
      60 * day,
      { id: oncology, name: 'Lakeside oncology', policy: first },
      patientRows(patients, seed, end),
    ),
    ...statistics(inDays),
    ...rows(inDays),
    erasure(10 * day),
    request(1_500, 'waiting', {
      account_id: 'northstar-ai',
      purpose: 'Outcomes by treatment, for a study of second-line therapies',
      fields: ['age', 'diagnosis', 'treatments', 'visited_on'],
      operations: ['read', 'filter', 'aggregate'],
      ends_at: inDays(120),
      budget: { amount: 750, currency: 'USD' },
      expected: { rows: 6_000, hours: 12, operations: 80 },
    }),
    {
      at: 0,
      operation: 'putDatasetPolicy',
      parameters: { dataset_id: oncology },
      body: { policy: decided, based_on: 1 },
    },
    ...dataset(
      1_440,
      { id: 'lakeside-admissions', name: 'Lakeside admissions' },
      patientRows(admitted, seed, end),
    ),
  ];
}

function dataset(
  at: number,
  { id, ...told }: { readonly id: string; readonly name: string; readonly policy?: object },
  rows: Iterable<JsonObject>,
): StoryStep[] {
  return [
    {
      at,
      operation: 'createDataset',
      body: { dataset_id: id, holder_id: 'lakeside-hospital', ...told },
    },
    {
      at: at - 5,
      operation: 'appendDatasetRecords',
      parameters: { dataset_id: id },
      rows: [...rows],
    },
  ];
}

const request = (at: number, as: string, body: object): StoryStep => ({
  at,
  operation: 'createGrant',
  body: { dataset_id: oncology, kind: 'rows', ...body },
  as,
});

const granted = (at: number, name: string, body: object): StoryStep => ({
  at,
  operation: 'answerGrant',
  parameters: { grant_id: `{${name}}` },
  body: { decision: 'grant', policy_version: 1, ...body },
});

/** Two patients withdrew what they consented to: by then their rows had left, so their recipient has to be told. */
const erasure = (at: number): StoryStep => ({
  at,
  operation: 'createDatasetErasure',
  parameters: { dataset_id: oncology },
  body: {
    record_ids: ['rec_clinic_0000017', 'rec_clinic_0000042'],
    legal_basis: 'GDPR Art. 17(1)(b): consent withdrawn',
    reason: 'Two patients withdrew their consent.',
    actor: { id: 'privacy@lakeside', role: 'data_holder' },
  },
});

function statistics(inDays: (days: number) => string): StoryStep[] {
  const ask = (at: number, pipeline: readonly object[]): StoryStep => ({
    at,
    operation: 'aggregateSession',
    parameters: { session_id: '{counting}' },
    body: { pipeline },
  });
  const counted = { n: { count: {} } };
  return [
    request(50 * day, 'counts', {
      account_id: 'northstar-ai',
      kind: 'statistics',
      purpose: 'How common each diagnosis is',
      fields: ['sex', 'diagnosis', 'lab_results.glucose'],
      operations: ['aggregate', 'analyze'],
      ends_at: inDays(150),
      budget: { amount: 400, currency: 'USD' },
      expected: { rows: 0, hours: 4, operations: 20 },
    }),
    granted(49 * day, 'counts', { conditions: 'Publish figures as they are shown.' }),
    {
      at: 21 * day,
      operation: 'createSession',
      body: {
        dataset_id: oncology,
        account_id: 'northstar-ai',
        grant_id: '{counts}',
        purpose: 'Diagnoses by sex',
        ttl_seconds: 172_800,
        allowed_operations: ['aggregate', 'analyze'],
      },
      as: 'counting',
    },
    ask(21 * day - 5, [{ group: { _id: '$diagnosis', ...counted } }]),
    ask(21 * day - 20, [{ group: { _id: '$sex', ...counted } }]),
    ask(20 * day, [{ match: { diagnosis: 'Asthma' } }, { group: { _id: '$sex', ...counted } }]),
  ];
}

function rows(inDays: (days: number) => string): StoryStep[] {
  return [
    request(45 * day, 'study', {
      account_id: 'meridian-labs',
      purpose: 'Training of a model that reads staging reports',
      fields: ['patient_id', 'age', 'sex', 'diagnosis', 'treatments'],
      operations: ['read', 'filter', 'train'],
      ends_at: inDays(90),
      budget: { amount: 900, currency: 'USD' },
      expected: { rows: 5_000, hours: 20, operations: 60 },
    }),
    granted(44 * day, 'study', {
      terms: { budget: { amount: 500, currency: 'USD' } },
      conditions: 'Delete the rows when the study is over.',
    }),
    {
      at: 15 * day,
      operation: 'createSession',
      body: {
        dataset_id: oncology,
        account_id: 'meridian-labs',
        grant_id: '{study}',
        purpose: 'First training set',
        ttl_seconds: 86_400,
        allowed_operations: ['read', 'filter', 'train'],
      },
      as: 'staging',
    },
    {
      at: 15 * day - 10,
      operation: 'streamSession',
      parameters: { session_id: '{staging}' },
      query: { batch_size: '100' },
    },
  ];
}
