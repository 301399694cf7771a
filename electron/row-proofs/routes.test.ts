/** The proof of a row: its entries, checked with nothing but the answer, and who is told what of it. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { invoiceSchema } from '../../shared/contract/billing.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { rowProofSchema, type RowProof, type SubjectOfRow } from '../../shared/contract/proof.ts';
import { sessionSchema } from '../../shared/contract/sessions.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { factTableNames } from '../../shared/ledger/columns.ts';
import { commitment, decodeEntry } from '../../shared/ledger/entries.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { verifyInclusion } from '../../shared/ledger/proofs.ts';
import { hexBytes, judgeSubject, readIndex } from '../../shared/ledger/subjects.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { verifyNote } from '../ledger/ledger-key.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { rowProofStatements } from './row-proof.ts';
import { openPolicy } from '../sessions/testing/clinical.ts';

let api: TestApi;
const keys = new Map<string, { readonly id: string; readonly key: string }>();
let session = '';
let invoice = '';

beforeAll(async () => {
  api = await TestApi.open();
  await sends('/datasets', {
    dataset_id: 'ds_1',
    name: 'Rows',
    holder_id: 'clinic',
    policy: openPolicy,
  });
  for (const lab of ['a', 'b']) await api.addAccount(`acct_${lab}`);
  for (const [name, of] of [
    ['a', { role: 'ai_lab', account_id: 'acct_a' }],
    ['b', { role: 'ai_lab', account_id: 'acct_b' }],
    ['clinic', { role: 'data_holder', holder_id: 'clinic' }],
    ['other', { role: 'data_holder', holder_id: 'other' }],
    ['reviewer', { role: 'compliance' }],
    ['chain', { role: 'compliance', scopes: ['chain:read'] }],
  ] as const) {
    const made = createdApiKeySchema.parse(await sends('/api-keys', { name, ...of }));
    keys.set(name, { id: made.key_id, key: made.key ?? '' });
  }
  const opening = { dataset_id: 'ds_1', purpose: 'To compare', account_id: 'acct_a' };
  session = sessionSchema.parse(await sends('/sessions', opening)).session_id;
  for (const lab of ['a', 'b']) {
    const charge = { account_id: `acct_${lab}`, amount: 5, description: `For ${lab}` };
    await sends('/billing/adjustments', charge);
  }
  const suspended = { suspended: true, reason: 'Asked for it' };
  for (const lab of ['a', 'b']) {
    await api.send('PUT', `/billing/accounts/acct_${lab}/suspension`, { body: suspended });
  }
  api.now = Date.UTC(2026, 1, 2);
  await api.nameIssuer();
  const closing = { account_id: 'acct_a', month: '2026-01' };
  invoice = invoiceSchema.parse(await sends('/billing/invoices', closing)).invoice_id;
});
afterAll(() => api.close());

async function sends(path: string, body: object): Promise<unknown> {
  const response = await api.send('POST', path, { body });
  const text = await response.text();
  expect([path, response.status < 300 ? '' : text]).toEqual([path, '']);
  return JSON.parse(text);
}

/** The proof of a row, as the operator or a key; every part of it that can be checked is checked. */
async function proofOf(path: string, as?: string): Promise<RowProof> {
  const response = await ask(path, as);
  expect([path, response.status]).toEqual([path, 200]);
  const proof = rowProofSchema.parse(await response.json());
  expectProven(proof);
  return proof;
}

function ask(path: string, as?: string): Promise<Response> {
  if (as === undefined) return api.send('GET', `/proof/${path}`);
  const headers = { 'x-api-key': keys.get(as)?.key ?? '' };
  return api.send('GET', `/proof/${path}`, { caller: anonymous, headers });
}

async function refusal(path: string, as?: string): Promise<[number, string]> {
  const response = await ask(path, as);
  const { error } = sessionsErrorSchema.parse(await response.json());
  return [response.status, error.type];
}

const bytesOf = (hash: string) => hexBytes(hash.slice('sha256:'.length));

/** Checks a proof as a stranger would: notes, paths, hashes and commitments from the answer alone. */
function expectProven(proof: RowProof): void {
  const { checkpoint, vkey } = proof;
  expect(verifyNote(checkpoint.note, vkey)).toBe(true);
  expect(parseCheckpoint(checkpoint.note)?.size).toBe(checkpoint.size);
  const root = bytesOf(checkpoint.root_hash);
  const isIn = (entry: string, seq: number, path: readonly string[]) => {
    const leaf = hexBytes(leafHash(sha256, entry));
    const claim = { leaf, index: seq, size: checkpoint.size, root };
    return verifyInclusion(sha256Into, claim, path.map(bytesOf));
  };
  for (const each of proof.data) {
    expect(isIn(each.entry, each.seq, each.inclusion)).toBe(true);
    const decoded = decodeEntry(each.entry);
    const told = 'commitments' in decoded ? decoded.commitments : [];
    expect(each.fields.map(({ field, commitment: hash }) => ({ field, hash }))).toEqual(told);
    for (const { field, salt, value, state, commitment: hash } of each.fields) {
      expect([salt === null, value === null]).toEqual([state !== 'told', state !== 'told']);
      if (salt !== null && value !== null) {
        expect(commitment(sha256, field, salt, value)).toBe(hash);
      }
    }
  }
  if (proof.subject !== null) {
    expect(isIn(proof.subject.entry, proof.subject.seq, proof.subject.inclusion)).toBe(true);
  }
}

/** Facts that the index counts about a row; undefined where its proof does not hold. */
function countedBy(subject: SubjectOfRow, proof: RowProof): number | undefined {
  const decoded = decodeEntry(subject.entry);
  if (!('members' in decoded)) return undefined;
  const { count, root } = readIndex(decoded).rows;
  const leafOf = (each: SubjectOfRow['leaf']) =>
    each === null ? undefined : { ...each, path: each.path.map(bytesOf) };
  const leaf = leafOf(subject.leaf);
  const judged = judgeSubject(
    { sha256, hash: sha256Into },
    { count, root: bytesOf(root) },
    subject.subject,
    leaf === undefined ? { left: leafOf(subject.left), right: leafOf(subject.right) } : { leaf },
  );
  if (judged === 'absent') return 0;
  const tree = new GrowingTree(sha256Into);
  for (const each of proof.data) {
    if (each.seq < subject.seq) tree.append(bytesOf(each.leaf_hash));
  }
  const here = `sha256:${Buffer.from(tree.root()).toString('hex')}`;
  return judged?.root === here ? judged.count : undefined;
}

const told = (proof: RowProof) =>
  proof.data.flatMap(({ fields }) =>
    fields.map(({ field, state, value }) => [field, state, value] as const),
  );

describe('GET /proof/{table}/{id}', () => {
  test('tells who made and changed a row, with values where its route tells them', async () => {
    const made = await proofOf('datasets/ds_1');
    expect(made).toMatchObject({ table: 'datasets', id: 'ds_1', subject: null });
    expect(made.data).toEqual([
      expect.objectContaining({
        act: 'made',
        by: { id: 'operator', role: 'operator' },
        created_at: '2026-01-01T00:00:00.000Z',
        signature: null,
        set: expect.objectContaining({ holder_id: 'clinic' }),
      }),
    ]);
    expect(told(made)).toEqual([['name', 'told', '"Rows"']]);
  });

  test('goes on with what changes, and ends with the end of the row', async () => {
    const row = encodeURIComponent('["acct_b","MANUAL"]');
    const before = await proofOf(`suspensions/${row}`);
    expect(told(before)).toEqual([['reason', 'told', '"Asked for it"']]);
    for (const suspended of [false, true]) {
      await api.send('PUT', '/billing/accounts/acct_b/suspension', {
        body: { suspended, reason: 'Paid' },
      });
    }
    const after = await proofOf(`suspensions/${row}`, 'b');
    expect(after.data.map(({ act }) => act)).toEqual(['made', 'ended', 'made']);
    expect(after.id).toEqual(['acct_b', 'MANUAL']);
    const second = await proofOf(`suspensions/${row}?limit=1&offset=1`);
    expect(second.data).toEqual(
      [after.data[1]].map((each) => ({ ...each, inclusion: expect.anything() })),
    );
    expect(second.pagination).toEqual({ total: 3, limit: 1, offset: 1, has_more: true });
    const third = await proofOf(`suspensions/${row}?limit=1&offset=2`);
    expect(third.data.map(({ act }) => act)).toEqual(['made']);
  });

  test('names a row by its id as it is encoded in the path', async () => {
    const id = 'credit/für %2F alle';
    const body = { holder_id: id, frequency: 'DAILY', threshold: 5, method: 'bank_transfer' };
    expect((await api.send('PUT', '/billing/payout-preferences', { body })).status).toBe(200);
    const proof = await proofOf(`payout_preferences/${encodeURIComponent(id)}`, 'reviewer');
    expect([proof.id, proof.data[0]?.set?.['threshold']]).toEqual([id, 500]);
  });

  test('begins an invoice with its own entry', async () => {
    const { data } = await proofOf(`invoices/${invoice}`, 'a');
    expect(data[0]).toMatchObject({ type: 'ledger.invoice/v2', act: 'made', by: null, set: null });
    expect(data[0]?.fields.map(({ field, state }) => [field, state])).toEqual([
      ['customer', 'told'],
      ['lines', 'told'],
      ['notes', 'told'],
      ['terms', 'told'],
    ]);
  });

  test('has no entry for a row that every new ledger has, and changes it from there', async () => {
    const before = await proofOf('accounts/default');
    expect([before.data, before.pagination.total]).toEqual([[], 0]);
    const card = await proofOf(`rate_cards/${encodeURIComponent('["standard",1]')}`);
    expect(card.data).toEqual([]);
  });

  test('proves under the newest index that no fact is left out', async () => {
    const record = await api.append();
    const order = { kind: 'selection', record_ids: [record.id] };
    await api.finished(await api.send('POST', '/bundles', { body: order }));
    const proof = await proofOf('datasets/ds_1');
    expect(proof.subject?.subject).toBe('datasets/ds_1');
    expect(proof.subject === null ? null : countedBy(proof.subject, proof)).toBe(1);
    const none = await proofOf('accounts/default');
    expect(none.subject?.leaf).toBeNull();
    expect(none.subject === null ? null : countedBy(none.subject, none)).toBe(0);
    // A fact behind the index is told as well; the index does not speak of it.
    const body = { reason: 'No longer wanted' };
    expect((await api.send('POST', '/datasets/ds_1/revoke', { body })).status).toBe(200);
    const after = await proofOf('datasets/ds_1');
    expect(after.data.map(({ act }) => act)).toEqual(['made', 'changed']);
    expect(after.subject === null ? null : countedBy(after.subject, after)).toBe(1);
  });

  test.each([
    ['unknown/x', 404],
    ['__proto__/x', 404],
    ['constructor/x', 404],
    ['entries/1', 404],
    ['usage_events/1', 404],
    ['accounts/nobody', 404],
    ['accounts/default%00', 404],
    ['suspensions/acct_a', 404],
    ['suspensions/%5B%22acct_a%22%5D', 404],
    ['suspensions/%5B%22acct_a%22,%20%22MANUAL%22%5D', 404],
    ['suspensions/%5B%22acct_a%22,%22MANUAL%22,%22x%22%5D', 404],
    ['suspensions/%7B%22length%22:2%7D', 404],
    ['rate_cards/%5B%22standard%22,1e400%5D', 404],
    ['accruals/%5B%22inv_x%22,%22ds%22%5D', 404],
    ['accounts/default?limit=0', 400],
    ['accounts/default?limit=101', 400],
    ['accounts/default?all=1', 400],
  ] as const)('%s is refused with %d', async (path, status) => {
    expect((await refusal(path))[0]).toBe(status);
  });
});

describe('Who is told', () => {
  test.each(['a', 'clinic', 'reviewer'])('%s reads the session that is its own', async (as) => {
    const { data } = await proofOf(`sessions/${session}`, as);
    expect(data[0]?.fields).toContainEqual(
      expect.objectContaining({ field: 'purpose', value: '"To compare"' }),
    );
  });

  test.each([
    ['b', 'sessions/SESSION'],
    ['other', 'sessions/SESSION'],
    ['b', 'invoices/INVOICE'],
    ['clinic', 'invoices/INVOICE'],
    ['b', 'accounts/acct_a'],
    ['b', 'suspensions/%5B%22acct_a%22,%22MANUAL%22%5D'],
    ['b', 'adjustments/ADJUSTMENT'],
    ['b', 'accounts/default'],
    ['other', 'datasets/ds_1'],
    ['clinic', 'api_keys/KEY'],
  ])('%s is told of %s what it is told of one that does not exist', async (as, template) => {
    const adjustment = firstRow('adjustments') ?? '';
    const path = template
      .replace('SESSION', session)
      .replace('INVOICE', invoice)
      .replace('KEY', keys.get('a')?.id ?? '')
      .replace('ADJUSTMENT', adjustment);
    const response = await ask(path, as);
    const unknown = await ask(path.replace(/[^/]+$/, 'unknown'), as);
    expect([response.status, unknown.status]).toEqual([404, 404]);
    const id = decodeURIComponent(path.replace(/^[^/]+\//, ''));
    const plain = (text: string, named: string) =>
      text.replaceAll(JSON.stringify(named).slice(1, -1), 'ID').replaceAll(/req_\w+/g, 'REQ');
    expect(plain(await response.text(), id)).toBe(plain(await unknown.text(), 'unknown'));
  });

  test('a lab may read the keys that it made, and tells another one from none in nothing', async () => {
    expect(await refusal('api_keys/unknown', 'a')).toEqual([404, 'not_found']);
    expect(await refusal(`api_keys/${keys.get('b')?.id}`, 'a')).toEqual([404, 'not_found']);
    expect(await refusal(`api_keys/${keys.get('a')?.id}`, 'a')).toEqual([404, 'not_found']);
  });

  test.each([
    ['a', 'people'],
    ['a', 'profiles'],
    ['a', 'payouts'],
    ['a', 'accruals'],
    ['clinic', 'spending_limits'],
    ['clinic', 'rate_cards'],
  ])('%s may read nothing of %s, there or not', async (as, table) => {
    expect(await refusal(`${table}/unknown`, as)).toEqual([403, 'forbidden']);
    const id = keys.get('a')?.id ?? '';
    expect(await refusal(`${table}/${id}`, as)).toEqual([403, 'forbidden']);
  });

  test('a scope of the proof alone opens no object', async () => {
    expect(await refusal(`sessions/${session}`, 'chain')).toEqual([403, 'forbidden']);
    expect(await refusal(`api_keys/${keys.get('a')?.id}`, 'chain')).toEqual([403, 'forbidden']);
  });

  test.each([undefined, 'reviewer'])('nobody gets the digest of a key (%s)', async (as) => {
    const { id = '' } = keys.get('a') ?? {};
    const proof = await proofOf(`api_keys/${id}`, as);
    const fields = new Map(told(proof).map(([field, state, value]) => [field, [state, value]]));
    expect(fields.get('digest')).toEqual(['withheld', null]);
    expect(fields.get('name')).toEqual(['told', '"a"']);
    const digest = payload(proof.data[0]?.seq ?? 0, 'digest');
    expect(digest.value.length).toBeGreaterThan(32);
    const text = JSON.stringify(proof);
    expect(text).not.toContain(JSON.parse(digest.value));
    expect(text).not.toContain(digest.salt);
    expect(text).not.toContain(keys.get('a')?.key);
  });

  test('every row that has facts is answered for, whatever its table @whole', async () => {
    for (const table of factTableNames) {
      const row = firstRow(table);
      if (row === undefined) continue;
      const { data } = await proofOf(`${table}/${encodeURIComponent(row)}`);
      expect([table, data.length > 0]).toEqual([table, true]);
    }
  });
});

/** The key of the first row that has facts, as text. */
function firstRow(table: string): string | undefined {
  return read('SELECT row FROM facts WHERE table_name = ? LIMIT 1', table);
}

function payload(seq: number, field: string): { salt: string; value: string } {
  const one = (column: string) =>
    read(`SELECT ${column} FROM payloads WHERE seq = ? AND field = ?`, seq, field) ?? '';
  return { salt: one('salt'), value: one('value') };
}

function read(sql: string, ...values: (string | number)[]): string | undefined {
  const database = openReader(join(api.directory, 'proofdesk.db'));
  try {
    return database
      .prepare<(string | number)[], string>(sql)
      .pluck()
      .get(...values);
  } finally {
    database.close();
  }
}

describe('Statements over the proof of a row', () => {
  test.each(Object.entries(rowProofStatements))('%s', (_name, sql) => {
    const database = openReader(join(api.directory, 'proofdesk.db'));
    const values = Array.from({ length: sql.split('?').length - 1 }, () => 1);
    const plan = database
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values);
    database.close();
    expect(plan.map(({ detail }) => detail).join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});
