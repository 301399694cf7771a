/** The job that exports a bundle: finds or makes the checkpoint, gathers, writes, verifies, signs the sums, zips. */
import { rename } from 'node:fs/promises';
import {
  createBundleSchema,
  type BundleResult,
  type CreateBundle,
} from '../../shared/contract/bundles.ts';
import type { LedgerEntry } from '../../shared/ledger/entries.ts';
import type { Clock } from '../../shared/time.ts';
import type { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { openBeside, type ReaderDatabase } from '../database/open-database.ts';
import type { Remover } from '../database/remover.ts';
import { givingWay } from '../jobs/give-way.ts';
import type { JobContext, JobKindRunner, JobOutcome } from '../jobs/job-runner.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import type { OutsideFiles } from '../proof/outside/outside-files.ts';
import type { BundleFiles } from './bundle-files.ts';
import { BundleFolder } from './bundle-folder.ts';
import { coverAll, coverSubjects, type Covering, type Signing } from './cover-bundle.ts';
import { verifierText } from './released-verifiers.ts';
import { requireChosen, selectEntries } from './select-entries.ts';
import { requireFigure } from './select-figure.ts';
import { vouchedBelow, withCosignatures } from './vouched.ts';
import { writeBundle, writeSums } from './write-bundle.ts';
import { writeTiles } from './write-tiles.ts';
import { ZipWriter } from './zip-writer.ts';

export interface BundleJobOptions {
  readonly database: ReaderDatabase;
  readonly checkpoints: CheckpointFiles;
  readonly files: BundleFiles;
  readonly remover: Remover;
  readonly signing: Signing;
  /** Others who vouch for the ledger. */
  readonly outside: OutsideFiles;
  readonly clock: Clock;
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

async function exportBundle(context: JobContext, options: BundleJobOptions): Promise<JobOutcome> {
  const { jobId, parameters } = context;
  const { files, remover } = options;
  const order = createBundleSchema.parse(parameters);
  const path = files.pathOf(jobId);
  const place = { context, draft: files.makeDraft(jobId), target: `${path}.new` };
  const made = await makeBundle(order, place, options);
  await rename(`${path}.new`, path);
  await remover.remove(files.outdated());
  const { kind, format } = order;
  const result: BundleResult = { bundle_id: jobId, kind, format, ...made };
  return { result };
}

/** Where a bundle is made, and what it does not show. */
export interface BundlePlace {
  readonly context: Pick<JobContext, 'report' | 'shouldStop'>;
  /** A folder that is there, for what goes into it. */
  readonly draft: string;
  /** The zip. */
  readonly target: string;
  /** Values that stay with the ledger besides those that bundles of its kind do not show. */
  readonly isWithheld?: ((entry: LedgerEntry, field: string) => boolean) | undefined;
}

/** Makes the zip of a bundle of an order that holds. */
export async function makeBundle(
  order: CreateBundle,
  { context: { report, shouldStop }, draft, target, isWithheld }: BundlePlace,
  options: BundleJobOptions,
): Promise<Pick<BundleResult, 'entries' | 'size' | 'bytes' | 'sha256'>> {
  const { database, signing } = options;
  const steps: Steps = { report, giveWay: givingWay(shouldStop) };
  requireChosen(database, order);
  const covered = await cover(order, options, steps);
  const note = withCosignatures(options.outside, covered.note, options.clock());
  const covering = { ...covered, note };
  const bundle = BundleFolder.make(draft);
  try {
    const entries = await writeParts(bundle, { covering, order, isWithheld }, options, steps);
    if (order.format === 'bundle') {
      const { bundleReport } = await import('./bundle-report.ts');
      const verified = async (done: number, total: number) => {
        report({ phase: 'verifying', done, total, unit: 'entries' });
        await steps.giveWay();
      };
      bundle.put('view/report.pdf', await bundleReport(bundle, verified));
      const { origin } = new ChainStore(database).genesis();
      const claim = { origin, size: covering.size, signSums: signing.signSums };
      await writeSums(bundle, claim, inBytes('hashing', bundle, steps));
    }
    return { entries, size: covering.size, ...(await packBundle(bundle, target, steps)) };
  } finally {
    bundle.close();
  }
}

/** The checkpoint of a bundle; a selection and a payout are complete under an index. */
async function cover(
  order: CreateBundle,
  { database, checkpoints, signing }: BundleJobOptions,
  { report, giveWay }: Steps,
): Promise<Covering> {
  const means = { database, checkpoints, signing, giveWay };
  if (order.kind === 'full') return coverAll(means, 0);
  if (order.kind === 'range') return coverAll(means, order.range?.to ?? 0);
  report({ phase: 'collecting', done: 0, total: null, unit: 'records' });
  await giveWay();
  const figure = order.figure_id === undefined ? 0 : requireFigure(database, order.figure_id).seq;
  return coverSubjects(means, figure);
}

/** The parts of the bundle, of one state of the ledger. @returns how many entries are in it */
async function writeParts(
  bundle: BundleFolder,
  {
    covering,
    order,
    isWithheld,
  }: Pick<BundlePlace, 'isWithheld'> & {
    readonly covering: Covering;
    readonly order: CreateBundle;
  },
  { database, outside, clock }: BundleJobOptions,
  { report, giveWay }: Steps,
): Promise<number> {
  const connection = openBeside(database);
  try {
    connection.exec('BEGIN');
    let collected = 0;
    const chosen = await selectEntries(connection, order, covering.size, async () => {
      collected += 1;
      report({ phase: 'collecting', done: collected, total: null, unit: 'records' });
      await giveWay();
    });
    const { count } = chosen.seqs;
    const onEntry = async (done: number) => {
      report({ phase: 'writing', done, total: count, unit: 'entries' });
      await giveWay();
    };
    if (order.format === 'tiles') {
      await writeTiles(bundle, connection, covering.note, onEntry);
    } else {
      const auditor = await verifierText();
      const vouched = vouchedBelow(outside, covering.size, clock());
      const content = { chosen, covering, vouched, auditor, isWithheld, onEntry };
      await writeBundle(bundle, connection, content);
    }
    return count;
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
