/** Rate cards, every version of them, and which one an account has in a month. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { type CreateRateCard, type ShownRateCard } from '../../shared/contract/billing.ts';
import { priceModels } from '../../shared/billing/month-price.ts';
import type { CreateId } from '../../shared/ids.ts';
import { parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import type { Facts } from '../proof/facts.ts';
import { integerMember } from '../../shared/ledger/facts.ts';
import { readTerms, type RateCard, type RateCardKey } from './rate-terms.ts';
import { WorkspaceMoney } from './workspace-money.ts';
import { type Money } from '../../shared/billing/money.ts';

interface Row {
  rate_card_id: string;
  version: number;
  name: string;
  model: string;
  terms: string;
  created_at: string;
}

interface AssignedRow {
  readonly rate_card_id: string;
  readonly version: number;
  readonly discount_bps: number | null;
  readonly assignment_id: string;
  readonly month: string;
}

/** A rate card as an account has it in a month. */
export interface AssignedCard extends RateCardKey {
  /** Hundredths of a percent. */
  readonly discountBps: bigint;
  /** Null where nothing was assigned. */
  readonly assignmentId: string | null;
  /** First day of the month that it was assigned from; null as above. */
  readonly month: string | null;
}

/** A card for an account from a month (its first day) on. */
export interface NewAssignment extends RateCardKey {
  readonly accountId: string;
  readonly month: string;
  readonly discountBps?: bigint | undefined;
  readonly reason?: string | undefined;
  /** Number of the last metered event before it. */
  readonly afterEvent: number;
}

/** Rate card of an account without an assignment. */
export const standardCard: RateCardKey = { rateCardId: 'standard', version: 1 };

const columns = 'rate_card_id, version, name, model, terms, created_at';

export const rateCardStatements = {
  one: `SELECT ${columns} FROM rate_cards WHERE rate_card_id = ? AND version = ?`,
  newest: `SELECT ${columns} FROM rate_cards WHERE rate_card_id = ? ORDER BY version DESC LIMIT 1`,
  all: `SELECT ${columns} FROM rate_cards ORDER BY rate_card_id, version`,
  inForce: `SELECT rate_card_id, version, discount_bps, assignment_id, month FROM rate_card_assignments
    WHERE account_id = ? AND month <= ? ORDER BY month DESC, number DESC LIMIT 1`,
  next: `SELECT rate_card_id, version, discount_bps, assignment_id, month FROM rate_card_assignments
    WHERE account_id = ? AND month > ? ORDER BY month, number DESC LIMIT 1`,
  assignedFrom: `SELECT assignment_id FROM rate_card_assignments
    WHERE account_id = ? AND month = ? ORDER BY number DESC`,
  inForceThen: `SELECT rate_card_id, version, discount_bps, assignment_id, month FROM rate_card_assignments
    WHERE account_id = ? AND month <= ? AND assigned_at <= ? ORDER BY month DESC, number DESC LIMIT 1`,
  inForceAt: `SELECT rate_card_id, version, discount_bps, assignment_id, month FROM rate_card_assignments
    WHERE account_id = ? AND month <= ? AND coalesce(after_event, 0) < ?
    ORDER BY month DESC, number DESC LIMIT 1`,
  changedAfter: `SELECT min(coalesce(after_event, 0)) FROM rate_card_assignments
    WHERE account_id = ? AND month <= ? AND coalesce(after_event, 0) >= ?`,
} as const;

export class RateCards {
  readonly #money: WorkspaceMoney;
  readonly #one: Statement<[string, number], Row>;
  readonly #newest: Statement<[string], Row>;
  readonly #all: Statement<[], Row>;
  readonly #inForce: Statement<[string, string], AssignedRow>;
  readonly #next: Statement<[string, string], AssignedRow>;
  readonly #assignedFrom: Statement<[string, string], string>;
  readonly #inForceThen: Statement<[string, string, string], AssignedRow>;
  readonly #inForceAt: Statement<[string, string, number], AssignedRow>;
  readonly #changedAfter: Statement<[string, string, number], number | null>;
  /** Versions never change: each is read once. */
  readonly #known = new Map<string, RateCard>();

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#one = database.prepare(rateCardStatements.one);
    this.#newest = database.prepare(rateCardStatements.newest);
    this.#all = database.prepare(rateCardStatements.all);
    this.#inForce = database.prepare(rateCardStatements.inForce);
    this.#next = database.prepare(rateCardStatements.next);
    this.#assignedFrom = database
      .prepare<[string, string], string>(rateCardStatements.assignedFrom)
      .pluck();
    this.#inForceThen = database.prepare(rateCardStatements.inForceThen);
    this.#inForceAt = database.prepare(rateCardStatements.inForceAt);
    this.#changedAfter = database
      .prepare<[string, string, number], number | null>(rateCardStatements.changedAfter)
      .pluck();
  }

  /** @throws {ApiError} `not_found` */
  require({ rateCardId, version }: RateCardKey): RateCard {
    const key = `${rateCardId}/${version}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const row = this.#one.get(rateCardId, version);
    if (row === undefined) throw unknownCard(rateCardId);
    const card = cardOf(row, this.#money.now);
    this.#known.set(key, card);
    return card;
  }

  newest(rateCardId: string): RateCard | undefined {
    const row = this.#newest.get(rateCardId);
    return row && cardOf(row, this.#money.now);
  }

  all(): RateCard[] {
    const money = this.#money.now;
    return this.#all.all().map((row) => cardOf(row, money));
  }

  /** What an account has in a month (its first day). */
  inForce(accountId: string, month: string): AssignedCard {
    return assignedOf(this.#inForce.get(accountId, month));
  }

  /** The same as it was at an instant. */
  inForceThen(accountId: string, month: string, at: string): AssignedCard {
    return assignedOf(this.#inForceThen.get(accountId, month, at));
  }

  /** Ids of what was assigned from that month on, the newest first. */
  assignedFrom(accountId: string, month: string): string[] {
    return this.#assignedFrom.all(accountId, month);
  }

  /** The first that it was given from a later month on; undefined for none. */
  next(accountId: string, month: string): AssignedCard | undefined {
    const row = this.#next.get(accountId, month);
    return row && assignedOf(row);
  }

  /** The same as it was when an event was metered: by those that were assigned before it. */
  inForceAt(accountId: string, month: string, event: number): AssignedCard {
    return assignedOf(this.#inForceAt.get(accountId, month, event));
  }

  /** The last event that is priced by the same; Infinity where nothing was assigned after the event. */
  lastBySame(accountId: string, month: string, event: number): number {
    return this.#changedAfter.get(accountId, month, event) ?? Infinity;
  }

  /** The card itself with the rules of the assignment: those of the card and the account's discount. */
  requireAssigned(assigned: RateCardKey & Pick<AssignedCard, 'discountBps'>): RateCard {
    const card = this.require(assigned);
    const { discountBps } = assigned;
    return discountBps === 0n ? card : { ...card, rules: { ...card.rules, discountBps } };
  }
}

/** Over the writer's connection; the caller holds the transaction. */
export class RateCardWriter {
  readonly #facts: Facts;
  readonly #createId: CreateId;

  constructor(facts: Facts, createId: CreateId) {
    this.#facts = facts;
    this.#createId = createId;
  }

  create(card: CreateRateCard, version: number, now: string): void {
    const { rate_card_id: id, name, model, ...terms } = card;
    this.#facts.write('rate_cards', [id, version], {
      set: { model, created_at: now },
      commit: { name, terms: parseStrictJson(JSON.stringify(terms)) },
    });
  }

  /** Takes an assignment back. */
  withdraw(assignmentId: string): void {
    this.#facts.end('rate_card_assignments', assignmentId);
  }

  /** @returns the assignment's id */
  assign(assignment: NewAssignment, now: string): string {
    const {
      accountId,
      month,
      rateCardId,
      version,
      discountBps = 0n,
      reason,
      afterEvent,
    } = assignment;
    const id = this.#createId('assign');
    this.#facts.write('rate_card_assignments', id, {
      set: {
        account_id: accountId,
        month,
        rate_card_id: rateCardId,
        version,
        assigned_at: now,
        after_event: afterEvent,
        ...(discountBps === 0n ? {} : { discount_bps: integerMember(discountBps) }),
      },
      ...(reason === undefined ? {} : { commit: { reason } }),
    });
    return id;
  }
}

function assignedOf(row: AssignedRow | undefined): AssignedCard {
  if (row === undefined)
    return { ...standardCard, discountBps: 0n, assignmentId: null, month: null };
  return {
    rateCardId: row.rate_card_id,
    version: row.version,
    discountBps: BigInt(row.discount_bps ?? 0),
    assignmentId: row.assignment_id,
    month: row.month,
  };
}

export function shownCard(card: RateCard, money: Money): ShownRateCard {
  const { rateCardId, version, name, model, terms, createdAt } = card;
  return {
    rate_card_id: rateCardId,
    version,
    name,
    model,
    ...terms,
    currency: money.code,
    created_at: createdAt,
  };
}

export function unknownCard(rateCardId: string): ApiError {
  return new ApiError('not_found', `There is no such version of the rate card ${rateCardId}.`);
}

function cardOf(row: Row, money: Money): RateCard {
  const model = priceModels.find((each) => each === row.model);
  if (model === undefined) throw new Error(`Rate card ${row.rate_card_id} has no known model.`);
  return {
    rateCardId: row.rate_card_id,
    version: row.version,
    name: row.name,
    model,
    createdAt: row.created_at,
    ...readTerms(row.terms, money),
  };
}
