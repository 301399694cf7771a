/** Key files and restores from anybody: looking at one ends, whatever is in it. */
import { expect, test } from 'vitest';
import { defaultEngineLimits } from './engine-limits.ts';
import { maintenanceThread } from './maintenance-thread.ts';
import { WorkerClient } from './worker-client.ts';

const clients: WorkerClient[] = [];
const thread = maintenanceThread({
  createClient: () => {
    const client = new WorkerClient({
      role: 'maintenance',
      entry: new URL('testing/stub-maintenance.ts', import.meta.url),
      limits: defaultEngineLimits,
      restart: false,
      deadlineMs: defaultEngineLimits.readMs,
      log: () => {},
      onState: () => {},
      onMessage: () => {},
    });
    clients.push(client);
    return client;
  },
  settings: async () => ({
    dataRoot: '/nowhere',
    directory: '/nowhere',
    kind: 'local',
    caseId: undefined,
    version: '1.2.3',
    label: 'the test',
    signingSeed: new Uint8Array(32),
    demoRecords: 0,
    demoRows: 0,
    queryMs: 1,
  }),
  limits: { leastMs: 200, perMebibyteMs: 1 },
});

const key = { file: '{}', passphrase: 'x' };

test.each([
  ['a restore', () => thread.preview('/nowhere')],
  ['a key file', () => thread.openKey(key)],
  ['an export of keys', () => thread.exportKey('x')],
])('%s that does not end is given up, and its thread with it', async (_what, look) => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 5);
  await expect(look()).rejects.toMatchObject({
    code: 'validation_error',
    message: 'The file was given up: it took longer than 0.2 s.',
  });
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
  expect(clients.at(-1)?.worker.state).toBe('closed');
});
