/** What a holder would get of use that no invoice asks for yet: an estimate, by the same rule that shares are fixed by. */
import type { Database, Statement } from 'better-sqlite3';
import { monthOf } from '../../../shared/billing/calendar.ts';
import { shareInvoice, type Share } from '../../../shared/billing/share-rule.ts';
import { Accounts } from '../accounts.ts';
import { isInForce } from '../in-force.ts';
import { InvoiceDrafts, type BilledUsage, type DrawnLines } from '../invoice-draft.ts';
import { sharedAmounts } from '../invoice-sums.ts';
import { RateCards } from '../rate-cards.ts';
import { ShareTerms } from '../shares/share-terms.ts';
import { volumeColumns } from '../usage-figures.ts';

/** Use of datasets that are a holder's, or of which it benefits. */
const ofHolder = `(m.holder_id = @holder OR m.dataset_id IN (SELECT b.dataset_id
  FROM beneficiaries AS b, json_each(b.value) AS part WHERE part.value ->> 'holder_id' = @holder))`;
const columnsOf = (table: string) => volumeColumns.map((each) => `${table}.${each}`).join(', ');
const sums = volumeColumns.map((each) => `coalesce(sum(u.${each}), 0)`).join(', ');
const closed = `(SELECT 1 FROM invoices AS i
  WHERE i.account_id = m.account_id AND i.month = m.month AND ${isInForce('i')})`;

/** Every statement, by name, so that a test can read the plan of each. */
export const expectedUseStatements = {
  /** Months without an invoice. */
  open: `SELECT DISTINCT m.account_id, m.month FROM usage_months AS m
    WHERE ${ofHolder} AND NOT EXISTS ${closed} ORDER BY m.account_id, m.month`,
  /** Accounts with use in a closed month that came after its invoice. */
  late: `SELECT DISTINCT m.account_id FROM usage_months AS m
    WHERE ${ofHolder} AND EXISTS ${closed} AND (${columnsOf('m')}) <> (SELECT ${sums}
      FROM invoices AS i JOIN invoice_usage AS u ON u.invoice = i.number
      WHERE i.account_id = m.account_id AND i.month >= m.month AND ${isInForce('i')}
        AND u.month = m.month AND u.dataset_id = m.dataset_id)
    ORDER BY m.account_id`,
} as const;

export interface ExpectedShare extends Pick<Share, 'datasetId' | 'gross' | 'net'> {
  /** First day of the month whose invoice would have it. */
  readonly month: string;
}

/** Over one connection. */
export class ExpectedUse {
  readonly #accounts: Accounts;
  readonly #cards: RateCards;
  readonly #drafts: InvoiceDrafts;
  readonly #terms: ShareTerms;
  readonly #open: Statement<[object], { readonly account_id: string; readonly month: string }>;
  readonly #late: Statement<[object], { readonly account_id: string }>;

  constructor(database: Database) {
    this.#accounts = new Accounts(database);
    this.#cards = new RateCards(database);
    this.#drafts = new InvoiceDrafts(database, { accounts: this.#accounts, cards: this.#cards });
    this.#terms = new ShareTerms(database);
    this.#open = database.prepare(expectedUseStatements.open);
    this.#late = database.prepare(expectedUseStatements.late);
  }

  /** Shares of a holder, were every open month closed now. */
  of(holderId: string, now: string): ExpectedShare[] {
    /** What the estimate itself gives each holder this year: its fee may fall by it. */
    const given = new Map<string, bigint>();
    return [...this.#months(holderId, monthOf(now))].flatMap(([accountId, months]) => {
      const taken = new Set<string>();
      return months.flatMap((month, place) => {
        const drawn = this.#drafts.lines(this.#accounts.require(accountId), month, now);
        const usage = drawn.usage.filter((each) => !taken.has(keyOf(each)));
        for (const each of usage) taken.add(keyOf(each));
        const shares = this.#share({ accountId, month, drawn, usage }, { now, given });
        // Credits lower the invoice that comes first.
        const own = (place === 0 ? shares.first : shares.later).filter(
          (each) => each.holderId === holderId,
        );
        return own.map(({ datasetId, gross, net }) => ({ month, datasetId, gross, net }));
      });
    });
  }

  /** Months to be drawn of each account, the first one first: late use is on the one that is closed next. */
  #months(holder: string, running: string): Map<string, string[]> {
    const months = new Map<string, string[]>();
    for (const { account_id: account, month } of this.#open.all({ holder })) {
      months.set(account, [...(months.get(account) ?? []), month]);
    }
    for (const { account_id: account } of this.#late.all({ holder })) {
      const open = months.get(account) ?? [];
      if (!open.includes(running)) months.set(account, [...open, running]);
    }
    return months;
  }

  #share(
    draft: {
      readonly accountId: string;
      readonly month: string;
      readonly drawn: DrawnLines;
      readonly usage: readonly BilledUsage[];
    },
    { now, given }: { readonly now: string; readonly given: Map<string, bigint> },
  ): { first: readonly Share[]; later: readonly Share[] } {
    const { accountId, month, drawn, usage } = draft;
    const holderOf = new Map(usage.map((each) => [each.datasetId, each.holderId]));
    const terms = this.#terms.of({
      month,
      issuedAt: now,
      holderOf: (datasetId) => holderOf.get(datasetId) ?? '',
    });
    const means = {
      ...terms,
      givenInYear: (holder: string) => terms.givenInYear(holder) + (given.get(holder) ?? 0n),
    };
    const { sharedExtras } = this.#cards.requireAssigned(this.#cards.inForce(accountId, month));
    const amounts = sharedAmounts(drawn.lines, usage, sharedExtras);
    const first = shareInvoice(amounts, means).shares;
    const later = shareInvoice({ ...amounts, holdersCredits: 0n }, means).shares;
    for (const { holderId, gross } of first) {
      given.set(holderId, (given.get(holderId) ?? 0n) + gross);
    }
    return { first, later };
  }
}

function keyOf({ month, datasetId }: BilledUsage): string {
  return JSON.stringify([month, datasetId]);
}
