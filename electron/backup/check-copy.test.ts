/** What takes long of a backup ends when it is to stop: SQLite's own check, and the hashing. */
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashFile, hashFileInPieces } from '../database/backup-files.ts';
import { foreignThreads } from '../engine/foreign-threads.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import type { RunForeign } from '../foreign/foreign-task.ts';
import { givingWay } from '../jobs/give-way.ts';
import { JobStopped } from '../jobs/job-runner.ts';
import { checkDraft } from './check-copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-check-copy-'));
let foreign: RunForeign;
beforeAll(async () => {
  foreign = foreignThreads((await builtHost()).worker).run;
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A database whose check takes its time. */
function draft(name: string, rows: number): string {
  const path = join(folder, name);
  const database = new SqliteDatabase(path);
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.exec(`CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE);
    WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    INSERT INTO t SELECT i, printf('%012d', i) || hex(zeroblob(40)) FROM n`);
  database.close();
  return path;
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}

/** Processor time of this process and its threads, however busy the machine is; milliseconds. */
async function processorTime(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return millisecondsOf(process.cpuUsage(before));
}

describe('SQLite’s own check of a draft', () => {
  test('says ok of a sound file, and what is wrong with another', async () => {
    expect(await checkDraft(foreign, draft('sound.db', 10), () => false)).toBe('ok');
    const broken = draft('broken.db', 1_000);
    truncateSync(broken, statSync(broken).size - 8_192);
    expect(await checkDraft(foreign, broken, () => false)).not.toBe('ok');
    const other = join(folder, 'other.db');
    writeFileSync(other, 'not a database '.repeat(1_000));
    expect(await checkDraft(foreign, other, () => false)).toMatch(/not/);
  });

  test('is over at once when it is to stop @whole', async () => {
    const path = draft('large.db', 300_000);
    const whole = await processorTime(async () => {
      expect(await checkDraft(foreign, path, () => false)).toBe('ok');
    });
    const begun = process.cpuUsage();
    let told: NodeJS.CpuUsage | undefined;
    const stopped = checkDraft(foreign, path, () => {
      // Early in the check, counted from its beginning: the first look at it may come late.
      if (millisecondsOf(process.cpuUsage(begun)) > whole / 3) told ??= process.cpuUsage();
      return told !== undefined;
    });
    await expect(stopped).rejects.toThrow(JobStopped);
    expect(millisecondsOf(process.cpuUsage(told))).toBeLessThan(whole / 3);
    expect(statSync(path).size).toBe(0);
  });
});

describe('The hash of a copy', () => {
  test('is the same in pieces, and given up as soon as the thread hears that it is to stop', async () => {
    const path = join(folder, 'copy');
    writeFileSync(path, 'the beginning');
    truncateSync(path, 9 * 1024 * 1024);
    expect(await hashFileInPieces(path, async () => {})).toBe(hashFile(path));
    truncateSync(path, 1024 * 1024 * 1024);
    let isStopped = false;
    setTimeout(() => {
      isStopped = true;
    });
    const giveWay = givingWay(() => isStopped);
    let reached = 0;
    const hashed = hashFileInPieces(path, async (done) => {
      reached = done;
      await giveWay();
    });
    await expect(hashed).rejects.toThrow(JobStopped);
    expect(reached).toBeLessThan(1024 * 1024 * 1024);
  });
});
