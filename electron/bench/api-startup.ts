/** How long the built headless host takes from its start to its first line, which says it answers. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { median, type Benchmark } from './measurement.ts';

const host = join(import.meta.dirname, '..', '..', 'dist', 'main', 'headless.js');

async function startOnce(data: string, more: readonly string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [host, '--data', data, '--port', '0', ...more], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((settle) => {
    child.once('exit', () => settle());
  });
  const taken = await new Promise<number>((settle) => {
    createInterface({ input: child.stdout }).once('line', () =>
      settle(performance.now() - started),
    );
    void ended.then(() => settle(Number.NaN));
  });
  child.kill('SIGTERM');
  await ended;
  return taken;
}

/** A fresh ledger, one that is there, and a demo of 10,000 records from nothing. */
export const benchmarkStartup: Benchmark = async ({ directory }) => {
  if (!existsSync(host)) {
    return [
      {
        name: 'start of the host',
        required: 1_000,
        detail: 'not measured: run npm run build first',
      },
    ];
  }
  const data = join(directory, 'data');
  const first = await startOnce(data, []);
  const again: number[] = [];
  for (let round = 0; round < 5; round += 1) again.push(await startOnce(data, []));
  const demo = await startOnce(join(directory, 'demo'), ['--demo']);
  return [
    { name: 'start of the host, new ledger', measured: first, required: 2_000, detail: '' },
    {
      name: 'start of the host, existing ledger',
      measured: median(again),
      required: 1_000,
      detail: 'process start to first answer',
    },
    { name: 'start with a new demo of 10,000', measured: demo, required: 10_000, detail: '' },
  ];
};
