/** The routes of credits and charges. */
import type { Database } from 'better-sqlite3';
import type { Commits } from '../../access/commits.ts';
import type { Journal } from '../../ledger/journal.ts';
import { pageReply, type RouteHandlers } from '../../route-handler.ts';
import type { BillingWriting } from '../billing-writing.ts';
import { KnownIds } from '../known-ids.ts';
import { CreditsStore } from './credits-store.ts';

export type CreditReads = 'listCredits';
export type CreditWrites = 'createCredit' | 'voidCredit' | 'createCharge';

const created = { status: 201, topics: ['billing'] } as const;
const changed = { ...created, status: 200 } as const;

export function creditReads({
  database,
  now,
}: {
  readonly database: Database;
  readonly now: () => string;
}): RouteHandlers<CreditReads> {
  const credits = new CreditsStore(database);
  const known = new KnownIds(database);
  return {
    listCredits: ({ query, own }) => {
      known.require(query, own);
      const { account_id: accountId, limit, offset } = query;
      const { data, total } = credits.list({ accountId, limit, offset }, now());
      return pageReply(data, { total, limit, offset });
    },
  };
}

export function creditWrites({
  billing: { known, credits, creditWriter },
  commits,
}: {
  readonly billing: BillingWriting;
  readonly commits: Commits<Journal>;
}): RouteHandlers<CreditWrites> {
  return {
    createCredit: (call) =>
      commits.writeJson(call, created, (now) => {
        known.require(call.body);
        return credits.require(creditWriter.grant(call.body, now), now);
      }),

    voidCredit: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { credit_id: id } = call.parameters;
        creditWriter.void(credits.require(id, now), now);
        return credits.require(id, now);
      }),

    createCharge: (call) =>
      commits.writeJson(call, created, (now) => {
        known.require(call.body);
        return credits.charge(creditWriter.charge(call.body, now));
      }),
  };
}
