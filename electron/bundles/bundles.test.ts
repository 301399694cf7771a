/** Bundles checked with the system's own tools, and every kind of tampering found by verify.py. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleResultSchema, type BundleResult } from '../../shared/contract/bundles.ts';
import { TestApi } from '../api/test-api.ts';
import { pdfText } from '../documents/testing/pdf-text.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { isWhole } from '../testing/rounds.ts';

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
  test.each(kinds)('(%s) holds, by verify.py and by sha256sum and openssl', async (_kind, body) => {
    const path = await unpacked(body());
    const verified = run('python3', ['verify.py'], path);
    expect(verified.stdout + verified.stderr).toMatch(/^VERIFIED: \d+ entries, \d+ values/);
    expect(verified.status).toBe(0);
    expect(run('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], path).status).toBe(0);
    const script = `
      sed '/^$/,$d' checkpoint.note > body
      tail -n1 checkpoint.note | awk '{print $3}' | base64 -d | tail -c +5 > sig
      openssl pkeyutl -verify -pubin -inkey keys/ledger.pub.pem -rawin -in body -sigfile sig
      while IFS= read -r l; do printf %s "$l" | sha256sum; done < entries.ndjson`;
    const { stdout, status } = run('sh', ['-c', script], path);
    expect(status).toBe(0);
    expect(stdout).toContain('Signature Verified Successfully');
    const lines = readFileSync(join(path, 'entries.ndjson'), 'utf8').split('\n').slice(0, -1);
    expect(stdout.match(/^[0-9a-f]{64}/gm)).toEqual(lines.map((line) => sha256(line)));
  });

  test('has the same bytes for the same ledger', async () => {
    for (const [, body] of kinds) {
      expect((await exported(body())).result.sha256).toBe((await exported(body())).result.sha256);
    }
  });

  test('of a selection has the records, what belongs to them, and the genesis', async () => {
    const path = await unpacked({ kind: 'selection', record_ids: [ids[2]] });
    const seqs = readFileSync(join(path, 'entries.ndjson'), 'utf8').match(/"seq":\d+/g);
    expect(seqs).toEqual(['"seq":0', '"seq":3', '"seq":10', '"seq":11', '"seq":13']);
    expect(readdirSync(join(path, 'proofs'))).toHaveLength(5);
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

describe('The report of a bundle', () => {
  test('says what was checked, by what, and what it does not prove', async () => {
    const path = await unpacked({ kind: 'full' });
    const text = pdfText(readFileSync(join(path, 'view/report.pdf'))).replaceAll('\n', ' ');
    expect(text).toContain('Verdict: Verified against a signed checkpoint');
    expect(text).toMatch(/Entries checked +15 of 15/);
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

describe('verify.py', () => {
  const replace = (name: string, from: string | RegExp, to: string) => (path: string) => {
    const file = join(path, name);
    const text = readFileSync(file, 'utf8');
    expect(text.search(from)).not.toBe(-1);
    writeFileSync(file, text.replace(from, to));
  };
  const dropLine = (name: string, number: number) => (path: string) => {
    const lines = readFileSync(join(path, name), 'utf8').split('\n');
    writeFileSync(join(path, name), lines.toSpliced(number, 1).join('\n'));
  };
  const swapLines = (name: string) => (path: string) => {
    const lines = readFileSync(join(path, name), 'utf8').split('\n');
    const [third = '', fourth = ''] = lines.slice(3, 5);
    writeFileSync(join(path, name), lines.toSpliced(3, 2, fourth, third).join('\n'));
  };
  const proofOf = (path: string) => join(path, 'proofs', `${ids[2]}.tlog-proof`);
  const ofThird = () => new RegExp(`${ids[2]} input: FIELD_ALTERED`);

  const mutations: [string, 'full' | 'selection', (path: string) => void, () => RegExp][] = [
    [
      'an entry altered',
      'full',
      replace('entries.ndjson', '"confidence":0.93', '"confidence":0.13'),
      () => /FAIL {2}entries.ndjson: does not have the root/,
    ],
    [
      'an entry altered',
      'selection',
      replace('entries.ndjson', '"confidence":0.93', '"confidence":0.13'),
      () => new RegExp(`proofs/${ids[2]}.tlog-proof: does not lead from entry 3`),
    ],
    ['an entry removed', 'full', dropLine('entries.ndjson', 4), () => /entries too few/],
    ['an entry removed', 'selection', dropLine('entries.ndjson', 2), () => /entries too few/],
    ['the last entry removed', 'full', dropLine('entries.ndjson', 14), () => /entries too few/],
    [
      'two entries exchanged',
      'full',
      swapLines('entries.ndjson'),
      () => /entry \d: does not link|out of order/,
    ],
    [
      'a value altered',
      'full',
      (path) => replace('payloads.ndjson', new RegExp(`("id":"${ids[2]}".*"n":)2`), '$17')(path),
      ofThird,
    ],
    [
      'a salt altered',
      'full',
      (path) =>
        replace(
          'payloads.ndjson',
          new RegExp(`("field":"input","id":"${ids[2]}","salt":")....`),
          '$1AAAA',
        )(path),
      ofThird,
    ],
    ['a value removed', 'full', dropLine('payloads.ndjson', 0), () => /MISSING_UNDECLARED/],
    [
      'a value put in',
      'full',
      (path) =>
        appendFileSync(
          join(path, 'payloads.ndjson'),
          `{"field":"context","id":"${ids[2]}","salt":"AAAAAAAAAAAAAAAAAAAAAA","value":{}}\n`,
        ),
      () => new RegExp(`${ids[2]} context: FIELD_ALTERED`),
    ],
    [
      'a checkpoint of another size',
      'full',
      replace('checkpoint.note', /\n\d+\n/, '\n12\n'),
      () => /checkpoint.note: is not a checkpoint signed/,
    ],
    [
      'a checkpoint of another root',
      'full',
      replace('checkpoint.note', /\n[A-Za-z0-9+/]{4}([^\n]*=\n\n)/, '\nAAAA$1'),
      () => /checkpoint.note: is not a checkpoint signed/,
    ],
    [
      'a signature altered',
      'full',
      (path) => {
        const note = readFileSync(join(path, 'checkpoint.note'), 'utf8');
        const [, blob = ''] = / ([A-Za-z0-9+/]+=)\n$/.exec(note) ?? [];
        const raw = Buffer.from(blob, 'base64');
        raw[40] = (raw[40] ?? 0) ^ 1;
        writeFileSync(join(path, 'checkpoint.note'), note.replace(blob, raw.toString('base64')));
      },
      () => /checkpoint.note: is not a checkpoint signed/,
    ],
    [
      'an older checkpoint of other entries',
      'full',
      (path) => {
        const [name = ''] = readdirSync(join(path, 'checkpoints'));
        replace(`checkpoints/${name}`, /\n\d+\n/, '\n3\n')(path);
      },
      () => /checkpoints\/\d+.note: is not a checkpoint signed/,
    ],
    [
      'a proof altered',
      'selection',
      (path) =>
        replace(`proofs/${ids[2]}.tlog-proof`, /\n[A-Za-z0-9+/]{4}([^\n]{40})/, '\nAAAA$1')(path),
      () => new RegExp(`proofs/${ids[2]}.tlog-proof: does not lead`),
    ],
    [
      'a proof of another index',
      'selection',
      (path) => replace(`proofs/${ids[2]}.tlog-proof`, 'index 3', 'index 4')(path),
      () => new RegExp(`proofs/${ids[2]}.tlog-proof: does not lead`),
    ],
    [
      'another entry’s proof',
      'selection',
      (path) => cpSync(join(path, 'proofs', 'seq-0.tlog-proof'), proofOf(path)),
      () => new RegExp(`proofs/${ids[2]}.tlog-proof: does not lead`),
    ],
    [
      'a manifest of another count',
      'full',
      replace('manifest.json', /"entries":\d+/, '"entries":3'),
      () => /entries too few/,
    ],
    [
      'a manifest of another size',
      'full',
      replace('manifest.json', /"size":\d+/, '"size":3'),
      () => /manifest.json: does not name/,
    ],
    [
      'another key',
      'full',
      replace('keys/ledger.pub.pem', /\n..../, '\nMCoA'),
      () => /keys\/ledger.pub.pem: does not have the hash/,
    ],
    [
      'a file put in',
      'full',
      (path) => writeFileSync(join(path, 'more.txt'), 'x'),
      () => /more.txt: is not in SHA256SUMS/,
    ],
    [
      'a file removed',
      'full',
      (path) => rmSync(join(path, 'README.txt')),
      () => /README.txt: is missing/,
    ],
    [
      'a view altered',
      'full',
      replace('view/records.json', 'approve', 'deny'),
      () => /view\/records.json: does not have the hash/,
    ],
  ];

  const bundles: Record<string, string> = {};
  beforeAll(async () => {
    bundles['full'] = await unpacked({ kind: 'full' });
    bundles['selection'] = await unpacked({ kind: 'selection', record_ids: [ids[2]] });
  });

  test.each(mutations)(
    'finds %s (%s), the sums made anew where that would hide it',
    (_what, kind, mutate, line) => {
      // The sums alone find everything; who tampers makes them anew.
      const touchesFilesOnly = /SHA256SUMS|is missing|the hash/.test(line().source);
      const variants = isWhole ? [false, true] : [!touchesFilesOnly];
      for (const isSummed of variants) {
        const path = nextFolder();
        cpSync(bundles[kind] ?? '', path, { recursive: true });
        mutate(path);
        if (isSummed && touchesFilesOnly) continue;
        if (isSummed) {
          const sum = 'find . -type f ! -name SHA256SUMS | sed "s|^./||" | sort | xargs sha256sum';
          run('sh', ['-c', `${sum} > ../sums && mv ../sums SHA256SUMS`], path);
        }
        const { stdout, stderr, status } = run('python3', ['verify.py'], path);
        expect(stderr).toBe('');
        expect(stdout).toMatch(line());
        expect(stdout).toContain('NOT VERIFIED');
        expect(status).toBe(1);
      }
    },
  );
});
