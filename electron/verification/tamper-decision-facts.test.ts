/**
 * Facts of decisions tampered with: each cell and each row is found, at its record where it has one.
 * @push
 */
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../shared/contract/chain.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { copyLedger, tamper, temporaryFolder, testSeed } from '../ledger/testing/test-ledger.ts';
import { factColumns } from '../oversight/fact-columns.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { readSubjectKey } from '../proof/subject-key-file.ts';
import { SubjectKey } from '../proof/subject-key.ts';
import { verifyLedger } from './verify-ledger.ts';
import { oneIn } from '../testing/rounds.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** No two numbers from here on can be told apart as they are usually read. */
const beyond = 9_007_199_254_740_993n;

/** Every column is used; each text is that of every other record. */
const profile: ProfileDocument = profileOf({
  decided_at: { path: '/context/at', format: 'iso' },
  subject: { paths: ['/context/person', '/context/number'], match: 'folded' },
  groups: [1, 2, 3, 4].map((n) => ({ name: `group ${n}`, path: `/input/g${n}` })),
  version: { path: '/context/version' },
  amount: { path: '/input/amount', currency: 'EUR' },
  columns: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({
    name: `column ${n}`,
    path: n % 2 === 0 ? '/input/amount' : `/input/g${(n % 4) + 1}`,
    kind: n % 2 === 0 ? 'number' : 'text',
  })),
});

function bodyOf(n: number): object {
  const side = n % 2 === 0 ? 'even' : 'odd';
  const groups = Object.fromEntries([1, 2, 3, 4].map((group) => [`g${group}`, `${side} ${group}`]));
  return {
    model_id: 'lending',
    input: { ...groups, amount: n + 0.5 },
    output: { decision: n % 2 === 0 ? 'deny' : 'approve' },
    context: { person: `Person ${n}`, number: n, version: `${side} 1`, at: `2026-01-0${n}` },
  };
}

let original: string;
let key: SubjectKey | undefined;
/** By position, from 1. */
const records: { readonly id: string; readonly seq: number }[] = [];

beforeAll(async () => {
  const api = await TestApi.open();
  try {
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const { id } = await api.append(bodyOf(n));
      records.push({ id, seq: n });
    }
    const made = await api.send('POST', '/models/lending/profiles', { body: { profile } });
    if (made.status !== 201) throw new Error(await made.text());
    const [, second] = records;
    const changed = await api.send('POST', `/records/${second?.id}/interventions`, {
      body: {
        action: 'override',
        actor: { id: 'usr_1', role: 'compliance_officer' },
        reason: 'Income.',
        outcome: { decision: 'approve' },
      },
    });
    if (changed.status !== 201) throw new Error(await changed.text());
    await api.reopen(() => {
      original = copyLedger(join(api.directory, 'proofdesk.db'), folder.path, 'original');
      key = readSubjectKey({ directory: api.directory, seed: testSeed });
    });
  } finally {
    await api.close();
  }
});

type Told = [
  verdict: string,
  table: string | null,
  row: string | null,
  column: string | null,
  seq: number | null,
];

let copies = 0;
const verified = (change: (database: Database.Database) => void) => verifiedWith(key, change);

async function verifiedWith(
  subjectKey: SubjectKey | undefined,
  change: (database: Database.Database) => void,
) {
  copies += 1;
  const path = copyLedger(original, folder.path, `copy-${copies}`);
  tamper(path, change);
  const database = openReader(path);
  const findings: Finding[] = [];
  const result = await verifyLedger(database, {
    onFinding: (finding) => findings.push(finding),
    onProgress: () => true,
    subjectKey,
  });
  database.close();
  return { findings, rows: result.rows };
}

async function found(change: (database: Database.Database) => void): Promise<Told[]> {
  const { findings } = await verified(change);
  return findings.map(({ verdict, table, row, column, seq }) => [verdict, table, row, column, seq]);
}
const sql = (text: string) => (database: Database.Database) => void database.exec(text);

test('What nobody touched holds', async () => {
  const { findings, rows } = await verified(() => {});
  expect(findings).toEqual([]);
  expect(rows).toMatchObject({ persons_not_checked: 0, profiles_being_applied: 0 });
});

describe('Facts', () => {
  test.each(oneIn(4, factColumns))(
    'with another value in %s are found at their record',
    async (column) => {
      const { findings } = await verified(
        sql(`UPDATE decision_facts SET ${column} = CASE
        WHEN '${column}' IN ('decided_from', 'changed') THEN 1 - ${column}
        WHEN '${column}' IN ('decided_ms', 'first_review_ms') THEN ${column} + 1
        WHEN '${column}' = 'effect'
          THEN (SELECT id FROM decision_values WHERE slot = 'outcome' AND value = '"deny"')
        ELSE (SELECT o.${column} FROM decision_facts AS o WHERE o.position = 1) END
        WHERE position = 2`),
      );
      expect(findings).toHaveLength(1);
      expect(findings[0]).toMatchObject({
        verdict: 'ROW_ALTERED',
        table: 'decision_facts',
        row: '[1,2]',
        column,
        field: column,
        seq: 2,
        record_id: records[1]?.id,
      });
    },
  );

  const optional = factColumns.filter(
    (column) => !['decided_ms', 'decided_from', 'changed'].includes(column),
  );
  test.each(oneIn(4, optional))('without their %s are found', async (column) => {
    const told = await found(sql(`UPDATE decision_facts SET ${column} = NULL WHERE position = 2`));
    expect(told).toEqual([['ROW_ALTERED', 'decision_facts', '[1,2]', column, 2]]);
  });

  test('of a text that there is none of, and of the others, are found', async () => {
    for (const id of [999, 0]) {
      const told = await found(sql(`UPDATE decision_facts SET g1 = ${id} WHERE position = 2`));
      expect(told).toEqual([['ROW_ALTERED', 'decision_facts', '[1,2]', 'g1', 2]]);
    }
  });

  test('that are missing, or too many, are found', async () => {
    expect(await found(sql('DELETE FROM decision_facts WHERE position = 3'))).toEqual([
      ['ROW_DELETED', 'decision_facts', '[1,3]', null, 3],
    ]);
    const copied = `SELECT @profile, @position, ${factColumns.join(', ')} FROM decision_facts WHERE position = 1`;
    const insert = (row: string) =>
      sql(`INSERT INTO decision_facts ${copied.replace('@profile, @position', row)}`);
    expect(await found(insert('1, 99'))).toEqual([
      ['ROW_INSERTED', 'decision_facts', '[1,99]', null, null],
    ]);
    expect(await found(insert('7, 1'))).toEqual([
      ['ROW_INSERTED', 'decision_facts', '[7,1]', null, null],
    ]);
    // Read as one number with its neighbour, the check would come to it again and again.
    expect(await found(insert(`${beyond}, 1`))).toEqual([
      ['ROW_INSERTED', 'decision_facts', `[${beyond},1]`, null, null],
    ]);
  });
});

describe('Persons', () => {
  test('that are missing, or others, are found at their record, without a key in the finding', async () => {
    const one = `WHERE subject = (SELECT min(subject) FROM decision_subjects WHERE position = 2)`;
    expect(await found(sql(`DELETE FROM decision_subjects ${one}`))).toEqual([
      ['ROW_DELETED', 'decision_subjects', '[1,2]', null, 2],
    ]);
    const { findings } = await verified(
      sql(`UPDATE decision_subjects SET subject = zeroblob(16) ${one}`),
    );
    expect(findings.map(({ verdict, row, seq }) => [verdict, row, seq])).toEqual([
      ['ROW_DELETED', '[1,2]', 2],
      ['ROW_INSERTED', '[1,2]', 2],
    ]);
    for (const { expected, actual, message } of findings) {
      expect([expected, actual]).toEqual([null, null]);
      expect(message).not.toMatch(/[0-9a-f]{16}/);
    }
  });

  test.each([
    ['of another profile', 'SELECT subject, 7, position', '[7,1]', null],
    ['of another record', 'SELECT subject, profile, 4', '[1,4]', 4],
    ['of no record', 'SELECT subject, profile, 99', '[1,99]', null],
    ['of a far profile', `SELECT subject, ${beyond}, position`, `[${beyond},1]`, null],
  ])('%s are found', async (_what, columns, row, seq) => {
    const from = 'FROM decision_subjects WHERE position = 1 LIMIT 1';
    const told = await found(sql(`INSERT INTO decision_subjects ${columns} ${from}`));
    expect(told).toEqual([['ROW_INSERTED', 'decision_subjects', row, null, seq]]);
  });

  test('are not checked without their key, and with another one', async () => {
    const change = sql('DELETE FROM decision_subjects WHERE position = 2');
    for (const other of [undefined, new SubjectKey(Buffer.alloc(32, 7))]) {
      const { findings, rows } = await verifiedWith(other, change);
      expect(findings).toEqual([]);
      expect(rows).toMatchObject({ persons_not_checked: 1 });
    }
  });
});

describe('Texts', () => {
  const one = `profile = 1 AND slot = 'g2' AND value = '"even 2"'`;

  test('that were altered are named, and the facts that have them are not', async () => {
    let id = 0;
    const { findings } = await verified((database) => {
      id = Number(database.prepare(`SELECT id FROM decision_values WHERE ${one}`).pluck().get());
      database.exec(`UPDATE decision_values SET value = '"x"' WHERE ${one}`);
    });
    expect(findings.map(({ verdict, table, row }) => [verdict, table, row])).toEqual([
      ['ROW_ALTERED', 'decision_values', String(id)],
    ]);
    expect(findings[0]).toMatchObject({ expected: null, actual: null });
  });

  test('that are gone, or that no fact has, are found', async () => {
    const gone = await found(sql(`DELETE FROM decision_values WHERE ${one}`));
    expect(gone.map(([verdict, table]) => [verdict, table])).toEqual([
      ['ROW_DELETED', 'decision_values'],
    ]);
    const put = (profile_: number | bigint, slot: string, value: string) =>
      sql(`INSERT INTO decision_values VALUES (900, ${profile_}, '${slot}', '${value}')`);
    const inserted = [['ROW_INSERTED', 'decision_values', '900', null, null]];
    expect(await found(put(1, 'g2', '"new"'))).toEqual(inserted);
    expect(await found(put(7, 'g2', '"new"'))).toEqual(inserted);
    expect(await found(put(beyond, 'g2', '"new"'))).toEqual(inserted);
    expect(await found(put(1, 'c2', '"new"'))).toEqual(inserted);
    // A slot that takes no more, and has none of the others.
    expect(await found(put(1, 'g2', ''))).toEqual(inserted);
  });
});

describe('Which profile is applied', () => {
  test.each(
    oneIn(3, [
      ['model_id', "'other'"],
      ['state', "'filling'"],
      ['filled', '3'],
      ['fill_until', '6'],
      ['subject_key', "x'0011223344556677'"],
      ['subject_key', 'NULL'],
      ['subjects', '3'],
      ['subjects_until', '6'],
      ['written', '0'],
      ['written', '5'],
      ['written', '7'],
    ]),
  )('is found altered in %s to %s', async (column, value) => {
    const told = await found(sql(`UPDATE applied_profiles SET ${column} = ${value}`));
    expect(told).toEqual([['ROW_ALTERED', 'applied_profiles', '1', column, null]]);
  });

  test('is found where it is gone, or of no profile', async () => {
    const told = await found(sql('DELETE FROM applied_profiles'));
    expect(told[0]).toEqual(['ROW_DELETED', 'applied_profiles', '1', null, null]);
    const inserted = `INSERT INTO applied_profiles SELECT 7, model_id, state, filled, fill_until,
      subject_key, subjects, subjects_until, 0 FROM applied_profiles`;
    expect(await found(sql(inserted))).toEqual([
      ['ROW_INSERTED', 'applied_profiles', '7', null, null],
    ]);
  });

  const filling = `UPDATE applied_profiles SET state = 'filling', filled = 3, fill_until = 6, written = 3;
    DELETE FROM decision_facts WHERE position > 3; DELETE FROM decision_subjects WHERE position > 3;`;

  test('is said where it is not applied to the end, and no finding', async () => {
    const { findings, rows } = await verified(sql(filling));
    expect(findings).toEqual([]);
    expect(rows).toMatchObject({ profiles_being_applied: 1 });
  });

  test('says which records have their facts by now', async () => {
    const less = await found(sql(`${filling} UPDATE applied_profiles SET filled = 4`));
    expect(less.map(([verdict, table, row]) => [verdict, table, row])).toEqual([
      ['ROW_DELETED', 'decision_facts', '[1,4]'],
      ['ROW_DELETED', 'decision_subjects', '[1,4]'],
      ['ROW_DELETED', 'decision_subjects', '[1,4]'],
    ]);
    const more = await found(sql(`${filling} UPDATE applied_profiles SET filled = 2`));
    expect(more[0]).toEqual(['ROW_INSERTED', 'decision_facts', '[1,3]', null, 3]);
    for (const written of [2, 4, 6]) {
      const told = await found(sql(`${filling} UPDATE applied_profiles SET written = ${written}`));
      expect(told).toEqual([['ROW_ALTERED', 'applied_profiles', '1', 'written', null]]);
    }
  });

  const waiting = `UPDATE applied_profiles SET written = 4;
    DELETE FROM decision_facts WHERE position > 4; DELETE FROM decision_subjects WHERE position > 4;`;

  test('says up to which record facts are written: those behind it are missed by nobody, those before it are', async () => {
    expect(await found(sql(waiting))).toEqual([]);
    expect(await found(sql(`${waiting} DELETE FROM decision_facts WHERE position = 4`))).toEqual([
      ['ROW_DELETED', 'decision_facts', '[1,4]', null, 4],
    ]);
    const persons = await found(sql(waiting.replace('DELETE FROM decision_subjects', '--')));
    expect(persons.toSorted((one, other) => Number(one[4]) - Number(other[4]))).toEqual(
      [5, 5, 6, 6].map((n) => ['ROW_INSERTED', 'decision_subjects', `[1,${n}]`, null, n]),
    );
  });
});
