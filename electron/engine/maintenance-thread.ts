/** The maintenance thread as its engine uses it: started for one task, and ended after it. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { MaintenanceThread, RestoreOutcome, RestoreTask } from '../backup/maintenance.ts';
import { exportedKeysSchema, openedKeysSchema } from '../backup/signing-key-file.ts';
import { copyName } from '../database/backup-files.ts';
import { givenUp } from '../foreign/foreign-task.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { restorePreviewSchema, restoreResultSchema } from '../../shared/contract/backups.ts';
import type { WorkerClient } from './worker-client.ts';
import type { OpenSettings } from './wire.ts';

/** How long looking at a key file may take, and at a restore: at least so long, and so long for each MiB of it; milliseconds. */
export interface MaintenanceLimits {
  readonly leastMs: number;
  readonly perMebibyteMs: number;
}

const defaultLimits: MaintenanceLimits = { leastMs: 60_000, perMebibyteMs: 200 };

export interface MaintenanceOptions {
  readonly createClient: () => WorkerClient;
  /** For the ledger that is, or was to be, open. @throws when its key is needed and cannot be had */
  readonly settings: (key: KeyNeed) => Promise<OpenSettings>;
  readonly limits?: MaintenanceLimits;
}

const mebibyte = 1024 * 1024;

/** Need of a task for the key of its ledger, where that is lost; `wanted` goes without. */
export type KeyNeed = 'needed' | 'wanted' | 'none';

const previewSchema = restorePreviewSchema.extend({ sha256: z.string() });

export function maintenanceThread(options: MaintenanceOptions): MaintenanceThread {
  const { leastMs, perMebibyteMs } = options.limits ?? defaultLimits;

  /** @param withinMs after which the thread is given up; without it, it ends when it ends */
  async function run(
    task: string,
    params: unknown,
    key: KeyNeed,
    withinMs?: number,
  ): Promise<unknown> {
    const settings = await options.settings(key).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ApiError('engine_unavailable', reason);
    });
    const client = options.createClient();
    const late = Promise.withResolvers<never>();
    const giveUp = () => {
      late.reject(givenUp('file', `it took longer than ${(withinMs ?? 0) / 1_000} s`));
      client.worker.discard();
    };
    let timer: NodeJS.Timeout | undefined;
    try {
      await client.worker.open(settings);
      // How long the thread takes to load is not the file's doing.
      if (withinMs !== undefined) timer = setTimeout(giveUp, withinMs);
      return await Promise.race([client.runTask(task, params), late.promise]);
    } finally {
      clearTimeout(timer);
      await client.worker.close();
    }
  }

  /** How long the file at a path, or the copy in a folder, may take. */
  async function timeFor(path: string): Promise<number> {
    const sizes = await Promise.all(
      [path, join(path, copyName)].map((each) => stat(each).catch(() => undefined)),
    );
    const bytes = Math.max(...sizes.map((each) => each?.size ?? 0));
    return leastMs + Math.ceil(bytes / mebibyte) * perMebibyteMs;
  }

  return {
    preview: async (path, key) =>
      previewSchema.parse(
        await run('preview-restore', { path, key }, 'wanted', await timeFor(path)),
      ),
    openKey: async (key) => openedKeysSchema.parse(await run('open-key', key, 'none', leastMs)),
    exportKey: async (passphrase) =>
      exportedKeysSchema.parse(await run('export-key', { passphrase }, 'needed', leastMs)),
    restore: async (order: RestoreTask): Promise<RestoreOutcome> =>
      restoreResultSchema
        .omit({ restore_id: true, opened: true })
        .parse(await run('restore-backup', order, 'wanted')),
    inspect: () => run('inspect-ledger', {}, 'none'),
  };
}
