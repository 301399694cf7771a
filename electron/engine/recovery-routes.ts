/** The routes that work while the ledger does not: what is wrong, and another try. */
import { stat } from 'node:fs/promises';
import { ApiError } from '../../shared/contract/errors.ts';
import type { Recovery } from '../../shared/contract/recovery.ts';
import { instant } from '../../shared/time.ts';
import { freeBytes } from '../database/free-bytes.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { EngineStatus } from './engine-status.ts';

export type RecoveryOperations =
  | 'getRecovery'
  | 'retryRecovery'
  | 'unlockLedger'
  | 'openDataFolder';

export interface RecoveryOptions {
  readonly engine: {
    status(): EngineStatus;
    restart(): Promise<EngineStatus>;
    /** Opens the key of the ledger that is to be open. @throws {ApiError} */
    unlock(passphrase: string): Promise<void>;
  };
  readonly dataRoot: string;
  readonly version: string;
  /** Crashes in a row after which a thread stays down. */
  readonly attempts: number;
  /** Shows the data directory; undefined where there is no desktop. */
  readonly openDataFolder?: () => void;
}

export function recoveryRoutes(options: RecoveryOptions): RouteHandlers<RecoveryOperations> {
  const { engine, openDataFolder } = options;
  const describe = async () => jsonReply(await describeRecovery(options));
  return {
    getRecovery: describe,
    retryRecovery: async () => {
      const { state, fault } = engine.status();
      if (state !== 'ready' || fault !== undefined) await engine.restart();
      return describe();
    },
    unlockLedger: async ({ body }) => {
      if (engine.status().fault?.fault !== 'key_locked') {
        throw new ApiError('conflict', 'The ledger does not wait for a passphrase.');
      }
      await engine.unlock(body.passphrase);
      await engine.restart();
      return describe();
    },
    openDataFolder: () => {
      if (openDataFolder === undefined) {
        throw new ApiError('not_found', 'This host has no desktop to show a folder on.');
      }
      openDataFolder();
      return describe();
    },
  };
}

async function describeRecovery(options: RecoveryOptions): Promise<Recovery> {
  const { dataRoot, version, attempts } = options;
  const { state, since, workspace, fault, crash, filling } = options.engine.status();
  const nextAttemptAt = crash?.nextAttemptAt;
  return {
    state: states[state],
    since: instant(since),
    workspace,
    fault: fault?.fault ?? null,
    message: fault?.message ?? null,
    code: fault === undefined || fault.code === '' ? null : fault.code,
    path: fault?.path ?? null,
    file_bytes: fault?.path === undefined ? null : await sizeOf(fault.path),
    free_bytes: await freeBytes(dataRoot),
    versions: fault?.versions ?? null,
    holder: fault?.holder ?? null,
    crash:
      crash === undefined
        ? null
        : {
            thread: crash.thread,
            times: crash.times,
            attempts,
            next_attempt_at: nextAttemptAt === undefined ? null : instant(nextAttemptAt),
          },
    filling: filling ?? null,
    data_directory: dataRoot,
    version,
    can_open_folder: options.openDataFolder !== undefined,
  };
}

const states = {
  starting: 'opening',
  switching: 'opening',
  closed: 'opening',
  ready: 'ready',
  recovering: 'recovering',
  failed: 'failed',
} as const satisfies Record<EngineStatus['state'], Recovery['state']>;

async function sizeOf(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}
