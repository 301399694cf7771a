/** The maintenance thread as its engine uses it: started for one task, and ended after it. */
import type { MaintenanceThread, RestoreOutcome, RestoreTask } from '../backup/maintenance.ts';
import { exportedKeysSchema, openedKeysSchema } from '../backup/signing-key-file.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { restorePreviewSchema, restoreResultSchema } from '../../shared/contract/backups.ts';
import type { WorkerClient } from './worker-client.ts';
import type { OpenSettings } from './wire.ts';

export interface MaintenanceOptions {
  readonly createClient: () => WorkerClient;
  /** For the ledger that is, or was to be, open. @throws when its key is needed and cannot be had */
  readonly settings: (key: KeyNeed) => Promise<OpenSettings>;
}

/** What becomes of a task whose ledger has lost its key; `wanted` goes without. */
export type KeyNeed = 'needed' | 'wanted' | 'none';

export function maintenanceThread(options: MaintenanceOptions): MaintenanceThread {
  async function run(task: string, params: unknown, key: KeyNeed): Promise<unknown> {
    const settings = await options.settings(key).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ApiError('engine_unavailable', reason);
    });
    const client = options.createClient();
    try {
      await client.worker.open(settings);
      return await client.runTask(task, params);
    } finally {
      await client.worker.close();
    }
  }
  return {
    preview: async (path, key) =>
      restorePreviewSchema.parse(await run('preview-restore', { path, key }, 'wanted')),
    openKey: async (key) => openedKeysSchema.parse(await run('open-key', key, 'none')),
    exportKey: async (passphrase) =>
      exportedKeysSchema.parse(await run('export-key', { passphrase }, 'needed')),
    restore: async (order: RestoreTask): Promise<RestoreOutcome> =>
      restoreResultSchema
        .omit({ restore_id: true, opened: true })
        .parse(await run('restore-backup', order, 'wanted')),
    inspect: () => run('inspect-ledger', {}, 'none'),
  };
}
