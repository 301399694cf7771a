/** The job that verifies the whole ledger and keeps what it found. */
import type { Finding, LedgerVerdict, Verification } from '../../shared/contract/chain.ts';
import { instant, type Clock } from '../../shared/time.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { verifyLedger, type VerifyLedgerOptions } from './verify-ledger.ts';
import {
  JobStopped,
  type JobContext,
  type JobKindRunner,
  type JobOutcome,
} from '../jobs/job-runner.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';

/** Findings kept of one verification; beyond that they are counted, exactly, and not kept. */
const defaultKeptFindings = 100_000;
const findingsAtOnce = 500;

export interface VerificationJobOptions {
  /** A connection for verifications alone: each reads one state of the ledger for as long as it runs. */
  readonly database: ReaderDatabase;
  readonly store: JobsStore;
  readonly clock: Clock;
  readonly keptFindings?: number;
  /** Has the writer seal the lines that no batch covers. */
  readonly seal?: () => Promise<void>;
  /** What was last seen of the ledger. */
  readonly lastSeen?: VerifyLedgerOptions['lastSeen'];
  /** The key of persons, where there is one that can be read. */
  readonly subjectKey?: () => VerifyLedgerOptions['subjectKey'];
  /** Has the writer tell receivers of one that did not hold. */
  readonly failed?: (verification: Verification) => Promise<unknown>;
  /** What the checkpoints known of the ledger, and what was last seen of it, say. */
  readonly judge?: VerifyLedgerOptions['judge'];
}

export function verificationJob(options: VerificationJobOptions): JobKindRunner {
  return {
    run: async (context) => verify(context, options),
    dispose: async () => 0,
    completedResult: () => undefined,
  };
}

async function verify(
  { jobId, report, shouldStop }: JobContext,
  {
    database,
    store,
    clock,
    keptFindings = defaultKeptFindings,
    lastSeen,
    judge,
    seal,
    subjectKey,
    failed,
  }: VerificationJobOptions,
): Promise<JobOutcome> {
  const startedAt = clock();
  let waiting: Finding[] = [];
  let kept = 0;
  const keep = () => {
    store.addFindings(jobId, kept, waiting);
    kept += waiting.length;
    waiting = [];
  };
  await sealed(seal);
  const { canceled, ...outcome } = await verifyLedger(database, {
    onFinding: (finding) => {
      if (kept + waiting.length >= keptFindings) return;
      waiting.push(finding);
      if (waiting.length >= findingsAtOnce) keep();
    },
    onProgress: ({ done, total, phase }) => {
      report({
        phase: phase === 'entries' ? 'verifying' : phase,
        done,
        total,
        unit: phase === 'entries' ? 'entries' : 'rows',
      });
      return !shouldStop();
    },
    ...(lastSeen === undefined ? {} : { lastSeen }),
    ...(judge === undefined ? {} : { judge }),
    subjectKey: subjectKey?.(),
  });
  if (canceled) throw new JobStopped();
  keep();
  const finishedAt = clock();
  const result: Verification = {
    verification_id: jobId,
    ...outcome,
    started_at: instant(startedAt),
    finished_at: instant(finishedAt),
    duration_ms: Math.max(0, finishedAt - startedAt),
  };
  if (hasFailed(result)) {
    // What was found counts, whoever could be told of it.
    await failed?.(result).catch(() => {});
  }
  return { result };
}

/** Lines of a ledger that cannot be appended to stay open, and are counted as that. */
async function sealed(seal: (() => Promise<void>) | undefined): Promise<void> {
  try {
    await seal?.();
  } catch {
    // What stays open is told with the result.
  }
}

/** Whether a verification found anything, or could not vouch for the ledger. */
function hasFailed({ verdict, findings_total: findings }: Verification): boolean {
  return findings > 0 || !sound.has(verdict);
}

const sound: ReadonlySet<LedgerVerdict> = new Set([
  'VERIFIED_ANCHORED',
  'VERIFIED_SIGNED',
  'SELF_CONSISTENT_ONLY',
]);
