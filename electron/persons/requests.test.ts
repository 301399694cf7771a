/** Requests of persons through the API: their clock, their steps, who may ask, and what the journal says of them. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { entryListSchema } from '../../shared/contract/chain.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { overviewSchema } from '../../shared/contract/overview.ts';
import {
  personCandidatesSchema,
  personRequestPageSchema,
  personRequestSchema,
  personSettingsSchema,
  type PersonRequest,
} from '../../shared/contract/persons.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { rowProofSchema } from '../../shared/contract/proof.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { personSearchStatements } from '../oversight/person-searches.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { candidateStatements } from './candidates.ts';
import { letterStatements } from './letter-facts.ts';
import { personErasureStatements } from './person-erasure.ts';
import { namedRecordStatements } from './require-records.ts';
import { personRequestStatements } from './requests-store.ts';
import { oneIn } from '../testing/rounds.ts';

const day = 86_400_000;
let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 0, 31, 9) });
});
afterEach(() => api.close());

const asked = {
  received_on: '2026-01-31',
  asks: ['explanation'],
  identifiers: ['Finn Xu', '4711'],
  contact: 'finn@example.test',
};
const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  api.send('POST', `/persons/requests${path}`, { body, headers });
async function take(changes: object = {}): Promise<PersonRequest> {
  const response = await send('', { ...asked, ...changes });
  if (response.status !== 201) throw new Error(await response.text());
  return personRequestSchema.parse(await response.json());
}
async function step(id: string, name: string, body: object): Promise<PersonRequest> {
  const response = await send(`/${id}/${name}`, body);
  if (response.status !== 200) throw new Error(await response.text());
  return personRequestSchema.parse(await response.json());
}
/** Status, type and the codes of a refusal. */
async function refusal(response: Response): Promise<[number, string, string[]]> {
  const { error } = sessionsErrorSchema.parse(await response.json());
  return [response.status, error.type, (error.faults ?? []).map(({ code }) => code)];
}
const withFaults = { prefer: 'faults' };
const listed = async (query = '') =>
  (await api.read(personRequestPageSchema, `/persons/requests${query}`)).data;

describe('A request', () => {
  test('is taken in with its number, its term and who it is about', async () => {
    const made = await take();
    expect(made).toEqual({
      request_id: expect.stringMatching(/^preq_/),
      number: '2026-001',
      received_on: '2026-01-31',
      asks: ['explanation'],
      rule: 'month',
      due: '2026-02-28',
      is_extended: false,
      urgency: 'later',
      n: 1,
      event: 'received',
      created_at: '2026-01-31T09:00:00.000Z',
      closed_at: null,
      person: { identifiers: ['Finn Xu', '4711'], contact: 'finn@example.test' },
      records: 0,
      record_ids: [],
      note: null,
      letters: [],
      events: [
        {
          n: 1,
          event: 'received',
          at: '2026-01-31T09:00:00.000Z',
          actor: { id: 'operator', role: 'operator' },
          is_signed: false,
          note: null,
        },
      ],
      kept_until: null,
    });
    expect(await api.read(personRequestSchema, `/persons/requests/${made.request_id}`)).toEqual(
      made,
    );
  });

  test('by 30 days is due on the thirtieth, and is not put off', async () => {
    const made = await take({ rule: '30_days' });
    expect(made.due).toBe('2026-03-02');
    const response = await send(`/${made.request_id}/extension`, { reason: 'Many.' }, withFaults);
    expect(await refusal(response)).toEqual([409, 'conflict', ['not_extended']]);
  });

  test.each([
    ['2026-01-31', '2026-02-28', '2026-04-30'],
    ['2026-01-30', '2026-02-28', '2026-04-30'],
  ])('of %s by the month is due on %s, put off on %s', async (received, due, later) => {
    const made = await take({ received_on: received });
    expect(made.due).toBe(due);
    const put = await step(made.request_id, 'extension', { reason: 'Many.' });
    expect([put.due, put.is_extended, put.event, put.n]).toEqual([later, true, 'extended', 2]);
    expect(put.events.map(({ note }) => note)).toEqual([null, 'Many.']);
  });

  test('has its number within the year', async () => {
    expect((await take()).number).toBe('2026-001');
    expect((await take()).number).toBe('2026-002');
    api.now = Date.UTC(2027, 0, 1);
    expect((await take()).number).toBe('2027-001');
  });

  test('is told once for a key', async () => {
    const headers = { 'idempotency-key': 'one' };
    const first = await (await send('', asked, headers)).text();
    expect(await (await send('', asked, headers)).text()).toBe(first);
    expect(await listed()).toHaveLength(1);
  });

  test.each([
    [{ received_on: '2026-02-01' }, ['received_on']],
    [{ received_on: '2026-02-30' }, ['received_on']],
    [{ asks: [] }, ['asks']],
    [{ asks: ['access', 'access'] }, ['asks']],
    [{ asks: ['rectification'] }, ['asks.0']],
    [{ identifiers: [] }, ['identifiers']],
    [{ identifiers: ['\u202Eunn'] }, ['identifiers.0']],
    [{ identifiers: ['x'.repeat(201)] }, ['identifiers.0']],
    [{ rule: 'week' }, ['rule']],
    [{ name: 'Finn' }, ['name']],
  ])('with %j is refused', async (changes, fields) => {
    const response = await send('', { ...asked, ...changes });
    const { error } = sessionsErrorSchema.parse(await response.json());
    const named = error.details['fields'];
    const names = Array.isArray(named) ? named.map(({ field }: { field: string }) => field) : [];
    expect([response.status, error.type, names]).toEqual([400, 'validation_error', fields]);
  });
});

describe('The journal', () => {
  test('has a fact at each change, each with its number and what happened, and nobody in clear', async () => {
    const { id } = await api.append({ input: { applicant: 'Finn Xu' } });
    const { request_id: request } = await take({ note: 'By letter.' });
    await step(request, 'records', { record_ids: [id] });
    await step(request, 'records', { record_ids: [id] });
    await step(request, 'extension', { reason: 'Many.' });
    await step(request, 'closing', { note: 'Nothing more.' });
    const { data } = await api.read(entryListSchema, '/chain/entries?limit=500');
    const entries = data.map(({ bytes }) => bytes).filter((bytes) => bytes.includes(request));
    const set = entries.map((bytes): unknown => JSON.parse(bytes).set);
    expect(set).toEqual([
      {
        asks: ['explanation'],
        created_at: '2026-01-31T09:00:00.000Z',
        due: '2026-02-28',
        event: 'received',
        n: 1,
        received_on: '2026-01-31',
        request_number: '2026-001',
        rule: 'month',
      },
      { event: 'found', n: 2 },
      { event: 'found', n: 3 },
      { due: '2026-04-30', event: 'extended', n: 4 },
      { closed_at: '2026-01-31T09:00:00.000Z', event: 'closed', n: 5 },
    ]);
    expect(entries.join('\n')).not.toMatch(/Finn|4711|example\.test|letter|Many|rec_/);
    const proof = await api.read(rowProofSchema, `/proof/person_requests/${request}`);
    expect(proof.data).toHaveLength(5);
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    expect(job.result).toMatchObject({ findings_total: 0 });
  });

  test('keeps no name of who it was about once that is erased', async () => {
    const { request_id: id } = await take();
    const response = await api.send('POST', `/proof/person_requests/${id}/erasures`, {
      body: {
        fields: ['person'],
        legal_basis: 'GDPR Art. 17(1)(a)',
        actor: { id: 'usr_1', role: 'admin' },
      },
    });
    expect(response.status).toBe(201);
    const left = await api.read(personRequestSchema, `/persons/requests/${id}`);
    expect([left.person, left.number]).toEqual([null, '2026-001']);
  });
});

describe('Steps', () => {
  const steps = {
    records: () => ({ record_ids: [record] }),
    extension: () => ({ reason: 'Many.' }),
    closing: () => ({ note: 'Done.' }),
  } as const;
  type Name = keyof typeof steps;
  const names: readonly Name[] = ['records', 'extension', 'closing'];
  let record = '';
  const states: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    received: async () => undefined,
    found: (id) => step(id, 'records', steps.records()),
    extended: (id) => step(id, 'extension', steps.extension()),
    late: async () => {
      api.now = Date.UTC(2026, 2, 1);
    },
    closed: (id) => step(id, 'closing', steps.closing()),
    refused: (id) => step(id, 'closing', { as: 'refused', note: 'Not the person.' }),
  };
  const closed = {
    records: 'request_closed',
    extension: 'request_closed',
    closing: 'request_closed',
  };
  const refused: Readonly<Record<string, Partial<Record<Name, string>>>> = {
    received: {},
    found: {},
    extended: { extension: 'extended_already' },
    late: { extension: 'extended_late' },
    closed,
    refused: closed,
  };

  test.each(
    oneIn(
      4,
      Object.keys(states).flatMap((state) => names.map((name) => [state, name] as const)),
    ),
  )('of a request that is %s: %s', async (state, name) => {
    record = (await api.append()).id;
    const { request_id: id } = await take();
    await states[state]?.(id);
    const before = await api.read(personRequestSchema, `/persons/requests/${id}`);
    const response = await send(`/${id}/${name}`, steps[name](), withFaults);
    const code = refused[state]?.[name];
    const after = await api.read(personRequestSchema, `/persons/requests/${id}`);
    const told = code === undefined ? [response.status] : await refusal(response);
    expect(told).toEqual(code === undefined ? [200] : [409, 'conflict', [code]]);
    expect(after.n).toBe(code === undefined ? before.n + 1 : before.n);
  });

  test('name decisions that are there', async () => {
    const { request_id: id } = await take();
    const there = (await api.append()).id;
    const response = await send(`/${id}/records`, { record_ids: [there, 'rec_no'] }, withFaults);
    const { error } = sessionsErrorSchema.parse(await response.json());
    expect(error.faults).toEqual([
      { field: 'record_ids.1', code: 'not_known', params: { unit: 'record' } },
    ]);
    expect((await send('/preq_no/records', { record_ids: [there] })).status).toBe(404);
    expect((await api.send('GET', '/persons/requests/preq_no')).status).toBe(404);
  });

  test('find decisions that name the person, and tell which are chosen', async () => {
    const one = await api.append({ model_id: 'lending', input: { applicant: 'Finn Xu' } });
    await api.append({ input: { applicant: 'Finn Young' } });
    const two = await api.append({ output: { decision: 'deny', about: 'customer 4711' } });
    const other = await api.append({ input: { applicant: 'Ada' } });
    const { request_id: id } = await take();
    const path = `/persons/requests/${id}/candidates`;
    const found = { match: 'possible', created_at: '2026-01-31T09:00:00.000Z' };
    const ofTwo = { ...found, record_id: two.id, model_id: 'credit-scorer', is_chosen: false };
    const ofOne = { ...found, record_id: one.id, model_id: 'lending', is_chosen: false };
    expect(await api.read(personCandidatesSchema, path)).toEqual({
      data: [ofTwo, ofOne],
      is_whole: true,
      is_matched: true,
    });
    await step(id, 'records', { record_ids: [one.id, other.id] });
    expect(await api.read(personCandidatesSchema, path)).toEqual({
      data: [
        { ...found, record_id: other.id, model_id: 'credit-scorer', is_chosen: true },
        ofTwo,
        { ...ofOne, is_chosen: true },
      ],
      is_whole: true,
      is_matched: true,
    });
  });

  test('find the same person by the profiles of all models, before texts that name them', async () => {
    const folded = profileOf({ subject: { paths: ['/context/person'], match: 'folded' } });
    const exact = profileOf({ subject: { paths: ['/context/person'], match: 'exact' } });
    const about = (model_id: string, person: string) =>
      api.append({ model_id, context: { person } });
    const one = await about('lending', ' FINN  xu ');
    const two = await about('insurance', '4711');
    await about('insurance', 'finn xu');
    const text = await api.append({ model_id: 'chat', input: { said: 'Finn Xu' } });
    for (const [model, profile] of [
      ['lending', folded],
      ['insurance', exact],
    ] as const) {
      const made = await api.send('POST', `/models/${model}/profiles`, { body: { profile } });
      expect(made.status).toBe(201);
    }
    const { request_id: id } = await take();
    const { data, is_matched: isMatched } = await api.read(
      personCandidatesSchema,
      `/persons/requests/${id}/candidates`,
    );
    expect(isMatched).toBe(true);
    expect(data.map(({ record_id, match }) => [record_id, match])).toEqual([
      [two.id, 'certain'],
      [one.id, 'certain'],
      [text.id, 'possible'],
    ]);
    const listed = async () =>
      (await api.read(recordListSchema, `/records?person=${id}`)).data.map((each) => each.id);
    expect(await listed()).toEqual([two.id, one.id]);
    await step(id, 'records', { record_ids: [text.id, one.id] });
    expect(await listed()).toEqual([text.id, one.id]);
    expect((await api.send('GET', '/records?person=preq_no')).status).toBe(400);
  });

  test('closes what nothing was answered to only with a note, and a refusal', async () => {
    const { request_id: id } = await take();
    for (const body of [{}, { as: 'refused' }]) {
      expect((await refusal(await send(`/${id}/closing`, body)))[0]).toBe(400);
    }
    const made = await step(id, 'closing', { as: 'refused', note: 'Not the person.' });
    expect([made.event, made.closed_at, made.kept_until, made.urgency]).toEqual([
      'refused',
      '2026-01-31T09:00:00.000Z',
      '2029-01-31',
      'closed',
    ]);
  });
});

describe('Settings', () => {
  const usual = { sender: '', objection_to: '', authority: '', kept_years: 3 };
  const settings = () => api.read(personSettingsSchema, '/persons/settings');
  const put = (body: object) => api.send('PUT', '/persons/settings', { body, headers: withFaults });

  test('are kept with the ledger, and say until when names are kept', async () => {
    expect(await settings()).toEqual(usual);
    const other = { ...usual, sender: 'Example Bank\nLoan office', kept_years: 5 };
    expect((await put(other)).status).toBe(200);
    await api.reopen();
    expect(await settings()).toEqual(other);
    const { request_id: id } = await take();
    const closed = await step(id, 'closing', { note: 'Done.' });
    expect(closed.kept_until).toBe('2031-01-31');
  });

  test.each([
    [{ kept_years: 0 }, 'integer_between'],
    [{ kept_years: 31 }, 'integer_between'],
    [{ kept_years: 1.5 }, 'type_integer'],
    [{ sender: 'x'.repeat(1_001) }, 'at_most_characters'],
    [{ name: 'Finn' }, 'not_known'],
  ])('with %j are refused', async (changes, code) => {
    expect(await refusal(await put({ ...usual, ...changes }))).toEqual([
      400,
      'validation_error',
      [code],
    ]);
  });
});

describe('The list', () => {
  test('has the nearest day first, and what is closed at its end', async () => {
    const numbers = async (query = '') => (await listed(query)).map(({ number }) => number);
    await take({ received_on: '2026-01-20' });
    await take({ received_on: '2026-01-05', asks: ['access', 'erasure'], rule: '30_days' });
    const third = await take({ received_on: '2026-01-01' });
    await step(third.request_id, 'closing', { note: 'Done.' });
    expect(await numbers()).toEqual(['2026-002', '2026-001', '2026-003']);
    expect(await numbers('?order=-due')).toEqual(['2026-003', '2026-001', '2026-002']);
    expect(await numbers('?order=number')).toEqual(['2026-001', '2026-002', '2026-003']);
    expect(await numbers('?order=-number&limit=1&offset=1')).toEqual(['2026-002']);
    expect(await numbers('?ask=erasure')).toEqual(['2026-002']);
    expect(await numbers('?rule=month')).toEqual(['2026-001', '2026-003']);
    expect(await numbers('?number=003')).toEqual(['2026-003']);
    // Due on 4 and 20 February.
    const urgencies = async () => (await listed()).map(({ urgency }) => urgency);
    expect(await urgencies()).toEqual(['soon', 'later', 'closed']);
    api.now = Date.UTC(2026, 1, 4, 23);
    expect(await urgencies()).toEqual(['soon', 'later', 'closed']);
    api.now += 2 * 3_600_000;
    expect(await urgencies()).toEqual(['late', 'later', 'closed']);
    api.now = Date.UTC(2026, 1, 13);
    expect(await urgencies()).toEqual(['late', 'soon', 'closed']);
    api.now -= day;
    expect(await numbers('?urgency=late')).toEqual(['2026-002']);
    expect(await numbers('?urgency=later')).toEqual(['2026-001']);
    expect(await numbers('?urgency=open')).toEqual(['2026-002', '2026-001']);
    expect((await api.send('GET', '/persons/requests?q=Finn')).status).toBe(400);
  });
});

test('The overview names what is late or due within a week by its number @whole', async () => {
  await take({ received_on: '2026-01-01' });
  const told = async () => {
    const { attention } = await api.read(overviewSchema, '/overview');
    return attention
      .filter(({ kind }) => kind.startsWith('person_request'))
      .map(({ kind, severity, name, since }) => [kind, severity, name, since]);
  };
  const due = '2026-02-01T00:00:00.000Z';
  expect(await told()).toEqual([['person_request_soon', 'warn', '2026-001', due]]);
  api.now = Date.UTC(2026, 1, 2);
  expect(await told()).toEqual([['person_request_late', 'warn', '2026-001', due]]);
});

test('Compliance and admins alone may ask', async () => {
  await api.addAccount('acme');
  const { request_id: id } = await take();
  const sides = {
    compliance: {},
    admin: {},
    ai_lab: { account_id: 'acme' },
    data_holder: { holder_id: 'clinic' },
  };
  const statuses: number[][] = [];
  for (const [role, more] of Object.entries(sides)) {
    const made = await api.send('POST', '/api-keys', { body: { name: role, role, ...more } });
    const { key } = createdApiKeySchema.parse(await made.json());
    const options = { headers: { authorization: `Bearer ${key}` }, caller: anonymous };
    const paths = ['/persons/requests', `/persons/requests/${id}`, `/proof/person_requests/${id}`];
    const answers = await Promise.all(paths.map((path) => api.send('GET', path, options)));
    statuses.push(answers.map(({ status }) => status));
  }
  expect(statuses).toEqual([
    [200, 200, 200],
    [200, 200, 200],
    [403, 403, 403],
    [403, 403, 403],
  ]);
});

describe('Statements over requests of persons', () => {
  let ledger: ReturnType<typeof openReader>;
  let plans: TestApi;
  beforeAll(async () => {
    plans = await TestApi.open();
    ledger = openReader(join(plans.directory, 'proofdesk.db'));
  });
  afterAll(async () => {
    ledger.close();
    await plans.close();
  });
  const named = (of: string, statements: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(statements).map(([name, sql]) => [`${of} ${name}`, sql]));
  const walks: Readonly<Record<string, string>> = {
    byDue: 'SCAN person_requests USING INDEX person_requests_by_due',
  };
  test.each(
    Object.entries({
      ...personRequestStatements,
      ...namedRecordStatements,
      ...candidateStatements,
      ...named('erasure', personErasureStatements),
      ...named('letter', letterStatements),
      ...named('search', personSearchStatements),
    }),
  )('%s reads rows by a key', (name, sql) => {
    const plan = ledger
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', "'1'")}`)
      .all()
      .map(({ detail }) => detail);
    const walk = walks[name];
    expect(plan.filter((each) => each.startsWith('SCAN'))).toEqual(
      walk === undefined ? [] : [walk],
    );
    expect(plan.join()).not.toContain('TEMP B-TREE');
  });
});
