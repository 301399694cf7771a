/** Routes of verifications: what they found, and the job that makes one. */
import { verificationSchema, type Chain, type Verification } from '../../shared/contract/chain.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { JobStarter } from '../jobs/job-starter.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import { jsonReply, pageReply, type RouteHandlers } from '../route-handler.ts';

/** Handlers of the verification routes that a reader thread answers. */
export function verificationReadRoutes(
  jobs: JobsStore,
): RouteHandlers<'listVerifications' | 'getVerification' | 'listFindings'> {
  return {
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

/** Handler of the route that starts a verification. */
export function verificationWriteRoutes(options: {
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

/** The newest verification of a ledger and the one that is running, as the chain's answer tells them. */
export function verificationState(jobs: JobsStore): NonNullable<Chain['verification']> {
  const { latest, running = null } = jobs.verification();
  return { latest: latest === undefined ? null : verificationOf(latest), running };
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
