/** Where sessions and billing meet: what a session tells billing, and what time brings about. */
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { WriteLock } from '../access/write-lock.ts';
import { defaultAccount } from './accounts.ts';
import { didSomething, type BillingWriting } from './billing-writing.ts';
import type { DatasetsStore } from '../datasets/datasets-store.ts';
import type { Metering } from '../sessions/metering.ts';
import type { StoredSession } from '../sessions/sessions-store.ts';
import type { Task } from '../area.ts';

/** When a session's time ends at the latest. */
export function endOf(session: StoredSession | undefined): string | undefined {
  return session?.revokedAt ?? session?.closedAt ?? session?.expiresAt;
}

/** Sessions metered by billing, in the transaction of each use. */
export function meteringOf(
  { meter }: Pick<BillingWriting, 'meter'>,
  datasets: DatasetsStore,
): Metering {
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

/** `settle-usage` charges time up to now; `sweep-billing` does all that time brings about. */
export function billingTasks(options: {
  readonly billing: BillingWriting;
  readonly lock: WriteLock;
  readonly transaction: <Result>(run: (now: string) => Result) => Result;
  readonly now: () => string;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}): Record<string, Task> {
  const { billing, lock, transaction, now, changed } = options;
  return {
    'settle-usage': async () =>
      lock.run(() => {
        if (billing.meter.isBehind(now())) transaction((at) => billing.meter.settle(at));
      }),
    'sweep-billing': async () => {
      const result = await lock.run(() => transaction((at) => billing.sweep(at)));
      if (didSomething(result)) changed(['billing']);
    },
  };
}
