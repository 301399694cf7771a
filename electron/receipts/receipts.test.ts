/** Receipts, byte for byte: runs of rows, salted leaves and their tree, the chain of a session. */
import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/contract/json.ts';
import { nodeHash } from '../../shared/ledger/merkle.ts';
import { rounds } from '../testing/rounds.ts';
import { sha256Into } from '../ledger/sha256.ts';
import {
  brokenReceipt,
  receiptHead,
  receiptHeader,
  receiptText,
  rowsDigestUnder,
} from './chain.ts';
import type { Receipt } from './chain.ts';
import {
  evidenceSalt,
  receiptLeaf,
  receiptRoot,
  receiptSalt,
  rootOfRows,
  rowSalts,
} from './leaves.ts';
import { decodeRuns, encodeRuns, holdsRow, rowsIn, unionOfRuns } from './runs.ts';

const seed = 20_261_127;
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytesFrom = (first: number, length: number) =>
  Uint8Array.from({ length }, (_, index) => first + index);
const oneToHundred = Array.from({ length: 100 }, (_, index) => index + 1);

describe('runs of rows', () => {
  it.each([
    [oneToHundred, '0163'],
    [[5, 6, 7, 300], '0502a50200'],
    [[129], '810100'],
    [[], ''],
    [[3, 1, 2, 2], '0102'],
    [[2 ** 48], '8080808080804000'],
  ])('%j is %s', (seqs, hex) => {
    expect(hexOf(encodeRuns(seqs))).toBe(hex);
    const runs = decodeRuns(Buffer.from(hex, 'hex'));
    const back = runs.flatMap(({ from, to }) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index),
    );
    expect(back).toEqual([...new Set(seqs)].toSorted((one, other) => one - other));
  });

  it('come back whatever the rows are, each row once', () => {
    const seqs = fc.array(
      fc.oneof(
        fc.integer({ min: 1, max: 40 }),
        fc.maxSafeNat().map((n) => n + 1),
      ),
    );
    const possible = seqs.filter((all) => all.every(Number.isSafeInteger));
    fc.assert(
      fc.property(possible, (all) => {
        const rows = new Set(all);
        const runs = decodeRuns(encodeRuns(all));
        expect(rowsIn(runs)).toBe(rows.size);
        expect([...rows].every((seq) => holdsRow(runs, seq))).toBe(true);
        expect(holdsRow(runs, 41)).toBe(rows.has(41));
      }),
      { seed, numRuns: rounds({ usual: 300, all: 20_000 }) },
    );
  });

  it.each([
    ['01', 'cut off'],
    ['81', 'cut off'],
    ['810000', 'longer'],
    ['0000', 'no runs'],
    ['01000100', 'no runs'],
    ['ffffffffffffffff7f00', 'too large'],
    ['ffffffffffffff0fffffffffffffff0f', 'no runs'],
  ])('%s is refused: %s', (hex, words) => {
    expect(() => decodeRuns(Buffer.from(hex, 'hex'))).toThrow(words);
  });

  it.each([[0], [-1], [1.5], [Number.NaN], [2 ** 53]])('%d is no row', (seq) => {
    expect(() => encodeRuns([seq])).toThrow('is not the number of a row');
  });

  it('of several receipts count each row once', () => {
    const runs = [[1, 2, 3, 10], [3, 4, 12], [11], []].map((seqs) => decodeRuns(encodeRuns(seqs)));
    expect(unionOfRuns(runs)).toEqual([
      { from: 1, to: 4 },
      { from: 10, to: 12 },
    ]);
    expect(rowsIn(unionOfRuns(runs))).toBe(7);
  });
});

const storedSalts = [bytesFrom(0, 16), bytesFrom(16, 16)] as const;
const delivered = [
  { rowSalt: storedSalts[0], row: { age: 61, record_id: 'rec_1' } },
  { rowSalt: storedSalts[1], row: { age: 62, record_id: 'rec_2' } },
];
const root = '79375686bf861385a52b4e4847b793aa924b5864eb31d7a593ce74ad290ad294';

describe('leaves', () => {
  it('have the salts, digests and tree head that were computed elsewhere', () => {
    const salts = storedSalts.map((salt) => receiptSalt('sess_a', 1, salt));
    expect(salts).toEqual(['k-ZBKbKalc-NOUGhXxrcVw', 'BtKGUN1dReIyochYUMZ5Lw']);
    const leaves = delivered.map(({ row }, index) => receiptLeaf(salts[index] ?? '', row));
    expect(leaves.map(hexOf)).toEqual([
      'a2ab4a78491addb83b850a39002838e24a8d41fc6df807e7ad0739bd9e7e48b4',
      'e03af6c32c4b2d704825391dc785af2395537456d3cb8344df2d6ecbb654aed6',
    ]);
    expect(hexOf(receiptRoot(leaves))).toBe(root);
    expect(hexOf(rootOfRows('sess_a', 1, delivered))).toBe(root);
  });

  it('have another salt in each session, access and evidence, and on each side', () => {
    const [salt] = storedSalts;
    const salts = [
      receiptSalt('sess_a', 1, salt),
      receiptSalt('sess_a', 2, salt),
      receiptSalt('sess_b', 1, salt),
      evidenceSalt('ev_a', 'inputs', salt),
      evidenceSalt('ev_a', 'outputs', salt),
      evidenceSalt('ev_b', 'inputs', salt),
    ];
    expect(new Set(salts).size).toBe(6);
    expect(evidenceSalt('ev_a', 'inputs', salt)).toBe(
      createHash('sha256')
        .update('["evidence.salt/v2","ev_a","inputs","AAECAwQFBgcICQoLDA0ODw"]')
        .digest()
        .toString('base64url', 0, 16),
    );
  });

  it('have a salt made of the record id where the ledger holds no row', () => {
    const key = bytesFrom(3, 32);
    const expected = (id: string) =>
      createHmac('sha256', key).update('receipt.row-salt/v1').update(id).digest().subarray(0, 16);
    const ids = ['rec_1', 'rec_é😀', `rec_${'x'.repeat(2_000)}`];
    expect(ids.map(rowSalts(key))).toEqual(ids.map(expected));
  });

  it('take rows as RFC 8785 writes them, whatever the order of their members', () => {
    const one: JsonObject = { b: 1, a: 'ä' };
    expect(receiptLeaf('s', { a: 'ä', b: 1 })).toEqual(receiptLeaf('s', one));
  });

  it('of three rows are the tree of RFC 6962, and of none the digest of nothing', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => receiptLeaf('s', { name }));
    if (a === undefined || b === undefined || c === undefined) throw new Error('no leaves');
    const expected = nodeHash(sha256Into, nodeHash(sha256Into, a, b), c);
    expect(hexOf(receiptRoot([a, b, c]))).toBe(hexOf(expected));
    expect(hexOf(receiptRoot([]))).toBe(createHash('sha256').digest('hex'));
  });
});

const first: Receipt = {
  sessionId: 'sess_a',
  n: 1,
  at: '2026-11-27T10:00:00Z',
  kind: 'filter',
  rows: 2,
  bytes: 62,
  policyVersion: 3,
  request: '{"filter":{"age":{"$gt":60}}}',
  root: Buffer.from(root, 'hex'),
  previous: undefined,
};
const second: Receipt = { ...first, n: 2, previous: receiptHead(first) };
const third: Receipt = { ...first, n: 3, previous: receiptHead(second) };
const chain = [first, second, third];
const heads = chain.map(receiptHead);

describe('the chain of a session', () => {
  it('is of receipts in one form, which tell of a request its digest alone', () => {
    const request = createHash('sha256').update(first.request).digest('base64url');
    expect(receiptText(first)).toBe(
      `{"at":"2026-11-27T10:00:00Z","bytes":62,"kind":"filter","n":1,"policy_version":3,"previous":null,"request":"${request}","root":"${Buffer.from(root, 'hex').toString('base64url')}","rows":2,"session_id":"sess_a","type":"session.receipt/v1"}`,
    );
    expect(receiptHead(first)).toEqual(createHash('sha256').update(receiptText(first)).digest());
  });

  it('stands in a header without a row of the body', () => {
    expect(receiptHeader({ ...second, head: receiptHead(second) }, bytesFrom(0, 3))).toBe(
      `n=2;root=${Buffer.from(root, 'hex').toString('base64url')};head=${receiptHead(second).toString('base64url')};sig=AAEC`,
    );
  });

  it('holds from its first receipt on', () => {
    expect(brokenReceipt(chain, heads)).toBeUndefined();
    expect(brokenReceipt([], [])).toBeUndefined();
  });

  it.each<[string, readonly Receipt[], readonly Uint8Array[], number]>([
    ['an altered one', [first, { ...second, rows: 3 }, third], heads, 2],
    ['one that is left out', [first, third], heads, 2],
    ['two that changed places', [second, first, third], heads, 1],
    ['a head that was not kept', chain, heads.slice(0, 2), 3],
    [
      'one that names another before it',
      [first, { ...second, previous: heads[2] }, third],
      heads,
      2,
    ],
    ['a first one that names one before it', [{ ...first, previous: heads[2] }], heads, 1],
  ])('is found broken: %s', (_, receipts, kept, n) => {
    expect(brokenReceipt(receipts, kept)).toBe(n);
  });

  it('hides which rows it was about behind the grant', () => {
    const runs = encodeRuns([5, 6, 7, 300]);
    const key = bytesFrom(0, 32);
    const expected = createHmac('sha256', key)
      .update(Buffer.concat([Buffer.from('receipt.rows/v1'), runs]))
      .digest('hex');
    expect(rowsDigestUnder(key)(runs)).toBe(expected);
    expect(rowsDigestUnder(bytesFrom(1, 32))(runs)).not.toBe(expected);
  });
});
