/** Where billing meets sessions: when they end, and what they tell of their use. */
import type { WriteContext } from '../area.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import type { Metering } from '../sessions/metering.ts';
import { SessionsStore, type StoredSession } from '../sessions/sessions-store.ts';
import { defaultAccount } from './accounts.ts';
import { createBillingWriting, type BillingWriting } from './billing-writing.ts';
import { localProcessor } from './payment-processor.ts';

type WritingMeans = Pick<WriteContext, 'database' | 'facts' | 'createId' | 'random'>;

export function openBillingWriting(context: WritingMeans): BillingWriting {
  const { database, facts, createId, random } = context;
  const sessions = new SessionsStore(database);
  return createBillingWriting(database, {
    facts,
    createId,
    random,
    processor: localProcessor,
    endOf: (sessionId) => endOf(sessions.find(sessionId)),
  });
}

/** When a session's time ends at the latest. */
function endOf(session: StoredSession | undefined): string | undefined {
  return session?.revokedAt ?? session?.closedAt ?? session?.expiresAt;
}

/** Sessions metered by billing, in the transaction of each use. */
export function openMetering(context: WritingMeans): Metering {
  const { meter } = openBillingWriting(context);
  const datasets = new DatasetsStore(context.database);
  const open = (session: StoredSession, accountId: string, now: string) =>
    meter.open({
      sessionId: session.sessionId,
      accountId,
      datasetId: session.datasetId,
      holderId: datasets.findByNumber(session.dataset)?.holderId ?? '',
      modelId: session.modelId,
      openedAt: now,
    });
  return {
    opened: (session, body, now) => open(session, body.account_id ?? defaultAccount, now),
    charge: (session, usage, now) => {
      // A session from before there was billing is metered from its next use on.
      if (!meter.knows(session.sessionId)) open(session, defaultAccount, now);
      meter.charge(session.sessionId, usage, now);
    },
  };
}
