/** The routes of backups that a host answers itself: they work while the ledger does not. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup, BackupSettings } from '../../shared/contract/backups.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { BroughtKey } from '../../shared/contract/signing-key.ts';
import type { CreateId } from '../../shared/ids.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { Turns } from '../../shared/turns.ts';
import { sealedKeysFolder } from '../ledger/signing-keys.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import {
  backupFolders,
  checkFolder,
  findBackup,
  listBackups,
  removeBackup,
} from './backup-folders.ts';
import { isOverdue, nextBackupAt } from './backup-schedule.ts';
import {
  folderOf,
  readSettings,
  readState,
  writeKeyExport,
  writeSettings,
} from './backup-settings.ts';
import type { HeldLedger, MaintenanceThread, Preview } from './maintenance.ts';
import { makeIncomingKey } from './restore-marker.ts';
import type { CarriedKeys } from './signing-key-file.ts';

export type BackupHostOperations =
  | 'listBackups'
  | 'getBackupSettings'
  | 'changeBackupSettings'
  | 'deleteBackup'
  | 'previewRestore'
  | 'restoreLedger'
  | 'exportSigningKey';

export interface BackupHostOptions {
  readonly ledger: HeldLedger;
  readonly thread: MaintenanceThread;
  readonly dataRoot: string;
  readonly clock: Clock;
  readonly createId: CreateId;
}

export function backupHostRoutes(options: BackupHostOptions): RouteHandlers<BackupHostOperations> {
  return {
    ...listRoutes(options),
    ...settingRoutes(options),
    ...restoreRoutes(options),
    ...keyRoutes(options),
  };
}

function listRoutes({ ledger }: BackupHostOptions): RouteHandlers<'listBackups' | 'deleteBackup'> {
  return {
    listBackups: async () => jsonReply(await listBackups(await foldersOf(ledger))),
    deleteBackup: async ({ parameters: { id } }) => {
      const backup = await known(ledger, id);
      await removeBackup(backup.path);
      ledger.announce(['backups']);
      return jsonReply(backup);
    },
  };
}

function settingRoutes(
  options: BackupHostOptions,
): RouteHandlers<'getBackupSettings' | 'changeBackupSettings'> {
  const { ledger, dataRoot } = options;
  const settingTurns = new Turns(1);
  return {
    getBackupSettings: async () => jsonReply(await describeSettings(options)),
    changeBackupSettings: async ({ body, previous }) => {
      const { directory, kind } = ledger.workspace();
      refuseCase(kind);
      ledger.refuseMoved();
      if (body.folder !== null) await checkFolder(body.folder, dataRoot);
      // One after the other: what is confirmed is what is replaced.
      const end = await settingTurns.take();
      try {
        previous.confirm(await readSettings(directory, kind));
        writeSettings(directory, body);
      } finally {
        end();
      }
      ledger.announce(['backups']);
      return jsonReply(await describeSettings(options));
    },
  };
}

function restoreRoutes({
  ledger,
  thread,
  createId,
}: BackupHostOptions): RouteHandlers<'previewRestore' | 'restoreLedger'> {
  return {
    previewRestore: async ({ body, principal }) => {
      refuseCase(ledger.workspace().kind);
      const isOperator = principal.kind === 'operator';
      refuseForeignHands(body.key, isOperator);
      const { sha256: _sha256, ...preview } = await thread.preview(
        await pathOf(ledger, body, isOperator),
        body.key,
      );
      return jsonReply(preview);
    },

    restoreLedger: async ({ body, principal, caller }) => {
      refuseCase(ledger.workspace().kind);
      const isOperator = principal.kind === 'operator';
      refuseForeignHands(body.key, isOperator);
      const path = await pathOf(ledger, body, isOperator);
      const opened = body.key === undefined ? undefined : await thread.openKey(body.key);
      const preview = await thread.preview(path, body.key);
      // Asked before the ledger is closed: a refusal disturbs nobody.
      refuseRestore(preview, body.confirm);
      const restoreId = createId('rest');
      const outcome = await ledger.whileClosed(async () => {
        await layOutKey(ledger, opened);
        const done = await thread.restore({
          path,
          confirm: body.confirm,
          sha256: preview.sha256,
          restoreId,
          requestedBy: caller,
          eraseAgain: body.erase_again,
          brought: opened,
        });
        if (opened !== undefined) await noteKeyFile(ledger, opened.createdAt);
        return done;
      });
      ledger.announce(['backups']);
      return jsonReply({
        restore_id: restoreId,
        ...outcome,
        opened: ledger.state() === 'ready',
      });
    },
  };
}

function keyRoutes({ ledger, thread }: BackupHostOptions): RouteHandlers<'exportSigningKey'> {
  return {
    exportSigningKey: async ({ body }) => {
      refuseCase(ledger.workspace().kind);
      ledger.refuseMoved();
      const { name, text, createdAt } = await thread.exportKey(body.passphrase);
      await noteKeyFile(ledger, createdAt);
      ledger.announce(['backups']);
      return {
        body: text,
        headers: {
          'cache-control': 'no-store',
          'content-disposition': `attachment; filename="${name}"`,
        },
      };
    },
  };
}

function foldersOf(ledger: HeldLedger): ReturnType<typeof backupFolders> {
  const { directory, kind } = ledger.workspace();
  return backupFolders(directory, kind);
}

async function known(ledger: HeldLedger, id: string): Promise<Backup> {
  const backup = await findBackup(await foldersOf(ledger), id);
  if (backup === undefined) throw new ApiError('not_found', `There is no backup ${id}.`);
  return backup;
}

/** A path on this machine is the affair of the person at it. */
async function pathOf(
  ledger: HeldLedger,
  source: { backup_id?: string | undefined; path?: string | undefined },
  isOperator: boolean,
): Promise<string> {
  if (source.backup_id !== undefined) return (await known(ledger, source.backup_id)).path;
  if (!isOperator) {
    throw new ApiError('forbidden', 'A file elsewhere is restored in the console, not with a key.');
  }
  if (source.path === undefined) {
    throw validationError([faultAt('path', 'required')]);
  }
  return source.path;
}

async function describeSettings({ ledger, clock }: BackupHostOptions): Promise<BackupSettings> {
  const { directory, kind } = ledger.workspace();
  const settings = await readSettings(directory, kind);
  const state = await readState(directory);
  const available = kind !== 'case';
  const next = available ? nextBackupAt(settings, state) : null;
  const exported = state.key_export;
  const later = await laterKeys(directory);
  return {
    ...settings,
    available,
    folder_in_use: folderOf(directory, settings),
    next_at: next === null ? null : instant(Math.max(next, clock())),
    last_success: state.last_success,
    last_failure: state.last_failure,
    overdue: available && isOverdue(settings, state, clock()),
    signing_key: {
      exported_at: exported?.at ?? null,
      complete: exported !== null && later.every((each) => exported.later.includes(each)),
    },
  };
}

/** @throws {ApiError} `conflict` for a backup that cannot be restored, or is not the one that was confirmed */
function refuseRestore(preview: Preview, confirmed: string): void {
  if (preview.obstacle !== null) {
    throw new ApiError('conflict', preview.message ?? 'It cannot be restored.', {
      details: { obstacle: preview.obstacle },
    });
  }
  if (preview.backup?.head_hash !== confirmed) {
    throw new ApiError('conflict', 'This is not the backup that was confirmed. Look at it again.', {
      details: { head_hash: preview.backup?.head_hash ?? null },
    });
  }
}

/** Somebody has a file with the keys that are here now. */
async function noteKeyFile(ledger: HeldLedger, at: string): Promise<void> {
  const { directory } = ledger.workspace();
  writeKeyExport(directory, { at, later: await laterKeys(directory) });
}

/** The host lays the first key out as it keeps one; the thread that restores does the others. */
async function layOutKey(ledger: HeldLedger, brought: CarriedKeys | undefined): Promise<void> {
  if (brought === undefined) return;
  const { keepSeed } = ledger;
  if (keepSeed === undefined) throw new ApiError('conflict', 'This host cannot keep a key.');
  await keepSeed(makeIncomingKey(ledger.workspace().directory), brought.keys[0].seed);
}

/** The keys after the first, by the names of their files beside the ledger. */
async function laterKeys(directory: string): Promise<string[]> {
  const names = await readdir(join(directory, sealedKeysFolder)).catch(() => []);
  return names.filter((each) => each.endsWith('.sealed'));
}

/** A key comes by the hands of the person at the machine, as a file elsewhere does. */
function refuseForeignHands(key: BroughtKey | undefined, isOperator: boolean): void {
  if (key === undefined || isOperator) return;
  throw new ApiError('forbidden', 'A signing key is brought in the console, not with a key.');
}

function refuseCase(kind: string): void {
  if (kind === 'case') {
    throw new ApiError('conflict', 'A case is not backed up: import its bundle again instead.');
  }
}
