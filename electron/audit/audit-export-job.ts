/** The job that writes the audit log, or a part of it, into a file. */
import { createHash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import {
  auditExportFormats,
  createAuditExportSchema,
  type AuditEvent,
  type AuditExportResult,
} from '../../shared/contract/audit.ts';
import { localTimes } from '../../shared/local-time.ts';
import { openBeside, type ReaderDatabase } from '../database/open-database.ts';
import type { Remover } from '../database/remover.ts';
import {
  JobStopped,
  type JobContext,
  type JobKindRunner,
  type JobOutcome,
} from '../jobs/job-runner.ts';
import { JobFiles } from '../jobs/job-files.ts';
import { auditCsvHeader, auditCsvLine } from './audit-csv.ts';
import { AuditStore, type KeyName } from './audit-store.ts';

/** Exported logs. */
export type AuditExportFiles = JobFiles<(typeof auditExportFormats)[number]>;

export function auditExportFiles(directory: string): AuditExportFiles {
  return new JobFiles({
    directory,
    folder: 'audit-exports',
    formats: auditExportFormats,
    kept: 10,
  });
}

/** Events written at a time: a few milliseconds' work. */
const eventsAtOnce = 200;

export interface AuditExportJobOptions {
  readonly database: ReaderDatabase;
  readonly files: AuditExportFiles;
  readonly remover: Remover;
  readonly keyName: KeyName;
}

export function auditExportJob(options: AuditExportJobOptions): JobKindRunner {
  return {
    run: async (context) => exportLog(context, options),
    dispose: (jobId) => options.remover.remove(options.files.draftsOf(jobId)),
    completedResult: () => undefined,
    abandon: (jobId) => options.files.remove(jobId),
  };
}

async function exportLog(
  { jobId, parameters, report, shouldStop }: JobContext,
  { database, files, remover, keyName }: AuditExportJobOptions,
): Promise<JobOutcome> {
  const {
    format,
    time_zone: zone,
    list_separator: separator = ',',
    ...filter
  } = createAuditExportSchema.parse(parameters);
  const connection = openBeside(database);
  const draft = files.draftOf(jobId);
  const file = await open(draft, 'w', 0o600);
  const hash = createHash('sha256');
  let events = 0;
  let bytes = 0;
  const write = async (text: string): Promise<void> => {
    const chunk = Buffer.from(text);
    await file.writeFile(chunk);
    hash.update(chunk);
    bytes += chunk.length;
  };
  try {
    connection.exec('BEGIN');
    const store = new AuditStore(connection, keyName);
    const { total } = store.page(filter, { limit: 1, offset: 0 });
    const localTime = localTimes(zone ?? 'UTC');
    const lineOf = (event: AuditEvent) => auditCsvLine(event, localTime, separator);
    if (format === 'csv') await write(auditCsvHeader(separator));
    for (let after = 0; ;) {
      const rows = store.next(filter, after, eventsAtOnce);
      if (rows.length === 0) break;
      const lines =
        format === 'csv'
          ? rows.map((row) => lineOf(store.read(row)))
          : rows.map(({ line }) => `${line}\n`);
      await write(lines.join(''));
      after = rows.at(-1)?.seq ?? after;
      events += rows.length;
      report({ phase: 'writing', done: events, total, unit: 'entries' });
      if (shouldStop()) throw new JobStopped();
    }
    await file.sync();
  } finally {
    connection.close();
    await file.close();
  }
  await rename(draft, files.pathOf(jobId, format));
  await remover.remove(files.outdated());
  const sha256 = `sha256:${hash.digest('hex')}`;
  const result: AuditExportResult = {
    export_id: jobId,
    format,
    ...(format === 'csv' && { list_separator: separator }),
    events,
    bytes,
    sha256,
  };
  return { result };
}
