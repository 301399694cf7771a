/** The verification of an open case: its bundle again, and that the case still shows what is in it. */
import { join } from 'node:path';
import type { Finding, Verification } from '../../shared/contract/chain.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { rootHash } from '../checkpoints/judge-checkpoints.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { JobStopped, type JobContext, type JobKindRunner } from '../jobs/job-runner.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import type { CaseFiles } from './case-files.ts';
import { judgeCase } from './judge-case.ts';
import { knownNotes } from './known-checkpoints.ts';
import { readManifest } from '../bundles/read-bundle.ts';
import { verifyBundle } from '../bundles/verify-bundle.ts';

/** Findings kept of one verification; beyond that they are counted, exactly, and not kept. */
const keptFindings = 100_000;
const findingsAtOnce = 500;

export interface CaseVerificationOptions {
  readonly caseId: string;
  readonly dataRoot: string;
  readonly cases: CaseFiles;
  readonly database: ReaderDatabase;
  readonly store: JobsStore;
  readonly clock: Clock;
}

export function caseVerificationJob(options: CaseVerificationOptions): JobKindRunner {
  return {
    run: async (context) => ({ result: await verify(context, options) }),
    dispose: async () => {},
    completedResult: () => undefined,
  };
}

async function verify(
  { jobId, report, shouldStop }: JobContext,
  { caseId, dataRoot, cases, database, store, clock }: CaseVerificationOptions,
): Promise<Verification> {
  const startedAt = clock();
  const folder = join(cases.directoryOf(caseId), 'bundle');
  const { vkey } = readManifest(folder);
  const known = knownNotes(dataRoot, cases, { vkey, except: caseId });
  const entry = database
    .prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?')
    .pluck();
  let waiting: Finding[] = [];
  let kept = 0;
  const keep = () => {
    store.addFindings(jobId, kept, waiting);
    kept += waiting.length;
    waiting = [];
  };
  const verification = await verifyBundle(folder, {
    onFinding: (finding) => {
      if (kept + waiting.length < keptFindings) waiting.push(finding);
      if (waiting.length >= findingsAtOnce) keep();
    },
    onEntry: (done, total) => {
      report({ phase: 'verifying', done, total, unit: 'entries' });
      if (done % 256 === 0 && shouldStop()) throw new JobStopped();
    },
    sizes: known.map((each) => each.size),
    storedEntry: (seq) => entry.get(seq) ?? '',
  });
  keep();
  const finishedAt = clock();
  return {
    verification_id: jobId,
    verdict: judgeCase(verification, known).verdict,
    checked: verification.checked,
    total: Math.max(verification.checked, verification.manifest.entries),
    records_checked: verification.records,
    fields_checked: verification.fields,
    counts: verification.counts,
    findings_total: verification.findings,
    first_finding: verification.firstFinding,
    head_hash: verification.headHash,
    root_hash: rootHash(verification.checkpoint.root),
    started_at: instant(startedAt),
    finished_at: instant(finishedAt),
    duration_ms: Math.max(0, finishedAt - startedAt),
  };
}
