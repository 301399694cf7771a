/** Bundles: exact by auditor.py and the system's own tools, the same bytes for the same order, complete where they say so. */
import { spawnSync } from 'node:child_process';
import { createPrivateKey, sign } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleResultSchema, type BundleResult } from '../../shared/contract/bundles.ts';
import { chainSchema } from '../../shared/contract/chain.ts';
import { TestApi } from '../api/test-api.ts';
import { pdfText } from '../documents/testing/pdf-text.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { OutsideFiles } from '../proof/outside/outside-files.ts';
import { cases } from '../testing/rounds.ts';
import { textOf } from './testing/bundle-mutations.ts';
import { exportedFiles, judgeBundles } from './testing/judge-bundles.ts';

const auditor = join(import.meta.dirname, '..', '..', 'docs', 'auditor.py');
let api: TestApi;
let folder: string;
let copies = 0;
const ids: string[] = [];
const actor = { id: 'usr_7', role: 'officer' };

beforeAll(async () => {
  api = await TestApi.open();
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-bundle-'));
  for (let n = 0; n < 9; n += 1) {
    api.now += 1_000;
    const body = { input: { n, name: `größer ${n} \u{1f600}` }, context: { n: 1.5 * n } };
    ids.push((await api.append(n % 2 === 0 ? { ...body, model_id: 'even' } : body)).id);
  }
  await api.send('POST', '/chain/checkpoints');
  const intervention = { action: 'override', actor, reason: 'r', outcome: { decision: 'deny' } };
  for (const id of [ids[2], ids[2], ids[5]]) {
    api.now += 1_000;
    await api.send('POST', `/records/${id}/interventions`, { body: intervention });
  }
  const erasure = { fields: ['context'], legal_basis: 'GDPR Art. 17', actor };
  await api.send('POST', `/records/${ids[2]}/erasures`, { body: erasure });
  await api.send('POST', '/models', { body: { model_id: 'even', version: '1.0.0' } });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function exported(body: object): Promise<{ result: BundleResult; zip: Buffer }> {
  const job = await api.finished(await api.send('POST', '/bundles', { body }));
  if (job.status !== 'completed') throw new Error(JSON.stringify(job.error));
  const result = bundleResultSchema.parse(job.result);
  const response = await api.send('GET', `/bundles/${result.bundle_id}`);
  expect(response.headers.get('content-type')).toBe('application/zip');
  return { result, zip: Buffer.from(await response.arrayBuffer()) };
}

/** Unpacks with the system's Python into a folder of its own. */
async function unpacked(body: object): Promise<string> {
  const { zip, result } = await exported(body);
  expect([zip.length, `sha256:${sha256(zip)}`]).toEqual([result.bytes, result.sha256]);
  const path = nextFolder();
  writeFileSync(`${path}.zip`, zip);
  expect(run('python3', ['-m', 'zipfile', '-e', `${path}.zip`, path], folder).status).toBe(0);
  return path;
}

function nextFolder(): string {
  copies += 1;
  return join(folder, `bundle-${copies}`);
}

/** Last line and exit code of auditor.py. */
function audited(path: string, ...more: string[]): { said: string; status: number | null } {
  const { stdout, stderr, status } = run('python3', [auditor, 'verify', path, ...more], folder);
  return { said: stdout.trimEnd().split('\n').at(-1) + stderr, status };
}

function run(command: string, commandArguments: string[], cwd: string) {
  return spawnSync(command, commandArguments, { cwd, encoding: 'utf8' });
}

const kinds: [string, () => object][] = [
  ['full', () => ({ kind: 'full' })],
  ['range', () => ({ kind: 'range', range: { from: 3, to: 11 } })],
  ['selection by id', () => ({ kind: 'selection', record_ids: [ids[5], ids[2]] })],
  ['selection by filter', () => ({ kind: 'selection', filter: { model_id: 'even' } })],
];

describe('A bundle', () => {
  test.each(cases(kinds.slice(3), kinds.slice(0, 3)))(
    '(%s) holds, by auditor.py, by the product, by sha256sum and openssl',
    async (_kind, body) => {
      const path = await unpacked(body());
      const { vkey } = await api.read(chainSchema, '/chain');
      const verified = audited(`${path}.zip`, '--vkey', vkey);
      expect(verified.said).toMatch(/^VERIFIED: \d+ entries, \d+ values/);
      expect(verified.status).toBe(0);
      expect(audited(path)).toMatchObject({
        status: 3,
        said: expect.stringMatching(/^CONSISTENT, KEY NOT CHECKED: compare /),
      });
      const zip = new Uint8Array(readFileSync(`${path}.zip`));
      const headers = { 'content-type': 'application/zip' };
      const imported = await api.finished(await api.send('POST', '/cases', { body: zip, headers }));
      expect(imported.result).toMatchObject({ findings_total: 0, verdict: 'VERIFIED_ANCHORED' });
      expect(run('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], path).status).toBe(0);
      const script = `
      sed '/^$/,$d' checkpoint.note > body
      sed -n 5p checkpoint.note | awk '{print $3}' | base64 -d | tail -c +5 > sig
      openssl pkeyutl -verify -pubin -inkey keys/ledger.pub.pem -rawin -in body -sigfile sig
      while IFS= read -r l; do printf %s "$l" | sha256sum; done < entries.ndjson`;
      const { stdout, status } = run('sh', ['-c', script], path);
      expect(status).toBe(0);
      expect(stdout).toContain('Signature Verified Successfully');
      const lines = readFileSync(join(path, 'entries.ndjson'), 'utf8').split('\n').slice(0, -1);
      expect(stdout.match(/^[0-9a-f]{64}/gm)).toEqual(lines.map((line) => sha256(line)));
    },
  );

  test('has the same bytes for the same order of an unchanged ledger, which it leaves as long as it was @whole', async () => {
    const orders = kinds.map(([, body]) => body());
    const first: string[] = [];
    for (const order of orders) first.push((await exported(order)).result.sha256);
    const { size } = await api.read(chainSchema, '/chain');
    for (const [at, order] of orders.entries()) {
      expect((await exported(order)).result.sha256).toBe(first[at]);
    }
    expect((await api.read(chainSchema, '/chain')).size).toBe(size);
  });

  test('appends nothing in full, and one index for a selection after something was appended @whole', async () => {
    const sizeNow = async () => (await api.read(chainSchema, '/chain')).size;
    await api.append();
    const before = await sizeNow();
    await exported({ kind: 'full' });
    expect(await sizeNow()).toBe(before);
    const { result } = await exported({ kind: 'selection', record_ids: [ids[0]] });
    expect([await sizeNow(), result.size]).toEqual([before + 1, before + 1]);
    await exported({ kind: 'selection', record_ids: [ids[1]] });
    expect(await sizeNow()).toBe(before + 1);
  });

  test('of a selection has the records, what belongs to them, and the genesis', async () => {
    const path = await unpacked({ kind: 'selection', record_ids: [ids[2]] });
    const seqs = readFileSync(join(path, 'entries.ndjson'), 'utf8').match(/"seq":\d+/g);
    const { size } = await api.read(chainSchema, '/chain');
    const last = `"seq":${size - 1}`;
    expect(seqs).toEqual(['"seq":0', '"seq":3', '"seq":10', '"seq":11', '"seq":13', last]);
    expect(readdirSync(join(path, 'proofs'))).toHaveLength(6);
    expect(readFileSync(join(path, 'subjects.ndjson'), 'utf8').split('\n')).toHaveLength(2);
  });

  test('is refused for what is not there, and unknown ids are a 404', async () => {
    const bodies = [
      {},
      { kind: 'range' },
      { kind: 'range', range: { from: 5, to: 2 } },
      { kind: 'selection' },
      { kind: 'selection', filter: { limit: '5' } },
      { kind: 'full', record_ids: ['rec_x'] },
    ];
    for (const body of bodies) {
      const { status } = await api.send('POST', '/bundles', { body });
      expect([body, status]).toEqual([body, 400]);
    }
    const body = { kind: 'selection', record_ids: ['rec_x'] };
    const job = await api.finished(await api.send('POST', '/bundles', { body }));
    expect(job).toMatchObject({ status: 'failed', error: { type: 'not_found' } });
    for (const id of ['job_X', '..%2Fproofdesk.db', job.job_id]) {
      expect((await api.send('GET', `/bundles/${id}`)).status).toBe(404);
    }
  });
});

describe('The verifier', () => {
  test('is the same for everybody, and that which stands in bundles', async () => {
    const answer = await api.send('GET', '/verifier');
    const text = await answer.text();
    expect(text).toBe(readFileSync(auditor, 'utf8'));
    const path = await unpacked({ kind: 'full' });
    expect(readFileSync(join(path, 'auditor.py'), 'utf8')).toBe(text);
  });
});

describe('The report of a bundle', () => {
  test('says what was checked, by what, and what it does not prove', async () => {
    const path = await unpacked({ kind: 'full' });
    const text = pdfText(readFileSync(join(path, 'view/report.pdf'))).replaceAll('\n', ' ');
    expect(text).toContain('Verdict: Verified against a signed checkpoint');
    expect(text).toMatch(/Entries checked +(\d+) of \1/);
    for (const heading of ['Scope', 'Method', 'What this does not prove']) {
      expect(text).toContain(heading);
    }
  });
});

describe('The ledger as tiles', () => {
  test('has the checkpoint, the leaf hashes and the entries, as tlog-tiles lays them out', async () => {
    const path = await unpacked({ kind: 'full', format: 'tiles' });
    const note = readFileSync(join(path, 'checkpoint'), 'utf8');
    const [, size = '', root] = note.split('\n');
    const tile = readFileSync(join(path, `tile/0/000.p/${size}`));
    const bundle = readFileSync(join(path, `tile/entries/000.p/${size}`));
    const tree = new GrowingTree(sha256Into);
    let at = 0;
    for (let seq = 0; seq < Number(size); seq += 1) {
      const end = at + 2 + bundle.readUInt16BE(at);
      const leaf = Buffer.from(leafHash(sha256, bundle.toString('utf8', at + 2, end)), 'hex');
      expect(tile.subarray(seq * 32, seq * 32 + 32)).toEqual(leaf);
      tree.append(leaf);
      at = end;
    }
    expect(at).toBe(bundle.length);
    expect(Buffer.from(tree.root()).toString('base64')).toBe(root);
    const range = { kind: 'range', range: { from: 1, to: 2 }, format: 'tiles' };
    expect((await api.send('POST', '/bundles', { body: range })).status).toBe(400);
  });
});

// Last: from here on the ledger is vouched for.
describe('Others who vouch for a ledger', () => {
  test('stand in its bundles: cosignatures behind the ledger’s own, earlier checkpoints with their proofs @whole', async () => {
    const outside = new OutsideFiles(api.directory);
    outside.keepPolicy(`witness one ${witness.vkey}\nquorum one\n`);
    const early = textOf(await exportedFiles(api, { kind: 'full' }), 'checkpoint.note');
    outside.keepCosigned(sizeOf(early), `${early}${witness.line(early)}`);
    await api.append();
    const alone = textOf(await exportedFiles(api, { kind: 'full' }), 'checkpoint.note');
    outside.keepCosigned(
      sizeOf(alone),
      `${alone}${witness.line(alone)}— unknown.example AAAAAAAAAAA=\n`,
    );
    const covered = await exportedFiles(api, { kind: 'full' });
    expect(textOf(covered, 'checkpoint.note')).toBe(`${alone}${witness.line(alone)}`);
    await api.append();
    const later = await exportedFiles(api, { kind: 'range', range: { from: 2, to: 5 } });
    const anchors = [...later.keys()].filter((name) => name.startsWith('anchors/'));
    const size = sizeOf(alone);
    expect(anchors).toEqual([`anchors/${size}.note`, `anchors/${size}.proof`]);
    const { vkey } = await api.read(chainSchema, '/chain');
    const bundles = [covered, later].map((files) => ({ name: 'vouched for', files }));
    const { verdicts } = await judgeBundles(folder, vkey, bundles);
    const holds = { name: 'vouched for', product: true, second: true, auditor: true };
    expect(verdicts).toEqual([holds, holds]);
  });
});

/** A witness of the golden vectors. */
const witness = (() => {
  const seed = Buffer.from(Array.from({ length: 32 }, (_, index) => index + 32));
  const header = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([header, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const vkey = 'witness.example/w1+20324abe+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X';
  const time = 1_767_225_600;
  return {
    vkey,
    line: (note: string): string => {
      const body = note.slice(0, note.indexOf('\n\n') + 1);
      const signature = sign(
        null,
        Buffer.from(`cosignature/v1\ntime ${time}\n${body}`),
        privateKey,
      );
      const at = Buffer.alloc(8);
      at.writeBigUInt64BE(BigInt(time));
      const blob = Buffer.concat([Buffer.from('20324abe', 'hex'), at, signature]);
      return `— witness.example/w1 ${blob.toString('base64')}\n`;
    },
  };
})();

const sizeOf = (note: string) => Number(note.split('\n')[1]);
