/** The routes of issuer and parties: what stands on papers, read and changed. */
import type { Database } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { labMembers } from '../../shared/contract/billing-parties.ts';
import type { Commits } from '../access/commits.ts';
import type { Journal } from '../ledger/journal.ts';
import type { Principal, RouteCall, RouteHandlers } from '../route-handler.ts';
import { jsonReply } from '../route-handler.ts';
import { Accounts, shownAccount } from './accounts.ts';
import { BillingSettingsStore } from './billing-settings.ts';
import { accountDetails, holderDetails, Parties } from './parties.ts';
import { RateCards } from './rate-cards.ts';
import { ShownTerms } from './shares/shown-terms.ts';
import type { BillingWriting } from './billing-writing.ts';

export type PartyReads = 'getBillingSettings' | 'checkPrintable' | 'getAccount' | 'getHolder';
export type PartyWrites = 'changeBillingSettings' | 'changeAccount' | 'changeHolder';

/** What is known of parties, by one connection. */
interface Known {
  readonly accounts: Accounts;
  readonly cards: RateCards;
  readonly parties: Parties;
}

/** @throws {ApiError} `not_found` */
function shownParty({ accounts, cards, parties }: Known, accountId: string, now: string) {
  const account = accounts.require(accountId);
  const history = parties.history('ACCOUNT', accountId);
  return accountDetails(
    parties.account(account),
    shownAccount(account, { accounts, cards }, now),
    history,
  );
}

function shownHolder(
  { parties, shareTerms }: Known & { readonly shareTerms: ShownTerms },
  id: string,
  now: string,
  isFull: boolean,
) {
  const history = parties.history('HOLDER', id);
  const told = { history, ...shareTerms.of(id, now) };
  return holderDetails(id, parties.holder(id), { now, isFull, ...told });
}

export function partyReads({
  database,
  now,
}: {
  readonly database: Database;
  readonly now: () => string;
}): RouteHandlers<PartyReads> {
  const settings = new BillingSettingsStore(database);
  const known = {
    accounts: new Accounts(database),
    cards: new RateCards(database),
    parties: new Parties(database),
    shareTerms: new ShownTerms(database),
  };
  return {
    getBillingSettings: () => withVersion(settings.current()),

    checkPrintable: async ({ body: { texts } }) => {
      const { unprintableOf } = await import('../documents/printable.ts');
      return jsonReply(unprintableOf(texts));
    },

    getAccount: ({ parameters }) => withVersion(shownParty(known, parameters.account_id, now())),

    getHolder: ({ parameters: { holder_id: id }, query, principal }) => {
      if (!isHolderItself(principal)) known.parties.requireHolder(id);
      const isFull = query.include === 'destination' && maySeeDestination(principal);
      return withVersion(shownHolder(known, id, now(), isFull));
    },
  };
}

export function partyWrites({
  billing,
  commits,
}: {
  readonly billing: BillingWriting;
  readonly commits: Commits<Journal>;
}): RouteHandlers<PartyWrites> {
  const changed = { status: 200, topics: ['billing'] } as const;
  return {
    changeBillingSettings: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { issuer, kept_years } = billing.settings.current();
        call.previous.confirm({ issuer, kept_years });
        billing.settingsWriter.change(call.body, now);
        return billing.settings.current();
      }),

    changeAccount: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { account_id: id } = call.parameters;
        refuseTerms(call);
        const change = { now, by: call.caller, ifMatch: call.ifMatch };
        billing.partyWriter.changeAccount(billing.accounts.require(id), call.body, change);
        return shownParty(billing, id, now);
      }),

    changeHolder: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { holder_id: id } = call.parameters;
        if (!isHolderItself(call.principal)) billing.parties.requireHolder(id);
        refuseFee(call);
        const change = { now, by: call.caller, ifMatch: call.ifMatch };
        billing.partyWriter.changeHolder(id, call.body, change);
        billing.shareTermsWriter.change(id, call.body, now);
        return shownHolder(billing, id, now, false);
      }),
  };
}

/** Tax and terms are the operator's: a lab changes who it is, not what it owes. @throws {ApiError} `forbidden` */
function refuseTerms({ own, body }: RouteCall<'changeAccount'>): void {
  if (own === undefined) return;
  const members: ReadonlySet<string> = new Set(labMembers);
  const refused = Object.keys(body).filter((name) => !members.has(name));
  if (refused.length === 0) return;
  throw new ApiError('forbidden', `This API key may not change ${refused.join(', ')}.`, {
    details: { members: refused },
  });
}

/** A holder says who benefits of its datasets, not what it is charged. @throws {ApiError} `forbidden` */
function refuseFee({ own, body }: RouteCall<'changeHolder'>): void {
  if (own === undefined || body.fee === undefined) return;
  throw new ApiError('forbidden', 'This API key may not change fee.', {
    details: { members: ['fee'] },
  });
}

/** A key of the holder that it asks for: the path was compared with it before. */
function isHolderItself(principal: Principal): boolean {
  return principal.kind === 'api_key' && principal.role === 'data_holder';
}

/** A bank account in full: to admins and to the holder itself. */
function maySeeDestination(principal: Principal): boolean {
  return (
    principal.kind === 'operator' ||
    (principal.kind === 'api_key' && ['admin', 'data_holder'].includes(principal.role))
  );
}

function withVersion(shown: { readonly version: number }) {
  return { ...jsonReply(shown), headers: { etag: `"${shown.version}"` } };
}
