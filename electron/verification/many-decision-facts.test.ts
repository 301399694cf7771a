/** Facts of more decisions than are compared at a time, of two models in turn, with one among them that was erased. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finding } from '../../shared/contract/chain.ts';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { copyLedger, tamper, temporaryFolder, testSeed } from '../ledger/testing/test-ledger.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { readSubjectKey } from '../proof/subject-key-file.ts';
import type { SubjectKey } from '../proof/subject-key.ts';
import { verifyLedger } from './verify-ledger.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const count = 540;
const erasedAt = 301;
let original: string;
let key: SubjectKey | undefined;

beforeAll(async () => {
  const api = await TestApi.open();
  try {
    const profile = profileOf({
      subject: { paths: ['/context/person'], match: 'folded' },
      groups: [{ name: 'side', path: '/input/side' }],
    });
    let erased = '';
    for (let n = 1; n <= count; n += 1) {
      const { id } = await api.append({
        model_id: n % 2 === 0 ? 'even' : 'odd',
        input: { side: n % 3 === 0 ? 'left' : 'right' },
        output: { decision: n % 5 === 0 ? 'deny' : 'approve' },
        context: { person: `Person ${n}` },
      });
      if (n === erasedAt) erased = id;
    }
    for (const model of ['even', 'odd']) {
      const made = await api.send('POST', `/models/${model}/profiles`, { body: { profile } });
      if (made.status !== 201) throw new Error(await made.text());
    }
    const gone = await api.send('POST', `/records/${erased}/erasures`, {
      body: { fields: ['input'], legal_basis: 'Art. 17', actor: { id: 'usr_1', role: 'admin' } },
    });
    if (gone.status !== 201) throw new Error(await gone.text());
    await api.reopen(() => {
      original = copyLedger(join(api.directory, 'proofdesk.db'), folder.path, 'original');
      key = readSubjectKey({ directory: api.directory, seed: testSeed });
    });
  } finally {
    await api.close();
  }
});

async function verified(name: string, change = '') {
  const path = copyLedger(original, folder.path, name);
  tamper(path, (database) => void database.exec(change));
  const database = openReader(path);
  const findings: Finding[] = [];
  const { rows } = await verifyLedger(database, {
    onFinding: (finding) => findings.push(finding),
    onProgress: () => true,
    subjectKey: key,
  });
  database.close();
  return {
    rows,
    told: findings.map(({ verdict, table, row, column }) => [verdict, table, row, column]),
  };
}

test('Each is compared once, and holds', async () => {
  const { rows, told } = await verified('sound');
  expect(told).toEqual([]);
  const { rows: without } = await verified(
    'without',
    `
    DELETE FROM decision_subjects; DELETE FROM decision_values; DELETE FROM decision_facts;`,
  );
  expect(without?.derived).toBe(rows?.derived);
});

test.each([
  ['within what holds', 200],
  ['beside the one that was erased', 299],
  ['at the one that was erased', erasedAt],
  ['the first', 1],
  ['the last', 539],
])('What is altered %s is found, and nothing else', async (_where, position) => {
  const at = `WHERE position = ${position}`;
  const { told } = await verified(
    `at-${position}`,
    `
    UPDATE decision_facts SET decided_ms = decided_ms + 1 ${at};
    UPDATE decision_subjects SET position = position + 540 ${at};
    INSERT INTO decision_facts (profile, position, decided_ms, decided_from, changed)
      SELECT 3 - profile, position, decided_ms, decided_from, changed FROM decision_facts ${at};`,
  );
  const profile = position % 2 === 0 ? 1 : 2;
  const row = `[${profile},${position}]`;
  const other = `[${3 - profile},${position}]`;
  expect(told).toEqual(
    expect.arrayContaining([
      ['ROW_ALTERED', 'decision_facts', row, 'decided_ms'],
      ['ROW_INSERTED', 'decision_facts', other, null],
      ['ROW_DELETED', 'decision_subjects', row, null],
      ['ROW_INSERTED', 'decision_subjects', `[${profile},${position + 540}]`, null],
    ]),
  );
  expect(told).toHaveLength(4);
});
