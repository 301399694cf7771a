/** The job that takes a bundle in: unpacks, verifies, makes a case of it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Case } from '../../shared/contract/cases.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { CreateId } from '../../shared/ids.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { rootHash } from '../checkpoints/judge-checkpoints.ts';
import { openWriter } from '../database/open-database.ts';
import type { ImportFiles } from '../imports/import-files.ts';
import {
  JobStopped,
  type JobContext,
  type JobKindRunner,
  type JobOutcome,
} from '../jobs/job-runner.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { CaseFiles } from './case-files.ts';
import { fillCase } from './fill-case.ts';
import { judgeCase } from './judge-case.ts';
import { knownNotes } from './known-checkpoints.ts';
import { readManifest, readNotes, readText } from '../bundles/read-bundle.ts';
import { unpackBundle } from './unpack-bundle.ts';
import { verifyBundle } from '../bundles/verify-bundle.ts';

export const caseOrderSchema = z.object({ name: z.string() });

/** Comparisons kept with a case; the gravest come first. */
const keptComparisons = 50;

export interface ImportCaseOptions {
  readonly dataRoot: string;
  readonly files: ImportFiles;
  readonly cases: CaseFiles;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}

export function importCaseJob(options: ImportCaseOptions): JobKindRunner {
  return {
    run: async (context) => importCase(context, options),
    dispose: async (jobId) => {
      options.cases.removeDraft(jobId);
      await options.files.removeAll(jobId);
    },
    completedResult: () => undefined,
  };
}

async function importCase(
  { jobId, parameters, report, shouldStop }: JobContext,
  { dataRoot, files, cases, clock, createId, changed }: ImportCaseOptions,
): Promise<JobOutcome> {
  const { name } = caseOrderSchema.parse(parameters);
  const zip = files.pathOf(jobId, 'upload');
  const draft = cases.makeDraft(jobId);
  const bundle = join(draft, 'bundle');
  report({ phase: 'unpacking', done: 0, total: null, unit: 'entries' });
  await unpackBundle(zip, bundle, { files: limits.caseFiles, bytes: limits.caseBytes });
  const manifest = readManifest(bundle);
  const progress = (phase: string) => (done: number) => {
    report({ phase, done, total: manifest.entries, unit: 'entries' });
    if (done % 256 === 0 && shouldStop()) throw new JobStopped();
  };
  const known = knownNotes(dataRoot, cases, { vkey: manifest.vkey });
  const verification = await verifyBundle(bundle, {
    onFinding: () => {},
    onEntry: progress('verifying'),
    sizes: known.map((each) => each.size),
  });
  const database = openWriter(join(draft, 'proofdesk.db'));
  try {
    await fillCase(database, bundle, manifest, progress('writing'));
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
  keepNotes(draft, bundle);
  const { verdict, compared } = judgeCase(verification, known);
  const found: Case = {
    case_id: createId('case'),
    name,
    kind: manifest.kind,
    origin: manifest.origin,
    vkey: manifest.vkey,
    entries: verification.checked,
    records: verification.records,
    size: verification.checkpoint.size,
    root_hash: rootHash(verification.checkpoint.root),
    sha256: `sha256:${await fileHash(zip)}`,
    imported_at: instant(clock()),
    verdict,
    findings_total: verification.findings,
    compared: compared.slice(0, keptComparisons),
  };
  cases.keep(jobId, found);
  changed(['cases']);
  return { result: found };
}

/** The checkpoints that came with a bundle are the case's own: they are known from now on. */
function keepNotes(directory: string, bundle: string): void {
  const files = new CheckpointFiles(directory);
  for (const { note } of readNotes(bundle, 'anchors')) {
    if (parseCheckpoint(note) !== undefined) files.keepAnchor(note);
  }
  const own = readNotes(bundle, 'checkpoints').map((each) => each.note);
  for (const note of [...own, readText(bundle, 'checkpoint.note')]) {
    if (parseCheckpoint(note) !== undefined) files.keep(note);
  }
}

async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(Buffer.from(chunk));
  return hash.digest('hex');
}
