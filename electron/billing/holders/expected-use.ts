/** What a holder would get of use that no invoice asks for yet: an estimate, by the same rule that shares are fixed by. */
import type { Database, Statement } from 'better-sqlite3';
import { dayOf, monthOf } from '../../../shared/billing/calendar.ts';
import { shareInvoice, type Share } from '../../../shared/billing/share-rule.ts';
import { dimensions, negated, nothing, plus } from '../../../shared/billing/volume.ts';
import { Accounts } from '../accounts.ts';
import { isInForce } from '../in-force.ts';
import { drawLines, InvoiceDrafts, type BilledUsage, type DrawnLines } from '../invoice-draft.ts';
import { sharedAmounts } from '../invoice-sums.ts';
import { PastShareTerms } from '../past/past-share-terms.ts';
import { PastSources, type PastSource } from '../past/past-source.ts';
import { RateCards } from '../rate-cards.ts';
import type { RateCard } from '../rate-terms.ts';
import { ShareTerms } from '../shares/share-terms.ts';
import { volumeColumns, volumesOf, type VolumeRow } from '../usage-figures.ts';

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

/** Open months of accounts and what drafts of them are made of, as of now or of an instant. */
interface View {
  /** By account, in order: months without an invoice, and accounts that used closed ones since. */
  readonly open: readonly AccountMonth[];
  readonly late: readonly string[];
  readonly lines: (accountId: string, month: string) => DrawnLines;
  readonly card: (accountId: string, month: string) => RateCard;
  readonly terms: Pick<ShareTerms, 'of'>;
}

interface AccountMonth {
  readonly account_id: string;
  readonly month: string;
}

/** Over one connection. */
export class ExpectedUse {
  readonly #accounts: Accounts;
  readonly #cards: RateCards;
  readonly #drafts: InvoiceDrafts;
  readonly #terms: ShareTerms;
  readonly #past: PastSources;
  readonly #pastTerms: PastShareTerms;
  readonly #open: Statement<[object], AccountMonth>;
  readonly #late: Statement<[object], { readonly account_id: string }>;

  constructor(database: Database) {
    this.#accounts = new Accounts(database);
    this.#cards = new RateCards(database);
    this.#drafts = new InvoiceDrafts(database, { accounts: this.#accounts, cards: this.#cards });
    this.#terms = new ShareTerms(database);
    this.#past = new PastSources(database, this.#cards);
    this.#pastTerms = new PastShareTerms(database);
    this.#open = database.prepare(expectedUseStatements.open);
    this.#late = database.prepare(expectedUseStatements.late);
  }

  /**
   * Shares of a holder, were every open month closed now.
   * @param asOf that of a question about the past: then the months that were open, by the terms of then
   */
  of(holderId: string, now: string, asOf?: string): ExpectedShare[] {
    const view = asOf === undefined ? this.#now(holderId, now) : this.#then(holderId, asOf);
    const at = asOf ?? now;
    /** What the estimate itself gives each holder this year: its fee may fall by it. */
    const given = new Map<string, bigint>();
    return [...monthsOf(view, monthOf(at))].flatMap(([accountId, months]) => {
      const taken = new Set<string>();
      return months.flatMap((month, place) => {
        const drawn = view.lines(accountId, month);
        const usage = drawn.usage.filter((each) => !taken.has(keyOf(each)));
        for (const each of usage) taken.add(keyOf(each));
        const shares = shareDraft(view, { accountId, month, drawn, usage }, { now: at, given });
        // Credits lower the invoice that comes first.
        const own = (place === 0 ? shares.first : shares.later).filter(
          (each) => each.holderId === holderId,
        );
        return own.map(({ datasetId, gross, net }) => ({ month, datasetId, gross, net }));
      });
    });
  }

  #now(holder: string, now: string): View {
    return {
      open: this.#open.all({ holder }),
      late: this.#late.all({ holder }).map(({ account_id: account }) => account),
      lines: (account, month) => this.#drafts.lines(this.#accounts.require(account), month, now),
      card: (account, month) => this.#cards.requireAssigned(this.#cards.inForce(account, month)),
      terms: this.#terms,
    };
  }

  #then(holder: string, at: string): View {
    const source = this.#past.at(at);
    const day = dayOf(at);
    const parts = new Map<string, boolean>();
    const isOfHolder = (datasetId: string) => {
      const known = parts.get(datasetId);
      if (known !== undefined) return known;
      const isPart = this.#pastTerms
        .beneficiaries(datasetId, at)
        .some(({ value }) => value.some(({ holderId }) => holderId === holder));
      parts.set(datasetId, isPart);
      return isPart;
    };
    return {
      ...openThen(source, (row) => row.holder_id === holder || isOfHolder(row.dataset_id)),
      lines: (account, month) => drawLines(source, this.#accounts.require(account), { month, day }),
      card: source.card,
      terms: this.#pastTerms,
    };
  }
}

/** Months of accounts that were open at an instant, of the use that counts. */
function openThen(
  { used, held, inForce }: PastSource,
  counts: (row: PastSource['used'][number]) => boolean,
): Pick<View, 'open' | 'late'> {
  const open = new Map<string, AccountMonth>();
  const late = new Set<string>();
  for (const row of used.filter(counts)) {
    const { account_id: account, month, dataset_id: dataset } = row;
    if (inForce(account, month) === undefined) {
      open.set(JSON.stringify([account, month]), { account_id: account, month });
      continue;
    }
    const before = held.filter(
      (each) =>
        each.account_id === account &&
        each.invoice_month >= month &&
        each.month === month &&
        each.dataset_id === dataset,
    );
    if (!isSame(row, before)) late.add(account);
  }
  return { open: [...open.values()], late: [...late] };
}

function isSame(row: VolumeRow, rows: readonly VolumeRow[]): boolean {
  const left = rows.reduce((rest, each) => plus(rest, negated(volumesOf(each))), volumesOf(row));
  return dimensions.every((each) => left[each] === nothing[each]);
}

/** Months to be drawn of each account, the first one first: late use is on the one that is closed next. */
function monthsOf({ open, late }: View, running: string): Map<string, string[]> {
  const months = new Map<string, string[]>();
  for (const { account_id: account, month } of open) {
    months.set(account, [...(months.get(account) ?? []), month]);
  }
  for (const account of late) {
    const known = months.get(account) ?? [];
    if (!known.includes(running)) months.set(account, [...known, running]);
  }
  return months;
}

function shareDraft(
  view: View,
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
  const terms = view.terms.of({
    month,
    issuedAt: now,
    holderOf: (datasetId) => holderOf.get(datasetId) ?? '',
  });
  const means = {
    ...terms,
    givenInYear: (holder: string) => terms.givenInYear(holder) + (given.get(holder) ?? 0n),
  };
  const { sharedExtras } = view.card(accountId, month);
  const amounts = sharedAmounts(drawn.lines, usage, sharedExtras);
  const first = shareInvoice(amounts, means).shares;
  const later = shareInvoice({ ...amounts, holdersCredits: 0n }, means).shares;
  for (const { holderId, gross } of first) {
    given.set(holderId, (given.get(holderId) ?? 0n) + gross);
  }
  return { first, later };
}

function keyOf({ month, datasetId }: BilledUsage): string {
  return JSON.stringify([month, datasetId]);
}
