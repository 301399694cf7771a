/** Where billing meets sessions: when they end, and what they tell of their use. */
import { costNumber } from '../../shared/billing/decimal.ts';
import { plainDigits } from '../../shared/plain-digits.ts';
import type { WriteContext } from '../area.ts';
import type { LineSealer } from '../proof/sealer.ts';
import type { Metering } from '../sessions/metering.ts';
import { createBillingWriting, type BillingWriting } from './billing-writing.ts';
import { processorOf } from './payment-processor.ts';
import { timeEndSql } from './time-slices.ts';

type WritingMeans = Pick<WriteContext, 'database' | 'facts' | 'createId' | 'random' | 'events'> & {
  readonly sealer: LineSealer;
  readonly workspace: Pick<WriteContext['workspace'], 'kind'>;
};

/** When the time of a session ends at the latest: so that a test can read its plan. */
export const timeEndStatement = `SELECT ${timeEndSql('s')} FROM sessions AS s WHERE s.session_id = ?`;

export function openBillingWriting(context: WritingMeans): BillingWriting {
  const { database, facts, events, sealer, createId, random } = context;
  const endOf = database.prepare<[string], string>(timeEndStatement).pluck();
  return createBillingWriting(database, {
    facts,
    events,
    sealer,
    createId,
    random,
    processor: processorOf(context.workspace.kind),
    endOf: (sessionId) => endOf.get(sessionId),
  });
}

/** Sessions metered by billing, in the transaction of each use. */
export function openMetering(context: WritingMeans): Metering {
  const { meter, limitKeeper } = openBillingWriting(context);
  return {
    open: (sessionId, { datasetId, holderId }, { accountId, model_id: modelId = null }, now) => {
      const metered = { sessionId, accountId, datasetId, holderId, modelId, openedAt: now };
      meter.open(metered);
      return { accountId };
    },
    charge: (session, usage, now) => {
      const { cost, month } = meter.charge(session.sessionId, usage, now);
      return { cost: plainDigits(costNumber(cost)), month: plainDigits(costNumber(month)) };
    },
    tellRefused: (now) => limitKeeper.tellRefused(now),
  };
}
