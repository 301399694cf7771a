/** A holder's money, step by step and month by month: one statement is behind every figure, so that they add up. */
import type { Database, Statement } from 'better-sqlite3';
import type {
  EarnedDocument,
  EarningState,
  HolderSummary,
  PayoutWait,
  UnpaidDocument,
} from '../../../shared/contract/billing-holders.ts';
import { addMonths, dayOf, monthOf, spanOf, startOf } from '../../../shared/billing/calendar.ts';
import { HolderAccounts, type Holder } from '../holder-accounts.ts';
import { Parties, placeInForce, shownPlace, type HolderParty } from '../parties.ts';
import { wasCanceled, wasCompleted, wasPaid, wasSent } from '../past/was.ts';
import { payoutTax } from '../payout-tax.ts';
import { ExpectedUse } from './expected-use.ts';
import { WorkspaceMoney } from '../workspace-money.ts';
import { type Money } from '../../../shared/billing/money.ts';
import { labName } from './lab-name.ts';

const shownMonths = 12;
const shownDocuments = 100;
const shownUnpaid = 20;

interface SumRow {
  readonly month: string;
  readonly dataset_id: string;
  readonly state: EarningState | 'OVERDUE';
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

interface DocumentRow {
  readonly document: string;
  readonly document_number: string;
  readonly account_name: string;
  readonly month: string;
  readonly datasets: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

interface EarnedRow extends DocumentRow {
  readonly entry_seq: bigint | null;
  readonly earned_at: string;
}

interface UnpaidRow extends DocumentRow {
  readonly due_day: string;
}

const named = 'LEFT JOIN accounts AS a ON a.account_id = t.account_id';
const summed = (['gross', 'fee', 'net'] as const)
  .map((each) => `sum(t.${each}) AS ${each}`)
  .join(', ');
/** What a payout had of a share at an instant. */
const sent = `(SELECT x.share, ${wasCompleted('p')} AS arrived FROM payouts AS p
  JOIN payout_items AS x ON x.payout = p.number WHERE p.holder_id = @holder AND ${wasSent('p')})`;
/** Shares of a holder in documents that counted at an instant, `@at`, each with its state then. */
const counted = `(SELECT s.document, s.dataset_id, s.gross, s.fee, s.net, v.account_id, v.month, v.due_day, v.number,
    coalesce(n.credit_note_number, v.invoice_number) AS document_number,
    iif(n.number IS NULL, v.entry_seq, NULL) AS entry_seq, iif(n.number IS NULL, v.paid_at, s.at) AS earned_at,
    CASE WHEN h.arrived = 1 THEN 'PAID_OUT' WHEN h.arrived = 0 THEN 'ON_ITS_WAY'
      WHEN n.number IS NOT NULL OR ${wasPaid('v')} THEN 'EARNED'
      WHEN v.due_day < @today THEN 'OVERDUE' ELSE 'EXPECTED' END AS state
  FROM shares AS s LEFT JOIN credit_notes AS n ON n.credit_note_id = s.document
    JOIN invoices AS v ON v.number = coalesce(n.invoice,
      (SELECT w.number FROM invoices AS w WHERE w.invoice_id = s.document))
    LEFT JOIN ${sent} AS h ON h.share = s.number
  WHERE s.holder_id = @holder AND s.at <= @at AND (n.number IS NOT NULL OR NOT ${wasCanceled('v')})
  UNION ALL
  SELECT v.invoice_id, c.dataset_id, c.gross, c.fee, c.net, v.account_id, v.month, v.due_day, v.number, v.invoice_number,
    v.entry_seq, c.accrued_at,
    CASE WHEN p.number IS NULL THEN 'EARNED' WHEN ${wasCompleted('p')} THEN 'PAID_OUT' ELSE 'ON_ITS_WAY' END
  FROM accruals AS c JOIN invoices AS v ON v.number = c.invoice
    LEFT JOIN payouts AS p ON p.number = c.payout AND ${wasSent('p')}
  WHERE c.holder_id = @holder AND c.accrued_at <= @at)`;
const unpaid = `FROM ${counted} AS t ${named} WHERE t.state IN ('EXPECTED', 'OVERDUE')`;
const open = `FROM ${counted} AS t ${named} WHERE t.state = 'EARNED'`;
const shown = `t.document, t.document_number, ${labName} AS account_name, t.month,
  json_group_array(DISTINCT t.dataset_id) AS datasets, ${summed}`;

/** Every statement, by name, so that a test can read the plan of each. */
export const summaryStatements = {
  sums: `SELECT t.month, t.dataset_id, t.state, ${summed} FROM ${counted} AS t
    GROUP BY t.month, t.dataset_id, t.state ORDER BY t.month, t.dataset_id, t.state`,
  earned: `SELECT ${shown}, t.entry_seq, max(t.earned_at) AS earned_at ${open}
    GROUP BY t.document ORDER BY earned_at DESC, t.document DESC LIMIT @limit`,
  countEarned: `SELECT count(DISTINCT t.document) ${open}`,
  unpaid: `SELECT ${shown}, t.due_day ${unpaid}
    GROUP BY t.document ORDER BY t.due_day, t.number LIMIT @limit`,
  countUnpaid: `SELECT count(DISTINCT t.document) ${unpaid}`,
  payouts: `SELECT coalesce(sum(${wasCompleted('p')}), 0) AS completed,
      coalesce(sum(NOT ${wasCompleted('p')}), 0) AS pending
    FROM payouts AS p WHERE p.holder_id = @holder AND ${wasSent('p')}`,
} as const;

/** Minor units. */
interface Amounts {
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

/** Part of a month, of one dataset and state. */
interface Earning {
  readonly month: string;
  readonly datasetId: string;
  readonly state: SumRow['state'];
  readonly net: bigint;
}

/** A holder, and the instant of the figures with its day. */
interface Asked {
  readonly holder: string;
  readonly at: string;
  readonly today: string;
}

/** Who it was then, and when it wanted to be paid. */
interface Terms extends Pick<Holder, 'frequency' | 'threshold'> {
  readonly party: HolderParty;
}

/** Over one connection. */
export class HolderSummaries {
  readonly #money: WorkspaceMoney;
  readonly #sums: Statement<[object], SumRow>;
  readonly #earned: Statement<[object], EarnedRow>;
  readonly #unpaid: Statement<[object], UnpaidRow>;
  readonly #counts: Readonly<Record<'earned' | 'unpaid', Statement<[object], number>>>;
  readonly #payouts: Statement<[object], { readonly completed: number; readonly pending: number }>;
  readonly #expected: ExpectedUse;
  readonly #holders: HolderAccounts;
  readonly #parties: Parties;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    const sql = summaryStatements;
    this.#sums = database.prepare<[object], SumRow>(sql.sums).safeIntegers();
    this.#earned = database.prepare<[object], EarnedRow>(sql.earned).safeIntegers();
    this.#unpaid = database.prepare<[object], UnpaidRow>(sql.unpaid).safeIntegers();
    this.#counts = {
      earned: database.prepare<[object], number>(sql.countEarned).pluck(),
      unpaid: database.prepare<[object], number>(sql.countUnpaid).pluck(),
    };
    this.#payouts = database.prepare(sql.payouts);
    this.#expected = new ExpectedUse(database);
    this.#holders = new HolderAccounts(database);
    this.#parties = new Parties(database);
  }

  /**
   * @param now after all time was charged up to it
   * @param asOf that of a question about the past: figures as they were then; names are those of now
   */
  of(holderId: string, now: string, asOf?: string): HolderSummary {
    const at = asOf ?? now;
    const money = this.#money.now;
    const asked = { holder: holderId, at, today: dayOf(at) };
    const rows = this.#sums.all(asked);
    const earnings = [...rows.map(earningOf), ...this.#used(holderId, now, asOf)];
    const party = this.#parties.holderAt(holderId, at);
    const { frequency, threshold } = this.#holders.termsAt(holderId, at);
    return {
      holder_id: holderId,
      legal_name: party.legal_name,
      currency: money.code,
      next_payout: this.#nextPayout(asked, rows, { party, frequency, threshold }),
      schedule: { frequency, threshold: money.number(threshold) },
      pipeline: {
        ...pipelineOf(earnings, money),
        payouts: this.#payouts.get(asked)?.completed ?? 0,
      },
      ...monthsOf(earnings, monthOf(at), money),
      to_come: this.#toCome(asked),
    };
  }

  /** What was used and is on no invoice, in minor units. */
  used(holderId: string, now: string): bigint {
    return netOf(this.#used(holderId, now));
  }

  /** What labs were invoiced and have not paid, net, in minor units. */
  invoiced(holderId: string, now: string): bigint {
    const rows = this.#sums.all({ holder: holderId, at: now, today: dayOf(now) });
    return netOf(rows.filter(({ state }) => state === 'EXPECTED' || state === 'OVERDUE'));
  }

  #used(holderId: string, now: string, asOf?: string): Earning[] {
    return this.#expected
      .of(holderId, now, asOf)
      .map(({ month, datasetId, net }) => ({ month, datasetId, net, state: 'USED' }) as const);
  }

  #nextPayout(
    asked: Asked,
    rows: readonly SumRow[],
    { party, frequency, threshold }: Terms,
  ): HolderSummary['next_payout'] {
    const money = this.#money.now;
    const open = amountsOf(rows.filter(({ state }) => state === 'EARNED'));
    const tax = payoutTax(party.tax, open.net);
    const date = startOf(spanOf(frequency, asked.today).end);
    const place = placeInForce(party, date);
    const isOnItsWay = (this.#payouts.get(asked)?.pending ?? 0) > 0;
    const documents = this.#earned.all({ ...asked, limit: shownDocuments });
    const missing = threshold - open.net;
    return {
      ...shownAmounts(open, money),
      tax: money.number(tax),
      amount: money.number(open.net + tax),
      date,
      waits_for: waitOf(open.net, threshold, isOnItsWay),
      missing: money.number(missing > 0n ? missing : 0n),
      destination: place === undefined ? null : destinationOf(place),
      documents: documents.map((row) => earnedDocument(row, money)),
      more: (this.#counts.earned.get(asked) ?? 0) - documents.length,
    };
  }

  #toCome(asked: Asked): HolderSummary['to_come'] {
    const documents = this.#unpaid.all({ ...asked, limit: shownUnpaid });
    return {
      documents: documents.map((row) => unpaidDocument(row, asked.today, this.#money.now)),
      more: (this.#counts.unpaid.get(asked) ?? 0) - documents.length,
    };
  }
}

function destinationOf(place: Parameters<typeof shownPlace>[0]) {
  const { type, last4 } = shownPlace(place, false);
  return { type, last4 };
}

function waitOf(net: bigint, threshold: bigint, isOnItsWay: boolean): PayoutWait | null {
  if (net < 0n) return 'DEBT';
  if (net === 0n) return 'EARNINGS';
  if (isOnItsWay) return 'PAYOUT';
  return net < threshold ? 'THRESHOLD' : null;
}

function earningOf({ month, dataset_id: datasetId, state, net }: SumRow): Earning {
  return { month, datasetId, state, net };
}

function netOf(rows: readonly { readonly net: bigint }[]): bigint {
  return rows.reduce((sum, { net }) => sum + net, 0n);
}

function amountsOf(rows: readonly Amounts[]): Amounts {
  return rows.reduce(
    (sum, { gross, fee, net }) => ({
      gross: sum.gross + gross,
      fee: sum.fee + fee,
      net: sum.net + net,
    }),
    { gross: 0n, fee: 0n, net: 0n },
  );
}

function pipelineOf(
  earnings: readonly Earning[],
  money: Money,
): Omit<HolderSummary['pipeline'], 'payouts'> {
  const of = (...states: readonly SumRow['state'][]) =>
    money.number(netOf(earnings.filter(({ state }) => states.includes(state))));
  return {
    used: of('USED'),
    invoiced: of('EXPECTED', 'OVERDUE'),
    overdue: of('OVERDUE'),
    available: of('EARNED'),
    on_its_way: of('ON_ITS_WAY'),
    paid_out: of('PAID_OUT'),
  };
}

/** The twelve months up to one, and what was before them. */
function monthsOf(
  earnings: readonly Earning[],
  running: string,
  money: Money,
): Pick<HolderSummary, 'months' | 'before'> {
  const first = addMonths(running, 1 - shownMonths);
  const months = Array.from({ length: shownMonths }, (_, place) => addMonths(first, place));
  return {
    months: months.map((month) => ({
      month: month.slice(0, 7),
      datasets: datasetsOf(
        earnings.filter((each) => each.month === month),
        money,
      ),
    })),
    before: money.number(netOf(earnings.filter(({ month }) => month < first))),
  };
}

/** By dataset and state; an overdue part is a part that is expected. */
function datasetsOf(
  earnings: readonly Earning[],
  money: Money,
): HolderSummary['months'][number]['datasets'] {
  const sums = new Map<string, { dataset_id: string; state: EarningState; net: bigint }>();
  for (const { datasetId, state, net } of earnings) {
    const shown = state === 'OVERDUE' ? 'EXPECTED' : state;
    const key = JSON.stringify([datasetId, shown]);
    const before = sums.get(key)?.net ?? 0n;
    sums.set(key, { dataset_id: datasetId, state: shown, net: before + net });
  }
  return [...sums.values()].map((each) => ({ ...each, net: money.number(each.net) }));
}

function shownAmounts({ gross, fee, net }: Amounts, money: Money) {
  return { gross: money.number(gross), fee: money.number(fee), net: money.number(net) };
}

function documentOf(row: DocumentRow, money: Money) {
  const ids: unknown = JSON.parse(row.datasets);
  return {
    document: row.document,
    document_number: row.document_number,
    account_name: row.account_name,
    month: row.month.slice(0, 7),
    dataset_ids: Array.isArray(ids) ? ids.map(String).toSorted() : [],
    ...shownAmounts(row, money),
  };
}

function earnedDocument(row: EarnedRow, money: Money): EarnedDocument {
  return {
    ...documentOf(row, money),
    entry_seq: row.entry_seq === null ? null : Number(row.entry_seq),
    earned_at: row.earned_at,
  };
}

function unpaidDocument(row: UnpaidRow, today: string, money: Money): UnpaidDocument {
  return {
    ...documentOf(row, money),
    due_date: startOf(row.due_day),
    is_overdue: row.due_day < today,
  };
}
