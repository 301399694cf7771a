/** What changes with a job: of a verification also how the ledger stands. */
import type { JobKind } from '../../shared/contract/jobs.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';

/** Told when a job of this kind begins, ends or is canceled. */
export function topicsOf(kind: JobKind): readonly ChangeTopic[] {
  return kind === 'verification' ? ['jobs', 'verifications'] : ['jobs'];
}
