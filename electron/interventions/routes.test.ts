/** Interventions through the API: the seven actions, their rules, the chain on a record, the decision in effect. */
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entryListSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { recordEvidenceSchema } from '../../shared/contract/checkpoints.ts';
import { recordsErrorSchema } from '../../shared/contract/errors.ts';
import {
  interventionListSchema,
  interventionSchema,
  type Intervention,
} from '../../shared/contract/interventions.ts';
import {
  recordListSchema,
  recordSchema,
  type DecisionRecord,
} from '../../shared/contract/records.ts';
import { decodeEntry } from '../../shared/ledger/entries.ts';
import { TestApi } from '../api/test-api.ts';
import { sha256 } from '../ledger/sha256.ts';
import { oneIn } from '../testing/rounds.ts';

let api: TestApi;
let record: DecisionRecord;
beforeEach(async () => {
  api = await TestApi.open();
  record = await api.append({ output: { decision: 'deny' } });
});
afterEach(() => api.close());

const officer = { id: 'usr_7', role: 'compliance_officer' };
const second = { id: 'usr_8', role: 'compliance_officer' };
const reason = 'income verified';
const outcome = { decision: 'approve' };

const post = (body: object, headers: Record<string, string> = {}) =>
  api.send('POST', `/records/${record.id}/interventions`, {
    body: { actor: officer, ...body },
    headers,
  });

async function intervene(body: object): Promise<Intervention> {
  const response = await post(body);
  if (response.status !== 201) throw new Error(await response.text());
  return interventionSchema.parse(await response.json());
}

/** Status and the fields at fault. */
async function refused(body: object): Promise<[number, string[]]> {
  const response = await post(body);
  const { error } = recordsErrorSchema.parse(await response.json());
  return [response.status, error.details.map((each) => each.field)];
}

const list = () => api.read(interventionListSchema, `/records/${record.id}/interventions`);
const inEffect = async () => (await list()).decision_in_effect;

async function verify() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(job.result);
}

describe('An intervention', () => {
  test('is an entry of its own, and the record stays as it was', async () => {
    const made = await intervene({
      action: 'override',
      actor: { ...officer, name: 'Ada L.' },
      reason,
      outcome,
      evidence_viewed: ['payslip.pdf'],
      meaning: 'review',
    });
    expect(made).toMatchObject({
      record_id: record.id,
      record_hash: record.hash,
      previous_hash: record.hash,
      n: 1,
      action: 'override',
      actor: officer,
      actor_name: 'Ada L.',
      reason,
      outcome,
      evidence_viewed: ['payslip.pdf'],
      meaning: 'review',
    });
    const after = await api.read(recordSchema, `/records/${record.id}`);
    expect(after).toEqual({ ...record, interventions: [made] });
    const { data } = await api.read(entryListSchema, '/chain/entries?from_seq=2');
    expect(`sha256:${sha256(data[0]?.bytes ?? '')}`).toBe(made.hash);
    expect(decodeEntry(data[0]?.bytes ?? '')).toMatchObject({
      type: 'ledger.intervention/v1',
      id: made.id,
      commitments: [
        { field: 'actor_name' },
        { field: 'evidence_viewed' },
        { field: 'outcome' },
        { field: 'reason' },
      ],
    });
    expect(data[0]?.bytes).not.toContain(reason);
    expect(data[0]?.bytes).not.toContain('Ada');
  });

  test('links to the one before it on its record, whatever stands between', async () => {
    const first = await intervene({ action: 'annotate', reason });
    await api.append();
    const next = await intervene({ action: 'approve' });
    expect(next).toMatchObject({ n: 2, previous_hash: first.hash, record_hash: record.hash });
    expect((await verify()).findings_total).toBe(0);
  });

  test('is found by has_intervention, in a list made before it', async () => {
    await api.append();
    const count = async (value: boolean) =>
      (await api.read(recordListSchema, `/records?has_intervention=${value}`)).total;
    expect([await count(true), await count(false)]).toEqual([0, 2]);
    const made = await intervene({ action: 'approve' });
    expect([await count(true), await count(false)]).toEqual([1, 1]);
    const { data } = await api.read(recordListSchema, '/records?has_intervention=true');
    expect(data[0]).toMatchObject({ id: record.id, interventions: [made] });
  });

  test('is made once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'k' };
    const first = await (await post({ action: 'approve' }, headers)).text();
    expect(await (await post({ action: 'approve' }, headers)).text()).toBe(first);
    expect((await list()).data).toHaveLength(1);
  });

  test('is part of the evidence of its record', async () => {
    const made = await intervene({ action: 'escalate', reason });
    const evidence = await api.read(recordEvidenceSchema, `/records/${record.id}/evidence`);
    expect(evidence.related).toMatchObject([
      { seq: 2, hash: made.hash, fields: [{ field: 'reason', value: `"${reason}"` }] },
    ]);
  });

  test('on an unknown record is a 404', async () => {
    const path = '/records/rec_x/interventions';
    const body = { action: 'approve', actor: officer };
    expect((await api.send('POST', path, { body })).status).toBe(404);
    expect((await api.send('GET', path)).status).toBe(404);
  });
});

describe('The actions and their rules', () => {
  test.each(['approve', 'annotate'])('%s needs nothing', async (action) => {
    expect((await intervene({ action })).action).toBe(action);
  });

  test.each(['modify', 'override', 'reverse'])(
    '%s needs a reason and an outcome',
    async (action) => {
      expect(await refused({ action })).toEqual([400, ['reason', 'outcome']]);
      expect(await refused({ action, reason: '  ', outcome })).toEqual([400, ['reason']]);
      expect((await intervene({ action, reason, outcome })).outcome).toEqual(outcome);
    },
  );

  test('escalate needs a reason and takes no outcome', async () => {
    expect(await refused({ action: 'escalate' })).toEqual([400, ['reason']]);
    expect(await refused({ action: 'escalate', reason, outcome })).toEqual([400, ['outcome']]);
    expect((await intervene({ action: 'escalate', reason })).reason).toBe(reason);
  });

  test('retract names what it takes back: on this record, standing, and no retraction', async () => {
    expect(await refused({ action: 'retract' })).toEqual([400, ['supersedes']]);
    expect(await refused({ action: 'retract', supersedes: 'int_x' })).toEqual([
      400,
      ['supersedes'],
    ]);
    const { id } = await intervene({ action: 'approve' });
    const retraction = await intervene({ action: 'retract', supersedes: id });
    expect(retraction.supersedes).toBe(id);
    expect(await refused({ action: 'retract', supersedes: id })).toEqual([409, ['supersedes']]);
    expect(await refused({ action: 'retract', supersedes: retraction.id })).toEqual([
      400,
      ['supersedes'],
    ]);
  });

  test('an unknown action or member, a null, and nobody who acts are refused', async () => {
    expect(await refused({ action: 'delete' })).toEqual([400, ['action']]);
    expect(await refused({ action: 'approve', note: 'x' })).toEqual([400, ['note']]);
    expect(await refused({ action: 'approve', reason: null })).toEqual([400, ['reason']]);
    expect(await refused({ action: 'approve', actor: undefined })).toEqual([400, ['actor']]);
  });

  test('what was escalated is decided by another', async () => {
    await intervene({ action: 'escalate', reason });
    expect(await refused({ action: 'approve' })).toEqual([409, ['signer']]);
    expect((await intervene({ action: 'annotate', reason })).n).toBe(2);
    expect((await intervene({ action: 'override', actor: second, reason, outcome })).n).toBe(3);
    expect((await intervene({ action: 'approve' })).n).toBe(4);
  });
});

describe('if_previous', () => {
  /** Each action as a second person may take it after each of the others. */
  const acts = {
    approve: {},
    modify: { reason, outcome },
    override: { reason, outcome },
    reverse: { reason, outcome },
    annotate: { reason },
    escalate: { reason },
    retract: {},
  };
  const actions = [
    'approve',
    'modify',
    'override',
    'reverse',
    'annotate',
    'escalate',
    'retract',
  ] as const;
  type Action = (typeof actions)[number];
  const pairs = actions.flatMap((first) => actions.map((then) => [first, then] as const));

  test.each(oneIn(4, pairs))(
    '%s, then %s decided upon less: 409 with what came',
    async (first, then) => {
      // One to take back for each of the two.
      const targets = [
        await intervene({ action: 'annotate' }),
        await intervene({ action: 'annotate' }),
      ];
      const known = targets[1]?.hash ?? '';
      const bodyOf = (action: Action, target: number) => ({
        action,
        ...acts[action],
        ...(action === 'retract' && { supersedes: targets[target]?.id }),
      });
      const came = await intervene({ ...bodyOf(first, 0), if_previous: known });
      const late = { actor: second, ...bodyOf(then, 1) };
      const answer = await post({ ...late, if_previous: known });
      expect(answer.status).toBe(409);
      const { error } = recordsErrorSchema.parse(await answer.json());
      expect(error.code).toBe('conflict');
      expect(error.details).toEqual([
        {
          field: 'if_previous',
          message: `${came.id}: ${first} by ${officer.id}, ${officer.role}, at ${came.created_at}`,
        },
      ]);
      expect((await list()).data).toHaveLength(3);
      // Decided upon what came, and without the member, it is done as ever.
      expect((await intervene({ ...late, if_previous: came.hash })).n).toBe(4);
    },
  );

  test('is the record’s own hash before any, and must be one of the record', async () => {
    const { id: other } = await api.append();
    expect(await refused({ action: 'approve', if_previous: `sha256:${'0'.repeat(64)}` })).toEqual([
      400,
      ['if_previous'],
    ]);
    expect(await refused({ action: 'approve', if_previous: other })).toEqual([
      400,
      ['if_previous'],
    ]);
    const first = await intervene({ action: 'annotate', if_previous: record.hash });
    expect(await refused({ action: 'annotate', if_previous: record.hash })).toEqual([
      409,
      ['if_previous'],
    ]);
    expect((await intervene({ action: 'annotate' })).previous_hash).toBe(first.hash);
  });

  test('a repetition by Idempotency-Key is answered as the first time', async () => {
    const headers = { 'idempotency-key': 'k' };
    const body = { action: 'approve', if_previous: record.hash };
    const first = await (await post(body, headers)).text();
    await intervene({ action: 'annotate' });
    const again = await post(body, headers);
    expect([again.status, await again.text()]).toEqual([201, first]);
  });

  test('is no part of the entry', async () => {
    const made = await intervene({ action: 'approve', if_previous: record.hash });
    expect(made).not.toHaveProperty('if_previous');
    expect((await verify()).findings_total).toBe(0);
  });
});

describe('The decision in effect', () => {
  test('is the model’s, until somebody puts another in effect, and again after that is retracted', async () => {
    expect(await inEffect()).toEqual({
      status: 'model',
      output: { decision: 'deny' },
      intervention_id: null,
      waiting: null,
      proposal_id: null,
      second_actor_required: false,
    });
    await intervene({ action: 'approve' });
    expect((await inEffect()).status).toBe('approved');
    const { id } = await intervene({ action: 'override', reason, outcome });
    expect(await inEffect()).toMatchObject({
      status: 'changed',
      output: outcome,
      intervention_id: id,
    });
    await intervene({ action: 'escalate', reason });
    expect(await inEffect()).toMatchObject({
      status: 'escalated',
      output: outcome,
      intervention_id: id,
    });
    await intervene({ action: 'retract', supersedes: id });
    expect(await inEffect()).toMatchObject({ output: { decision: 'deny' }, intervention_id: null });
  });
});

describe('Verification', () => {
  test.each(
    oneIn(3, [
      ['action', "'approve'"],
      ['actor_id', "'usr_9'"],
      ['n', '7'],
      ['supersedes', "'int_x'"],
      ['previous_hash', "x'00'"],
      ['hash', "x'00'"],
    ]),
  )('names the altered column %s of an intervention', async (column, value) => {
    await intervene({ action: 'override', reason, outcome });
    await tamper(`UPDATE interventions SET ${column} = ${value}`);
    expect(await verify()).toMatchObject({
      findings_total: 1,
      first_finding: { verdict: 'PROJECTION_MISMATCH', seq: 2, field: column },
    });
  });

  test('misses a deleted row, and names an altered reason', async () => {
    await intervene({ action: 'override', reason, outcome });
    await tamper('DELETE FROM interventions');
    expect((await verify()).first_finding).toMatchObject({ seq: 2, field: 'interventions' });
    await tamper(`UPDATE payloads SET value = '"no reason"' WHERE field = 'reason'`);
    const job = await verify();
    expect(job.counts).toMatchObject({ FIELD_ALTERED: 1, PROJECTION_MISMATCH: 1 });
  });
});

function tamper(sql: string): Promise<void> {
  return api.reopen(() => {
    const database = new SqliteDatabase(join(api.directory, 'proofdesk.db'));
    const triggers = database
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
      )
      .all();
    for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
    database.exec(sql);
    for (const trigger of triggers) database.exec(trigger.sql);
    database.close();
  });
}
