/** What happened in the demo's data sessions: requests to the API and when they were sent, in order. */
import type { JsonObject } from '../../shared/contract/json.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { DemoCalendar } from './calendar.ts';
import { clinicalRows } from './clinical-rows.ts';
import type { StoryStep } from './story-step.ts';
import { claimRows, patientRows, readingRows, tripRows } from './session-rows.ts';

/** All of it for everybody; ids of rows as they are. */
const openPolicy = { access: 'open', unlisted: 'clear', record_ids: 'kept' };

const day = 24 * 60;
const seed = 20_260;

const ids = (prefix: string, from: number, to: number): string[] =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `rec_${prefix}_${String(from + index).padStart(7, '0')}`,
  );

/** Two holders, four datasets, a session in every state, operations and transformations with evidence. */
export function sessionStory(calendar: DemoCalendar): StoryStep[] {
  return [
    ...datasets(calendar),
    ...expiredSession(),
    ...closedSession(),
    ...revokedSession(),
    ...withdrawnDataset(),
    ...activeSessions(),
  ].toSorted((one, other) => other.at - one.at);
}

/** One dataset of any size with an open session on it, a part at a time. */
export function* largeDatasetStory(count: number): Generator<StoryStep> {
  const datasetId = 'clinical-archive';
  yield {
    at: 30,
    operation: 'createDataset',
    body: {
      dataset_id: datasetId,
      name: 'Clinical archive (generated)',
      holder_id: 'riverside-clinic',
      policy: openPolicy,
    },
  };
  const append = (rows: readonly JsonObject[]): StoryStep => ({
    at: 25,
    operation: 'appendDatasetRecords',
    parameters: { dataset_id: datasetId },
    rows,
  });
  let part: JsonObject[] = [];
  for (const row of clinicalRows(count, seed)) {
    part.push(row);
    if (part.length < limits.session.appendRows) continue;
    yield append(part);
    part = [];
  }
  if (part.length > 0) yield append(part);
  yield open(20, 'archive', {
    dataset_id: datasetId,
    purpose: 'Trying the console on many rows',
    operator: 'm.lindqvist',
    ttl_seconds: limits.session.maximumTtl,
  });
}

function datasets({ end }: DemoCalendar): StoryStep[] {
  const make = (
    at: number,
    body: { dataset_id: string; name: string; holder_id: string },
    rows: readonly JsonObject[],
  ): StoryStep[] => [
    { at, operation: 'createDataset', body: { ...body, policy: openPolicy } },
    {
      at: at - 5,
      operation: 'appendDatasetRecords',
      parameters: { dataset_id: body.dataset_id },
      rows,
    },
  ];
  return [
    ...make(
      440 * day,
      {
        dataset_id: 'riverside-outpatients',
        name: 'Riverside outpatients 2024–2026',
        holder_id: 'riverside-clinic',
      },
      [...patientRows(2_000, seed, end)],
    ),
    {
      at: 439 * day,
      operation: 'putDatasetPolicy',
      parameters: { dataset_id: 'riverside-outpatients' },
      body: {
        policy: { ...openPolicy, fields: { postal_code: { method: 'withheld' } } },
        based_on: 1,
      },
    },
    ...make(
      439 * day,
      {
        dataset_id: 'northwind-claims',
        name: 'Northwind claims',
        holder_id: 'northwind-insurance',
      },
      [...claimRows(1_200, seed, end)],
    ),
    ...make(
      435 * day,
      {
        dataset_id: 'northwind-telematics',
        name: 'Northwind telematics',
        holder_id: 'northwind-insurance',
      },
      [...tripRows(600, seed, end)],
    ),
    ...make(
      430 * day,
      {
        dataset_id: 'riverside-home-monitoring',
        name: 'Riverside home monitoring',
        holder_id: 'riverside-clinic',
      },
      [...readingRows(800, seed, end)],
    ),
  ];
}

const open = (at: number, as: string, body: object): StoryStep => ({
  at,
  operation: 'createSession',
  body,
  as,
});

const use = (at: number, name: string, operation: string, body: object): StoryStep => ({
  at,
  operation,
  parameters: { session_id: `{${name}}` },
  body,
});

function expiredSession(): StoryStep[] {
  const at = 20 * day;
  return [
    open(at, 'expired', {
      dataset_id: 'northwind-claims',
      purpose: 'Fraud screening: baseline',
      model_id: 'fraud-guard',
      operator: 'j.okafor',
      ttl_seconds: 86_400,
    }),
    use(at - 20, 'expired', 'filterSession', {
      filter: { kind: 'motor', amount: { $gte: 2_000 } },
      limit: 100,
    }),
    use(at - 60, 'expired', 'recordOperation', {
      operation_type: 'VALIDATE',
      records: ids('claim', 1, 40),
      metadata: { model_id: 'fraud-guard', metrics: { precision: 0.91, recall: 0.84 } },
    }),
  ];
}

function closedSession(): StoryStep[] {
  const at = 12 * day;
  return [
    open(at, 'closed', {
      dataset_id: 'riverside-outpatients',
      purpose: 'Readmission study, first cohort',
      operator: 'm.lindqvist',
      ttl_seconds: 604_800,
    }),
    use(at - 30, 'closed', 'filterSession', {
      filter: { $or: [{ age: { $gte: 65 } }, { 'lab_results.glucose': { $gte: 180 } }] },
      fields: ['record_id', 'age', 'diagnosis', 'lab_results.glucose'],
      sort: { age: -1 },
      limit: 200,
    }),
    use(at - 45, 'closed', 'aggregateSession', {
      pipeline: [
        { group: { _id: '$diagnosis', patients: { count: {} }, age: { avg: '$age' } } },
        { sort: { patients: -1 } },
      ],
    }),
    use(at - 90, 'closed', 'transformSession', {
      record_ids: ids('clinic', 1, 60),
      transformation: 'anonymize',
      parameters: { fields: ['patient_id'], method: 'hash' },
      metadata: { purpose: 'Sharing with the study partner', operator: 'm.lindqvist' },
    }),
    { at: at - 200, operation: 'closeSession', parameters: { session_id: '{closed}' } },
  ];
}

function revokedSession(): StoryStep[] {
  const at = 6 * day;
  return [
    open(at, 'revoked', {
      dataset_id: 'northwind-claims',
      purpose: 'Pricing experiment',
      model_id: 'claims-router',
      operator: 'a.mori',
      ttl_seconds: 2_592_000,
    }),
    use(at - 10, 'revoked', 'filterSession', { filter: { kind: { $in: ['home', 'travel'] } } }),
    {
      at: at - 120,
      operation: 'revokeSession',
      parameters: { session_id: '{revoked}' },
      body: {
        reason: 'The purpose is not covered by the agreement.',
        revoked_by: 'legal@northwind',
      },
    },
  ];
}

function withdrawnDataset(): StoryStep[] {
  const at = 4 * day;
  return [
    open(at, 'withdrawn', {
      dataset_id: 'riverside-home-monitoring',
      purpose: 'Arrhythmia alerts',
      model_id: 'triage-net',
      operator: 's.haddad',
      ttl_seconds: 2_592_000,
    }),
    use(at - 30, 'withdrawn', 'recordOperation', {
      operation_type: 'ANALYZE',
      records: ids('reading', 1, 120),
      metadata: { model_id: 'rhythm-watch', window_days: 30 },
    }),
    {
      at: at - 300,
      operation: 'revokeDataset',
      parameters: { dataset_id: 'riverside-home-monitoring' },
      body: { reason: 'Consent of the participants ended.' },
    },
  ];
}

function activeSessions(): StoryStep[] {
  return [
    open(1_200, 'training', {
      dataset_id: 'riverside-outpatients',
      purpose: 'Diabetes risk model, training',
      model_id: 'triage-net',
      operator: 'dr. e. castellanos',
      ttl_seconds: 1_209_600,
    }),
    {
      at: 1_190,
      operation: 'streamSession',
      parameters: { session_id: '{training}' },
      query: { batch_size: '100' },
    },
    use(1_100, 'training', 'transformSession', {
      record_ids: ids('clinic', 200, 320),
      transformation: 'pseudonymize',
      parameters: { fields: ['patient_id'], method: 'hash' },
      metadata: { purpose: 'Training set', operator: 'dr. e. castellanos' },
    }),
    use(1_050, 'training', 'aggregateSession', {
      pipeline: [
        {
          group: { _id: '$age', patients: { count: {} }, glucose: { avg: '$lab_results.glucose' } },
        },
        { sort: { _id: 1 } },
      ],
    }),
    use(1_000, 'training', 'transformSession', {
      record_ids: ids('clinic', 200, 320),
      transformation: 'generalize',
      parameters: { fields: ['age'], bucket_size: 5 },
    }),
    use(700, 'training', 'recordOperation', {
      operation_type: 'TRAIN',
      records: ids('clinic', 200, 320),
      metadata: { model_id: 'triage-net', training_step: 1_200, metrics: { loss: 0.214 } },
    }),
    open(95, 'review', {
      dataset_id: 'northwind-claims',
      purpose: 'Quarterly review of late claims',
      operator: 'j.okafor',
      ttl_seconds: 86_400,
      allowed_operations: ['read', 'filter', 'aggregate'],
    }),
    use(40, 'review', 'filterSession', {
      filter: { flags: 'late', settled: null },
      sort: { amount: -1 },
      limit: 50,
    }),
  ];
}
