/** A holder's money, step by step and month by month: one statement is behind every figure, so that they add up. */
import type { Database, Statement } from 'better-sqlite3';
import { currency } from '../../../shared/contract/billing.ts';
import type {
  EarnedDocument,
  EarningState,
  HolderSummary,
  PayoutWait,
  UnpaidDocument,
} from '../../../shared/contract/billing-holders.ts';
import { addMonths, dayOf, monthOf, spanOf, startOf } from '../../../shared/billing/calendar.ts';
import { moneyNumber } from '../../../shared/billing/decimal.ts';
import { HolderAccounts, usualPreferences } from '../holder-accounts.ts';
import { Parties, placeInForce, shownPlace } from '../parties.ts';
import { payoutTax } from '../payout-tax.ts';
import { ofDocument } from '../credit-notes/of-document.ts';
import { ExpectedUse } from './expected-use.ts';

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

const expected = `FROM shares AS s JOIN invoices AS i ON i.invoice_id = s.document
  WHERE s.holder_id = @holder AND i.status = 'PENDING'`;
const open = `FROM earned AS e ${ofDocument('e')}
  LEFT JOIN accounts AS a ON a.account_id = i.account_id
  WHERE e.holder_id = @holder AND e.payout IS NULL`;
const nameOf = `coalesce(nullif(a.name, ''), a.account_id, '')`;
const summed = (table: string) =>
  (['gross', 'fee', 'net'] as const).map((each) => `sum(${table}.${each}) AS ${each}`).join(', ');

/** Every statement, by name, so that a test can read the plan of each. */
export const summaryStatements = {
  sums: `SELECT t.month, t.dataset_id, t.state, ${summed('t')} FROM (
      SELECT i.month, s.dataset_id, CASE WHEN i.due_day < @today THEN 'OVERDUE' ELSE 'EXPECTED' END AS state,
        s.gross, s.fee, s.net ${expected}
      UNION ALL
      SELECT i.month, e.dataset_id,
        CASE p.status WHEN 'COMPLETED' THEN 'PAID_OUT' WHEN 'PENDING' THEN 'ON_ITS_WAY' ELSE 'EARNED' END,
        e.gross, e.fee, e.net
      FROM earned AS e ${ofDocument('e')}
        LEFT JOIN payouts AS p ON p.number = e.payout
      WHERE e.holder_id = @holder) AS t
    GROUP BY t.month, t.dataset_id, t.state ORDER BY t.month, t.dataset_id, t.state`,
  earned: `SELECT e.document, coalesce(n.credit_note_number, i.invoice_number) AS document_number,
      ${nameOf} AS account_name, i.month,
      json_group_array(DISTINCT e.dataset_id) AS datasets, ${summed('e')},
      CASE WHEN n.number IS NULL THEN i.entry_seq END AS entry_seq,
      max(e.earned_at) AS earned_at
    ${open} GROUP BY e.document ORDER BY earned_at DESC, e.document DESC LIMIT @limit`,
  countEarned: `SELECT count(DISTINCT e.document) ${open}`,
  unpaid: `SELECT s.document, i.invoice_number AS document_number, ${nameOf} AS account_name, i.month,
      json_group_array(DISTINCT s.dataset_id) AS datasets, ${summed('s')}, i.due_day
    FROM shares AS s JOIN invoices AS i ON i.invoice_id = s.document
      LEFT JOIN accounts AS a ON a.account_id = i.account_id
    WHERE s.holder_id = @holder AND i.status = 'PENDING'
    GROUP BY s.document ORDER BY i.due_day, i.number LIMIT @limit`,
  countUnpaid: `SELECT count(DISTINCT s.document) ${expected}`,
  payouts: `SELECT coalesce(sum(status = 'COMPLETED'), 0) AS completed,
      coalesce(sum(status = 'PENDING'), 0) AS pending
    FROM payouts WHERE holder_id = ?`,
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

/** Over one connection. */
export class HolderSummaries {
  readonly #sums: Statement<[object], SumRow>;
  readonly #earned: Statement<[object], EarnedRow>;
  readonly #unpaid: Statement<[object], UnpaidRow>;
  readonly #counts: Readonly<Record<'earned' | 'unpaid', Statement<[object], number>>>;
  readonly #payouts: Statement<[string], { readonly completed: number; readonly pending: number }>;
  readonly #expected: ExpectedUse;
  readonly #holders: HolderAccounts;
  readonly #parties: Parties;

  constructor(database: Database) {
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

  /** @param now after all time was charged up to it */
  of(holderId: string, now: string): HolderSummary {
    const rows = this.#sums.all({ holder: holderId, today: dayOf(now) });
    const earnings = [...rows.map(earningOf), ...this.#used(holderId, now)];
    const { frequency, threshold } = this.#holders.find(holderId) ?? usualPreferences;
    return {
      holder_id: holderId,
      legal_name: this.#parties.holder(holderId).party.legal_name,
      currency,
      next_payout: this.#nextPayout(holderId, rows, now),
      schedule: { frequency, threshold: moneyNumber(threshold) },
      pipeline: {
        ...pipelineOf(earnings),
        payouts: this.#payouts.get(holderId)?.completed ?? 0,
      },
      ...monthsOf(earnings, monthOf(now)),
      to_come: this.#toCome(holderId, dayOf(now)),
    };
  }

  /** What was used and is on no invoice, in minor units. */
  used(holderId: string, now: string): bigint {
    return netOf(this.#used(holderId, now));
  }

  /** What labs were invoiced and have not paid, net, in minor units. */
  invoiced(holderId: string, now: string): bigint {
    const rows = this.#sums.all({ holder: holderId, today: dayOf(now) });
    return netOf(rows.filter(({ state }) => state === 'EXPECTED' || state === 'OVERDUE'));
  }

  #used(holderId: string, now: string): Earning[] {
    return this.#expected
      .of(holderId, now)
      .map(({ month, datasetId, net }) => ({ month, datasetId, net, state: 'USED' }) as const);
  }

  #nextPayout(
    holderId: string,
    rows: readonly SumRow[],
    now: string,
  ): HolderSummary['next_payout'] {
    const { frequency, threshold } = this.#holders.find(holderId) ?? usualPreferences;
    const { party } = this.#parties.holder(holderId);
    const open = amountsOf(rows.filter(({ state }) => state === 'EARNED'));
    const tax = payoutTax(party.tax, open.net);
    const date = startOf(spanOf(frequency, dayOf(now)).end);
    const place = placeInForce(party, date);
    const isOnItsWay = (this.#payouts.get(holderId)?.pending ?? 0) > 0;
    const documents = this.#earned.all({ holder: holderId, limit: shownDocuments });
    const missing = threshold - open.net;
    return {
      ...shownAmounts(open),
      tax: moneyNumber(tax),
      amount: moneyNumber(open.net + tax),
      date,
      waits_for: waitOf(open.net, threshold, isOnItsWay),
      missing: moneyNumber(missing > 0n ? missing : 0n),
      destination: place === undefined ? null : destinationOf(place),
      documents: documents.map(earnedDocument),
      more: (this.#counts.earned.get({ holder: holderId }) ?? 0) - documents.length,
    };
  }

  #toCome(holder: string, today: string): HolderSummary['to_come'] {
    const documents = this.#unpaid.all({ holder, limit: shownUnpaid });
    return {
      documents: documents.map((row) => unpaidDocument(row, today)),
      more: (this.#counts.unpaid.get({ holder }) ?? 0) - documents.length,
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

function pipelineOf(earnings: readonly Earning[]): Omit<HolderSummary['pipeline'], 'payouts'> {
  const of = (...states: readonly SumRow['state'][]) =>
    moneyNumber(netOf(earnings.filter(({ state }) => states.includes(state))));
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
): Pick<HolderSummary, 'months' | 'before'> {
  const first = addMonths(running, 1 - shownMonths);
  const months = Array.from({ length: shownMonths }, (_, place) => addMonths(first, place));
  return {
    months: months.map((month) => ({
      month: month.slice(0, 7),
      datasets: datasetsOf(earnings.filter((each) => each.month === month)),
    })),
    before: moneyNumber(netOf(earnings.filter(({ month }) => month < first))),
  };
}

/** By dataset and state; an overdue part is a part that is expected. */
function datasetsOf(earnings: readonly Earning[]): HolderSummary['months'][number]['datasets'] {
  const sums = new Map<string, { dataset_id: string; state: EarningState; net: bigint }>();
  for (const { datasetId, state, net } of earnings) {
    const shown = state === 'OVERDUE' ? 'EXPECTED' : state;
    const key = JSON.stringify([datasetId, shown]);
    const before = sums.get(key)?.net ?? 0n;
    sums.set(key, { dataset_id: datasetId, state: shown, net: before + net });
  }
  return [...sums.values()].map((each) => ({ ...each, net: moneyNumber(each.net) }));
}

function shownAmounts({ gross, fee, net }: Amounts) {
  return { gross: moneyNumber(gross), fee: moneyNumber(fee), net: moneyNumber(net) };
}

function documentOf(row: DocumentRow) {
  const ids: unknown = JSON.parse(row.datasets);
  return {
    document: row.document,
    document_number: row.document_number,
    account_name: row.account_name,
    month: row.month.slice(0, 7),
    dataset_ids: Array.isArray(ids) ? ids.map(String).toSorted() : [],
    ...shownAmounts(row),
  };
}

function earnedDocument(row: EarnedRow): EarnedDocument {
  return {
    ...documentOf(row),
    entry_seq: row.entry_seq === null ? null : Number(row.entry_seq),
    earned_at: row.earned_at,
  };
}

function unpaidDocument(row: UnpaidRow, today: string): UnpaidDocument {
  return { ...documentOf(row), due_date: startOf(row.due_day), is_overdue: row.due_day < today };
}
