/**
 * Facts as profiles follow one another, in turns beside appends, and as values are erased.
 * @push
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { jsonObjectOf } from '../../shared/contract/json.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { TestApi } from '../api/test-api.ts';
import { openReader, openWriter } from '../database/open-database.ts';
import { openJobsDatabase } from '../jobs/jobs-database.ts';
import { JobsStore } from '../jobs/jobs-store.ts';
import { Journal } from '../ledger/journal.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { countingRandom, temporaryFolder, testKey } from '../ledger/testing/test-ledger.ts';
import { Facts } from '../proof/facts.ts';
import { SubjectKey } from '../proof/subject-key.ts';
import { AppliedProfiles } from './applied-profiles.ts';
import { DecisionFacts } from './decision-facts.ts';
import { FactsKeeper } from './facts-job.ts';
import { FactValues } from './fact-values.ts';
import { foldFacts, keptFacts } from './testing/facts-fold.ts';
import { profileOf } from './testing/profile-of.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const byRace = profileOf({ groups: [{ name: 'race', path: '/input/race' }] });
const byAge = profileOf({
  groups: [{ name: 'age', path: '/input/age', bands: [25, 40] }],
  subject: { paths: ['/input/name'], match: 'exact' },
});

describe('Through the API', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await TestApi.open();
  });
  afterEach(() => api.close());

  const append = (input: object) =>
    api.append({ model_id: 'lending', input, output: { decision: 'approve' } });
  async function apply(profile: ProfileDocument): Promise<void> {
    const body = { profile, accept_unseen: true };
    const made = await api.send('POST', '/models/lending/profiles', { body });
    if (made.status !== 201) throw new Error(await made.text());
  }
  function looked<Seen>(look: (database: ReturnType<typeof openReader>) => Seen): Seen {
    const database = openReader(join(api.directory, 'proofdesk.db'));
    try {
      return look(database);
    } finally {
      database.close();
    }
  }
  const applied = () => looked((database) => new AppliedProfiles(database).ofModel('lending'));
  const numbers = (table: string) =>
    looked((database) =>
      database.prepare<[], number>(`SELECT DISTINCT profile FROM ${table}`).pluck().all(),
    );

  test('A profile that makes the same facts answers at once; another one takes their place', async () => {
    expect(applied()).toBeUndefined();
    for (const race of ['a', 'b', 'a']) await append({ race, age: 30, name: 'Finn' });
    await apply(byRace);
    expect(applied()).toMatchObject({ answers: { n: 1, facts: 1 }, filling: undefined });
    await apply({ ...byRace, small_group: 7 });
    expect(applied()).toMatchObject({ answers: { n: 2, facts: 1 }, filling: undefined });
    expect(numbers('decision_facts')).toEqual([1]);
    expect(numbers('decision_subjects')).toEqual([]);
    await apply(byAge);
    expect(applied()).toMatchObject({ answers: { n: 3, facts: 3 }, filling: undefined });
    for (const table of ['decision_facts', 'decision_subjects', 'decision_values']) {
      expect(numbers(table)).toEqual([3]);
    }
    expect(numbers('applied_profiles')).toEqual([3]);
  });

  test('A model without a profile has no rows', async () => {
    await append({ race: 'a' });
    expect(numbers('applied_profiles')).toEqual([]);
    expect(numbers('decision_facts')).toEqual([]);
  });

  test('An erased value is in no byte of the file, nor is one of an erased outcome', async () => {
    const { id: other } = await append({ race: 'b', name: 'Another' });
    await apply(
      profileOf({
        subject: { paths: ['/input/name'], match: 'folded' },
        columns: [{ name: 'name', path: '/input/name', kind: 'text' }],
      }),
    );
    const { id } = await append({ race: 'a', name: 'Zebedaeus Quastenflosser' });
    const actor = { id: 'usr_1', role: 'compliance_officer' };
    const changed = await api.send('POST', `/records/${other}/interventions`, {
      body: { action: 'override', actor, reason: 'x', outcome: { decision: 'Wolkenkuckuck' } },
    });
    const { id: step } = z.object({ id: z.string() }).parse(await changed.json());
    const erase = async (record: string, body: object) => {
      const erased = await api.send('POST', `/records/${record}/erasures`, {
        body: { actor, legal_basis: 'GDPR Art. 17(1)(a)', ...body },
      });
      expect(erased.status).toBe(201);
    };
    const texts = () =>
      looked((database) =>
        database
          .prepare<[], string>('SELECT value FROM decision_values ORDER BY value')
          .pluck()
          .all(),
      );
    expect(texts()).toEqual([
      '"Another"',
      '"Wolkenkuckuck"',
      '"Zebedaeus Quastenflosser"',
      '"approve"',
    ]);
    await erase(id, { fields: ['input'] });
    await erase(other, { fields: ['outcome'], intervention_id: step });
    expect(texts()).toEqual(['"Another"', '"approve"']);
    const rows = looked((database) =>
      database
        .prepare('SELECT position, effect, changed, c1 IS NULL AS nameless FROM decision_facts')
        .all(),
    );
    expect(rows).toMatchObject([
      { position: 1, changed: 1, nameless: 0, effect: null },
      { position: 2, changed: 0, nameless: 1 },
    ]);
    const persons = looked((database) =>
      database.prepare('SELECT position FROM decision_subjects').pluck().all(),
    );
    expect(persons).toEqual([1]);
    await api.reopen(() => {
      for (const name of readdirSync(api.directory).filter((each) => each.includes('.db'))) {
        const bytes = readFileSync(join(api.directory, name));
        for (const text of ['Quastenflosser', 'quastenflosser', 'Wolkenkuckuck']) {
          expect([name, bytes.includes(text)]).toEqual([name, false]);
        }
      }
    });
  });
});

describe('In turns', () => {
  /** A journal with facts, and a profile of `m` that is not begun. */
  function open() {
    const database = openWriter(join(folder.newDirectory(), 'proofdesk.db'));
    const random = countingRandom();
    let now = Date.UTC(2026, 0, 1);
    const clock = () => (now += 1_000);
    const createId = createIdFactory({ now: clock, random });
    const key = new SubjectKey(new Uint8Array(32));
    const projection = new DecisionFacts(database, () => key);
    const journal = new Journal(database, { clock, createId, random, projection });
    journal.ensureGenesis(testKey);
    const facts = new Facts(database, {
      journal: () => journal,
      random,
      by: () => ({ id: 'operator', role: 'operator' }),
    });
    let number = 0;
    const confirm = (document: ProfileDocument) => {
      number += 1;
      const set = { model_id: 'm', document: jsonObjectOf(document), created_at: journal.now };
      facts.write('profiles', createId('prof'), { set }, { number });
    };
    const append = (n: number) => {
      const input = { age: 18 + n, race: n % 2 === 0 ? 'a' : 'b', name: `Person ${n}` };
      const output = { decision: n % 3 === 0 ? 'deny' : 'approve' };
      return journal.appendRecord(prepareRecord({ model_id: 'm', input, output }, random));
    };
    const applied = new AppliedProfiles(database);
    const check = (profile: number, document: ProfileDocument, positions?: readonly number[]) => {
      journal.transaction(() => projection.write());
      const folded = foldFacts(database, 'm', document)
        .map(({ row }) => row)
        .filter(({ position }) => positions?.includes(position) !== false);
      expect(keptFacts(database, profile, document).rows).toEqual(folded);
    };
    return { database, journal, projection, confirm, append, applied, check };
  }

  test('a profile is applied beside the one that answers, with what is appended meanwhile, and goes on after a restart', () => {
    const { database, journal, projection, confirm, append, applied, check } = open();
    const { work } = projection;
    journal.transaction(() => {
      confirm(byRace);
      work.confirmed('m');
      for (let n = 1; n <= 5; n += 1) append(n);
      confirm(byAge);
      work.open();
    });
    expect(applied.ofModel('m')).toMatchObject({
      answers: { n: 1, facts: 1 },
      filling: { n: 2, facts: 2, done: 0, total: 5 },
    });
    journal.transaction(() => work.turn(2));
    expect(applied.ofModel('m')?.filling).toMatchObject({ done: 2, total: 5 });
    journal.transaction(() => append(6));
    expect(applied.ofModel('m')?.filling).toMatchObject({ done: 3, total: 6 });
    check(1, byRace);
    check(2, byAge, [1, 2, 6]);
    // Another process begins where this one ended.
    const { work: later } = new DecisionFacts(database, () => new SubjectKey(new Uint8Array(32)));
    journal.transaction(() => later.open());
    journal.transaction(() => later.turn(2));
    expect(applied.ofModel('m')).toMatchObject({ answers: { n: 1 }, filling: { done: 5 } });
    while (later.isLeft) journal.transaction(() => later.turn(2));
    expect(applied.ofModel('m')).toMatchObject({ answers: { n: 2, facts: 2 }, filling: undefined });
    check(2, byAge);
    for (const table of ['decision_facts', 'decision_subjects', 'decision_values']) {
      const of = database.prepare(`SELECT DISTINCT profile FROM ${table}`).pluck();
      expect(of.all()).toEqual([2]);
    }
    database.close();
  });

  test('one job does what profiles leave to do, those that are confirmed meanwhile too; another where that was canceled', async () => {
    const { database, journal, projection, confirm, append } = open();
    const jobsDatabase = openJobsDatabase(join(folder.newDirectory(), 'jobs.db'));
    const jobs = new JobsStore(jobsDatabase, () => Date.UTC(2026, 0, 1));
    const started: string[] = [];
    const keeper = new FactsKeeper({
      workspace: { kind: 'local' },
      database,
      journal: () => journal,
      projection,
      changed: () => {},
      createId: (kind) => `${kind}_${started.length + 1}`,
      lock: { run: async (work) => work() },
      starter: {
        start: (_request, job) => {
          started.push(job.jobId);
          jobs.create(job);
          return { reply: { status: 202, body: '' }, replayed: false };
        },
      },
      jobs,
    });
    const confirmed = (document: ProfileDocument) =>
      journal.transaction(() => {
        confirm(document);
        projection.work.open();
      });
    for (let n = 1; n <= 5; n += 1) journal.transaction(() => append(n));
    keeper.start();
    expect(started).toEqual([]);
    confirmed(byRace);
    keeper.start();
    confirmed(byAge);
    keeper.start();
    expect(started).toEqual(['job_1']);
    jobs.start('job_1');
    while ((await keeper.part()).isLeft) keeper.start();
    // It was told that nothing is left, and is not over yet.
    confirmed(byRace);
    keeper.start();
    expect(started).toEqual(['job_1', 'job_2']);
    jobs.finish('job_1', { status: 'completed' });
    jobs.requestCancel('job_2');
    keeper.start();
    expect(started).toEqual(['job_1', 'job_2', 'job_3']);
    jobsDatabase.close();
    database.close();
  });

  test('the profile before goes on where its facts are there, and what was begun meanwhile leaves', () => {
    const { database, journal, projection, confirm, append, applied, check } = open();
    const { work } = projection;
    journal.transaction(() => {
      confirm(byAge);
      work.confirmed('m');
      for (let n = 1; n <= 5; n += 1) append(n);
      confirm(byRace);
      work.open();
      work.turn(2);
      confirm({ ...byAge, small_group: 9 });
      work.open();
    });
    expect(applied.ofModel('m')).toMatchObject({ answers: { n: 3, facts: 1 }, filling: undefined });
    while (work.isLeft) journal.transaction(() => work.turn(1));
    check(1, byAge);
    expect(database.prepare('SELECT profile, state FROM applied_profiles').all()).toEqual([
      { profile: 1, state: 'complete' },
    ]);
    expect(database.prepare('SELECT DISTINCT profile FROM decision_values').pluck().all()).toEqual([
      1,
    ]);
    database.close();
  });

  test('nothing stays of what is undone', () => {
    const { database, journal, projection, confirm, append, check } = open();
    journal.transaction(() => {
      confirm(byRace);
      projection.work.confirmed('m');
      append(1);
    });
    expect(() =>
      journal.transaction(() => {
        append(2);
        append(3);
        throw new Error('undone');
      }),
    ).toThrow('undone');
    journal.transaction(() => append(2));
    check(1, byRace);
    database.close();
  });

  test('a slot takes so many texts, what comes then is one of the others, and it opens with the last of these', () => {
    const { database } = open();
    const values = new FactValues(database, 1, 2);
    const [first, second] = [values.idOf('g1', '"a"'), values.idOf('g1', '"b"')];
    expect([first, second]).toEqual([1, 2]);
    expect([values.idOf('g1', null), values.idOf('g1', '')]).toEqual([null, 0]);
    expect(values.idOf('g1', '"c"')).toBe(0);
    expect(values.idOf('g2', '"c"')).toBe(4);
    expect(values.idOf('g1', '"a"')).toBe(1);
    const texts = database.prepare('SELECT slot, value FROM decision_values ORDER BY id').raw();
    expect(texts.all()).toEqual([
      ['g1', '"a"'],
      ['g1', '"b"'],
      ['g1', ''],
      ['g2', '"c"'],
    ]);
    const insert = (position: number, g1: number) =>
      database.exec(`INSERT INTO decision_facts (profile, position, decided_ms, decided_from, g1, changed)
        VALUES (1, ${position}, 0, 0, ${g1}, 0)`);
    insert(1, 1);
    insert(2, 0);
    values.removeUnused(new Map([['g1', new Set([0, 1, 2])]]));
    expect(texts.all()).toEqual([
      ['g1', '"a"'],
      ['g1', ''],
      ['g2', '"c"'],
    ]);
    // Closed is closed, whatever room there is.
    expect(values.idOf('g1', '"b"')).toBe(0);
    database.exec('DELETE FROM decision_facts WHERE position = 2');
    values.removeUnused(new Map([['g1', new Set([0])]]));
    expect(texts.all()).toEqual([
      ['g1', '"a"'],
      ['g2', '"c"'],
    ]);
    expect(values.idOf('g1', '"b"')).toBe(5);
    database.close();
  });

  test('many texts that rows had are looked for in one pass', () => {
    const { database } = open();
    const values = new FactValues(database, 1);
    const ids = Array.from({ length: 20 }, (_, n) => values.idOf('outcome', `"${n}"`) ?? -1);
    database.exec(`INSERT INTO decision_facts (profile, position, decided_ms, decided_from, outcome, effect, changed)
      VALUES (1, 1, 0, 0, ${ids[3]}, ${ids[5]}, 0)`);
    values.removeUnused(new Map([['outcome', new Set(ids)]]));
    const left = database.prepare('SELECT value FROM decision_values ORDER BY id').pluck().all();
    expect(left).toEqual(['"3"', '"5"']);
    database.close();
  });
});
