/**
 * A witness and the ledger's requests: honest ones are cosigned, each other one is refused with its own answer.
 * @push
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consistencyProof, verifyConsistency } from '../../shared/ledger/proofs.ts';
import { rounds } from '../testing/rounds.ts';
import { TestApi } from '../api/test-api.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { checkpointSchema } from '../../shared/contract/checkpoints.ts';
import { chainSchema } from '../../shared/contract/chain.ts';
import { openReader } from '../database/open-database.ts';
import { tileReader } from '../checkpoints/tree-proofs.ts';
import { readTreeRoot } from '../ledger/tree-store.ts';
import { sha256Into } from '../ledger/sha256.ts';

const auditor = join(import.meta.dirname, '../../docs/auditor.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const text = { 'content-type': 'text/plain' };

let api: TestApi;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-witness-'));
  // The witness is a program of its own, with the clock of this machine.
  api = await TestApi.open({ now: Date.now() });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

function witness(action: string, more: readonly string[] = [], input = '') {
  const args = [auditor, 'witness', action, '--state', join(folder, 'state'), ...more];
  const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8', input });
  return { status, said: stdout, told: stderr.trim() };
}

async function sign(): Promise<string> {
  await api.append();
  const signed = await api.send('POST', '/chain/checkpoints');
  return checkpointSchema.parse(await signed.json()).note;
}

describe.runIf(hasPython)('A witness', () => {
  test('cosigns what goes on from what it saw, and nothing else', async () => {
    const { vkey, origin } = await api.read(chainSchema, '/chain');
    const name = 'witness.example/w';
    const key = witness('init', ['--name', name]).said.trim();
    await api.send('PUT', '/chain/policy', { body: `witness w ${key}\nquorum w\n`, headers: text });
    const request = async () =>
      (await api.send('GET', `/chain/witness-request?witness=${name}`)).text();
    const cosign = (asked: string) => witness('cosign', [], asked);
    await sign();
    expect(cosign(await request()).told).toMatch(/^404 /);
    witness('show', ['--log', vkey]);
    const bring = async () => {
      const { said } = cosign(await request());
      return (await api.send('POST', '/chain/cosignatures', { body: said, headers: text })).status;
    };
    expect(await bring()).toBe(201);
    const older = await request();
    await sign();
    const second = await request();
    expect(await bring()).toBe(201);
    // An earlier state, said to be what comes next: the witness says how far it was.
    expect(cosign(older).told).toMatch(/^409 \d+/);
    await sign();
    const third = await request();
    expect(cosign(second).told).toMatch(/^409 3/);
    const [head = '', ...rest] = third.split('\n');
    expect(cosign([head, 'A'.repeat(43) + '=', ...rest.slice(1)].join('\n')).told).toMatch(/^422 /);
    const note = third.slice(third.indexOf('\n\n') + 2);
    const forged = createLedgerKey(origin, new Uint8Array(32).fill(9)).signNote(
      note.slice(0, note.indexOf('\n\n') + 1),
    );
    expect(cosign(`${third.slice(0, third.indexOf('\n\n') + 2)}${forged}`).told).toMatch(/^403 /);
    // Another history of the same size, under the ledger's own key.
    const own = createLedgerKey(
      origin,
      Uint8Array.from({ length: 32 }, (_, index) => index),
    );
    const fork = own.signNote(`${origin}\n3\n${Buffer.alloc(32, 7).toString('base64')}\n`);
    expect(cosign(`old 3\n\n${fork}`).told).toMatch(/^409 another root/);
    expect(await bring()).toBe(201);
  });
});

test('consistency proofs hold, and forged ones do not', async () => {
  for (let appended = 0; appended < 70; appended += 1) await api.append();
  const database = openReader(join(api.directory, 'proofdesk.db'));
  try {
    const read = tileReader(database);
    const rootOf = (size: number) => Buffer.from(readTreeRoot(database, size), 'hex');
    let [held, forgedHeld] = [0, 0];
    const all = rounds({ usual: 10, all: 400 });
    for (let round = 0; round < all; round += 1) {
      const newSize = 2 + ((round * 37) % 70);
      const oldSize = 1 + ((round * 17) % (newSize - 1));
      const proof = consistencyProof(sha256Into, oldSize, newSize, read);
      const [oldRoot, newRoot] = [rootOf(oldSize), rootOf(newSize)];
      const claim = { oldSize, newSize, oldRoot, newRoot };
      held += Number(verifyConsistency(sha256Into, claim, proof));
      const other = { ...claim, newRoot: Buffer.alloc(32, round) };
      const bent = proof.map((each, index) =>
        index === round % proof.length ? Buffer.alloc(32, 1) : each,
      );
      forgedHeld += Number(verifyConsistency(sha256Into, other, proof));
      forgedHeld += Number(verifyConsistency(sha256Into, claim, bent));
    }
    expect([held, forgedHeld]).toEqual([all, 0]);
  } finally {
    database.close();
  }
});
