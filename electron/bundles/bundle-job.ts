/** The job that exports a bundle: signs, gathers, writes, zips. */
import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createBundleSchema, type BundleResult } from '../../shared/contract/bundles.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import type { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { openBeside, type ReaderDatabase } from '../database/open-database.ts';
import {
  JobStopped,
  type JobContext,
  type JobKindRunner,
  type JobOutcome,
} from '../jobs/job-runner.ts';
import type { BundleFiles } from './bundle-files.ts';
import { selectEntries } from './select-entries.ts';
import { writeBundle, writeSums } from './write-bundle.ts';
import { writeTiles } from './write-tiles.ts';
import { zipFolder } from './zip-folder.ts';

export interface BundleJobOptions {
  readonly database: ReaderDatabase;
  readonly checkpoints: CheckpointFiles;
  readonly files: BundleFiles;
  /** Has the writer sign the ledger as it is; resolves with the note. */
  readonly sign: () => Promise<string>;
}

export function bundleJob(options: BundleJobOptions): JobKindRunner {
  return {
    run: async (context) => exportBundle(context, options),
    dispose: async (jobId) => options.files.removeDraft(jobId),
    completedResult: () => undefined,
  };
}

async function exportBundle(
  { jobId, parameters, report, shouldStop }: JobContext,
  { database, checkpoints, files, sign }: BundleJobOptions,
): Promise<JobOutcome> {
  const order = createBundleSchema.parse(parameters);
  const note = await sign();
  const size = parseCheckpoint(note)?.size ?? 0;
  const { default: verifyScript } = await import('./verify.py?raw');
  const folder = files.makeDraft(jobId);
  const connection = openBeside(database);
  let entries = 0;
  try {
    connection.exec('BEGIN');
    const seqs = selectEntries(connection, order, size);
    entries = seqs.length;
    const onEntry = (done: number) => {
      report({ phase: 'writing', done, total: entries, unit: 'entries' });
      if (done % 256 === 0 && shouldStop()) throw new JobStopped();
    };
    if (order.format === 'tiles') writeTiles(folder, connection, note, onEntry);
    else
      writeBundle(folder, connection, checkpoints, {
        order,
        seqs,
        note,
        verifyScript,
        onEntry,
      });
  } finally {
    connection.close();
  }
  if (order.format === 'bundle') {
    await writeSums(folder);
    const { bundleReport } = await import('./bundle-report.ts');
    const bytes = await bundleReport(folder, (done, total) => {
      report({ phase: 'verifying', done, total, unit: 'entries' });
      if (done % 256 === 0 && shouldStop()) throw new JobStopped();
    });
    writeFileSync(join(folder, 'view', 'report.pdf'), bytes, { mode: 0o600 });
    await writeSums(folder);
  }
  if (shouldStop()) throw new JobStopped();
  const path = files.pathOf(jobId);
  await zipFolder(folder, `${path}.new`);
  await rename(`${path}.new`, path);
  files.thin();
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(Buffer.from(chunk));
  const result: BundleResult = {
    bundle_id: jobId,
    kind: order.kind,
    format: order.format,
    entries,
    size,
    bytes: (await stat(path)).size,
    sha256: `sha256:${hash.digest('hex')}`,
  };
  return { result };
}
