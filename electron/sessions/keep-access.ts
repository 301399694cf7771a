/** How data routes have an access kept, and what evidence says of its session. */
import type { CreateId } from '../../shared/ids.ts';
import type { EvidenceOrder } from '../evidence/evidence.ts';
import type { AccessReceipt } from './commit-access.ts';
import type { DataMeans } from './data-means.ts';
import type { OpenedSession } from './opened-session.ts';
import type { Delivery, UnreceiptedOrder } from './receipted.ts';
import type { Usage } from './session-writer.ts';

/** An access with what it gives out, but for what its session says already. */
export interface OpenedAccess
  extends Omit<UnreceiptedOrder, 'sessionId' | 'usage'>, Pick<Delivery, 'request' | 'given'> {
  readonly usage: Omit<Usage, 'policyVersion'>;
}

/** Has the writer keep an access, before anything of it is given out. @throws {ApiError} as `ReceiptedAccesses.commit` */
export function keepAccess(
  { accesses }: Pick<DataMeans, 'accesses'>,
  { session, source, policyVersion }: OpenedSession,
  { usage, request, given, ...order }: OpenedAccess,
): Promise<AccessReceipt> {
  return accesses.commit(
    { ...order, sessionId: session.sessionId, usage: { ...usage, policyVersion } },
    { request, given, source: source.claim },
    session.accesses + 1,
  );
}

/** Evidence of what is done with rows of a session. @param caller `operator`, or the id of an API key: never a name that was sent */
export function evidenceOf(
  { session, source }: OpenedSession,
  caller: string,
  createId: CreateId,
): Pick<EvidenceOrder, 'evidenceId' | 'sessionId' | 'datasetId' | 'actor' | 'purpose' | 'source'> {
  return {
    evidenceId: createId('ev'),
    sessionId: session.sessionId,
    datasetId: session.datasetId,
    actor: { id: caller, role: caller === 'operator' ? 'operator' : 'api_key' },
    purpose: session.purpose,
    source: source.claim,
  };
}
