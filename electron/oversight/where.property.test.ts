/**
 * Whatever people did and erased: the list of a filter, which columns in memory answer, has the records that SQL finds
 * over the facts, and those that the answers of `GET /records` fold to.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { deciding, interventionSchema } from '../../shared/contract/interventions.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { recordListSchema, type DecisionRecord } from '../../shared/contract/records.ts';
import { decisionInEffect, isProposal, standingSteps } from '../../shared/decision-in-effect.ts';
import { outcomeClassifier, ProfileReader } from '../../shared/oversight/profile-reader.ts';
import { isSampled } from '../../shared/oversight/sample.ts';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { evaluator } from '../filters/evaluate-filter.ts';
import { parseFilter } from '../filters/parse-filter.ts';
import { AppliedProfiles } from './applied-profiles.ts';
import { filterSql } from './testing/filter-sql.ts';
import { profileOf, reviewOf } from './testing/profile-of.ts';
import { untilApplied } from './testing/until-applied.ts';

const filters = 200;
const records = 150;
const acts = 90;
const model = 'lending';
const samplePercent = 40;
const profile: ProfileDocument = profileOf({
  review: reviewOf({ sample_percent: samplePercent }),
  outcome: {
    path: '/output/decision',
    favourable: ['approve'],
    adverse: ['deny', false],
    undecided: ['refer'],
  },
  decided_at: { path: '/context/at', format: 'iso' },
  groups: [
    { name: 'race', path: '/input/race' },
    { name: 'age', path: '/input/age', bands: [25, 40] },
  ],
  version: { path: '/context/version' },
  amount: { path: '/input/amount', currency: 'EUR' },
  columns: [
    { name: 'income', path: '/input/income', kind: 'number' },
    { name: 'purpose', path: '/input/purpose', kind: 'text' },
  ],
});

const outcomes: readonly JsonValue[] = ['approve', 'deny', 'refer', 'other', false, null];
const races: readonly JsonValue[] = ['a', 'b', true, 1];
const days = ['2025-01-31', '2025-02-01T12:00:00+02:00', '2025-03-05', 'soon'];

/** A body of `POST /records`: every member may be missing. */
const bodyArbitrary = fc.record({
  decision: fc.option(fc.constantFrom(...outcomes), { nil: undefined }),
  confidence: fc.option(fc.constantFrom(0, 0.3, 0.7, 0.95, 1), { nil: undefined }),
  policy_id: fc.option(fc.constantFrom('p', 'q'), { nil: undefined }),
  transaction_id: fc.option(fc.constantFrom('t1', 't2', 't3'), { nil: undefined }),
  at: fc.option(fc.constantFrom(...days), { nil: undefined }),
  version: fc.option(fc.constantFrom('1.0.0', '2.0.0'), { nil: undefined }),
  race: fc.option(fc.constantFrom(...races), { nil: undefined }),
  age: fc.option(fc.constantFrom<JsonValue[]>(18, 25, 39.5, 40, 80, 'old'), { nil: undefined }),
  amount: fc.option(fc.constantFrom<JsonValue[]>(-1, 0, 250.25, 1e6, '9'), { nil: undefined }),
  income: fc.option(fc.constantFrom<JsonValue[]>(0.7, 1, 52_000.5), { nil: undefined }),
  purpose: fc.option(fc.constantFrom<JsonValue[]>('car', 'house', 'x'.repeat(300), 7), {
    nil: undefined,
  }),
});
type Body = typeof bodyArbitrary extends fc.Arbitrary<infer Made> ? Made : never;

function bodyOf(made: Body) {
  const { decision, confidence, policy_id, transaction_id, at, version, ...input } = made;
  return {
    model_id: model,
    input,
    output: { ...(decision === undefined ? {} : { decision }), text: 'same' },
    ...(confidence === undefined ? {} : { confidence }),
    ...(policy_id === undefined ? {} : { policy_id }),
    ...(transaction_id === undefined ? {} : { transaction_id }),
    ...(at === undefined && version === undefined ? {} : { context: { at, version } }),
  };
}

const valuesOf: Readonly<Record<string, readonly JsonValue[]>> = {
  outcome: outcomes,
  effect: outcomes,
  outcome_class: ['favourable', 'adverse', 'undecided', 'unknown'],
  effect_class: ['favourable', 'adverse', 'undecided', 'unknown'],
  decided_at: ['2025-01-31T00:00:00.000Z', '2025-02-01T10:00:00.000Z', '2025-03', '2026-01-01'],
  decided_from: ['profile', 'recording'],
  version: ['1.0.0', '2.0.0', 'none'],
  amount: [-1, 0, 250.25, 1e6],
  confidence: [0, 0.3, 0.7, 0.95, 1],
  changed: [true, false],
  reviewed: [true, false],
  sampled: [true, false],
  created_at: ['2026-01-01T00:00:00.000Z', '2026-01-01', '2026-01-02', '2025'],
  model_id: [model, 'another'],
  policy_id: ['p', 'q'],
  transaction_id: ['t1', 't2', 'none'],
  'group.race': races,
  'group.age': ['< 25', '25–39', '≥ 40'],
  'column.income': [0.7, 1, 52_000.5],
  'column.purpose': ['car', 'house', { other: true }, 7],
};

const conditionArbitrary: fc.Arbitrary<JsonObject> = fc
  .constantFrom(...Object.keys(valuesOf))
  .chain((field) => {
    const value = fc.constantFrom(...(valuesOf[field] ?? []), null);
    const scalar = value.filter((each) => !isJsonObject(each));
    const listing: fc.Arbitrary<JsonValue>[] = [
      value,
      value.map((each): JsonValue => ({ $ne: each })),
      fc
        .array(value, { minLength: 1, maxLength: 3 })
        .chain((list) => fc.constantFrom<JsonValue[]>({ $in: list }, { $nin: list })),
      fc.boolean().map((exists): JsonValue => ({ $exists: exists })),
    ];
    const comparing = fc
      .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), scalar)
      .map(([operator, each]): JsonValue => ({ [operator]: each }));
    return fc
      .oneof(...listing, ...(field === 'transaction_id' ? [] : [comparing]))
      .map((condition): JsonObject => ({ [field]: condition }));
  });
const filterArbitrary: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.constantFrom('$and', '$or', '$nor'),
    fc.array(conditionArbitrary, { minLength: 1, maxLength: 3 }),
    fc.option(conditionArbitrary, { nil: {} }),
  )
  .map(([operator, list, other]): JsonObject => ({ ...other, [operator]: list }));

const seed = 20_261_126;
let api: TestApi;
let ledger: Database;
beforeAll(async () => {
  api = await TestApi.open();
  for (const made of fc.sample(bodyArbitrary, { seed, numRuns: records / 2 })) {
    await api.append(bodyOf(made));
  }
  const sent = await api.send('POST', `/models/${model}/profiles`, {
    body: { profile, accept_unseen: true },
  });
  if (sent.status !== 201) throw new Error(await sent.text());
  ledger = openReader(join(api.directory, ledgerFileName));
  await untilApplied(api, model);
  // One of another model: it is in no list of this one.
  await api.append({ model_id: 'another', output: { decision: 'approve' } });
}, 60_000);
afterAll(async () => {
  ledger.close();
  await api.close();
});

async function everyRecord(): Promise<DecisionRecord[]> {
  const { data } = await api.read(recordListSchema, `/records?model_id=${model}&limit=500`);
  return data;
}

/** What people did to records: most on few of them. */
async function act(steps: readonly Step[]): Promise<number> {
  let done = 0;
  const all = await everyRecord();
  for (const { place, kind, decision } of steps) {
    const record = all[place % 40];
    if (record === undefined) continue;
    const actor = { id: 'usr_7', role: 'compliance_officer' };
    const body = bodyOfStep(kind, decision, record);
    const path = `/records/${record.id}/${kind === 'erase' ? 'erasures' : 'interventions'}`;
    const response = await api.send('POST', path, { body: { ...body, actor } });
    done += response.status === 201 ? 1 : 0;
  }
  return done;
}

interface Step {
  readonly place: number;
  readonly kind: 'approve' | 'override' | 'escalate' | 'annotate' | 'propose' | 'retract' | 'erase';
  readonly decision: JsonValue;
}
const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  place: fc.nat(39),
  kind: fc.constantFrom<Step['kind'][]>(
    'approve',
    'override',
    'override',
    'escalate',
    'annotate',
    'propose',
    'retract',
    'erase',
  ),
  decision: fc.constantFrom(...outcomes),
});

function bodyOfStep(kind: Step['kind'], decision: JsonValue, record: DecisionRecord): object {
  const outcome = { decision, text: 'new' };
  switch (kind) {
    case 'override':
      return { action: kind, reason: 'r', outcome };
    case 'propose':
      return { action: 'override', reason: 'r', outcome, meaning: 'proposal' };
    case 'escalate':
      return { action: kind, reason: 'r' };
    case 'retract':
      return { action: kind, supersedes: record.interventions.at(-1)?.id ?? 'int_none' };
    case 'erase':
      return { fields: ['input', 'transaction_id'], legal_basis: 'Art. 17' };
    default:
      return { action: kind };
  }
}

const reader = new ProfileReader(profile);
const classOf = outcomeClassifier(profile.outcome);

/** The document that a filter is about, from an answer of `GET /records`. */
function documentOf(record: DecisionRecord): JsonObject {
  const facts = reader.read(JSON.parse(JSON.stringify(record)));
  const output = isJsonObject(record.output) ? record.output : null;
  const decision = decisionInEffect({ output }, record.interventions);
  const effect = decision.output === null ? null : reader.outcome({ output: decision.output });
  const isReviewed = standingSteps(record.interventions).some(
    (each) => deciding.includes(each.action) && !isProposal(each),
  );
  const at = facts.decidedMs ?? Date.parse(record.created_at);
  const document: Record<string, JsonValue | undefined> = {
    outcome: told(facts.outcome),
    outcome_class: classOf(facts.outcome),
    effect: told(effect),
    effect_class: classOf(effect),
    decided_at: new Date(at).toISOString(),
    decided_from: facts.decidedMs === null ? 'recording' : 'profile',
    version: told(facts.version),
    amount: facts.amount ?? undefined,
    confidence: record.confidence,
    changed: decision.status === 'changed',
    reviewed: isReviewed,
    sampled: isSampled(record.hash.slice('sha256:'.length), samplePercent),
    created_at: record.created_at,
    model_id: record.model_id,
    policy_id: record.policy_id,
    transaction_id: record.transaction_id,
    group: present({ race: told(facts.groups[0]), age: told(facts.groups[1]) }),
    column: present({ income: facts.columns[0] ?? undefined, purpose: told(facts.columns[1]) }),
  };
  return present(document);
}

function present(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

function told(text: string | number | null | undefined): JsonValue | undefined {
  if (typeof text !== 'string') return undefined;
  return text === '' ? { other: true } : JSON.parse(text);
}

async function listed(where: JsonObject): Promise<string[]> {
  const query = new URLSearchParams({
    model_id: model,
    where: JSON.stringify(where),
    limit: '500',
    order: 'asc',
  });
  const { data, total } = await api.read(recordListSchema, `/records?${query.toString()}`);
  expect(total).toBe(data.length);
  return data.map(({ id }) => id);
}

test('an outcome that nobody has any more is not taken for one that comes later', async () => {
  const [first, second] = (await everyRecord()).slice(-2);
  const found = async (effect: string) => (await listed({ effect })).length;
  const act = async (id: string | undefined, body: object) => {
    const actor = { id: 'usr_7', role: 'compliance_officer' };
    const path = `/records/${id}/interventions`;
    const response = await api.send('POST', path, { body: { ...body, actor } });
    expect(response.status).toBe(201);
    return interventionSchema.parse(await response.json());
  };
  const override = (decision: string) => ({
    action: 'override',
    reason: 'r',
    outcome: { decision },
  });
  const { id } = await act(first?.id, override('for once'));
  expect([await found('for once'), await found('later')]).toEqual([1, 0]);
  await act(first?.id, { action: 'retract', supersedes: id });
  await act(second?.id, override('later'));
  expect([await found('for once'), await found('later')]).toEqual([0, 1]);
});

test('200 random filters find the same in columns, in SQL over facts and by a fold', async () => {
  const steps = fc.sample(stepArbitrary, { seed, numRuns: acts });
  const more = fc.sample(bodyArbitrary, { seed: seed + 1, numRuns: records / 2 });
  const asked = fc.sample(filterArbitrary, { seed, numRuns: filters });
  const differing: unknown[] = [];
  let [found, done] = [0, 0];
  // Columns are read before, and again after a part of what happens.
  for (let part = 0; part < 5; part += 1) {
    for (const made of more.slice(part * 15, part * 15 + 15)) await api.append(bodyOf(made));
    done += await act(steps.slice(part * 18, part * 18 + 18));
    const all = (await everyRecord())
      .toReversed()
      .map((record) => [record.id, documentOf(record)] as const);
    const facts = new AppliedProfiles(ledger).ofModel(model)?.answers?.facts ?? 0;
    for (const where of asked.slice(part * 40, part * 40 + 40)) {
      const matches = evaluator(parseFilter(where));
      const folded = all.flatMap(([id, document]) => (matches(document) ? [id] : []));
      const bySql = filterSql(ledger, { where, profile, facts });
      const byColumns = await listed(where);
      if (!isDeepStrictEqual([byColumns, bySql], [folded, folded])) {
        differing.push({ where, folded, byColumns, bySql });
      }
      found += folded.length;
    }
  }
  expect(differing).toEqual([]);
  expect(done).toBeGreaterThan(40);
  expect(found).toBeGreaterThan(2_000);
}, 120_000);
