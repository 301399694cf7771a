/** What changes with a job: of a verification also how the ledger stands. */
import type { JobKind } from '../../shared/contract/jobs.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';

/** Told when a job of this kind begins, or is asked to end. */
export function topicsOf(kind: JobKind): readonly ChangeTopic[] {
  return kind === 'verification' ? ['jobs', 'verifications'] : ['jobs'];
}

/** Told when it is over: what failed needs attention, until one of its kind is completed. */
export function topicsAtEnd(kind: JobKind): readonly ChangeTopic[] {
  return [...topicsOf(kind), 'job_ends'];
}
