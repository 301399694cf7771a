/** A place that does not answer holds its own thread: nobody waits for it, and no second one follows it there. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, closeSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlaceThreads } from './place-threads.ts';
import { lacking } from '../testing/lacking.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-stuck-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens what it is told, which for a pipe that nobody writes to does not end, and cannot be ended. */
const stub = `import { closeSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
parentPort.postMessage({ type: 'begun' });
if (workerData.params.opens !== undefined) closeSync(openSync(workerData.params.opens, 'r'));
parentPort.postMessage({ type: 'done', result: workerData.params });
`;

test(
  'is given up, and the others are visited',
  lacking(process.platform !== 'win32', 'Windows has no such pipes'),
  async () => {
    const entry = join(folder, 'stub.mjs');
    writeFileSync(entry, stub);
    const pipe = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const threads = new PlaceThreads(pathToFileURL(entry), 200);
    expect(await threads.visit('/stuck', { opens: pipe })).toBeUndefined();
    // At once: it is known to hang there still.
    expect(await threads.visit('/stuck', {})).toBeUndefined();
    expect(await threads.visit('/other', { name: 'other' })).toEqual({ name: 'other' });
    // Once the system lets it go, the place is visited again.
    closeSync(openSync(pipe, 'r+'));
    const visited = () => threads.visit('/stuck', { name: 'back' });
    await expect.poll(visited, { timeout: 20_000 }).toEqual({ name: 'back' });
  },
);
