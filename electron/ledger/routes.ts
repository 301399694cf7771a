/** The routes of the chain: head, entries, verifications (extensions; ledger.md). */
import { ApiError } from '../../shared/contract/errors.ts';
import { verificationSchema, type Chain, type Verification } from '../../shared/contract/chain.ts';
import type { Standing } from '../../shared/contract/checkpoints.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import type { CreateId } from '../../shared/ids.ts';
import { operationsOf } from '../access/permissions.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import type { JobStarter } from '../jobs/job-starter.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import { jsonReply, pageReply, type RouteHandlers } from '../route-handler.ts';
import type { ChainStore } from './chain-store.ts';
import type { LastSeen, LastSeenFiles } from './last-seen.ts';

export type ChainReads =
  | 'getChain'
  | 'listEntries'
  | 'listVerifications'
  | 'getVerification'
  | 'listFindings';

/** What only reads. */
export function chainReadRoutes(options: {
  readonly database: ReaderDatabase;
  readonly chain: ChainStore;
  readonly jobs: JobsStore;
  readonly lastSeen: LastSeenFiles;
  /** How the ledger stands to its newest checkpoints, and to what was last seen of it. */
  readonly standing: (seen: readonly LastSeen[]) => Standing;
}): RouteHandlers<ChainReads> {
  const { database, chain, jobs, lastSeen } = options;
  const standing = (seen: readonly LastSeen[]): Standing | null => {
    try {
      return options.standing(seen);
    } catch {
      // What is stored is damaged: verification tells what.
      return null;
    }
  };
  const verification = (): NonNullable<Chain['verification']> => {
    const { latest, running = null } = jobs.verification();
    return { latest: latest === undefined ? null : verificationOf(latest), running };
  };
  return {
    getChain: ({ principal }) => {
      // Before the ledger is read, so that neither a verification nor what was seen has more entries than it.
      const verified = operationsOf(principal).includes('listVerifications')
        ? verification()
        : null;
      const seen = lastSeen.all();
      const read = database.transaction(() => ({ ...chain.head(), standing: standing(seen) }));
      const answer: Chain = { ...read.deferred(), verification: verified };
      return jsonReply(answer);
    },

    listEntries: ({ query }) => jsonReply(chain.entries(query.from_seq, query.limit)),

    listVerifications: ({ query: { limit, offset } }) => {
      const page = jobs.listVerified({ limit, offset });
      return pageReply(page.jobs.map(verificationOf), { total: page.total, limit, offset });
    },

    getVerification: ({ parameters: { id } }) => jsonReply(requireVerification(jobs, id)),

    listFindings: ({ parameters: { id }, query: { limit, offset } }) => {
      const verification = requireVerification(jobs, id);
      const findings = jobs
        .findings(id, { limit, offset })
        .map((text): unknown => JSON.parse(text));
      return pageReply(findings, { total: verification.findings_total, limit, offset });
    },
  };
}

/** What starts a verification. */
export function chainWriteRoutes(options: {
  readonly jobs: JobStarter;
  readonly createId: CreateId;
}): RouteHandlers<'startVerification'> {
  return {
    startVerification: ({ caller, idempotency }) =>
      options.jobs.start(idempotency, {
        jobId: options.createId('job'),
        kind: 'verification',
        words: { text: 'verify', values: {} },
        unit: 'entries',
        startedBy: caller,
        parameters: {},
      }).reply,
  };
}

/** @throws {ApiError} `not_found` */
export function requireVerification(jobs: JobsStore, id: string): Verification {
  const job = jobs.find(id);
  if (job?.kind !== 'verification' || job.status !== 'completed') {
    throw new ApiError('not_found', `There is no finished verification ${id}.`);
  }
  return verificationOf(job);
}

function verificationOf(job: Job): Verification {
  return verificationSchema.parse(job.result);
}
