/** A clock that was set: declared before what is appended by it, once, and verified. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entryListSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { clockEntry, decodeEntry } from '../../shared/ledger/entries.ts';
import { EntryFormatError } from '../../shared/ledger/entry-members.ts';
import { instant } from '../../shared/time.ts';
import { TestApi } from '../api/test-api.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { ClockJudge } from './clock-judge.ts';
import { Journal } from './journal.ts';
import { prepareRecord } from './prepare-record.ts';
import { temporaryFolder, testBody, TestLedger, verifyFile } from './testing/test-ledger.ts';

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

describe('A clock', () => {
  let wall: number;
  let monotonic: number;
  beforeEach(() => {
    wall = Date.UTC(2026, 10, 22);
    monotonic = 5_000;
  });
  const judge = (lastSeen?: number) =>
    new ClockJudge({ clock: () => wall, monotonic: () => monotonic, lastSeen });
  const pass = (milliseconds: number, shown = milliseconds) => {
    monotonic += milliseconds;
    wall += shown;
  };

  test('that goes on is believed, also through the sleep of the computer', () => {
    const clock = judge(wall - 300 * day);
    for (const [real, shown] of [
      [0, 0],
      [hour, hour],
      [0, 60 * day],
      [400 * day, 400 * day],
      [hour, -22 * hour],
    ] as const) {
      pass(real, shown);
      expect(clock.look()).toEqual({ now: wall, fault: undefined });
    }
  });

  test.each([
    ['back by more than a day', -day - 1, 'behind'],
    ['back by a day', -day, undefined],
    ['ahead by more than 366 days', 366 * day + 1, 'ahead'],
    ['ahead by 366 days', 366 * day, undefined],
  ] as const)('%s', (_how, shown, fault) => {
    const running = judge();
    running.look();
    pass(0, shown);
    expect(running.look().fault).toBe(fault);
    expect(judge(wall - shown).look().fault).toBe(fault);
  });

  test('that steps ahead and back in pieces is noticed all the same', () => {
    const ahead = judge();
    ahead.look();
    pass(0, 200 * day);
    expect(ahead.look().fault).toBeUndefined();
    pass(0, 200 * day);
    expect(ahead.look().fault).toBe('ahead');
    const behind = judge();
    behind.look();
    pass(0, -20 * hour);
    expect(behind.look().fault).toBeUndefined();
    pass(hour, -20 * hour);
    expect(behind.look().fault).toBe('behind');
  });

  test('is compared with what was declared from then on', () => {
    const clock = judge();
    clock.look();
    pass(0, 5 * 365 * day);
    expect(clock.look().fault).toBe('ahead');
    expect(clock.look().fault).toBe('ahead');
    clock.declared(wall);
    expect(clock.look().fault).toBeUndefined();
    pass(hour, -5 * 365 * day);
    expect(clock.look().fault).toBe('behind');
  });
});

describe('A ledger', () => {
  let api: TestApi;
  let monotonic = 0;
  const start = Date.UTC(2026, 10, 22);
  const wrong = Date.UTC(2031, 2, 3);
  beforeEach(async () => {
    monotonic = 0;
    api = await TestApi.open({ now: start, monotonic: () => monotonic });
  });
  afterEach(() => api.close());

  const entries = async () => (await api.read(entryListSchema, '/chain/entries?limit=100')).data;
  const clocks = async () =>
    (await entries()).flatMap(({ bytes, type }): unknown[] =>
      type === 'ledger.clock/v1' ? [JSON.parse(bytes)] : [],
    );
  const verify = async () => {
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    return verificationSchema.parse(job.result);
  };
  const ahead = {
    created_at: instant(wrong),
    observed: instant(wrong),
    reason: 'ahead',
    seq: 2,
    type: 'ledger.clock/v1',
  };

  test('declares a clock that was set while it is open, before the append, and verifies', async () => {
    await api.append();
    api.now = wrong;
    expect((await api.append()).created_at).toBe(instant(wrong));
    await api.append();
    expect(await clocks()).toEqual([ahead]);
    api.now = start + hour;
    monotonic = hour;
    expect((await api.append()).created_at).toBe(instant(wrong));
    await api.append();
    const behind = { ...ahead, observed: instant(start + hour), reason: 'behind', seq: 5 };
    expect(await clocks()).toEqual([ahead, behind]);
    expect(await verify()).toMatchObject({ findings_total: 0, checked: 8 });
  });

  test('declares a clock that was set while it was closed, once', async () => {
    await api.append();
    await api.reopen(() => {
      api.now = wrong;
    });
    await api.append();
    expect(await clocks()).toEqual([ahead]);
    await api.reopen(() => {
      api.now = start + day;
    });
    await api.append();
    await api.reopen();
    await api.append();
    expect(await clocks()).toMatchObject([ahead, { reason: 'behind', seq: 4 }]);
    expect((await verify()).findings_total).toBe(0);
  });

  test('dated ahead by an earlier version declares it at the first append', async () => {
    await api.append();
    api.now = start - 2 * day;
    await api.reopen(() => rmSync(join(api.directory, 'last-seen.json')));
    await api.append();
    expect(await clocks()).toMatchObject([{ reason: 'behind', created_at: instant(start) }]);
  });

  test('declares again what was undone with its append', () => {
    const folder = temporaryFolder();
    const { database, random } = new TestLedger(folder.path);
    let now = start;
    const clock = () => now;
    const clockJudge = new ClockJudge({ clock, monotonic: () => monotonic, lastSeen: start });
    const createId = createIdFactory({ now: clock, random });
    const journal = new Journal(database, { clock, createId, random, clockJudge });
    const appendOne = () => journal.appendRecord(prepareRecord(testBody(1), random));
    journal.transaction(appendOne);
    now = wrong;
    const undone = () =>
      journal.transaction(() => {
        appendOne();
        throw new Error('undone');
      });
    expect(undone).toThrow('undone');
    expect(journal.size).toBe(2);
    expect(journal.transaction(() => [appendOne().seq, appendOne().seq])).toEqual([3, 4]);
    expect(journal.transaction(appendOne).seq).toBe(5);
    database.close();
    folder.remove();
  });

  test('with a declaration goes out as a bundle that its program verifies @whole', async () => {
    await api.append();
    api.now = wrong;
    await api.append();
    api.now = start;
    await api.append();
    const job = await api.finished(await api.send('POST', '/bundles', { body: { kind: 'full' } }));
    const folder = temporaryFolder();
    const zip = join(folder.path, 'bundle.zip');
    const response = await api.send('GET', `/bundles/${job.job_id}`);
    writeFileSync(zip, Buffer.from(await response.arrayBuffer()));
    const python = (...argv: string[]) =>
      spawnSync('python3', argv, { cwd: folder.path, encoding: 'utf8' });
    python('-m', 'zipfile', '-e', zip, folder.path);
    rmSync(zip);
    expect(python('auditor.py', 'verify', '.').stdout).toMatch(/^CONSISTENT, KEY NOT CHECKED/m);
    const lines = join(folder.path, 'entries.ndjson');
    const text = readFileSync(lines, 'utf8');
    writeFileSync(
      lines,
      text.replace('"type":"ledger.clock/v1"', '"type":"ledger.clock/v1","why":""'),
    );
    expect(python('auditor.py', 'verify', '.').stdout).toContain(
      'has not the members of ledger.clock/v1',
    );
    writeFileSync(lines, text.replace(`"observed":"${instant(wrong)}"`, '"observed":"2030"'));
    expect(python('auditor.py', 'verify', '.').stdout).toContain(
      'entry 2: does not declare the clock',
    );
    folder.remove();
  });

  test('with one that is dated by nothing is told of', async () => {
    const folder = temporaryFolder();
    const ledger = new TestLedger(folder.path);
    ledger.append(testBody(1));
    const { seq } = ledger.journal.appendEntry((place) =>
      clockEntry({ ...place, observed: instant(ledger.now - 1), reason: 'behind' }),
    );
    ledger.now += day;
    ledger.journal.appendEntry((place) =>
      clockEntry({ ...place, observed: instant(ledger.now - 1), reason: 'ahead' }),
    );
    ledger.close();
    const { findings } = await verifyFile(ledger.path);
    expect(findings).toMatchObject([
      { verdict: 'ENTRY_ALTERED', seq: seq + 1, field: 'created_at' },
    ]);
    folder.remove();
  });
});

describe('A declaration', () => {
  const entry = {
    seq: 2,
    createdAt: '2031-03-03T00:00:00.000Z',
    observed: '2026-11-22T00:00:00.000Z',
    reason: 'behind',
  } as const;

  test('is canonical, with exactly its members', () => {
    const text = clockEntry(entry);
    expect(text).toBe(
      '{"created_at":"2031-03-03T00:00:00.000Z","observed":"2026-11-22T00:00:00.000Z","reason":"behind","seq":2,"type":"ledger.clock/v1"}',
    );
    expect(decodeEntry(text)).toMatchObject({ type: 'ledger.clock/v1', seq: 2 });
  });

  test.each([
    ['another reason', ['"behind"', '"late"']],
    ['no instant', ['2026-11-22T00:00:00.000Z"', '22 Nov 2026"']],
    ['a member more', ['"reason"', '"note":"","reason"']],
    ['values', ['{"created', '{"commit":{},"created']],
  ] as const)('with %s is none', (_what, [from, to]) => {
    expect(() => decodeEntry(clockEntry(entry).replace(from, to))).toThrow(EntryFormatError);
  });
});
