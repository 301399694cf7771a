/** A ledger moves to another machine: a backup and the file of its key, over threads; and erasures that are made again. */
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  backupListSchema,
  backupSettingsSchema,
  restorePreviewSchema,
  restoreResultSchema,
} from '../../shared/contract/backups.ts';
import { chainSchema, entryListSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { isFinished, jobSchema, type Job } from '../../shared/contract/jobs.ts';
import { recordSchema } from '../../shared/contract/records.ts';
import { sealSigningKeys } from '../backup/signing-key-file.ts';
import { loadKeyFile, writeKeyFile } from '../hosts/key-file.ts';
import { askedBy, type Caller } from '../serve-request.ts';
import { createEngine, type Engine } from './engine-client.ts';
import { cases } from '../testing/rounds.ts';
import { builtHost } from './testing/built-host.ts';

const { worker: workerEntry } = await builtHost();

const operator: Caller = { mount: 'direct', principal: { kind: 'operator' } };
const decision = { model_id: 'm', input: { name: 'Zebedaeus' }, output: { decision: 'approve' } };
const passphrase = 'correct horse battery';
const cost = { n: 2 ** 14, r: 8, p: 1 };

/** A console with a data directory of its own, as on a machine of its own. */
class Machine {
  readonly dataRoot = mkdtempSync(join(tmpdir(), 'proofdesk-machine-'));
  readonly log: string[] = [];
  #engine: Engine | undefined;

  get directory(): string {
    return join(this.dataRoot, 'local');
  }

  get engine(): Engine {
    if (this.#engine === undefined) throw new Error('The machine is off.');
    return this.#engine;
  }

  async start(): Promise<this> {
    this.#engine = createEngine({
      workerEntry,
      dataRoot: this.dataRoot,
      workspace: { kind: 'local' },
      version: '1.2.3',
      label: 'the test',
      apiKeyHashes: [],
      loadSeed: (directory) => loadKeyFile(directory, (bytes) => randomBytes(bytes)),
      keepSeed: async (folder, seed) => void (await writeKeyFile(folder, seed)),
      log: (line) => this.log.push(line),
    });
    await this.#engine.start();
    return this;
  }

  async stop(): Promise<void> {
    await this.#engine?.close();
    this.#engine = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dataRoot, { recursive: true, force: true });
  }

  async ask(method: string, path: string, body?: object, caller = operator): Promise<Response> {
    const request = new Request(`http://test/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return this.engine.serve(askedBy(request, caller));
  }

  async read<Value>(
    schema: { parse: (value: unknown) => Value },
    method: string,
    path: string,
    body?: object,
  ): Promise<Value> {
    const response = await this.ask(method, path, body);
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return schema.parse(answer);
  }

  async finished(path: string, body?: object): Promise<Job> {
    const { job_id: id } = await this.read(jobSchema, 'POST', path, body);
    let changed = Promise.withResolvers<void>();
    const stop = this.engine.onChange(() => changed.resolve());
    try {
      for (;;) {
        const job = await this.read(jobSchema, 'GET', `/jobs/${id}`);
        if (isFinished(job.status)) return job;
        await changed.promise;
        changed = Promise.withResolvers<void>();
      }
    } finally {
      stop();
    }
  }

  /** Makes a backup; answers its folder. */
  async backUp(): Promise<string> {
    await this.finished('/backups', {});
    const { data } = await this.read(backupListSchema, 'GET', '/backups');
    return data[0]?.path ?? '';
  }

  /** The key's file as an export writes it, but for its derivation: the cheapest that is accepted. */
  async keyFile(): Promise<string> {
    const { origin, vkey } = await this.chain();
    const options = {
      passphrase,
      createdAt: '2026-01-01T00:00:00.000Z',
      random: randomBytes,
      cost,
    };
    return sealSigningKeys({ origin, keys: [{ vkey, seed: seedOf(this) }] }, options);
  }

  exportKey(): Promise<Response> {
    return this.ask('POST', '/signing-key/export', { passphrase });
  }

  preview(body: object) {
    return this.read(restorePreviewSchema, 'POST', '/restores/preview', body);
  }

  chain() {
    return this.read(chainSchema, 'GET', '/chain');
  }

  async verify() {
    return verificationSchema.parse((await this.finished('/chain/verifications')).result);
  }

  async keyState() {
    return (await this.read(backupSettingsSchema, 'GET', '/backups/settings')).signing_key;
  }
}

let old: Machine;
let other: Machine;
beforeEach(async () => {
  old = await new Machine().start();
  other = new Machine();
});
afterEach(async () => {
  await Promise.all([old.remove(), other.remove()]);
});

const seedOf = (machine: Machine) => readFileSync(join(machine.directory, 'ledger.key'));

describe('The signing key', () => {
  test('carries a ledger to another machine, where it goes on under its own key @whole', async () => {
    expect(await old.keyState()).toEqual({ exported_at: null, complete: false });
    await old.read(recordSchema, 'POST', '/records', decision);
    expect((await old.ask('POST', '/chain/keys', {})).status).toBe(201);
    await old.read(recordSchema, 'POST', '/records', decision);
    const exported = await old.exportKey();
    expect(exported.headers.get('content-disposition')).toMatch(/filename="[\w.-]+\.key\.json"/);
    expect(exported.headers.get('cache-control')).toBe('no-store');
    const file = await exported.text();
    expect(await old.keyState()).toMatchObject({ complete: true });
    const { vkey } = await old.chain();
    const path = await old.backUp();
    await other.start();
    const [seed, strangersSeed] = [seedOf(old), seedOf(other)];
    await other.read(recordSchema, 'POST', '/records', decision);

    expect(await other.preview({ path })).toMatchObject({ obstacle: 'another_ledger' });
    const key = { file, passphrase };
    const shown = await other.preview({ path, key });
    expect(shown).toMatchObject({ obstacle: null, relation: 'another', brings_key: true });
    const confirm = shown.backup?.head_hash;
    const result = await other.read(restoreResultSchema, 'POST', '/restores', {
      path,
      key,
      confirm,
    });
    expect(result).toMatchObject({ opened: true });
    expect(seedOf(other)).toEqual(seed);
    expect(statSync(join(other.directory, 'ledger.key')).mode & 0o777).toBe(0o600);
    expect(statSync(join(other.directory, 'keys')).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(result.replaced_path, 'ledger.key'))).toEqual(strangersSeed);
    expect(existsSync(join(result.replaced_path, 'proofdesk.db'))).toBe(true);
    expect(readdirSync(other.directory).filter((name) => /restor|arriv/.test(name))).toEqual([]);
    expect(await other.keyState()).toMatchObject({ complete: true });

    expect((await other.chain()).vkey).toBe(vkey);
    await other.read(recordSchema, 'POST', '/records', decision);
    expect((await other.ask('POST', '/chain/checkpoints')).status).toBe(201);
    expect(await other.verify()).toMatchObject({ findings_total: 0 });
    const declared = await other.read(
      entryListSchema,
      'GET',
      `/chain/entries?from_seq=${result.entries}&limit=1`,
    );
    expect(JSON.parse(JSON.stringify(declared.data[0]))).toMatchObject({
      type: 'ledger.restore/v1',
    });

    // And after another start, with what was said to nobody.
    await other.stop();
    await other.start();
    await other.read(recordSchema, 'POST', '/records', decision);
    const said = [old.log, other.log].flat().join('\n');
    const audit = await (await other.ask('GET', '/audit/events?limit=200')).text();
    const requests = await (await other.ask('GET', '/requests')).text();
    for (const text of [said, audit, requests]) {
      expect(text).not.toContain(passphrase);
      expect(text).not.toContain(seed.toString('base64'));
    }
  });

  test('comes with the right file and passphrase alone; what is refused changes nothing @whole', async () => {
    await old.read(recordSchema, 'POST', '/records', decision);
    await other.start();
    // The export is noted, and no longer complete after the change of key.
    expect((await old.exportKey()).status).toBe(200);
    const file = await old.keyFile();
    const strangers = await other.keyFile();
    expect((await old.ask('POST', '/chain/keys', {})).status).toBe(201);
    expect(await old.keyState()).toMatchObject({ complete: false });
    const path = await old.backUp();
    // Files that are just being written anew end so; the first look for due backups keeps its state in time.
    const files = () =>
      readdirSync(other.directory).filter(
        (name) => !name.endsWith('.new') && name !== 'backup-state.json',
      );
    const before = [seedOf(other), files().toSorted()];
    const refusal = async (key: object) => {
      const confirm = `sha256:${'0'.repeat(64)}`;
      const looked = await other.ask('POST', '/restores/preview', { path, key });
      const restored = await other.ask('POST', '/restores', { path, key, confirm });
      return [restored.status, JSON.stringify(await looked.json())];
    };
    expect(await refusal({ file, passphrase: 'something else' })).toEqual([
      400,
      expect.stringContaining('key.passphrase'),
    ]);
    expect(await refusal({ file: file.slice(0, 200), passphrase })).toEqual([
      400,
      expect.stringContaining('key.file'),
    ]);
    expect(await refusal({ file: strangers, passphrase })).toEqual([
      409,
      expect.stringContaining('another_ledger'),
    ]);
    expect(await refusal({ file, passphrase })).toEqual([
      409,
      expect.stringContaining('key_outdated'),
    ]);
    const admin: Caller = {
      mount: 'loopback',
      principal: {
        kind: 'api_key',
        keyId: 'key_1',
        name: 'Admin',
        role: 'admin',
        scopes: [],
        accountId: null,
        holderId: null,
        personId: null,
      },
    };
    expect((await old.ask('POST', '/signing-key/export', { passphrase: 'short' })).status).toBe(
      400,
    );
    expect((await old.ask('POST', '/signing-key/export', { passphrase }, admin)).status).toBe(403);
    expect([seedOf(other), files().toSorted()]).toEqual(before);
    await other.read(recordSchema, 'POST', '/records', decision);
  });

  test('that a ledger has lost comes back with a backup and the file @whole', async () => {
    await old.read(recordSchema, 'POST', '/records', decision);
    const file = await old.keyFile();
    const path = await old.backUp();
    await old.stop();
    rmSync(join(old.directory, 'ledger.key'));
    await old.start();
    expect(old.engine.status().state).toBe('failed');
    expect(await old.preview({ path })).toMatchObject({ obstacle: 'key_missing' });
    const key = { file, passphrase };
    const { backup, relation } = await old.preview({ path, key });
    expect(relation).toBe('behind');
    const body = { path, key, confirm: backup?.head_hash };
    expect(await old.read(restoreResultSchema, 'POST', '/restores', body)).toMatchObject({
      opened: true,
    });
    expect(await old.verify()).toMatchObject({ findings_total: 0 });
  });
});

describe('What was erased after the backup', () => {
  test.each(cases([[true, 1] as const], [[false, 0] as const]))(
    'is erased again if that is asked (%s), and declared @whole',
    async (eraseAgain, times) => {
      const headers = decision.input;
      const { id } = await old.read(recordSchema, 'POST', '/records', decision);
      const kept = await old.read(recordSchema, 'POST', '/records', {
        ...decision,
        context: headers,
      });
      await old.backUp();
      const { data } = await old.read(backupListSchema, 'GET', '/backups');
      const erasure = {
        fields: ['input'],
        legal_basis: 'GDPR Art. 17(1)(a)',
        actor: { id: 'usr_1', role: 'data_protection_officer' },
      };
      // Elsewhere, where the erasure does not reach it.
      const path = data[0]?.path ?? '';
      const elsewhere = join(other.dataRoot, 'carried');
      cpSync(path, join(elsewhere, data[0]?.backup_id ?? ''), { recursive: true });
      const source = { path: join(elsewhere, data[0]?.backup_id ?? '') };
      expect((await old.ask('POST', `/records/${id}/erasures`, erasure)).status).toBe(201);
      const shown = await old.preview(source);
      expect(shown.lost).toMatchObject({ erasures: 1, erasable: 1 });
      const restored = await old.read(restoreResultSchema, 'POST', '/restores', {
        ...source,
        confirm: shown.backup?.head_hash,
        erase_again: eraseAgain,
      });
      expect(restored).toMatchObject({ opened: true, erased_again: times });
      const record = await old.read(recordSchema, 'GET', `/records/${id}`);
      expect(record.input).toEqual(eraseAgain ? { erased: true } : decision.input);
      expect((await old.read(recordSchema, 'GET', `/records/${kept.id}`)).input).toEqual(
        decision.input,
      );
      expect(await old.verify()).toMatchObject({
        findings_total: 0,
        ...(eraseAgain ? { counts: { ERASED_DECLARED: 1 } } : {}),
      });
      const entries = await (await old.ask('GET', '/chain/entries?from_seq=3&limit=50')).text();
      expect(entries.includes('ledger.erasure/v1')).toBe(eraseAgain);
    },
    60_000,
  );
});
