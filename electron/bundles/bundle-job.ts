/** The job that exports a bundle: signs, gathers, writes, verifies, zips. */
import { rename } from 'node:fs/promises';
import {
  createBundleSchema,
  type BundleResult,
  type CreateBundle,
} from '../../shared/contract/bundles.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import type { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { openBeside, type ReaderDatabase } from '../database/open-database.ts';
import type { Remover } from '../database/remover.ts';
import { givingWay } from '../jobs/give-way.ts';
import type { JobContext, JobKindRunner, JobOutcome } from '../jobs/job-runner.ts';
import type { BundleFiles } from './bundle-files.ts';
import { BundleFolder } from './bundle-folder.ts';
import { selectEntries } from './select-entries.ts';
import { writeBundle, writeSums } from './write-bundle.ts';
import { writeTiles } from './write-tiles.ts';
import { ZipWriter } from './zip-writer.ts';

export interface BundleJobOptions {
  readonly database: ReaderDatabase;
  readonly checkpoints: CheckpointFiles;
  readonly files: BundleFiles;
  readonly remover: Remover;
  /** Has the writer sign the ledger as it is; resolves with the note. */
  readonly sign: () => Promise<string>;
}

/** What each step of the job does between two pieces of its work: tells how far it is, gives way, and ends when told. */
interface Steps {
  readonly report: JobContext['report'];
  readonly giveWay: () => Promise<void>;
}

export function bundleJob(options: BundleJobOptions): JobKindRunner {
  return {
    run: async (context) => exportBundle(context, options),
    dispose: (jobId) => options.remover.remove(options.files.draftsOf(jobId)),
    completedResult: () => undefined,
  };
}

async function exportBundle(
  { jobId, parameters, report, shouldStop }: JobContext,
  options: BundleJobOptions,
): Promise<JobOutcome> {
  const { files, remover, sign } = options;
  const order = createBundleSchema.parse(parameters);
  const note = await sign();
  const steps: Steps = { report, giveWay: givingWay(shouldStop) };
  const bundle = BundleFolder.make(files.makeDraft(jobId));
  try {
    const entries = await writeParts(bundle, note, order, options, steps);
    if (order.format === 'bundle') {
      await writeSums(bundle, inBytes('hashing', bundle, steps));
      const { bundleReport } = await import('./bundle-report.ts');
      const verified = async (done: number, total: number) => {
        report({ phase: 'verifying', done, total, unit: 'entries' });
        await steps.giveWay();
      };
      bundle.put('view/report.pdf', await bundleReport(bundle, verified));
      await writeSums(bundle, inBytes('hashing', bundle, steps));
    }
    const path = files.pathOf(jobId);
    const packed = await packBundle(bundle, `${path}.new`, steps);
    await rename(`${path}.new`, path);
    await remover.remove(files.outdated());
    const result: BundleResult = {
      bundle_id: jobId,
      kind: order.kind,
      format: order.format,
      entries,
      size: parseCheckpoint(note)?.size ?? 0,
      ...packed,
    };
    return { result };
  } finally {
    bundle.close();
  }
}

/** The parts of the bundle, of one state of the ledger. @returns how many entries are in it */
async function writeParts(
  bundle: BundleFolder,
  note: string,
  order: CreateBundle,
  { database, checkpoints }: BundleJobOptions,
  { report, giveWay }: Steps,
): Promise<number> {
  const size = parseCheckpoint(note)?.size ?? 0;
  const connection = openBeside(database);
  try {
    connection.exec('BEGIN');
    let collected = 0;
    const seqs = await selectEntries(connection, order, size, async () => {
      collected += 1;
      report({ phase: 'collecting', done: collected, total: null, unit: 'records' });
      await giveWay();
    });
    const onEntry = async (done: number) => {
      report({ phase: 'writing', done, total: seqs.count, unit: 'entries' });
      await giveWay();
    };
    if (order.format === 'tiles') {
      await writeTiles(bundle, connection, note, onEntry);
    } else {
      const { default: verifyScript } = await import('./verify.py?raw');
      await writeBundle(bundle, connection, checkpoints, {
        order,
        seqs,
        note,
        verifyScript,
        onEntry,
      });
    }
    return seqs.count;
  } finally {
    connection.close();
  }
}

/** Writes the zip of a bundle to a new file of mode 0600. */
async function packBundle(
  bundle: BundleFolder,
  target: string,
  steps: Steps,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const zip = new ZipWriter(target);
  try {
    const goOn = inBytes('packing', bundle, steps);
    for (const part of bundle.parts()) {
      if ('text' in part) {
        zip.addText(part.name, part.text);
        await goOn(part.text.length);
      } else {
        await zip.addFile(part.name, part.path, goOn);
      }
    }
    return await zip.finish(steps.giveWay);
  } finally {
    zip.close();
  }
}

/** What a step that goes through the files of a bundle does after each piece, told how many bytes that had. */
function inBytes(
  phase: string,
  bundle: BundleFolder,
  { report, giveWay }: Steps,
): (bytes: number) => Promise<void> {
  const total = bundle.bytes();
  let done = 0;
  return async (bytes) => {
    done += bytes;
    report({ phase, done, total, unit: 'bytes' });
    await giveWay();
  };
}
