/** The index of entries is what the entries come to, proves what is about each subject, and is appended only while it is true. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeEntry, type ErasureEntry, type OtherEntry } from '../../shared/ledger/entries.ts';
import { readFact, subjectOfRow } from '../../shared/ledger/facts.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import {
  hexBytes,
  indexType,
  judgeSubject,
  readIndex,
  subjectKey,
  subjectLine,
  type SubjectEntries,
} from '../../shared/ledger/subjects.ts';
import type { StoredEntryPlace } from '../ledger/journal.ts';
import { TestLedger, temporaryFolder, testBody } from '../ledger/testing/test-ledger.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { Facts } from './facts.ts';
import { appendIndex, IndexPlaces, indexKeepingStatements } from './index-keeper.ts';
import { computeIndex, indexStatements, type ComputedIndex } from './index-of-subjects.ts';

const folder = temporaryFolder();
const ledger = new TestLedger(folder.newDirectory());
afterAll(() => {
  ledger.close();
  folder.remove();
});

const at = '2026-01-05T09:00:00.000Z';
const by = { id: 'operator', role: 'operator' };
const means = { sha256, hash: sha256Into };

/** Records, interventions, erasures in both, rows that change, and what belongs to two holders. */
function story(): void {
  const { journal, database } = ledger;
  const facts = new Facts(database, {
    journal: () => journal,
    random: ledger.random,
    by: () => by,
  });
  const records = Array.from({ length: 40 }, (_, n) => ledger.append(testBody(n)));
  for (const [n, record] of records.entries()) {
    if (n % 3 === 0) {
      const first = ledger.intervene(record, 1, record.hash);
      if (n % 2 === 0) ledger.intervene(record, 2, first.hash);
      if (n % 9 === 0) ledger.erase({ ...first }, ['reason']);
    }
    if (n % 5 === 0) ledger.erase(record, ['input']);
  }
  const account = { tax_bps: 0, terms_days: 14, suspend_overdue: true, created_at: at };
  for (let n = 0; n < 7; n += 1) {
    const commit = { name: `Lab ${n}`, email: 'lab@example.com', address: {} };
    facts.write('accounts', `acct_${n}`, { by, set: account, commit });
    facts.write('accounts', `acct_${n}`, { by, set: { tax_bps: n } });
    facts.write('suspensions', [`acct_${n}`, 'MANUAL'], {
      by,
      set: { since: at },
      commit: { reason: 'Asked for.' },
    });
    if (n % 2 === 0) facts.end('suspensions', [`acct_${n}`, 'MANUAL'], by);
    const payout = {
      status: 'PENDING',
      amount: n + 1,
      currency: 'USD',
      method: 'bank',
      period_start: at,
      period_end: at,
      created_at: at,
      accruals: { count: 0, root: 'sha256:' },
    };
    const set = { ...payout, holder_id: `holder_${n % 2}` };
    facts.write('payouts', `payout_${n}`, { by, set });
    if (n === 2) failAndErase(facts);
    else
      facts.write('payouts', `payout_${n}`, { by, set: { status: 'COMPLETED', completed_at: at } });
  }
}

/** A payout whose reason is erased, and an account whose name and the one before it are. */
function failAndErase(facts: Facts): void {
  const failed = { status: 'FAILED', failed_at: at };
  const commit = { failure_reason: 'No bank' };
  const names = ['Lab one', 'Lab two'].map((name) =>
    facts.write('accounts', 'acct_0', { by, commit: { name } }),
  );
  const of = (id: string, place?: StoredEntryPlace) => {
    if (place === undefined) throw new Error('Nothing changed.');
    return { id, hash: place.hash, seq: place.seq };
  };
  const payout = of(
    'payouts/payout_2',
    facts.write('payouts', 'payout_2', { by, set: failed, commit }),
  );
  ledger.eraseAll([payout], ['failure_reason']);
  ledger.eraseAll(
    names.map((place) => of('accounts/acct_0', place)),
    ['name'],
  );
}

beforeAll(() => {
  // An index asks for the facts of payouts alone, not for the preferences and accruals that they are made from.
  ledger.database.pragma('foreign_keys = OFF');
  ledger.journal.transaction(story);
});

function computed(seq = ledger.journal.size): ComputedIndex {
  const steps = computeIndex(ledger.database, seq);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

function entriesBelow(seq: number): string[] {
  return ledger.database
    .prepare<[number], string>('SELECT bytes FROM entries WHERE seq < ? ORDER BY seq')
    .pluck()
    .all(seq);
}

/** Every subject with the entries about it, told from the entries alone. */
function told(seq: number) {
  const subjects = { records: new Map<string, string[]>(), rows: new Map<string, string[]>() };
  const add = (tree: keyof typeof subjects, subject: string, text: string) =>
    subjects[tree].set(subject, [...(subjects[tree].get(subject) ?? []), text]);
  for (const text of entriesBelow(seq)) {
    const entry = decodeEntry(text);
    if (entry.type === 'ledger.intervention/v1') {
      recordOf.set(entry.id, entry.recordId);
      add('records', entry.recordId, text);
    } else if (entry.type === 'ledger.erasure/v1') {
      addErasure(entry, (tree, subject) => add(tree, subject, text));
    } else if (entry.type === 'ledger.fact/v1') {
      addFact(entry, (subject) => add('rows', subject, text));
    }
  }
  return subjects;
}

/** Once for each subject, whatever number of entries about it an erasure names. */
function addErasure(
  { targets }: ErasureEntry,
  add: (tree: 'records' | 'rows', subject: string) => void,
): void {
  const records = targets.filter(({ id }) => !id.includes('/'));
  for (const subject of new Set(records.map(({ id }) => recordOf.get(id) ?? id))) {
    add('records', subject);
  }
  const rows = new Set(targets.flatMap(({ id }) => (id.includes('/') ? [id] : [])));
  const ofHolders = [...rows].flatMap((row) => holders.get(row) ?? []);
  for (const subject of rows) add('rows', subject);
  for (const holder of new Set(ofHolders)) add('rows', `holders/${holder}`);
}

const recordOf = new Map<string, string>();
const holders = new Map<string, string>();
function addFact(entry: OtherEntry, add: (subject: string) => void): void {
  const { table, id, set } = readFact(entry);
  const subject = subjectOfRow(table, id);
  add(subject);
  if (table !== 'payouts') return;
  const holder = holders.get(subject) ?? z.string().parse(set?.['holder_id']);
  holders.set(subject, holder);
  add(`holders/${holder}`);
}

function headOf(texts: Iterable<string>): `sha256:${string}` {
  const tree = new GrowingTree(sha256Into);
  for (const text of texts) tree.append(hexBytes(leafHash(sha256, text)));
  return `sha256:${Buffer.from(tree.root()).toString('hex')}`;
}

function lineOf(subject: string, texts: string[]): SubjectEntries {
  return { key: subjectKey(sha256, subject), count: texts.length, root: headOf(texts) };
}

describe('computing an index', () => {
  it.each(['all entries', 'half of them', 'the genesis alone'])('over %s', (what) => {
    const { size } = ledger.journal;
    const seq = what === 'all entries' ? size : what === 'half of them' ? Math.floor(size / 2) : 1;
    const { members } = computed(seq);
    for (const [tree, subjects] of Object.entries(told(seq))) {
      const lines = [...subjects].map(([subject, texts]) => subjectLine(lineOf(subject, texts)));
      const expected = { count: lines.length, root: headOf(lines.toSorted()) };
      expect(members).toHaveProperty(tree, expected);
    }
  });

  it('has what is of one holder in one leaf', () => {
    const { rows } = told(ledger.journal.size);
    expect(rows.get('holders/holder_1')).toHaveLength(6);
    // Four payouts of two facts each, and the erasure in one of them.
    expect(rows.get('holders/holder_0')).toHaveLength(9);
    expect(rows.get('payouts/payout_2')).toHaveLength(3);
    expect(rows.get('accounts/acct_0')).toHaveLength(4);
    expect(rows.has('suspensions/["acct_1","MANUAL"]')).toBe(true);
  });
});

describe('proving what is about a subject', () => {
  it('leads from each subject to the head, and no other subject there', () => {
    const index = computed();
    for (const [tree, subjects] of Object.entries(told(ledger.journal.size))) {
      const name = tree === 'records' ? 'records' : 'rows';
      const { count, root } = index.members[name];
      const head = { count, root: hexBytes(root.slice('sha256:'.length)) };
      for (const [subject, texts] of subjects) {
        const proof = index.prove(name, subject);
        expect(judgeSubject(means, head, subject, proof)).toEqual(lineOf(subject, texts));
        expect(judgeSubject(means, head, `${subject}x`, proof)).toBeUndefined();
        const absent = index.prove(name, `${subject}x`);
        expect(judgeSubject(means, head, `${subject}x`, absent)).toBe('absent');
        expect(judgeSubject(means, head, subject, absent)).not.toBe('absent');
      }
    }
  });

  it('shows that nothing is about a subject: before the first, behind the last, in an empty tree', () => {
    const index = computed();
    const proofs = Array.from({ length: 400 }, (_, n) => index.prove('records', `rec_${n}`));
    const kinds = new Set(proofs.map((proof) => Object.keys(proof).join()));
    expect([...kinds].toSorted()).toEqual(['left', 'left,right', 'right']);
    const empty = computed(1);
    const root = hexBytes(empty.members.records.root.slice('sha256:'.length));
    expect(empty.prove('records', 'rec_1')).toEqual({});
    expect(judgeSubject(means, { count: 0, root }, 'rec_1', {})).toBe('absent');
  });
});

describe('appending an index', () => {
  it('appends what was computed, once, and not what is no longer true', () => {
    const { journal, database } = ledger;
    const places = new IndexPlaces(database);
    expect([places.newest(), places.current()]).toEqual([undefined, undefined]);
    const from = journal.size;
    const { members: index } = computed(from);
    const seq = journal.transaction(() => appendIndex(database, journal, { index, from }));
    expect(seq).toBe(from);
    const entry = decodeEntry(entriesBelow(journal.size).at(-1) ?? '');
    if (!('members' in entry)) throw new TypeError('The last entry is no index.');
    expect([entry.type, readIndex(entry)]).toEqual([indexType, index]);
    expect(places.current()).toBe(seq);
    journal.transaction(() => ledger.append(testBody(1)));
    expect([places.newest(), places.current()]).toEqual([seq, undefined]);
    const late = journal.transaction(() => appendIndex(database, journal, { index, from }));
    expect([late, journal.size]).toEqual([undefined, from + 2]);
  });
});

describe('Statements', () => {
  const plan = (sql: string) =>
    ledger.database
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...(sql.includes('@seq') ? [{ seq: 1 }] : []))
      .map(({ detail }) => detail);

  it('look rows up by their facts, and entries by their place', () => {
    for (const sql of Object.values(indexStatements)) {
      expect(plan(sql).filter((step) => /^SCAN (entries|e|b)\b/.test(step))).toEqual([]);
    }
    expect(plan(indexStatements.rows).join()).toContain('facts_by_row');
    // Erasures in rows are few: these alone are sorted, and merged with the facts.
    const [facts = ''] = plan(indexStatements.rows).join().split(',RIGHT,');
    expect(facts).toMatch(/^MERGE/);
    expect(facts).not.toContain('TEMP B-TREE');
  });

  it('find the last entry about a record or a row without reading a table', () => {
    for (const sql of Object.values(indexKeepingStatements)) {
      expect(plan(sql).filter((step) => step.startsWith('SCAN') && !/CONSTANT/.test(step))).toEqual(
        [],
      );
    }
  });
});
