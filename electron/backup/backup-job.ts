/** The job that backs the ledger up: copies, proves, seals, and lets older backups go. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  backupManifestSchema,
  backupReasons,
  type BackupManifest,
  type BackupResult,
} from '../../shared/contract/backups.ts';
import type { ChangeTopic, LedgerKind } from '../../shared/contract/workspace.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { hashOfEntry, readLedgerFacts, type LedgerFacts } from '../database/ledger-facts.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { hashFileInPieces, manifestName } from '../database/backup-files.ts';
import type { Place } from '../database/open-place.ts';
import type { Remover } from '../database/remover.ts';
import { draftBackup, sealBackupBy } from '../database/sealed-backup.ts';
import type { RunForeign } from '../foreign/foreign-task.ts';
import { givingWay } from '../jobs/give-way.ts';
import {
  JobStopped,
  type JobContext,
  type JobKindRunner,
  type JobOutcome,
} from '../jobs/job-runner.ts';
import {
  checkFolder,
  backupFolders,
  listBackups,
  removeBackup,
  unfinishedIn,
} from './backup-folders.ts';
import { backupsToRemove } from './backup-retention.ts';
import { checkDraft } from './check-copy.ts';
import { folderOf, readSettings, type BackupNote } from './backup-settings.ts';
import { copyOutcomeSchema } from './copy-ledger.ts';

export const backupOrderSchema = z.object({ reason: z.enum(backupReasons) });

export interface BackupJobOptions {
  readonly database: ReaderDatabase;
  /** Of the ledger: what is beside it is not its own any more once that was moved. */
  readonly place: Place;
  readonly directory: string;
  readonly dataRoot: string;
  readonly kind: LedgerKind;
  readonly programVersion: string;
  readonly clock: Clock;
  readonly foreign: RunForeign;
  readonly remover: Remover;
  readonly callWriter: (task: string, params: unknown) => Promise<unknown>;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}

export function backupJob(options: BackupJobOptions): JobKindRunner {
  return {
    run: async (context) => {
      try {
        return await backUp(context, options);
      } catch (error) {
        if (!(error instanceof JobStopped)) await noteFailure(error, options);
        throw error;
      } finally {
        options.changed(['backups']);
      }
    },
    dispose: async () => {
      await removeLeft(options);
      return 0;
    },
    completedResult: (jobId) => sealedResult(jobId, options.directory),
  };
}

async function backUp(
  { jobId, parameters, report, freed, shouldStop }: JobContext,
  options: BackupJobOptions,
): Promise<JobOutcome> {
  const { database, directory, kind, clock, programVersion, foreign, remover } = options;
  const giveWay = givingWay(shouldStop);
  const { reason } = backupOrderSchema.parse(parameters);
  const settings = await readSettings(directory, kind);
  const folder = folderOf(directory, settings);
  if (settings.folder !== null) await checkFolder(folder, options.dataRoot);
  await remover.remove(await unfinishedIn(folder, settings.folder === null, clock()));
  const backup = draftBackup(folder, reason, clock());
  try {
    const { stopped, entries } = copyOutcomeSchema.parse(
      await options.callWriter('copy-ledger', { jobId, copy: backup.copy }),
    );
    if (stopped) throw new JobStopped();
    report({ phase: 'checking', done: 0, total: null, unit: 'bytes' });
    const manifest = await sealBackupBy(
      backup,
      {
        jobId,
        reason,
        clock,
        programVersion,
        contradiction: (facts) => contradiction(facts, entries, database),
      },
      {
        check: (copy) => checkDraft(foreign, copy, shouldStop),
        hash: (copy) =>
          hashFileInPieces(copy, async (done, total) => {
            report({ phase: 'hashing', done, total, unit: 'bytes' });
            await giveWay();
          }),
      },
    );
    const { created_at } = manifest;
    await note(options, {
      done_at: created_at,
      last_success: { backup_id: manifest.backup_id, created_at },
      last_failure: null,
    });
    await thin(manifest, options);
    const { format: _format, ...result } = manifest;
    return { result: result satisfies BackupResult };
  } finally {
    freed(await remover.remove([backup.draft]));
  }
}

/** Removes the draft of a job whose thread did not live to do it. */
async function removeLeft({
  place,
  directory,
  kind,
  clock,
  remover,
}: BackupJobOptions): Promise<void> {
  try {
    place.confirm();
    const settings = await readSettings(directory, kind);
    const isOwn = settings.folder === null;
    await remover.remove(await unfinishedIn(folderOf(directory, settings), isOwn, clock()));
  } catch {
    // It is no backup by its name, and goes before the next one is made.
  }
}

/** Why a copy is not a state that the ledger went through since the copying began. */
function contradiction(
  facts: LedgerFacts,
  entriesBefore: number,
  database: ReaderDatabase,
): string | undefined {
  const present = readLedgerFacts(database);
  if (facts.entries < entriesBefore) return `It has ${facts.entries} of ${entriesBefore} entries.`;
  if (facts.origin !== present.origin || facts.vkey !== present.vkey)
    return 'It is another ledger.';
  const head = database
    .prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?')
    .pluck()
    .get(facts.entries - 1);
  if (head === undefined || hashOfEntry(head) !== facts.headHash) {
    return `Its last entry, ${facts.entries - 1}, is not that of the ledger.`;
  }
  return undefined;
}

/** Removes what the settings no longer keep: backups of this very ledger, whole ones, and older ones. */
async function thin(newest: BackupManifest, options: BackupJobOptions): Promise<void> {
  const { database, directory, kind } = options;
  const settings = await readSettings(directory, kind);
  const { data } = await listBackups(await backupFolders(directory, kind));
  const own = data.filter(
    ({ manifest, fault }) =>
      fault === null && manifest?.vkey === newest.vkey && newest.vkey !== null,
  );
  const erasedAt = database
    .prepare<[], number | null>(
      'SELECT max(seq) FROM (SELECT seq FROM erasures UNION ALL SELECT seq FROM row_erasures)',
    )
    .pluck()
    .get();
  const manifests = own.flatMap(({ manifest }) => (manifest === null ? [] : [manifest]));
  const outdated = backupsToRemove(manifests, newest, {
    ...settings,
    erasedAt: erasedAt ?? undefined,
  });
  for (const { backup_id: id } of outdated) {
    const path = own.find((each) => each.backup_id === id)?.path;
    if (path !== undefined) await removeBackup(path);
  }
}

/** The state beside the ledger has one thread that writes it. */
function note({ callWriter }: BackupJobOptions, changes: BackupNote): Promise<unknown> {
  return callWriter('note-backup', changes);
}

async function noteFailure(error: unknown, options: BackupJobOptions): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  try {
    options.place.confirm();
    await note(options, { last_failure: { at: instant(options.clock()), message } });
  } catch {
    // The disk of the ledger itself is full, or the ledger is gone: the job says what failed.
  }
}

/** The result of a job whose backup was sealed before the engine ended. */
function sealedResult(jobId: string, directory: string): unknown {
  const folder = join(directory, 'backups');
  try {
    const names = readdirSync(folder).toSorted().toReversed().slice(0, 5);
    for (const name of names) {
      const text = readFileSync(join(folder, name, manifestName), 'utf8');
      const { format: _format, ...result } = backupManifestSchema.parse(JSON.parse(text));
      if (result.job_id === jobId) return result;
    }
  } catch {
    return undefined;
  }
  return undefined;
}
