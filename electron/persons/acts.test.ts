/**
 * What is done for a person: letters, objections and erasures, with their entries, their PDF and who signs.
 * @push
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entryListSchema } from '../../shared/contract/chain.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { interventionListSchema } from '../../shared/contract/interventions.ts';
import {
  personErasurePreviewSchema,
  personErasureSchema,
  personLetterPreviewSchema,
  personRequestSchema,
  type PersonRequest,
} from '../../shared/contract/persons.ts';
import { recordSchema } from '../../shared/contract/records.ts';
import { reviewListSchema, reviewSchema } from '../../shared/contract/review-queue.ts';
import { actAs, enrol, TestPerson } from '../api/testing/signing-people.ts';
import { TestApi } from '../api/test-api.ts';
import { pdfText } from '../documents/testing/pdf-text.ts';
import { profileOf, reviewOf } from '../oversight/testing/profile-of.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 0, 31, 9) });
});
afterEach(() => api.close());

const withFaults = { prefer: 'faults' };
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  api.send('POST', path, { body, headers });
async function refusal(response: Response): Promise<[number, string, string[]]> {
  const { error } = sessionsErrorSchema.parse(await response.json());
  return [response.status, error.type, (error.faults ?? []).map(({ code }) => code)];
}

const weighed = {
  model_id: 'lending',
  input: { applicant: 'Finn Xu', lvrat: 0.92, job: 'clerk' },
  output: { decision: 'deny' },
  explanation: { lvrat: -0.31, job: -0.2 },
};

/** A request with these decisions chosen. */
async function asked(asks: readonly string[], records: readonly object[]) {
  const ids: string[] = [];
  for (const each of records) ids.push((await api.append(each)).id);
  const body = {
    received_on: '2026-01-31',
    asks,
    identifiers: ['Finn Xu'],
    contact: 'High Street 1',
  };
  const { request_id: id } = personRequestSchema.parse(
    await (await post('/persons/requests', body)).json(),
  );
  const path = `/persons/requests/${id}`;
  expect((await post(`${path}/records`, { record_ids: ids })).status).toBe(200);
  return { id, path, ids };
}
const told = (path: string): Promise<PersonRequest> => api.read(personRequestSchema, path);
const entries = async () => {
  const { data } = await api.read(entryListSchema, '/chain/entries?limit=500');
  return data.map(({ bytes }) => bytes);
};
const findings = async () => {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return job.result;
};

const letter = {
  language: 'en',
  dated_on: '2026-01-31',
  sender: 'Example Bank\nLoan office',
  objection_to: 'objections@bank.example',
};

describe('A letter', () => {
  test('tells the decision, the system, the factors, the people, and how to object', async () => {
    await post('/models', {
      model_id: 'lending',
      version: '2.0.0',
      intended_use: 'Consumer loans up to 10,000.',
    });
    const { path, ids } = await asked(['explanation'], [weighed]);
    const [recordId = ''] = ids;
    const actor = { id: 'eva', role: 'compliance_officer' };
    await post(`/records/${recordId}/interventions`, { action: 'approve', actor });
    const body = {
      ...letter,
      record_id: recordId,
      opening: 'Dear Finn Xu,',
      authority: 'The regulator',
    };
    const shown = personLetterPreviewSchema.parse(
      await (await post(`${path}/letter/preview`, body)).json(),
    );
    expect([shown.needs_reasons, shown.n]).toEqual([false, 1]);
    const { hash } = await api.read(recordSchema, `/records/${recordId}`);
    expect(shown.parts.map(({ text }) => text)).toEqual([
      'Example Bank',
      'Loan office',
      'Finn Xu',
      'High Street 1',
      '31 January 2026 · Our reference: 2026-001',
      'Your request of 31 January 2026: how we decided',
      'Dear Finn Xu,',
      'The decision',
      'On 31 January 2026 a decision about you was recorded, made with the system lending: {"decision":"deny"}.',
      'A person has confirmed the answer of the system.',
      'The part of the system',
      'The system is lending, version 2.0.0.',
      'It is meant for this: Consumer loans up to 10,000.',
      'The main reasons',
      'These weighed most in the answer of the system:',
      'lvrat 0.92, weight -0.31',
      'job (without its value, which is text or no longer there), weight -0.2',
      'What people did',
      '31 January 2026: the decision was confirmed',
      'If you do not agree',
      'You can object, say how you see it, and have a person look at the decision again. Write to:',
      'objections@bank.example',
      'You can also complain to:',
      'The regulator',
      `Decision ${recordId}, ${hash}`,
    ]);
    const made = await post(`${path}/letter`, body);
    expect(made.status).toBe(201);
    const { event, letters } = personRequestSchema.parse(await made.json());
    expect([event, letters]).toEqual([
      'answered',
      [
        {
          n: 1,
          language: 'en',
          signed_at: '2026-01-31T09:00:00.000Z',
          record_id: recordId,
          sha256: shown.sha256,
          is_there: true,
        },
      ],
    ]);
    const response = await api.send('GET', `${path}/letters/1`);
    const pdf = new Uint8Array(await response.arrayBuffer());
    expect(Buffer.from(pdf).toString('base64')).toBe(shown.document);
    const text = pdfText(pdf).replaceAll(/\s+/g, ' ');
    for (const { text: words } of shown.parts) expect(text).toContain(words);
    const said = (await entries()).find((bytes) => bytes.includes('"person_letters"'));
    const members: unknown = JSON.parse(said ?? '{}');
    expect(members).toMatchObject({
      set: { language: 'en' },
      commit: { hash: expect.any(String) },
    });
    expect(said).not.toContain(recordId);
    expect(await findings()).toMatchObject({ findings_total: 0 });
    expect((await api.send('GET', `${path}/letters/2`)).status).toBe(404);
  });

  test('by a profile tells outcome, time, reasons, and which way a factor pulls, in German @whole', async () => {
    const outcome = {
      path: '/output/decision',
      favourable: ['approve'],
      adverse: ['deny'],
      undecided: [],
    };
    for (let n = 0; n < 10; n += 1) {
      const other = { ...weighed, output: { decision: 'approve' }, explanation: { lvrat: 0.4 } };
      await api.append(other);
      await api.append(weighed);
    }
    const at = { ...weighed, context: { at: '2026-01-02T10:00:00Z' } };
    const { path, ids } = await asked(
      ['explanation'],
      [at, { ...at, output: { decision: 'deny', codes: ['R7 zu hohe Quote\u202E'] } }],
    );
    const profile = profileOf({
      outcome,
      decided_at: { path: '/context/at', format: 'iso' },
      reasons: { path: '/output/codes' },
    });
    expect((await post('/models/lending/profiles', { profile })).status).toBe(201);
    const texts = async (record_id = '') => {
      const body = { ...letter, language: 'de', record_id };
      const answer = await post(`${path}/letter/preview`, body);
      const { parts, document } = personLetterPreviewSchema.parse(await answer.json());
      return { parts: parts.map(({ text }) => text), pdf: Buffer.from(document, 'base64') };
    };
    const one = await texts(ids[0]);
    expect(one.parts).toContain(
      'Am 2. Januar 2026 wurde mit dem System lending eine Entscheidung über Sie getroffen: deny.',
    );
    expect(one.parts).toContain('lvrat 0,92, spricht gegen Sie');
    const two = await texts(ids[1]);
    expect(two.parts).toContain('R7 zu hohe Quote\u202E');
    expect(two.parts).not.toContain('lvrat 0,92, spricht gegen Sie');
    const text = pdfText(two.pdf);
    expect(text).toContain('R7 zu hohe Quote[U+202E]');
    expect(text).not.toContain('\u202E');
  });

  test('without reasons and weights is signed once a person wrote the reasons', async () => {
    const { path, ids } = await asked(['explanation'], [{}]);
    const body = { ...letter, record_id: ids[0] };
    const shown = personLetterPreviewSchema.parse(
      await (await post(`${path}/letter/preview`, body)).json(),
    );
    expect(shown.needs_reasons).toBe(true);
    expect(await refusal(await post(`${path}/letter`, body, withFaults))).toEqual([
      400,
      'validation_error',
      ['reasons_missing'],
    ]);
    expect((await told(path)).letters).toEqual([]);
    const made = await post(`${path}/letter`, { ...body, reasons: 'The income was too low.' });
    expect(made.status).toBe(201);
  });

  test.each([
    [{ record_id: 'rec_other' }, 400, ['not_chosen']],
    [{ dated_on: '2026-02-02' }, 400, ['about_today']],
    [{ language: 'fr' }, 400, ['one_of']],
    [{ sender: ' ' }, 400, ['not_empty']],
  ])('with %j is refused', async (changes, status, codes) => {
    const { path, ids } = await asked(['explanation'], [weighed]);
    const body = { ...letter, record_id: ids[0], ...changes };
    for (const each of [`${path}/letter`, `${path}/letter/preview`]) {
      const [found, , named] = await refusal(await post(each, body, withFaults));
      expect([found, named]).toEqual([status, codes]);
    }
  });

  test('is signed by a person once people are enrolled', async () => {
    const { path, ids } = await asked(['explanation'], [weighed]);
    const eva = new TestPerson('Eva Mayer');
    await enrol(api, eva, 'compliance');
    const body = { ...letter, record_id: ids[0] };
    expect((await refusal(await post(`${path}/letter`, body)))[1]).toBe('signature_required');
    const response = await actAs(api, eva, { path: `${path}/letter`, body });
    expect(response.status).toBe(201);
    const { events } = personRequestSchema.parse(await response.json());
    expect(events.at(-1)).toMatchObject({ is_signed: true, actor: { id: eva.personId } });
    const signed = (await entries()).filter((bytes) => bytes.includes('"signature":{"at"'));
    expect(signed.filter((bytes) => bytes.includes('person_')).length).toBe(2);
    expect(await findings()).toMatchObject({ findings_total: 0 });
  });
});

describe('An objection', () => {
  test('escalates each chosen decision, with the request and its day', async () => {
    const { path, ids } = await asked(['objection'], [weighed, {}]);
    const made = await post(`${path}/objection`, {
      record_ids: ids,
      reason: 'My income is higher.',
    });
    expect([made.status, personRequestSchema.parse(await made.json()).event]).toEqual([
      200,
      'objected',
    ]);
    for (const id of ids) {
      const { data, decision_in_effect: decision } = await api.read(
        interventionListSchema,
        `/records/${id}/interventions`,
      );
      expect(data).toMatchObject([
        {
          action: 'escalate',
          meaning: 'objection',
          n: 1,
          actor: { id: 'operator', role: 'operator' },
          reason: '2026-001, 2026-02-28: My income is higher.',
        },
      ]);
      expect([decision.status, decision.waiting]).toEqual(['escalated', 'escalated']);
    }
    expect(await findings()).toMatchObject({ findings_total: 0 });
    const other = await post(
      `${path}/objection`,
      { record_ids: ['rec_no'], reason: 'x' },
      withFaults,
    );
    expect(await refusal(other)).toEqual([400, 'validation_error', ['not_chosen']]);
  });

  test('is due in the queue by the last day of its request, and its review clears who meant to do it', async () => {
    const { id, path, ids } = await asked(['objection'], [weighed, {}]);
    const [one = '', two = ''] = ids;
    const profile = profileOf({ review: reviewOf({ due_hours: 1 }) });
    const made = await post('/models/lending/profiles', { profile, accept_unseen: true });
    expect(made.status).toBe(201);
    const assign = (recordId: string) =>
      api.send('PUT', `/reviews/${recordId}/assignment`, { body: { assignee: 'operator' } });
    const queue = async () =>
      (await api.read(reviewListSchema, '/reviews')).data.map(
        ({ record_id, due_at, assignee }) => [record_id, due_at, assignee] as const,
      );
    await assign(one);
    await post(`${path}/objection`, { record_ids: [one, two], reason: 'My income is higher.' });
    const due = '2026-02-28T23:59:59.999Z';
    expect(await queue()).toEqual([
      [one, due, null],
      [two, due, null],
    ]);
    await assign(one);
    await assign(two);
    expect((await post(`${path}/extension`, { reason: 'Many.' })).status).toBe(200);
    const later = '2026-04-30T23:59:59.999Z';
    expect(await queue()).toEqual([
      [one, later, 'operator'],
      [two, later, 'operator'],
    ]);
    expect((await api.read(reviewSchema, `/reviews/${one}`)).due_at).toBe(later);
    const actor = { id: 'eva', role: 'compliance_officer' };
    const decided = await post(`/records/${one}/interventions`, { action: 'approve', actor });
    expect(decided.status).toBe(201);
    expect(await queue()).toEqual([[two, later, 'operator']]);
    // Objected to once more, it is another one's.
    await post(`${path}/objection`, { record_ids: [two], reason: 'And there is more.' });
    expect(await queue()).toEqual([[two, later, null]]);
    expect((await told(path)).request_id).toBe(id);
  });

  test('is told by a letter, before its review and after it', async () => {
    const { path, ids } = await asked(['objection'], [weighed]);
    await post(`${path}/objection`, { record_ids: ids, reason: 'My income is higher.' });
    const texts = async (language: string) => {
      const body = { ...letter, record_id: ids[0], language };
      const answer = await post(`${path}/letter/preview`, body);
      const { parts } = personLetterPreviewSchema.parse(await answer.json());
      return parts.map(({ text }) => text);
    };
    expect(await texts('en')).toContain(
      'You objected on 31 January 2026. A person is looking at the decision again.',
    );
    api.now += 86_400_000;
    const actor = { id: 'eva', role: 'compliance_officer' };
    const override = {
      action: 'override',
      actor,
      reason: 'Payslips.',
      outcome: { decision: 'approve' },
    };
    expect((await post(`/records/${ids[0]}/interventions`, override)).status).toBe(201);
    expect(await texts('de')).toContain(
      'Sie haben am 31. Januar 2026 widersprochen. Am 1. Februar 2026 hat ein Mensch die Entscheidung noch einmal angesehen und anders entschieden.',
    );
  });

  test('is one act that a person signs, whatever it is over', async () => {
    const { path, ids } = await asked(['objection'], [weighed, {}]);
    const eva = new TestPerson('Eva Mayer');
    await enrol(api, eva, 'compliance');
    const body = { record_ids: ids, reason: 'My income is higher.' };
    expect((await refusal(await post(`${path}/objection`, body)))[1]).toBe('signature_required');
    expect((await actAs(api, eva, { path: `${path}/objection`, body })).status).toBe(200);
    expect(await findings()).toMatchObject({ findings_total: 0 });
  });
});

describe('An erasure', () => {
  const basis = { legal_basis: 'GDPR Art. 17(1)(a)' };

  test('takes values of decisions and what interventions say of them, in one act', async () => {
    const { id, path, ids } = await asked(
      ['erasure'],
      [weighed, { ...weighed, output: { decision: 'approve' } }],
    );
    const actor = { id: 'eva', role: 'compliance_officer', name: 'Eva Mayer' };
    const override = {
      action: 'override',
      actor,
      reason: 'Finn Xu called.',
      outcome: { decision: 'approve', for: 'Finn Xu' },
    };
    await post(`/records/${ids[0]}/interventions`, override);
    const body = { record_ids: ids, fields: ['input', 'output'] };
    const preview = personErasurePreviewSchema.parse(
      await (await post(`${path}/erasure/preview`, body)).json(),
    );
    expect(preview).toMatchObject({
      records: 2,
      interventions: 1,
      gone: 0,
      letters: 0,
      needs_approver: false,
      values: [
        { field: 'input', count: 2 },
        { field: 'outcome', count: 1 },
        { field: 'output', count: 2 },
        { field: 'reason', count: 1 },
      ],
    });
    const before = (await entries()).length;
    const made = await post(`${path}/erasure`, { ...body, ...basis });
    expect(made.status).toBe(200);
    const { data, request } = personErasureSchema.parse(await made.json());
    expect(request.event).toBe('erased');
    expect(data.map(({ targets }) => targets)).toEqual(preview.entries);
    const added = (await entries()).slice(before);
    expect(added.map((bytes): unknown => JSON.parse(bytes).type)).toEqual([
      'ledger.erasure/v1',
      'ledger.fact/v1',
    ]);
    expect(JSON.parse(added[0] ?? '{}')).toMatchObject({
      request_id: id,
      legal_basis: basis.legal_basis,
    });
    for (const each of ids) {
      const text = await (await api.send('GET', `/records/${each}`)).text();
      expect(text).not.toContain('Finn');
    }
    expect(await findings()).toMatchObject({ findings_total: 0 });
    const again = await post(`${path}/erasure`, { ...body, ...basis }, withFaults);
    expect(await refusal(again)).toEqual([409, 'conflict', ['nothing_left']]);
  });

  test('of more targets than an entry takes is several in the same act @whole', async () => {
    const { path, ids } = await asked(
      ['erasure'],
      Array.from({ length: 310 }, () => ({})),
    );
    const body = { record_ids: ids, fields: ['input'], ...basis };
    const before = (await entries()).length;
    const { data } = personErasureSchema.parse(await (await post(`${path}/erasure`, body)).json());
    expect(data.map(({ targets }) => targets.length)).toEqual([300, 10]);
    expect((await entries()).length - before).toBe(3);
  });

  test('of more than 100 decisions is signed by two, by compliance for a request alone @whole', async () => {
    const { path, ids } = await asked(
      ['erasure'],
      Array.from({ length: 101 }, () => ({})),
    );
    const [eva, ada] = [new TestPerson('Eva Mayer'), new TestPerson('Ada Lind')];
    await enrol(api, eva, 'compliance');
    await enrol(api, ada, 'compliance');
    const body = { record_ids: ids, fields: ['input'], ...basis };
    expect((await refusal(await post(`${path}/erasure`, body)))[1]).toBe('signature_required');
    const alone = { ...body, signer: eva.personId, prepare: true };
    expect(await refusal(await post(`${path}/erasure`, alone, withFaults))).toEqual([
      403,
      'signature_required',
      ['required'],
    ]);
    const two = await actAs(api, eva, { path: `${path}/erasure`, body }, ada);
    expect(two.status).toBe(200);
    const { data } = personErasureSchema.parse(await two.json());
    expect(data[0]).toMatchObject({
      signature: { by: eva.personId },
      approval: { by: ada.personId },
    });
    expect(await findings()).toMatchObject({ findings_total: 0 });
    // Without a request it is an admin's.
    const one = await api.append();
    const own = { fields: ['input'], ...basis, signer: eva.personId, prepare: true };
    expect((await post(`/records/${one.id}/erasures`, own)).status).toBe(403);
  });

  test('names decisions that were chosen', async () => {
    const { path } = await asked(['erasure'], [weighed]);
    const { id } = await api.append();
    const body = { record_ids: [id], fields: ['input'], ...basis };
    for (const each of [`${path}/erasure`, `${path}/erasure/preview`]) {
      const sent = each.endsWith('preview') ? { record_ids: [id], fields: ['input'] } : body;
      expect((await refusal(await post(each, sent, withFaults)))[2]).toEqual(['not_chosen']);
    }
  });
});

describe('Steps that people sign', () => {
  const bodies = {
    letter: (id: string) => ({ ...letter, record_id: id }),
    objection: (id: string) => ({ record_ids: [id], reason: 'x' }),
    erasure: (id: string) => ({ record_ids: [id], fields: ['input'], legal_basis: 'x' }),
  } as const;
  const done = { letter: 201, objection: 200, erasure: 200 } as const;
  type Step = keyof typeof bodies;
  const steps: readonly Step[] = ['letter', 'objection', 'erasure'];
  const allowed: Readonly<Record<string, readonly Step[]>> = {
    explanation: ['letter'],
    access: [],
    objection: ['letter', 'objection'],
    erasure: ['erasure'],
  };
  const table = Object.entries(allowed).flatMap(([ask, may]) =>
    steps.map((step) => [step, ask, may.includes(step)] as const),
  );
  test.each(table)('%s where %s was asked for: %s', async (step, ask, may) => {
    const { path, ids } = await asked([ask], [weighed]);
    const response = await post(`${path}/${step}`, bodies[step](ids[0] ?? ''), withFaults);
    const found = may ? [response.status] : await refusal(response);
    expect(found).toEqual(may ? [done[step]] : [409, 'conflict', ['not_asked_for']]);
  });
  test.each(steps)('%s needs decisions, and a request that is open', async (step) => {
    const ask = step === 'letter' ? 'explanation' : step;
    const { path, ids } = await asked([ask], [weighed]);
    expect((await post(`${path}/closing`, { note: 'Done.' })).status).toBe(200);
    const body = bodies[step](ids[0] ?? '');
    expect((await refusal(await post(`${path}/${step}`, body, withFaults)))[2]).toEqual([
      'request_closed',
    ]);
    const made = await post('/persons/requests', {
      received_on: '2026-01-31',
      asks: [ask],
      identifiers: ['Finn Xu'],
    });
    const { request_id: id } = personRequestSchema.parse(await made.json());
    const none = await post(`/persons/requests/${id}/${step}`, body, withFaults);
    expect((await refusal(none))[2]).toEqual(['no_records_chosen']);
  });
});
