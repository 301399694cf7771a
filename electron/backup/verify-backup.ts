/**
 * Verifies a backup: the file against its manifest, and every entry in it. SQLite's own check was passed
 * when the manifest was written, and a file of the same SHA-256 would pass it again; it is repeated before
 * a restore, where nothing has to be stopped.
 */
import { z } from 'zod';
import {
  backupIdPattern,
  type Backup,
  type BackupCheckResult,
} from '../../shared/contract/backups.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { ChangeTopic, LedgerKind } from '../../shared/contract/workspace.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { DatabaseError, isDamage } from '../database/database-error.ts';
import { inspectLedger } from '../database/ledger-facts.ts';
import { newestSchema, openReader } from '../database/open-database.ts';
import { copyName, hashFileInPieces } from '../database/backup-files.ts';
import { givingWay } from '../jobs/give-way.ts';
import { JobStopped, type JobContext, type JobKindRunner } from '../jobs/job-runner.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { backupFolders, findBackup, keepVerification } from './backup-folders.ts';
import { join } from 'node:path';

export const verifyOrderSchema = z.object({ backupId: z.string().regex(backupIdPattern) });

export interface VerifyBackupOptions {
  readonly directory: string;
  readonly kind: LedgerKind;
  readonly clock: Clock;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}

export function backupVerificationJob(options: VerifyBackupOptions): JobKindRunner {
  const { directory, kind, clock, changed } = options;
  return {
    run: async (context) => {
      const { backupId } = verifyOrderSchema.parse(context.parameters);
      const backup = await findBackup(await backupFolders(directory, kind), backupId);
      if (backup === undefined) throw new ApiError('not_found', `There is no backup ${backupId}.`);
      const judged = await judge(backup, context);
      const result: BackupCheckResult = {
        backup_id: backupId,
        entries: backup.manifest?.entries ?? 0,
        verified_at: instant(clock()),
        ...judged,
      };
      const { verified_at, intact, message } = result;
      keepVerification(backup.path, { verified_at, intact, message });
      changed(['backups']);
      return { result };
    },
    dispose: async () => 0,
    completedResult: () => undefined,
  };
}

type Judged = Pick<BackupCheckResult, 'intact' | 'message'>;

const altered = (message: string): Judged => ({ intact: false, message });

/** What is found of a backup. @throws {JobStopped} */
async function judge(
  { path, manifest, fault }: Backup,
  { report, shouldStop }: JobContext,
): Promise<Judged> {
  if (manifest === null || fault !== null) return altered(fault ?? 'It has no manifest.');
  const copy = join(path, copyName);
  const giveWay = givingWay(shouldStop);
  const sha256 = await hashFileInPieces(copy, async (done, total) => {
    report({ phase: 'hashing', done, total, unit: 'bytes' });
    await giveWay();
  });
  if (sha256 !== manifest.sha256) {
    return altered('The file is not the one that was made: its SHA-256 differs.');
  }
  try {
    const facts = inspectLedger(copy);
    if (facts.entries !== manifest.entries || facts.headHash !== manifest.head_hash) {
      return altered('It does not hold the entries that its manifest names.');
    }
    if (facts.schemaVersion !== newestSchema) {
      const message =
        'Intact: the file is the one that was made, and its last entry is the one in the manifest. Its schema is an older one, so its entries were not recomputed.';
      return { intact: true, message };
    }
    const database = openReader(copy);
    try {
      const {
        canceled,
        findings_total: findings,
        rows,
      } = await verifyLedger(database, {
        // Nobody waits for the check of a copy: of the indexes none is left out.
        indexes: 'all',
        onFinding: () => {},
        onProgress: ({ done, total }) => {
          report({ phase: 'verifying', done, total, unit: 'entries' });
          return !shouldStop();
        },
      });
      if (canceled) throw new JobStopped();
      if (findings > 0) return altered(`${findings} findings: not every entry in it holds.`);
      const indexes = `${rows?.indexes ?? 0} of ${rows?.indexes_total ?? 0} indexes`;
      const persons =
        (rows?.persons_not_checked ?? 0) > 0
          ? ' Who decisions are about was not checked: the key of persons is in no backup.'
          : '';
      const message = `Intact: the file is the one that was made, and its ${manifest.entries} entries hold; ${indexes} were computed again.${persons}`;
      return { intact: true, message };
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof DatabaseError) return altered(error.message);
    if (error instanceof Error && isDamage(error)) return altered(`SQLite says: ${error.message}`);
    throw error;
  }
}
