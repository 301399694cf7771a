/** Identifiers are the same to whoever sees and whoever compares them: every route that takes one refuses others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importResultSchema } from '../../shared/contract/imports.ts';
import { profileOf, reviewOf } from '../oversight/testing/profile-of.ts';
import { TestApi } from './test-api.ts';
import { openPolicy } from '../sessions/testing/clinical.ts';

let api: TestApi;
let recordId: string;
beforeAll(async () => {
  api = await TestApi.open();
  ({ id: recordId } = await api.append());
});
afterAll(() => api.close());

const steering = 'must not have control characters or marks of the direction of text';
const unseen = 'must have a character that can be seen';
const refused: readonly (readonly [name: string, id: string, message: string])[] = [
  ['a line break', 'credit\nscorer', steering],
  ['a null', 'credit\u0000scorer', steering],
  ['a C1 control', 'credit\u0085scorer', steering],
  ['an override', '\u202ererocs', steering],
  ['an isolate', 'a\u2066b', steering],
  ['a mark of direction', 'a\u200fb', steering],
  ['the Arabic letter mark', 'a\u061cb', steering],
  ['joiners alone', '\u200b\u200d', unseen],
  ['blanks alone', ' \u00a0\u3000', unseen],
  ['a filler alone', '\u3164', unseen],
  ['tags alone', '\u{e0041}\u{e0001}', unseen],
  ['a place without a character', '\u{e0000}\u2065', unseen],
  ['selectors of nothing', '\ufe0f\u{e0100}', unseen],
  ['a soft hyphen alone', '\u00ad', unseen],
  ['an accent alone', '\u0301\u20dd', unseen],
];
const taken = ['modèle-β/日本 v2', 'मॉडल', '葛\u{e0100}', 'می\u200cخواهم', '👩‍⚕️', 'שלום'];

const record = { model_id: 'm', input: {}, output: {} };
const actor = { id: 'ann', role: 'officer' };
const act = { action: 'annotate', reason: 'Seen.', actor };
const key = { name: 'Key', role: 'ai_lab', account_id: 'default' };
const holderKey = { name: 'Key', role: 'data_holder', holder_id: 'clinic' };
const dataset = { dataset_id: 'rows', name: 'Rows', holder_id: 'clinic', policy: openPolicy };
const session = { dataset_id: 'rows', purpose: 'Study' };
const preferences = { frequency: 'MONTHLY', threshold: 50, method: 'bank_transfer' };

/** A member that names something, in the body of its route. */
const members: readonly (readonly [
  operation: string,
  field: string,
  ask: (id: string) => readonly [method: string, path: string, body: object],
])[] = [
  ['createRecord', 'model_id', (id) => ['POST', '/records', { ...record, model_id: id }]],
  [
    'createRecord',
    'transaction_id',
    (id) => ['POST', '/records', { ...record, transaction_id: id }],
  ],
  ['createRecord', 'policy_id', (id) => ['POST', '/records', { ...record, policy_id: id }]],
  ['createModel', 'model_id', (id) => ['POST', '/models', { model_id: id, version: '1.0.0' }]],
  ['createDataset', 'dataset_id', (id) => ['POST', '/datasets', { ...dataset, dataset_id: id }]],
  ['createDataset', 'holder_id', (id) => ['POST', '/datasets', { ...dataset, holder_id: id }]],
  ['createSession', 'model_id', (id) => ['POST', '/sessions', { ...session, model_id: id }]],
  ['createSession', 'operator', (id) => ['POST', '/sessions', { ...session, operator: id }]],
  ['createSession', 'account_id', (id) => ['POST', '/sessions', { ...session, account_id: id }]],
  ['createApiKey', 'name', (id) => ['POST', '/api-keys', { ...key, name: id }]],
  ['createApiKey', 'account_id', (id) => ['POST', '/api-keys', { ...key, account_id: id }]],
  ['createApiKey', 'holder_id', (id) => ['POST', '/api-keys', { ...holderKey, holder_id: id }]],
  [
    'createAccount',
    'account_id',
    (id) => ['POST', '/billing/accounts', { account_id: id, name: 'Lab', email: 'a@b.example' }],
  ],
  [
    'setPayoutPreferences',
    'holder_id',
    (id) => ['PUT', '/billing/payout-preferences', { ...preferences, holder_id: id }],
  ],
  ['runPayouts', 'holder_id', (id) => ['POST', '/billing/payout-runs', { holder_id: id }]],
  [
    'createProfile',
    'profile.review.reason_codes.0.code',
    (id) => [
      'POST',
      '/models/m/profiles',
      {
        profile: profileOf({ review: reviewOf({ reason_codes: [{ code: id, label: 'Income' }] }) }),
        accept_unseen: true,
      },
    ],
  ],
  [
    'createIntervention',
    'actor.id',
    (id) => ['POST', `/records/${recordId}/interventions`, { ...act, actor: { ...actor, id } }],
  ],
  [
    'createIntervention',
    'reason_code',
    (id) => ['POST', `/records/${recordId}/interventions`, { ...act, reason_code: id }],
  ],
  [
    'assignReview',
    'assignee',
    (id) => ['PUT', `/reviews/${recordId}/assignment`, { assignee: id }],
  ],
  [
    'createErasure',
    'actor.id',
    (id) => [
      'POST',
      `/records/${recordId}/erasures`,
      { fields: ['input'], legal_basis: 'Art. 17', actor: { ...actor, id } },
    ],
  ],
];

/** Whether an answer names the field, in whichever shape its route has. */
async function faultOf(response: Response, field: string): Promise<unknown> {
  const { error } = Object(await response.json());
  const list: unknown = Reflect.get(Object(error), 'details');
  const faults: unknown = Array.isArray(list) ? list : Reflect.get(Object(list), 'fields');
  if (!Array.isArray(faults)) return error;
  return faults.find((each) => Reflect.get(Object(each), 'field') === field)?.message;
}

/** Members that take less than every identifier, or say of blanks that they are nothing. */
const stricter: Readonly<Record<string, readonly string[]>> = {
  'createDataset dataset_id': [
    'must be 1 to 128 letters, digits, dots, dashes, tildes or underscores, the first a letter or digit',
  ],
  'createAccount account_id': ['must be letters, digits, dots, dashes and underscores'],
  'createIntervention actor.id': [steering, unseen, 'must not be empty'],
  'createIntervention reason_code': [steering, unseen, 'must not be empty'],
  'createErasure actor.id': [steering, unseen, 'must not be empty'],
  'createProfile profile.review.reason_codes.0.code': [steering, unseen, 'must not be empty'],
};

describe.each(members)('%s: %s', (operation, field, ask) => {
  test.each(refused)('refuses %s', async (_name, id, message) => {
    const [method, path, body] = ask(id);
    const response = await api.send(method, path, { body });
    expect(response.status).toBe(400);
    const expected = stricter[`${operation} ${field}`] ?? [message];
    expect(expected).toContain(await faultOf(response, field));
  });
});

test('takes the letters of every language, joiners between them too', async () => {
  for (const id of taken) {
    const response = await api.send('POST', '/records', { body: { ...record, model_id: id } });
    expect([id, response.status]).toEqual([id, 201]);
  }
});

test('an import names the line', async () => {
  const line = (model: string) => JSON.stringify({ ...record, model_id: model });
  const body = [line('m'), line('\u202em'), line('\u200b')].join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const job = await api.finished(await api.send('POST', '/imports', { body, headers }));
  expect(importResultSchema.parse(job.result)).toMatchObject({
    rejected: 2,
    errors: [
      { line: 2, fields: [{ field: 'model_id', message: steering }] },
      { line: 3, fields: [{ field: 'model_id', message: unseen }] },
    ],
  });
});

test('an import of columns names the line, too', async () => {
  const body = ['model_id,a,b', 'm,1,1', '\u202em,2,2', '\ufe0f,3,3', '\u0301,4,4'].join('\n');
  const columns = [
    { column: 'model_id', target: 'model_id' },
    { column: 'a', target: 'input.a' },
    { column: 'b', target: 'output.b' },
  ];
  const mapping = encodeURIComponent(JSON.stringify({ columns }));
  const headers = { 'content-type': 'text/csv' };
  const path = `/imports?mapping=${mapping}`;
  const job = await api.finished(await api.send('POST', path, { body, headers }));
  expect(importResultSchema.parse(job.result)).toMatchObject({
    rejected: 3,
    errors: [
      { line: 3, fields: [{ field: 'model_id', message: steering }] },
      { line: 4, fields: [{ field: 'model_id', message: unseen }] },
      { line: 5, fields: [{ field: 'model_id', message: unseen }] },
    ],
  });
});
