/**
 * A disk that goes away under a ledger, or that answers nothing but errors: no append is acknowledged from then on,
 * nothing is made in its place, and what was acknowledged is there once the disk is. Skipped where this machine gives no
 * process mounts of its own, or no disk made of a file.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { recoverySchema } from '../../shared/contract/recovery.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { rounds } from '../testing/rounds.ts';
import {
  acknowledged,
  appendBeside,
  appendsBeside,
  bodyOf,
  expectNoneLate,
  lanes,
  type Sent,
} from './testing/append-beside.ts';
import { endedJob } from './testing/ended-job.ts';
import { startHeadless, type HeadlessProcess } from './testing/headless-process.ts';
import { ownMounts, wayFor, type OwnMounts, type Way } from './testing/own-mounts.ts';
import { lacking } from '../testing/lacking.ts';

const timeout = 120_000;
const seeds = Array.from({ length: rounds({ usual: 1, all: 10 }) }, (_, round) => round + 1);

const toMount = wayFor('mount -t tmpfs -o size=1m tmpfs /mnt && umount -l /mnt');
const makeImage = 'truncate -s 64M "$1" && mkfs.ext4 -q "$1" && mount -o loop "$1" "$2"';
const tryImage = `set -- "$(mktemp)" /mnt; ${makeImage}; made=$?; umount /mnt; rm "$1"; exit $made`;
const toMountImage = wayFor(tryImage, ['root']);

/** FS_IOC_SHUTDOWN without a flush: the file system answers EIO from then on, as over a disk that was pulled out. */
const breakDisk = `import fcntl, os, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, (2).to_bytes(4, sys.byteorder))`;

let entry: string;
let folder: string;
/** Where the disk is mounted: the data directory of the host. */
let data: string;
let mounts: OwnMounts;
let host: HeadlessProcess;
/** Of the operator, who alone may ask how the engine stands. */
let cookie: string;

beforeAll(async () => {
  entry = (await builtHost()).headless;
}, timeout);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-lost-'));
  data = join(folder, 'data');
  mkdirSync(data);
});

afterEach(async () => {
  await host.end('SIGKILL');
  await mounts.end();
  rmSync(folder, { recursive: true, force: true });
}, timeout);

/** Mounts a disk as data directory, by a line of shell that is told `source` and that directory, and starts a host. */
async function startOn(way: Way | undefined, line: string, source: string): Promise<void> {
  if (way === undefined) throw new Error('This machine does not let it be mounted.');
  mounts = await ownMounts(way);
  mounts.run(line, source, data);
  await start();
}

async function start(): Promise<void> {
  host = await startHeadless(['--data', data], entry, mounts.within);
  const entered = await fetch(host.url, { redirect: 'manual' });
  cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function append(key: string): Promise<Response> {
  return host.send('/records', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: bodyOf(key),
  });
}

async function recovery(path: string, method: string) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(`${host.baseUrl}${path}`, { method, headers });
  return recoverySchema.parse(await answer.json());
}

/** Resolves with the fault of the engine once it has one, whoever found out. */
async function faultFound(): Promise<string> {
  for (;;) {
    const { fault } = await recovery('/recovery', 'GET');
    if (fault !== null) return fault;
    await setTimeout(50);
  }
}

async function recordIds(): Promise<string[]> {
  const { data: records } = recordListSchema.parse(
    await (await host.send('/records?limit=500')).json(),
  );
  return records.map(({ id }) => id);
}

/** What was acknowledged is there, and at most what was under way besides; all of it holds; it goes on. */
async function expectWhole(sent: readonly Sent[]): Promise<void> {
  const ids = await recordIds();
  expect(ids).toEqual(expect.arrayContaining(acknowledged(sent)));
  expect(ids.length - acknowledged(sent).length).toBeLessThanOrEqual(lanes);
  const begun = await host.send('/chain/verifications', { method: 'POST' });
  const job = await endedJob(jobSchema.parse(await begun.json()), host);
  expect(job.result).toMatchObject({ findings_total: 0 });
  for (const { key } of sent) expect((await append(key)).status).toBe(201);
  expect(await recordIds()).toHaveLength(appendsBeside);
}

describe(
  'beside 200 appends a mount disappears',
  lacking(toMount !== undefined, 'nothing may be mounted here'),
  () => {
    it.each(seeds)(
      'with a ledger that is mounted again later (seed %d) @whole',
      { timeout },
      async (seed) => {
        const kept = join(folder, 'kept');
        mkdirSync(kept);
        const bind = 'mount --bind "$1" "$2"';
        await startOn(toMount, bind, kept);
        const sent = await appendBeside(seed, append, () => mounts.run('umount -l "$1"', data));
        expectNoneLate(sent);
        expect(await faultFound()).toBe('moved');
        expect(await recovery('/recovery/retry', 'POST')).toMatchObject({ fault: 'moved' });
        expect(readdirSync(data)).toEqual([]);

        mounts.run(bind, kept, data);
        expect(await recovery('/recovery/retry', 'POST')).toMatchObject({ state: 'ready' });
        await expectWhole(sent);
      },
    );

    it.each(seeds)(
      'with a ledger that is gone with it (seed %d) @whole',
      { timeout },
      async (seed) => {
        await startOn(toMount, 'mount -t tmpfs -o size=64m,mode=700 "$1" "$2"', 'tmpfs');
        const sent = await appendBeside(seed, append, () => mounts.run('umount -l "$1"', data));
        expectNoneLate(sent);
        expect(await faultFound()).toBe('moved');
        expect(await recovery('/recovery/retry', 'POST')).toMatchObject({ fault: 'moved' });
        expect(readdirSync(data)).toEqual([]);
        expect(await host.end('SIGTERM')).toBe(0);
        expect(readdirSync(data)).toEqual([]);
      },
    );
  },
);

describe(
  'beside 200 appends a disk breaks',
  lacking(toMountImage !== undefined, 'no image of a disk may be mounted here'),
  () => {
    it.each(seeds)('and answers nothing but EIO (seed %d) @whole', { timeout }, async (seed) => {
      const image = join(folder, 'image');
      await startOn(toMountImage, makeImage, image);
      const sent = await appendBeside(seed, append, () => {
        expect(spawnSync('python3', ['-c', breakDisk, mounts.seen(data)]).status).toBe(0);
      });
      expectNoneLate(sent);
      // SQLite takes a page that cannot be read for a damaged one.
      expect(['corrupt', 'unwritable']).toContain(await faultFound());
      expect(await host.end('SIGTERM')).toBe(0);

      mounts.run('umount "$2" && mount -o loop "$1" "$2"', image, data);
      await start();
      await expectWhole(sent);
    });
  },
);
