/** Who stands on papers: accounts that pay and holders who are paid, each change a version of its own. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import * as z from '../../shared/contract/when-asked.ts';
import {
  destinationSchema,
  otherTaxesSchema,
  taxSchema,
  type AccountDetails,
  type ChangeAccount,
  type ChangeHolder,
  type Destination,
  type HolderDetails,
  type PartyTax,
  type ShownDestination,
} from '../../shared/contract/billing-parties.ts';
import { postalAddressSchema } from '../../shared/contract/issuer.ts';
import { numberOf } from '../../shared/billing/decimal.ts';
import { instant } from '../../shared/time.ts';
import type { Facts } from '../proof/facts.ts';
import type { StoredAccount } from './accounts.ts';
import { otherTaxesFact } from './other-taxes.ts';
import {
  bicFaults,
  ibanFaults,
  plainBic,
  plainIban,
  taxFaults,
  vatFaults,
} from './party-checks.ts';
import { scaledOf } from './rate-terms.ts';

export type PartyKind = 'ACCOUNT' | 'HOLDER';

/** How long a changed destination waits: whoever changes it just before a run gains nothing. Milliseconds. */
const waitingTime = 72 * 3_600_000;

const accountPartySchema = z.object({
  name: z.string(),
  email: z.string(),
  address: z.object({
    line1: z.string(),
    line2: z.string(),
    city: z.string(),
    state: z.string(),
    postal_code: z.string(),
    country: z.string(),
  }),
  vat_id: z.string().nullable(),
  order_number: z.string().nullable(),
  tax: taxSchema,
  kinds: otherTaxesSchema.default({}),
  show_name_to_holders: z.boolean().default(true),
  payment_terms_days: z.int(),
});
export interface AccountParty extends z.infer<typeof accountPartySchema> {
  /** Of the account's row, which is written with each version. */
  readonly suspend_after_days: number | null;
}

const placeSchema = z.object({ destination: destinationSchema, usable_from: z.string() });
type Place = z.infer<typeof placeSchema>;
const holderPartySchema = z.object({
  legal_name: z.string().nullable(),
  email: z.string().nullable(),
  address: postalAddressSchema.nullable(),
  vat_id: z.string().nullable(),
  tax: taxSchema.nullable(),
  self_billing_agreed_on: z.string().nullable(),
  place: placeSchema.nullable(),
  /** The one before, until the other is used. */
  before: placeSchema.nullable(),
});
export type HolderParty = z.infer<typeof holderPartySchema>;

const nobody: HolderParty = {
  legal_name: null,
  email: null,
  address: null,
  vat_id: null,
  tax: null,
  self_billing_agreed_on: null,
  place: null,
  before: null,
};

interface VersionRow {
  version: number;
  value: string;
}

export interface Version<Party> {
  readonly version: number;
  readonly party: Party;
}

/** So that a test can read their plans. */
export const partyStatements = {
  last: `SELECT version, value FROM parties WHERE kind = ? AND id = ? ORDER BY version DESC LIMIT 1`,
  lastAt: `SELECT version, value FROM parties WHERE kind = ? AND id = ? AND at <= ?
    ORDER BY version DESC LIMIT 1`,
  history: `SELECT version, at, key_id AS by FROM parties WHERE kind = ? AND id = ?
    ORDER BY version DESC LIMIT 50`,
  isHolder: `SELECT 1 FROM datasets WHERE holder_id = @id
    UNION ALL SELECT 1 FROM payout_preferences WHERE holder_id = @id LIMIT 1`,
} as const;

export class Parties {
  readonly #last: Statement<[PartyKind, string], VersionRow>;
  readonly #lastAt: Statement<[PartyKind, string, string], VersionRow>;
  readonly #history: Statement<[PartyKind, string], AccountDetails['history'][number]>;
  readonly #isHolder: Statement<[{ readonly id: string }], number>;

  constructor(database: Database) {
    this.#isHolder = database
      .prepare<[{ readonly id: string }], number>(partyStatements.isHolder)
      .pluck();
    this.#last = database.prepare(partyStatements.last);
    this.#lastAt = database.prepare(partyStatements.lastAt);
    this.#history = database.prepare(partyStatements.history);
  }

  /** The party of an account; its row is the first version. */
  account(account: StoredAccount): Version<AccountParty> {
    const row = this.#last.get('ACCOUNT', account.accountId);
    // Erased, it is empty: then what the account's own row says.
    if (row === undefined || row.value === '') {
      return { version: row?.version ?? 1, party: partyOf(account) };
    }
    return { version: row.version, party: keptParty(row.value, account) };
  }

  /** The party of an account as it was at an instant. */
  accountAt(account: StoredAccount, instant: string): AccountParty {
    const row = this.#lastAt.get('ACCOUNT', account.accountId, instant);
    if (row === undefined || row.value === '') return partyOf(account);
    return keptParty(row.value, account);
  }

  holder(holderId: string): Version<HolderParty> {
    const row = this.#last.get('HOLDER', holderId);
    if (row === undefined || row.value === '') return { version: row?.version ?? 0, party: nobody };
    return { version: row.version, party: holderPartySchema.parse(JSON.parse(row.value)) };
  }

  /** The party of a holder as it was at an instant. */
  holderAt(holderId: string, instant: string): HolderParty {
    const row = this.#lastAt.get('HOLDER', holderId, instant);
    if (row === undefined || row.value === '') return nobody;
    return holderPartySchema.parse(JSON.parse(row.value));
  }

  /**
   * Somebody who has a dataset, or said when to be paid.
   * @throws {ApiError} `not_found`
   */
  requireHolder(holderId: string): void {
    if (this.isHolder(holderId)) return;
    throw new ApiError('not_found', `There is no data holder ${holderId}.`);
  }

  /** Whether somebody is known as a data holder. */
  isHolder(holderId: string): boolean {
    return this.#isHolder.get({ id: holderId }) !== undefined;
  }

  /** Newest first. */
  history(kind: PartyKind, id: string): AccountDetails['history'] {
    return this.#history.all(kind, id);
  }
}

/** Over the writer's connection; the caller holds the transaction. */
export class PartyWriter {
  readonly #parties: Parties;
  readonly #facts: Facts;

  constructor(parties: Parties, facts: Facts) {
    this.#parties = parties;
    this.#facts = facts;
  }

  /**
   * Changes what a body names of an account, its row with it.
   * @throws {ApiError} `version_changed`, `validation_error`
   */
  changeAccount(account: StoredAccount, body: ChangeAccount, change: PartyChange): void {
    const { version, party } = this.#parties.account(account);
    requireVersion(version, change.ifMatch);
    const next = changedAccount(party, body);
    refuse([
      ...vatFaults('vat_id', body.vat_id),
      ...taxFaults('tax', next.tax, next.vat_id),
      ...Object.entries(next.kinds).flatMap(([kind, tax]) =>
        taxFaults(`kinds.${kind}`, tax, next.vat_id),
      ),
    ]);
    if (isSame(next, party)) return;
    const { line2: _, ...address } = next.address;
    const { tax, payment_terms_days: days, suspend_after_days: after, name, email } = next;
    this.#facts.write('accounts', account.accountId, {
      set: {
        tax_bps: Number(scaledOf(tax.rate_percent, 2)),
        terms_days: days,
        suspend_overdue: false,
        suspend_after_days: after,
        other_taxes: otherTaxesFact(next.kinds, tax),
      },
      commit: { name, email, address },
    });
    this.#keep('ACCOUNT', account.accountId, version + 1, next, change);
  }

  /** @throws {ApiError} `version_changed`, `validation_error` */
  changeHolder(holderId: string, body: ChangeHolder, change: PartyChange): void {
    const { version, party } = this.#parties.holder(holderId);
    requireVersion(version, change.ifMatch);
    const { destination } = body;
    const next = changedHolder(party, body, change.now);
    refuse([
      ...vatFaults('vat_id', body.vat_id),
      ...taxFaults('tax', body.tax, next.vat_id),
      ...(destination?.type === 'iban'
        ? [
            ...ibanFaults('destination.iban', destination.iban),
            ...bicFaults('destination.bic', destination.bic),
          ]
        : []),
    ]);
    if (isSame(next, party)) return;
    this.#keep('HOLDER', holderId, version + 1, next, change);
  }

  #keep(
    kind: PartyKind,
    id: string,
    version: number,
    party: AccountParty | HolderParty,
    { now, by }: PartyChange,
  ): void {
    const value = jsonOrUndefined(JSON.stringify(party)) ?? null;
    this.#facts.write('parties', [kind, id, version], {
      set: { at: now, key_id: by },
      commit: { value },
    });
  }
}

/** A party with the members that a patch names (RFC 7396): null takes one away. */
function changedAccount(party: AccountParty, body: ChangeAccount): AccountParty {
  const { address = {} } = body;
  return {
    name: body.name ?? party.name,
    email: body.email ?? party.email,
    address: {
      line1: address.line1 ?? party.address.line1,
      line2: address.line2 ?? party.address.line2,
      city: address.city ?? party.address.city,
      state: address.state ?? party.address.state,
      postal_code: address.postal_code ?? party.address.postal_code,
      country: address.country ?? party.address.country,
    },
    vat_id: body.vat_id === undefined ? party.vat_id : body.vat_id,
    order_number: body.order_number === undefined ? party.order_number : body.order_number,
    tax: body.tax ?? party.tax,
    kinds: body.kinds ?? party.kinds,
    show_name_to_holders: body.show_name_to_holders ?? party.show_name_to_holders,
    payment_terms_days: body.payment_terms_days ?? party.payment_terms_days,
    suspend_after_days:
      body.suspend_after_days === undefined ? party.suspend_after_days : body.suspend_after_days,
  };
}

function changedHolder(party: HolderParty, body: ChangeHolder, now: string): HolderParty {
  const { vat_id: vatId, self_billing_agreed_on: agreedOn } = body;
  return {
    legal_name: body.legal_name ?? party.legal_name,
    email: body.email ?? party.email,
    address: body.address ?? party.address,
    vat_id: vatId === undefined ? party.vat_id : vatId,
    tax: body.tax ?? party.tax,
    self_billing_agreed_on: agreedOn === undefined ? party.self_billing_agreed_on : agreedOn,
    ...placesOf(party, body.destination, now),
  };
}

export interface PartyChange {
  readonly now: string;
  /** `operator`, or the id of an API key. */
  readonly by: string;
  readonly ifMatch: string | undefined;
}

function requireVersion(version: number, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch === String(version)) return;
  throw new ApiError('version_changed', `It is at version ${version} by now.`, {
    details: { version },
  });
}

function refuse(faults: Parameters<typeof validationError>[0]): void {
  if (faults.length > 0) throw validationError(faults);
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}

/** A version of an account's party, as it was kept. */
function keptParty(value: string, { suspendAfterDays }: StoredAccount): AccountParty {
  const kept = accountPartySchema.parse(JSON.parse(value));
  return { ...kept, suspend_after_days: suspendAfterDays };
}

/** An account as its row says it, before anything else was said of it. */
function partyOf({ customer, taxBps, termsDays, suspendAfterDays }: StoredAccount): AccountParty {
  const { name, email, address } = customer;
  return {
    name,
    email,
    address: { ...address, line2: '' },
    vat_id: null,
    order_number: null,
    tax: usualTax(numberOf(taxBps, 2)),
    kinds: {},
    show_name_to_holders: true,
    payment_terms_days: termsDays,
    suspend_after_days: suspendAfterDays,
  };
}

/** The tax of an account of which only a rate is known. */
function usualTax(rate: number): PartyTax {
  if (rate > 0) return { kind: 'STANDARD', rate_percent: rate };
  return { kind: 'OUT_OF_SCOPE', rate_percent: 0, reason: 'No VAT is charged.' };
}

/** Where a holder is paid once a destination is named: the one in force stays for its time. */
function placesOf(
  party: HolderParty,
  destination: Destination | undefined,
  now: string,
): Pick<HolderParty, 'place' | 'before'> {
  const { place, before } = party;
  if (destination === undefined) return { place, before };
  const plain = plainDestination(destination);
  if (place !== null && isSame(place.destination, plain)) return { place, before };
  const inForce = placeInForce(party, now);
  const waits = inForce === undefined ? 0 : waitingTime;
  return {
    place: { destination: plain, usable_from: instant(Date.parse(now) + waits) },
    before: inForce ?? null,
  };
}

function plainDestination(destination: Destination): Destination {
  if (destination.type === 'other') return destination;
  const { iban, bic, ...rest } = destination;
  return {
    ...rest,
    iban: plainIban(iban),
    ...(bic === undefined ? {} : { bic: plainBic(bic) }),
  };
}

/** Where a holder is paid at an instant; undefined where nobody has said. */
export function placeInForce({ place, before }: HolderParty, now: string): Place | undefined {
  if (place !== null && place.usable_from <= now) return place;
  return before ?? undefined;
}

/** An account as its own route shows it. */
export function accountDetails(
  { version, party }: Version<AccountParty>,
  account: Omit<
    AccountDetails,
    | 'version'
    | 'line2'
    | 'vat_id'
    | 'order_number'
    | 'tax'
    | 'kinds'
    | 'show_name_to_holders'
    | 'history'
  >,
  history: AccountDetails['history'],
): AccountDetails {
  const { vat_id, order_number, tax, kinds, show_name_to_holders, address } = party;
  return {
    ...account,
    version,
    line2: address.line2,
    vat_id,
    order_number,
    tax,
    kinds,
    show_name_to_holders,
    history,
  };
}

/** A holder as its own route shows it; `isFull` tells where it is paid. */
export function holderDetails(
  holderId: string,
  { version, party }: Version<HolderParty>,
  {
    now,
    isFull,
    ...told
  }: { readonly now: string; readonly isFull: boolean } & Pick<
    HolderDetails,
    'history' | 'fees' | 'beneficiaries'
  >,
): HolderDetails {
  const { place, before: _, ...others } = party;
  const inForce = placeInForce(party, now);
  const next = place !== null && place.usable_from > now ? place : undefined;
  return {
    holder_id: holderId,
    version,
    ...others,
    destination: inForce === undefined ? null : shownPlace(inForce, isFull),
    next_destination: next === undefined ? null : shownPlace(next, isFull),
    ...told,
  };
}

/** A destination by its last characters; `isFull` tells the rest. */
export function shownPlace({ destination, usable_from }: Place, isFull: boolean): ShownDestination {
  const text = destination.type === 'iban' ? destination.iban : (destination.lines.at(-1) ?? '');
  return {
    type: destination.type,
    last4: text.slice(-4),
    usable_from,
    ...(isFull ? { destination } : {}),
  };
}
