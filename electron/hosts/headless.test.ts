/**
 * The headless host as a process: its first line, its neighbours, its end.
 * @push
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chainSchema } from '../../shared/contract/chain.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { workspaceSchema } from '../../shared/contract/workspace.ts';
import { contentSecurityPolicy } from '../policy/content-security-policy.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { cases, isWhole, rounds } from '../testing/rounds.ts';
import { runHeadless, startHeadless, type HeadlessProcess } from './testing/headless-process.ts';

let data: string;
let hosts: HeadlessProcess[];
let entry: string;

const timeout = 120_000;

beforeAll(async () => {
  entry = (await builtHost()).headless;
}, timeout);

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'proofdesk-headless-'));
  hosts = [];
});

afterEach(async () => {
  await Promise.all(hosts.map((host) => host.end('SIGKILL')));
  rmSync(data, { recursive: true, force: true });
});

async function start(...argv: string[]): Promise<HeadlessProcess> {
  const host = await startHeadless(['--data', data, ...argv], entry);
  hosts.push(host);
  return host;
}

const decision = JSON.stringify({ model_id: 'm', input: {}, output: {} });
const append = (host: HeadlessProcess) =>
  host.send('/records', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: decision,
  });

const jobsSchema = z.object({ data: z.array(jobSchema) });

async function read<Schema extends z.ZodType>(
  from: HeadlessProcess,
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  return schema.parse(await (await from.send(path)).json());
}

/** Both end it by the same function; the other one where everything is tried. */
const signals = cases<NodeJS.Signals>(['SIGTERM'], ['SIGINT']);

describe('the headless host', () => {
  it(
    'announces itself once it answers, lets a browser in and keys through',
    { timeout },
    async () => {
      const host = await start('--port', '0');
      expect(host.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/v1$/);
      expect(host.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/open\?token=[\w-]{43}$/);
      expect(host.apiKey).toMatch(/^pdk_[\w-]{43}$/);

      const bearer = { authorization: `Bearer ${host.apiKey}` };
      expect((await fetch(`${host.baseUrl}/records`)).status).toBe(401);
      expect((await fetch(`${host.baseUrl}/records`, { headers: bearer })).status).toBe(200);
      expect((await append(host)).status).toBe(201);

      const opened = await fetch(host.url, { redirect: 'manual' });
      const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const page = await fetch(new URL('/', host.url), { headers: { cookie } });
      expect(page.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
      expect((await fetch(`${host.baseUrl}/chain`, { headers: { cookie } })).status).toBe(200);

      expect(statSync(data).mode & 0o777).toBe(0o700);
      expect(statSync(join(data, 'local')).mode & 0o777).toBe(0o700);
      for (const file of ['proofdesk.db', 'proofdesk.db-wal', 'jobs.db', 'ledger.key']) {
        expect([file, statSync(join(data, 'local', file)).mode & 0o777]).toEqual([file, 0o600]);
      }
      // The key is shown on the first line alone.
      expect(host.complaints()).not.toContain(host.apiKey);
    },
  );

  it(
    'keeps what it compiles among the caches of its user, for itself alone, and starts without @whole',
    { timeout },
    async () => {
      const caches = join(data, 'caches');
      const environment = { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: caches };
      const startOnce = async () => {
        const host = await startHeadless(['--data', join(data, 'data')], entry, [], environment);
        hosts.push(host);
        expect((await append(host)).status).toBe(201);
        expect(await host.end('SIGTERM')).toBe(0);
      };
      const kept = () =>
        readdirSync(caches, { recursive: true, withFileTypes: true }).filter((each) =>
          each.isFile(),
        );
      await startOnce();
      expect(statSync(join(caches, 'proofdesk', 'code')).mode & 0o777).toBe(0o700);
      // The host and each kind of thread.
      expect(kept().length).toBeGreaterThan(10);
      expect(readdirSync(join(data, 'data'))).not.toContain('code');
      for (const each of kept()) writeFileSync(join(each.parentPath, each.name), 'spoiled');
      await startOnce();
      // The folder that cannot be made is known from `code-cache.test.ts`.
      if (!isWhole) return;
      rmSync(caches, { recursive: true });
      writeFileSync(caches, 'a file where the folder would be');
      await startOnce();
    },
  );

  it(
    'refuses a second process on the directory and one whose port is taken; what is killed gives it back @whole',
    { timeout },
    async () => {
      const host = await start();
      const second = await runHeadless(['--data', data], entry);
      expect(second.code).toBe(3);
      expect(second.output).toBe('');
      expect(second.complaints).toContain('is in use by the headless host');
      expect(second.complaints).toContain(`process ${host.pid}`);
      expect((await append(host)).status).toBe(201);
      expect(await host.end('SIGKILL')).toBe('SIGKILL');

      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const address = other.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      const taken = await runHeadless(['--data', data, '--port', String(port)], entry);
      other.close();
      expect(taken.code).toBe(1);
      expect(taken.complaints).toContain(`Port ${port} cannot be used`);
      expect((await append(await start())).status).toBe(201);
    },
  );

  it(
    'closes cleanly on SIGTERM and SIGINT, ends open streams, opens again where it was, and goes on when nobody reads its output @whole',
    { timeout },
    async () => {
      let host = await start();
      const record: unknown = await (await append(host)).json();
      for (const signal of signals) {
        const events = await host.send('/events');
        const ending = events.text();
        expect(await host.end(signal)).toBe(0);
        expect(await ending).toContain('{"changed":[]}');
        expect(host.complaints()).not.toContain('did not close in time');

        host = await start();
        const list = await (await host.send('/records')).json();
        expect(list).toMatchObject({ data: [record], total: 1 });
      }
      host.closePipes();
      expect((await append(host)).status).toBe(201);
      // It says that it closes before it does.
      expect(await host.end('SIGTERM')).toBe(0);
    },
  );

  it.each(
    cases(
      [['/proc/nope/deeper', 'ENOENT']],
      [
        ['/dev/null', 'is a file'],
        ['/proc/nope', 'ENOENT'],
        ['/dev/null/below', 'is a file'],
      ],
    ),
  )('refuses %s for its data in one sentence', { timeout }, async (path, why) => {
    const { code, output, complaints } = await runHeadless(['--data', path], entry);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(complaints).toMatch(new RegExp(`^${path} cannot be the data directory: .*${why}.*\\n$`));
  });

  it(
    'stops an import when it is told to close, and leaves nothing of it @whole',
    { timeout },
    async () => {
      const lines = rounds({ usual: 10_000, all: 200_000 });
      const host = await start();
      const upload = await host.send('/imports', {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: `${decision}\n`.repeat(lines),
      });
      expect(upload.status).toBe(202);
      expect(await host.end('SIGTERM')).toBe(0);
      expect(host.complaints()).not.toContain('did not close in time');

      const again = await start();
      const { record_count: count } = await read(again, '/chain', chainSchema);
      const [job] = (await read(again, '/jobs', jobsSchema)).data;
      const whole = job?.status === 'completed';
      expect(['completed', 'failed', 'canceled']).toContain(job?.status);
      expect(count).toBe(whole ? lines : 0);
      expect(readdirSync(join(data, 'local', 'uploads'))).toEqual([]);
    },
  );

  // Two demo ledgers are made: the longest test of a host by far.
  it.each(cases([], [20]))(
    'opens a demo ledger of the asked size (%i), the local one on request, and makes the demo anew',
    { timeout },
    async (size) => {
      const host = await start('--demo', String(size));
      const open = async (body: object, expected: object) => {
        const accepted = await host.send('/workspace', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        expect(accepted.status).toBe(202);
        // What comes while it switches waits, and is answered by the ledger that is open then.
        expect(await read(host, '/workspace', workspaceSchema)).toMatchObject(expected);
      };
      expect(await read(host, '/workspace', workspaceSchema)).toMatchObject({
        kind: 'demo',
        record_count: size,
      });
      await append(host);
      await open({ kind: 'local' }, { kind: 'local', record_count: 0 });
      await append(host);
      await open({ kind: 'demo' }, { kind: 'demo', record_count: size + 1 });
      await open({ kind: 'demo', records: 30, reset: true }, { kind: 'demo', record_count: 30 });
      await open({ kind: 'local' }, { kind: 'local', record_count: 1 });
    },
  );

  it(
    'leaves a damaged database as it is, says which, and serves the console all the same @whole',
    { timeout },
    async () => {
      mkdirSync(join(data, 'local'));
      writeFileSync(join(data, 'local', 'ledger.key'), new Uint8Array(32));
      const path = join(data, 'local', 'proofdesk.db');
      const garbage = 'not a database, but more than a hundred bytes of something else. '.repeat(
        40,
      );
      writeFileSync(path, garbage);
      const host = await start();
      expect((await host.send('/records')).status).toBe(503);
      expect(host.complaints()).toContain(path);
      expect((await append(host)).status).toBe(503);
      // What is wrong is for the person at the console, not for whoever has a key.
      expect((await host.send('/recovery')).status).toBe(403);
      const opened = await fetch(host.url, { redirect: 'manual' });
      const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const recovery = await fetch(`${host.baseUrl}/recovery`, { headers: { cookie } });
      expect(await recovery.json()).toMatchObject({ state: 'failed', fault: 'corrupt', path });
      expect(await host.end('SIGTERM')).toBe(0);
      expect(readFileSync(path, 'utf8')).toBe(garbage);
    },
  );

  it('explains its arguments @whole', { timeout }, async () => {
    const wrong = await runHeadless(['--port', 'x'], entry);
    expect(wrong.code).toBe(2);
    expect(wrong.complaints).toBe('--port needs a number from 0 to 65535.\n');
    const help = await runHeadless(['--help'], entry);
    expect(help.code).toBe(0);
    expect(help.output).toContain('Usage:');
  });
});
