/** Writes of others beside the closing of a month, against the same writes alone. After `npm run build`. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { foreignThreads } from '../engine/foreign-threads.ts';
import { openApi } from './api-under-test.ts';
import { median, milliseconds, type Benchmark } from './measurement.ts';

const builtWorker = join(import.meta.dirname, '..', '..', 'dist', 'main', 'worker.js');
const accounts = 200;
const writes = 50;
/** Between two writes beside the run, milliseconds. */
const between = 50;
/** As many times as long as alone, at most. */
const most = 3;
const issuer = {
  legal_name: 'Datahaven Exchange B.V.',
  address: { line1: 'Keizersgracht 241', city: 'Amsterdam', postal_code: '1016 EA', country: 'NL' },
  email: 'billing@datahaven.example',
};
const decision = {
  model_id: 'credit-scorer',
  input: { age: 41 },
  output: { decision: 'approve' },
};
const runShape = z.looseObject({ run_id: z.string(), finished_at: z.string().nullable() });

/** Issue "Money": a write beside a run of 200 accounts waits at most three times as long as alone. */
export const benchmarkBillingRun: Benchmark = async ({ directory }) => {
  let now = Date.UTC(2026, 10, 10);
  // Papers are drawn on threads of the built engine, as in a host.
  const threads = foreignThreads(pathToFileURL(builtWorker));
  const api = await openApi(directory, { clock: () => now, foreign: threads.run });
  const post = async (path: string, body: object): Promise<unknown> =>
    JSON.parse(await api.call('POST', path, { body: JSON.stringify(body), status: 201 }));
  await api.call('PUT', '/billing/settings', { body: JSON.stringify({ issuer }) });
  for (let number = 1; number <= accounts; number += 1) {
    const account_id = `lab-${number}`;
    const address = { ...issuer.address, state: '' };
    await post('/billing/accounts', {
      account_id,
      name: `Lab ${number}`,
      email: issuer.email,
      address,
    });
    const charge = { account_id, kind: 'CHARGE', amount: number, description: 'Setting up' };
    await post('/billing/charges', charge);
  }
  const write = () => milliseconds(() => post('/records', decision));
  const alone: number[] = [];
  for (let count = 0; count < writes; count += 1) alone.push(await write());

  now = Date.UTC(2026, 11, 2, 1);
  const started = performance.now();
  const run = runShape.parse(await post('/billing/runs', { month: '2026-11' }));
  const isOver = async () =>
    runShape.parse(JSON.parse(await api.call('GET', `/billing/runs/${run.run_id}`))).finished_at !==
    null;
  const beside: number[] = [];
  while (!(await isOver())) {
    beside.push(await write());
    await pause(between);
  }
  if (beside.length < writes) throw new Error(`Only ${beside.length} writes were beside the run.`);
  const took = performance.now() - started;
  await api.close();
  threads.close();
  const [baseline, measured] = [median(alone), median(beside)];
  return [
    {
      name: `a write beside a run of ${accounts} accounts`,
      measured,
      baseline,
      ratio: baseline / measured,
      required: 1 / most,
      detail: `median of ${beside.length}, alone of ${writes}; longest ${Math.max(...beside).toFixed(1)} ms, alone ${Math.max(...alone).toFixed(1)}; the run took ${(took / 1_000).toFixed(1)} s`,
    },
  ];
};
