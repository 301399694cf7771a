/**
 * A host that is killed before its first checkpoint, and whose database then lacks what was there: the
 * file that says how far it had come tells.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findingSchema } from '../../shared/contract/chain.ts';
import { paginated } from '../../shared/contract/common.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { lookEvery } from '../checkpoints/last-seen-keeper.ts';
import { LastSeenFiles } from '../ledger/last-seen.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { endedJob } from './testing/ended-job.ts';
import { startHeadless, type HeadlessProcess } from './testing/headless-process.ts';

const timeout = 60_000;

let root: string;
let entry: string;
let data: string;
let ledger: string;
let host: HeadlessProcess;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-seen-'));
  entry = (await builtHost()).headless;
}, timeout);
beforeEach(async () => {
  data = mkdtempSync(join(root, 'data-'));
  ledger = join(data, 'local', 'proofdesk.db');
  await start();
}, timeout);
afterEach(async () => void (await host.end('SIGKILL')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function start(): Promise<void> {
  host = await startHeadless(['--data', data], entry);
}

async function append(): Promise<Response> {
  return host.send('/records', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model_id: 'm', input: { a: 1 }, output: { b: 2 } }),
  });
}

/** Kills the host once what was done is in the file. */
async function killOnceSeen(entries: number, events: number): Promise<void> {
  const files = new LastSeenFiles(join(data, 'local'));
  for (;;) {
    const seen = files.newest();
    if ((seen?.size ?? 0) >= entries && (seen?.audit_events ?? 0) >= events) break;
    await setTimeout(lookEvery);
  }
  await host.end('SIGKILL');
}

describe('a host that was killed', () => {
  it('and whose write-ahead log is gone does not begin anew @whole', { timeout }, async () => {
    for (let count = 0; count < 3; count += 1) expect((await append()).status).toBe(201);
    await killOnceSeen(4, 0);
    for (const suffix of ['-wal', '-shm']) rmSync(`${ledger}${suffix}`);
    const left = readFileSync(ledger);
    await start();
    const refused = await host.send('/records');
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('holds no entries, though a ledger was kept here');
    await host.end('SIGTERM');
    expect(readFileSync(ledger).equals(left)).toBe(true);
  });

  it('and whose audit log was cut says so in each verification @whole', { timeout }, async () => {
    for (let count = 0; count < 3; count += 1) expect((await append()).status).toBe(201);
    await killOnceSeen(4, 3);
    const database = new Database(ledger);
    database.exec(`DROP TRIGGER audit_events_no_delete; DELETE FROM audit_events WHERE seq > 1;
      CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events
        BEGIN SELECT RAISE(ABORT, 'audit_events is append-only'); END`);
    database.close();
    for (let starts = 0; starts < 2; starts += 1) {
      await start();
      const started = jobSchema.parse(
        await (await host.send('/chain/verifications', { method: 'POST' })).json(),
      );
      await endedJob(started, host);
      const path = `/chain/verifications/${started.job_id}/findings`;
      const { data: findings } = paginated(findingSchema).parse(
        await (await host.send(path)).json(),
      );
      expect(findings.map(({ message }) => message).join('\n')).toMatch(
        /audit log .*when it was last seen/,
      );
      expect((await append()).status).toBe(201);
      await host.end('SIGTERM');
    }
  });
});
