/** Facts after anything that can happen to decisions are those of a fold from scratch, and verification says so. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { paginated } from '../../shared/contract/common.ts';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { interventionSchema } from '../../shared/contract/interventions.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { readSubjectKey } from '../proof/subject-key-file.ts';
import { testSeed } from '../ledger/testing/test-ledger.ts';
import { rounds } from '../testing/rounds.ts';
import { AppliedProfiles } from './applied-profiles.ts';
import { mostWaiting } from './decision-facts.ts';
import { foldFacts, keptFacts } from './testing/facts-fold.ts';
import { profileOf } from './testing/profile-of.ts';

const models = ['lending', 'insurance'] as const;

/** A generator of numbers from a seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws from fixed lists, by a seed. */
class Draws {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = numbersFrom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  one<Each>(list: readonly [Each, ...Each[]]): Each {
    return list[this.below(list.length)] ?? list[0];
  }

  isOneIn(chances: number): boolean {
    return this.below(chances) === 0;
  }
}

type Scalar = string | number | boolean | null;
const outcomes: readonly [Scalar, ...Scalar[]] = ['approve', 'deny', 'refer', 7, true, null];

function randomDecision(draws: Draws): object {
  const input = {
    race: draws.one(['a', 'b', 'c']),
    age: 18 + draws.below(60),
    income: draws.below(9_000) / 4,
    note: `note ${draws.below(40)}`,
    ...(draws.isOneIn(4) ? {} : { decided: `2026-0${1 + draws.below(9)}-11` }),
    ...(draws.isOneIn(5)
      ? { nested: { race: ['a'] } }
      : { nested: { race: draws.one(['x', 'y']) } }),
  };
  return {
    model_id: draws.one(models),
    input,
    output: draws.isOneIn(9)
      ? { score: 1 }
      : { decision: draws.one(outcomes), amount: draws.below(50) },
    context: { person: `person ${draws.below(12)}`, number: draws.below(12) },
    ...(draws.isOneIn(3) ? { policy_id: draws.one(['p', 'q']) } : {}),
    ...(draws.isOneIn(3) ? { transaction_id: `tx ${draws.below(9)}` } : {}),
  };
}

function randomProfile(draws: Draws): ProfileDocument {
  return profileOf({
    outcome: draws.isOneIn(6)
      ? null
      : { path: '/output/decision', favourable: ['approve'], adverse: ['deny'], undecided: [] },
    decided_at: draws.isOneIn(2) ? { path: '/input/decided', format: 'iso' } : null,
    subject: draws.isOneIn(3)
      ? null
      : {
          paths: draws.one([['/context/person'], ['/context/person', '/context/number']]),
          match: 'exact',
        },
    groups: draws.one([
      [],
      [{ name: 'race', path: '/input/race' }],
      [
        { name: 'race', path: '/input/nested/race' },
        { name: 'age', path: '/input/age', bands: [25, 40, 62] },
      ],
    ]),
    version: draws.isOneIn(3) ? { path: '/policy_id' } : null,
    amount: draws.isOneIn(2) ? { path: '/output/amount', currency: 'EUR' } : null,
    columns: draws.one([
      [],
      [
        { name: 'income', path: '/input/income', kind: 'number' },
        { name: 'note', path: '/input/note', kind: 'text' },
      ],
      [{ name: 'tx', path: '/transaction_id', kind: 'text' }],
    ]),
    small_group: 1 + draws.below(40),
  });
}

let api: TestApi;
afterEach(() => api.close());

const ledgerPath = () => join(api.directory, 'proofdesk.db');
const card = {
  training_date: '2026-01-01',
  framework: 'x',
  intended_use: 'y',
  limitations: 'z',
};
const actor = { id: 'usr_1', role: 'compliance_officer' };

interface Known {
  readonly id: string;
  readonly fields: Set<string>;
  readonly steps: string[];
}

async function post(path: string, body: object): Promise<unknown> {
  const response = await api.send('POST', path, { body });
  if (response.status !== 201) throw new Error(`${path}: ${await response.text()}`);
  const answer: unknown = await response.json();
  return answer;
}

/** Waits for the facts that are made beside appends. */
async function facts(): Promise<void> {
  const { data } = await api.read(paginated(jobSchema), '/jobs?kind=decision_facts&limit=1');
  for (const { job_id: id } of data) {
    const { status, error } = await api.ended(id);
    expect([status, error]).toEqual(['completed', null]);
  }
}

async function intervene(draws: Draws, record: Known): Promise<void> {
  const action = draws.one([
    'approve',
    'override',
    'modify',
    'escalate',
    'annotate',
    'retract',
  ] as const);
  const supersedes = record.steps.at(-1);
  if (action === 'retract' && supersedes === undefined) return;
  const replaces = supersedes !== undefined && (action === 'retract' || draws.isOneIn(3));
  const made = await api.send('POST', `/records/${record.id}/interventions`, {
    body: {
      actor,
      action,
      reason: 'Because.',
      ...(action === 'override' || action === 'modify'
        ? { outcome: { decision: draws.one(['approve', 'deny', 'another', 9]) } }
        : {}),
      ...(replaces ? { supersedes } : {}),
    },
  });
  // What another rule forbids is left out.
  if (made.status !== 201) return;
  const { id } = interventionSchema.parse(await made.json());
  if (replaces) record.steps.pop();
  if (action === 'override' || action === 'modify') record.steps.push(id);
}

async function erase(draws: Draws, record: Known): Promise<void> {
  const [field] = [...record.fields].toSorted(() => draws.below(3) - 1);
  const step = draws.isOneIn(3) ? record.steps.at(-1) : undefined;
  if (step === undefined && field === undefined) return;
  const body = {
    actor,
    legal_basis: 'GDPR Art. 17(1)(a)',
    ...(step === undefined ? { fields: [field] } : { fields: ['outcome'], intervention_id: step }),
  };
  const response = await api.send('POST', `/records/${record.id}/erasures`, { body });
  if (response.status !== 201 && step === undefined) throw new Error(await response.text());
  if (step === undefined && field !== undefined) record.fields.delete(field);
}

/** Compares what is kept of every model with the fold. */
function compare(): void {
  const database = openReader(ledgerPath());
  try {
    const applied = new AppliedProfiles(database);
    const key = readSubjectKey({ directory: api.directory, seed: testSeed });
    for (const modelId of models) {
      const { answers, filling } = applied.ofModel(modelId) ?? {};
      expect(filling).toBeUndefined();
      if (answers === undefined) continue;
      const { facts: profile, document, written } = answers;
      const all = foldFacts(database, modelId, document);
      const folded = all.filter(({ row }) => row.position <= written);
      expect(all.length - folded.length).toBeLessThan(mostWaiting);
      const kept = keptFacts(database, profile, document);
      expect(kept.rows).toEqual(folded.map(({ row }) => row));
      const persons = folded.flatMap(({ row, subjects }) =>
        subjects.map((person) => `${row.position} ${key?.of(person).toString('hex')}`),
      );
      expect(kept.subjects).toEqual([...new Set(persons)].toSorted());
      expect(kept.unused).toEqual([]);
    }
    const sets = database.prepare<[], number>('SELECT count(*) FROM applied_profiles').pluck();
    expect(sets.get()).toBe(applied.models().length);
  } finally {
    database.close();
  }
}

async function verify() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(job.result);
}

test.each(Array.from({ length: rounds({ usual: 1, all: 20 }) }, (_, round) => round + 1))(
  'Facts are those of a fold from scratch after anything that happens, seed %i',
  async (seed) => {
    api = await TestApi.open();
    const draws = new Draws(seed);
    const records: Known[] = [];
    for (let step = 0; step < 250; step += 1) {
      api.now += 1_000 + draws.below(90_000);
      const record = records[draws.below(records.length)];
      const kind = draws.below(20);
      if (record === undefined || kind < 9) {
        const body = randomDecision(draws);
        const { id } = await api.append(body);
        const sent = ['input', 'output', 'context', 'transaction_id'];
        records.push({
          id,
          fields: new Set(sent.filter((field) => Object.hasOwn(body, field))),
          steps: [],
        });
      } else if (kind < 14) await intervene(draws, record);
      else if (kind < 16) await erase(draws, record);
      else if (kind === 16) {
        const profile = randomProfile(draws);
        await post(`/models/${draws.one(models)}/profiles`, { profile, accept_unseen: true });
      } else if (kind === 17 && draws.isOneIn(6)) {
        await api.reopen();
      } else if (kind === 18 && draws.isOneIn(4)) {
        const version = `1.${step}.0`;
        await post('/models', { model_id: draws.one(models), version, ...card });
      }
      if (step % 50 === 49) compare();
    }
    compare();
    expect(await verify()).toMatchObject({
      findings_total: 0,
      rows: { persons_not_checked: 0, profiles_being_applied: 0 },
    });
    await api.reopen(() => rmSync(join(api.directory, 'keys'), { recursive: true, force: true }));
    await facts();
    compare();
    expect(await verify()).toMatchObject({ findings_total: 0, rows: { persons_not_checked: 0 } });
  },
  120_000,
);
