/**
 * Checkpoints through the API: signed, kept beside the database, and compared when it is opened.
 * @push
 */
import { copyFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chainSchema, verificationSchema } from '../../shared/contract/chain.ts';
import {
  checkpointSchema,
  consistencySchema,
  recordEvidenceSchema,
  standingSchema,
} from '../../shared/contract/checkpoints.ts';
import { paginated } from '../../shared/contract/common.ts';
import { commitment } from '../../shared/ledger/entries.ts';
import { verifyConsistency, verifyInclusion } from '../../shared/ledger/proofs.ts';
import { decision, TestApi } from '../api/test-api.ts';
import { createLedgerKey, verifyNote } from '../ledger/ledger-key.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const bytes = (hash: string) => Buffer.from(hash.slice('sha256:'.length), 'hex');
const notes = () =>
  readdirSync(join(api.directory, 'checkpoints')).filter((n) => n.endsWith('note'));
const standing = () => api.read(standingSchema, '/chain/standing');

async function verify() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(job.result);
}

async function sign() {
  const response = await api.send('POST', '/chain/checkpoints');
  expect(response.status).toBe(201);
  return checkpointSchema.parse(await response.json());
}

describe('A checkpoint', () => {
  test('is signed on demand, over the ledger as it is, and the same state gives the same note', async () => {
    await api.append();
    const chain = await api.read(chainSchema, '/chain');
    const signed = await sign();
    expect(signed).toMatchObject({
      origin: chain.origin,
      size: 2,
      root_hash: chain.root_hash,
      anchored: false,
      verdict: 'VERIFIED_SIGNED',
    });
    expect(verifyNote(signed.note, chain.vkey)).toBe(true);
    expect((await sign()).note).toBe(signed.note);
    expect(notes()).toHaveLength(1);
    expect(await api.read(checkpointSchema, '/chain/checkpoint')).toMatchObject({
      note: signed.note,
    });
  });

  test('is a file that only its owner reads', async () => {
    await sign();
    const [name = ''] = notes();
    expect(statSync(join(api.directory, 'checkpoints', name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(api.directory, 'checkpoints')).mode & 0o777).toBe(0o700);
  });

  test('is signed where none is yet, and when the ledger is closed', async () => {
    expect((await api.read(checkpointSchema, '/chain/checkpoint')).size).toBe(1);
    await api.append();
    await api.reopen();
    expect((await api.read(checkpointSchema, '/chain/checkpoint')).size).toBe(2);
  });

  test('is listed with its verdict, the largest first', async () => {
    await sign();
    await api.append();
    await sign();
    const list = await api.read(paginated(checkpointSchema), '/chain/checkpoints?limit=1');
    expect(list.data).toMatchObject([{ size: 2, verdict: 'VERIFIED_SIGNED' }]);
    expect(list.pagination).toMatchObject({ total: 2, has_more: true });
  });

  test('is signed after an import', async () => {
    const body = `${JSON.stringify(decision)}\n`.repeat(3);
    const headers = { 'content-type': 'application/x-ndjson' };
    await api.finished(await api.send('POST', '/imports', { body, headers }));
    expect(notes()).toHaveLength(1);
    expect((await standing()).checkpoint?.size).toBe(4);
  });
});

describe('The verdict of a ledger', () => {
  test('without a checkpoint is SELF_CONSISTENT_ONLY, with one VERIFIED_SIGNED', async () => {
    await api.append();
    expect((await standing()).verdict).toBe('SELF_CONSISTENT_ONLY');
    expect((await verify()).verdict).toBe('SELF_CONSISTENT_ONLY');
    await sign();
    await api.append();
    expect((await standing()).verdict).toBe('VERIFIED_SIGNED');
    expect((await verify()).verdict).toBe('VERIFIED_SIGNED');
  });

  test('is VERIFIED_ANCHORED once a checkpoint from elsewhere agrees', async () => {
    await api.append();
    const { note } = await sign();
    await api.append();
    const response = await api.send('POST', '/chain/anchors', { body: { note } });
    expect(standingSchema.parse(await response.json()).verdict).toBe('VERIFIED_ANCHORED');
    expect((await standing()).verdict).toBe('VERIFIED_ANCHORED');
    expect((await verify()).verdict).toBe('VERIFIED_ANCHORED');
  });

  test('is not changed by a checkpoint of another key, nor by a text that is none', async () => {
    const seed = new Uint8Array(32).fill(9);
    const { origin } = await api.read(chainSchema, '/chain');
    const root = Buffer.alloc(32).toString('base64');
    const note = createLedgerKey(origin, seed).signNote(`${origin}\n1\n${root}\n`);
    const response = await api.send('POST', '/chain/anchors', { body: { note } });
    expect(standingSchema.parse(await response.json()).verdict).toBe('UNKNOWN_KEY');
    expect((await standing()).verdict).toBe('SELF_CONSISTENT_ONLY');
    const refused = await api.send('POST', '/chain/anchors', { body: { note: 'hello' } });
    expect(refused.status).toBe(400);
  });

  test.each([
    ['BAD_SIGNATURE', (note: string) => note.replace(/\n\d+\n/, '\n9\n')],
    ['BAD_SIGNATURE', () => 'not a note'],
    ['UNKNOWN_KEY', (note: string) => note.replaceAll('proofdesk.local', 'proofdesk.other')],
  ])('is %s where a kept note was changed', async (verdict, change) => {
    await api.append();
    const { note } = await sign();
    await api.reopen(() => {
      const [name = ''] = notes();
      writeFileSync(join(api.directory, 'checkpoints', name), change(note));
    });
    expect((await standing()).verdict).toBe(verdict);
    expect((await verify()).verdict).toBe(verdict);
  });
});

describe('Yesterday’s database put back', () => {
  test('is ROLLED_BACK on open, shows both states, and is not appended to', async () => {
    const path = join(api.directory, 'proofdesk.db');
    const copy = join(api.dataRoot, 'yesterday.db');
    await api.append();
    await api.reopen(() => copyFileSync(path, copy));
    await api.append();
    await api.append();
    const { root_hash: newest } = await api.read(chainSchema, '/chain');
    await api.reopen(() => copyFileSync(copy, path));
    const found = await standing();
    expect(found).toMatchObject({
      verdict: 'ROLLED_BACK',
      checkpoint: { size: 4, root_hash: newest },
      ledger: { size: 2 },
    });
    const response = await api.send('POST', '/records', { body: decision });
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(text).toContain('ROLLED_BACK');
    expect(text).toContain(newest);
    expect(text).toContain(found.ledger.root_hash);
    expect((await verify()).verdict).toBe('ROLLED_BACK');
  });
});

describe('Proofs', () => {
  test('of consistency lead from one root to another', async () => {
    for (let n = 0; n < 5; n += 1) await api.append();
    const { from, to, ...rest } = await api.read(consistencySchema, '/chain/consistency?from=3');
    expect([from, to]).toEqual([3, 6]);
    const claim = {
      oldSize: from,
      newSize: to,
      oldRoot: bytes(rest.from_root),
      newRoot: bytes(rest.to_root),
    };
    expect(verifyConsistency(sha256Into, claim, rest.proof.map(bytes))).toBe(true);
    for (const query of ['from=0', 'from=7', 'from=1&to=7', 'from=4&to=3', '']) {
      const response = await api.send('GET', `/chain/consistency?${query}`);
      expect([query, response.status]).toEqual([query, 400]);
    }
  });

  test('of a record hold by themselves', async () => {
    await api.append();
    const { id, hash } = await api.append({ transaction_id: 't', context: { a: [1] } });
    await api.append();
    const { record, checkpoint, vkey } = await api.read(
      recordEvidenceSchema,
      `/records/${id}/evidence`,
    );
    expect(verifyNote(checkpoint.note, vkey)).toBe(true);
    expect(`sha256:${sha256(record.entry)}`).toBe(hash);
    expect(record.fields.map((each) => each.field)).toEqual([
      'context',
      'input',
      'output',
      'transaction_id',
    ]);
    for (const { field, salt, value, commitment: committed } of record.fields) {
      expect(commitment(sha256, field, salt ?? '', value ?? '')).toBe(committed);
    }
    const claim = {
      leaf: bytes(record.leaf_hash),
      index: record.seq,
      size: checkpoint.size,
      root: bytes(checkpoint.root_hash),
    };
    expect(verifyInclusion(sha256Into, claim, record.inclusion.map(bytes))).toBe(true);
    expect((await api.send('GET', '/records/rec_x/evidence')).status).toBe(404);
  });
});

describe('What was last seen of the ledger', () => {
  /** Replaces the database by what it was, without the checkpoints that would tell. */
  async function rollBack(): Promise<void> {
    const ledger = join(api.directory, 'proofdesk.db');
    await api.append();
    await api.reopen(() => copyFileSync(ledger, `${ledger}.old`));
    for (let count = 0; count < 3; count += 1) await api.append();
    await api.reopen(() => {
      copyFileSync(`${ledger}.old`, ledger);
      rmSync(join(api.directory, 'checkpoints'), { recursive: true });
    });
  }

  test('is gone on from by a ledger that grows', async () => {
    await api.append();
    await api.reopen();
    expect((await standing()).last_seen).toMatchObject({ size: 2, contradiction: null });
    await api.append();
    expect(await standing()).toMatchObject({ last_seen: { size: 2, contradiction: null } });
    expect((await verify()).findings_total).toBe(0);
  });

  test('is contradicted by one that was rolled back, which is not appended to', async () => {
    await rollBack();
    const rolledBack = {
      verdict: 'ROLLED_BACK',
      checkpoint: null,
      last_seen: { size: 5, contradiction: 'ROLLED_BACK' },
    };
    expect(await standing()).toMatchObject(rolledBack);
    expect((await verify()).verdict).toBe('ROLLED_BACK');
    const refused = await api.send('POST', '/records', { body: decision });
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('It had 5 entries');
    // It goes on to say so.
    await api.reopen();
    expect(await standing()).toMatchObject(rolledBack);
  });

  test('says nothing once its file is gone', async () => {
    await rollBack();
    await api.reopen(() => rmSync(join(api.directory, 'last-seen.json')));
    expect((await standing()).verdict).toBe('SELF_CONSISTENT_ONLY');
    await api.append();
  });
});
