/** Changes of the ledger's key through every layer, and forged ones refused. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { caseSchema } from '../../shared/contract/cases.ts';
import { verificationSchema } from '../../shared/contract/chain.ts';
import {
  checkpointSchema,
  ledgerKeySchema,
  recordEvidenceSchema,
  standingSchema,
} from '../../shared/contract/checkpoints.ts';
import { paginated } from '../../shared/contract/common.ts';
import { evidenceSchema, evidenceVerificationSchema } from '../../shared/contract/evidence.ts';
import { transformResultSchema } from '../../shared/contract/sessions.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { TestApi } from '../api/test-api.ts';
import { keyRotationEntry } from '../ledger/key-rotation.ts';
import { checkpointText, createLedgerKey, verifyNote } from '../ledger/ledger-key.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { makeDataset, openSession } from '../sessions/testing/clinical.ts';
import { cases } from '../testing/rounds.ts';
import { BundleFolder } from './bundle-folder.ts';
import { sumAnew } from './testing/sum-anew.ts';
import { zipFiles } from './testing/zip-files.ts';
import { verifyBundle } from './verify-bundle.ts';

let api: TestApi;
let folder: string;
let copies = 0;
beforeEach(async () => {
  api = await TestApi.open();
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-key-'));
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function rotate() {
  const response = await api.send('POST', '/chain/keys');
  if (response.status !== 201) throw new Error(await response.text());
  return ledgerKeySchema.parse(await response.json());
}

const keys = () => api.read(ledgerKeySchema.array(), '/chain/keys');
const standing = () => api.read(standingSchema, '/chain/standing');

async function verify() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(job.result);
}

/** A ledger of five entries: two records, a change of key, two records. */
async function ledgerOfTwoKeys() {
  const ids = [(await api.append()).id, (await api.append()).id];
  const { vkey } = await rotate();
  ids.push((await api.append()).id, (await api.append()).id);
  return { ids, vkey };
}

/** A bundle in a folder of its own. */
async function exported(body: object): Promise<string> {
  const job = await api.finished(await api.send('POST', '/bundles', { body }));
  const response = await api.send('GET', `/bundles/${job.job_id}`);
  const path = nextFolder();
  writeFileSync(`${path}.zip`, Buffer.from(await response.arrayBuffer()));
  spawnSync('python3', ['-m', 'zipfile', '-e', `${path}.zip`, path]);
  return path;
}

function nextFolder(): string {
  copies += 1;
  const directory = join(folder, `exported-${copies}`);
  mkdirSync(directory);
  return join(directory, 'bundle');
}

async function imported(path: string) {
  const zip = `${path}.sent.zip`;
  await zipFiles(path, zip);
  const options = {
    body: new Uint8Array(readFileSync(zip)),
    headers: { 'content-type': 'application/zip' },
  };
  return caseSchema.parse((await api.finished(await api.send('POST', '/cases', options))).result);
}

function runVerifier(path: string) {
  const { stdout, stderr, status } = spawnSync('python3', ['auditor.py', 'verify', '.'], {
    cwd: path,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return { stdout, status };
}

describe('A change of key', () => {
  test('leaves the old checkpoints good, and the new key signs from then on', async () => {
    const { ids, vkey } = await ledgerOfTwoKeys();
    const [first, second] = await keys();
    expect([first?.first_size, second?.first_size, second?.vkey]).toEqual([0, 4, vkey]);
    expect(first?.vkey).not.toBe(vkey);
    await api.send('POST', '/chain/checkpoints');
    const { data } = await api.read(paginated(checkpointSchema), '/chain/checkpoints');
    expect(data.map(({ size, verdict }) => [size, verdict])).toEqual([
      [6, 'VERIFIED_SIGNED'],
      [4, 'VERIFIED_SIGNED'],
      [3, 'VERIFIED_SIGNED'],
    ]);
    expect(data.map(({ note }) => verifyNote(note, vkey))).toEqual([true, true, false]);
    const proof = await api.read(recordEvidenceSchema, `/records/${ids[3]}/evidence`);
    expect(proof.vkey).toBe(vkey);
    expect(verifyNote(proof.checkpoint.note, vkey)).toBe(true);
    expect(await verify()).toMatchObject({ verdict: 'VERIFIED_SIGNED', findings_total: 0 });
    const anchor = { body: { note: data[2]?.note } };
    const anchored = await api.send('POST', '/chain/anchors', anchor);
    expect(standingSchema.parse(await anchored.json()).verdict).toBe('VERIFIED_ANCHORED');
  });

  test('is for the console only, and can be asked for once', async () => {
    const headers = { authorization: `Bearer ${api.apiKey}` };
    const anonymous = { mount: 'direct', principal: { kind: 'anonymous' } } as const;
    const refused = await api.send('POST', '/chain/keys', { headers, caller: anonymous });
    expect(refused.status).toBe(403);
    const once = { headers: { 'idempotency-key': 'k' } };
    const answers = [
      await api.send('POST', '/chain/keys', once),
      await api.send('POST', '/chain/keys', once),
    ];
    const [one, other] = await Promise.all(answers.map((each) => each.text()));
    expect(one).toBe(other);
    expect(await keys()).toHaveLength(2);
  });

  test('holds when the ledger is opened again, twice over @whole', async () => {
    await ledgerOfTwoKeys();
    await api.reopen();
    await rotate();
    await api.append();
    await api.reopen();
    await api.send('POST', '/chain/checkpoints');
    expect((await keys()).map((each) => each.first_size)).toEqual([0, 4, 7]);
    expect(await standing()).toMatchObject({ verdict: 'VERIFIED_SIGNED', checkpoint: { size: 8 } });
    expect(await verify()).toMatchObject({ findings_total: 0, checked: 8 });
    const files = readdirSync(join(api.directory, 'keys'));
    expect(files).toHaveLength(2);
    for (const name of files) {
      expect(statSync(join(api.directory, 'keys', name)).mode & 0o777).toBe(0o600);
    }
  });

  test('without the file of the new key leaves a ledger that reads and does not sign @whole', async () => {
    await ledgerOfTwoKeys();
    await api.reopen(() => rmSync(join(api.directory, 'keys'), { recursive: true }));
    const response = await api.send('POST', '/chain/checkpoints');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('keys');
    expect((await standing()).verdict).toBe('VERIFIED_SIGNED');
  });

  test('is not undone by restoring the database of the day before @whole', async () => {
    await api.append();
    const backup = join(folder, 'backup.db');
    await api.reopen(() => cpSync(join(api.directory, 'proofdesk.db'), backup));
    await rotate();
    const [newest] = (await api.read(paginated(checkpointSchema), '/chain/checkpoints')).data;
    await api.reopen(() => {
      for (const end of ['-wal', '-shm']) {
        rmSync(join(api.directory, `proofdesk.db${end}`), { force: true });
      }
      cpSync(backup, join(api.directory, 'proofdesk.db'));
    });
    const found = await standing();
    expect([found.verdict, found.checkpoint?.note]).toEqual(['ROLLED_BACK', newest?.note]);
    expect((await api.send('POST', '/records', { body: {} })).status).not.toBe(201);
    expect(await verify()).toMatchObject({ verdict: 'ROLLED_BACK' });
  });

  test('leaves evidence of sessions good, that before it and that after it @whole', async () => {
    const { session_id: sessionId } = await openSession(api, await makeDataset(api));
    const transform = async (): Promise<string> => {
      const body = {
        record_ids: ['rec_001', 'rec_002'],
        transformation: 'anonymize',
        parameters: { fields: ['patient_id'], method: 'hash' },
      };
      const response = await api.send('POST', `/sessions/${sessionId}/transform`, { body });
      return transformResultSchema.parse(await response.json()).transformation_id;
    };
    const before = await transform();
    const { vkey } = await rotate();
    const after = await transform();
    for (const [id, isNew] of [
      [before, false],
      [after, true],
    ] as const) {
      const found = await api.read(evidenceVerificationSchema, `/evidence/${id}/verification`);
      expect(found.checks.filter((each) => each.outcome === 'failed')).toEqual([]);
      expect(found.verdict).toBe('VALID');
      const { envelope } = await api.read(evidenceSchema, `/evidence/${id}`);
      const keyIds = envelope.signatures.map((each) => each.keyid);
      expect(vkey.startsWith(`${keyIds.join()}+`)).toBe(isNew);
    }
    expect((await verify()).findings_total).toBe(0);
    const path = await exported({ kind: 'full' });
    expect(runVerifier(path).status).toBe(3);
  });

  test('whose row was altered, or is not there, is named', async () => {
    await ledgerOfTwoKeys();
    for (const [sql, field] of [
      ["UPDATE key_rotations SET vkey = 'x'", 'vkey'],
      ['DELETE FROM key_rotations', 'key_rotations'],
    ] as const) {
      await tamper(sql);
      expect((await verify()).first_finding).toMatchObject({
        verdict: 'PROJECTION_MISMATCH',
        seq: 3,
        field,
      });
    }
  });
});

describe('A bundle of a ledger of two keys', () => {
  const kinds: [string, (ids: string[]) => object][] = [
    ['full', () => ({ kind: 'full' })],
    ['range after it', () => ({ kind: 'range', range: { from: 4, to: 5 } })],
    ['range before it', () => ({ kind: 'range', range: { from: 1, to: 1 } })],
    ['selection', (ids) => ({ kind: 'selection', record_ids: [ids[0], ids[3]] })],
  ];

  test.each(cases(kinds.slice(0, 1), kinds.slice(1)))(
    '(%s) holds by openssl and auditor.py, and as a case @whole',
    async (_kind, body) => {
      const { ids, vkey } = await ledgerOfTwoKeys();
      const path = await exported(body(ids));
      expect(readFileSync(join(path, 'keys/ledger.vkey'), 'utf8')).toBe(`${vkey}\n`);
      const { stdout, status } = runVerifier(path);
      expect([stdout.slice(0, 27), status]).toEqual(['CONSISTENT, KEY NOT CHECKED', 3]);
      const script = `sed '/^$/,$d' checkpoint.note > ../body
      sed -n 5p checkpoint.note | awk '{print $3}' | base64 -d | tail -c +5 > ../sig
      openssl pkeyutl -verify -pubin -inkey keys/ledger.pub.pem -rawin -in ../body -sigfile ../sig`;
      expect(spawnSync('sh', ['-c', script], { cwd: path }).status).toBe(0);
      const found = await imported(path);
      expect([found.verdict, found.findings_total]).toEqual(['VERIFIED_ANCHORED', 0]);
      await api.openCase(found.case_id);
      expect((await standing()).verdict).toBe('VERIFIED_SIGNED');
      expect(await keys()).toHaveLength(2);
      expect((await verify()).findings_total).toBe(0);
    },
  );

  test('made before it is the beginning of the ledger after it @whole', async () => {
    await api.append();
    const path = await exported({ kind: 'full' });
    await rotate();
    expect((await imported(path)).verdict).toBe('VERIFIED_ANCHORED');
  });

  test.each(
    cases(
      [['a signature of the new key altered', 'new']],
      [
        ['the forger’s key in place of the old one', 'old'],
        ['a change that does not go on from the key in force', 'gap'],
      ],
    ),
  )('with %s is refused @whole', async (_what, how) => {
    await ledgerOfTwoKeys();
    const path = await exported({ kind: 'full' });
    forge(path, how);
    const { stdout, status } = runVerifier(path);
    expect(status).toBe(1);
    expect(stdout).toContain('FAIL  entry 3: is not a change of key that both keys signed');
    expect(stdout).toContain('FAIL  keys/ledger.vkey: is not the key in force at the checkpoint');
    const { signature, firstFinding } = await verifyBundle(BundleFolder.open(dirname(path)), {
      onFinding: () => {},
      goOn: () => {},
    });
    expect(signature).toBe('unknown_key');
    expect(firstFinding).toMatchObject({ verdict: 'INSERTED', seq: 3, field: 'vkey' });
    expect((await imported(path)).verdict).toBe('UNKNOWN_KEY');
  });
});

/** Writes the bundle anew as one who lacks the old key would: entries, checkpoint, keys and sums. */
function forge(path: string, how: string): void {
  const manifest: { vkey: string } = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));
  const [origin = ''] = manifest.vkey.split('+');
  const forger = createLedgerKey(origin, new Uint8Array(32).fill(0xf0));
  const other = createLedgerKey(origin, new Uint8Array(32).fill(0xf1));
  const lines = readFileSync(join(path, 'entries.ndjson'), 'utf8').split('\n').slice(0, -1);
  const { created_at: createdAt }: { created_at: string } = JSON.parse(lines[3] ?? '');
  const made = keyRotationEntry({ seq: 3, createdAt }, other, forger);
  const named = made.replace(other.vkey, manifest.vkey);
  const original = lines[3] ?? '';
  const altered = original.replace(/"vkey":"[^"]{4}(?=[^"]*"\},"type")/, '"vkey":"AAAA');
  lines[3] = how === 'old' ? named : how === 'gap' ? made : altered;
  expect(altered).not.toBe(original);
  const tree = new GrowingTree(sha256Into);
  for (const line of lines) tree.append(Buffer.from(leafHash(sha256, line), 'hex'));
  const note = forger.signNote(checkpointText(origin, lines.length, tree.root()));
  writeFileSync(join(path, 'entries.ndjson'), lines.map((line) => `${line}\n`).join(''));
  writeFileSync(join(path, 'checkpoint.note'), note);
  writeFileSync(join(path, 'keys/ledger.vkey'), `${forger.vkey}\n`);
  writeFileSync(join(path, 'keys/ledger.pub.pem'), forger.publicKeyPem);
  sumAnew(path, forger);
}

function tamper(sql: string): Promise<void> {
  return api.reopen(() => {
    const database = new SqliteDatabase(join(api.directory, 'proofdesk.db'));
    const triggers = database
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
      )
      .all();
    for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
    database.exec(sql);
    for (const trigger of triggers) database.exec(trigger.sql);
    database.close();
  });
}
