/** Payouts, computed again from what holders earned: each pays all that its holder has open, and a failed one gives it back. */
import type { Database, Statement } from 'better-sqlite3';
import { isJsonObject } from '../../../shared/contract/json.ts';
import { accrualLine } from '../../../shared/ledger/accruals.ts';
import { shareLine, type CommittedShare } from '../../../shared/ledger/shares.ts';
import type { TreeHead } from '../../../shared/ledger/subjects.ts';
import { PaidLines, type PaidUse } from '../paid-lines.ts';
import { headOfLines } from '../head-of-lines.ts';
import type { RowFinding } from '../row-finding.ts';
import { DuePayouts, dueTables } from './due-payouts.ts';
import { StoredFacts, wholeNumberOf, type PlacedFact } from './stored-facts.ts';

interface StoredAccrual {
  readonly invoice_id: string;
  readonly dataset_id: string;
  readonly payout_id: string | null;
}

/** What a holder earned and no payout has paid. */
interface Earned extends PaidUse {
  readonly net: bigint;
  /** Number of the share; undefined of an accrual. */
  readonly share?: number;
  /** The text of its line. */
  readonly line: string;
}

interface PayoutRow {
  readonly number: bigint;
  readonly amount: bigint;
}

interface ShareRow extends Omit<CommittedShare, 'n'> {
  readonly number: bigint;
  readonly n: bigint;
}

interface Paid {
  readonly holderId: string;
  readonly earned: readonly Earned[];
  readonly isReleased: boolean;
}

/**
 * Compares amount and list of each payout with what was open, each accrual and item with what paid it, and tells which
 * payouts were due and not made; yields after each.
 */
export function* checkPayouts(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  const folds = new PayoutFold(database, report);
  const due = new DuePayouts(report, (document) => folds.sharesOf(document));
  yield* folds.assignLines();
  for (const fact of new StoredFacts(database).inOrder(dueTables)) {
    folds.add(fact);
    due.add(fact);
    yield;
  }
  due.finish();
  yield* folds.compareAccruals();
  yield* folds.compareItems();
}

class PayoutFold {
  readonly #database: Database;
  readonly #report: (finding: RowFinding) => void;
  readonly #payout: Statement<[string], PayoutRow>;
  readonly #shares: Statement<[string], ShareRow>;
  readonly #lines: PaidLines;
  /** By document and dataset: numbers of the events that are paid for. */
  readonly #events = new Map<string, number[]>();
  /** By holder, in the order in which they became theirs. */
  readonly #open = new Map<string, Earned[]>();
  /** By payout. */
  readonly #paid = new Map<string, Paid>();

  constructor(database: Database, report: (finding: RowFinding) => void) {
    this.#database = database;
    this.#report = report;
    this.#lines = new PaidLines(database);
    this.#payout = database
      .prepare<[string], PayoutRow>('SELECT number, amount FROM payouts WHERE payout_id = ?')
      .safeIntegers();
    this.#shares = database
      .prepare<[string], ShareRow>(
        `SELECT number, document, n, salt, dataset_id AS datasetId, holder_id AS holderId, gross, fee, net
         FROM shares WHERE document = ? ORDER BY n`,
      )
      .safeIntegers();
  }

  /** The shares of a document. */
  sharesOf(document: string): readonly ShareRow[] {
    return this.#shares.all(document);
  }

  add(fact: PlacedFact): void {
    const { table, id, set } = fact;
    if (set === null) return;
    if (table === 'accruals') this.#accrue(fact);
    else if (typeof id !== 'string') return;
    else if (table === 'invoices' && set['status'] === 'PAID') this.#earn(id);
    else if (table === 'credit_notes' && set['invoice'] !== undefined) this.#earn(id);
    else if (table !== 'payouts') return;
    else if (typeof set['holder_id'] === 'string') this.#pay(id, set['holder_id'], fact);
    else if (set['status'] === 'FAILED') this.#giveBack(id);
  }

  #accrue({ id, set }: PlacedFact): void {
    const [holderId, net] = [set?.['holder_id'], set?.['net']];
    if (typeof id === 'string' || typeof holderId !== 'string') return;
    const [invoiceId, datasetId] = id.map(String);
    if (invoiceId === undefined || datasetId === undefined) return;
    const accrual = { invoiceId, datasetId, net: wholeNumberOf(net) };
    this.#keep(holderId, { ...accrual, line: accrualLine(accrual) });
  }

  /** What a paid invoice gives its holders, or a credit note takes from them. */
  #earn(document: string): void {
    for (const share of this.sharesOf(document)) {
      this.#keep(share.holderId, {
        invoiceId: document,
        datasetId: share.datasetId,
        net: share.net,
        share: Number(share.number),
        line: shareLine({ ...share, n: Number(share.n) }),
      });
    }
  }

  #keep(holderId: string, earned: Earned): void {
    const open = this.#open.get(holderId) ?? [];
    open.push(earned);
    this.#open.set(holderId, open);
  }

  #pay(id: string, holderId: string, { seq, set }: PlacedFact): void {
    const earned = this.#open.get(holderId) ?? [];
    this.#open.delete(holderId);
    this.#paid.set(id, { holderId, earned, isReleased: false });
    const about = { kind: 'altered', table: 'payouts', row: id, seq } as const;
    const tax = set?.['tax'];
    // Its tax is stated by its fact, and part of what is transferred.
    const due = earned.reduce(
      (sum, { net }) => sum + net,
      tax === undefined ? 0n : wholeNumberOf(tax),
    );
    const amount = this.#payout.get(id)?.amount;
    if (amount !== undefined && amount !== due) {
      const values = { expected: String(due), actual: String(amount) };
      this.#report({ ...about, column: 'amount', ...values });
    }
    const accruals = earned.filter(({ share }) => share === undefined);
    const heads = {
      accruals: headOfLines(accruals.map(({ line }) => line)),
      shares: headOfLines(byNumber(earned).map(({ line }) => line)),
      lines: this.#headOf(earned),
    };
    for (const column of ['accruals', 'shares', 'lines'] as const) {
      const { count, root } = heads[column];
      const told = set?.[column] ?? null;
      // What it pays none of it need not name.
      if (told === null && count === 0) continue;
      if (isJsonObject(told) && told['count'] === count && told['root'] === root) continue;
      const values = { expected: JSON.stringify({ count, root }), actual: JSON.stringify(told) };
      this.#report({ ...about, column, ...values });
    }
  }

  /** Which metered events each document pays for, by dataset: one pass over them. */
  *assignLines(): Generator<void> {
    const earned = this.#database.prepare<[], PaidUse>(
      'SELECT DISTINCT document AS invoiceId, dataset_id AS datasetId FROM earned',
    );
    for (const { number, use } of this.#lines.of(earned.all())) {
      const row = rowOf(use);
      const numbers = this.#events.get(row) ?? [];
      numbers.push(number);
      this.#events.set(row, numbers);
      yield;
    }
  }

  #headOf(earned: readonly Earned[]): TreeHead {
    const rows = new Set(earned.map(rowOf));
    const numbers = [...rows].flatMap((row) => this.#events.get(row) ?? []);
    return this.#lines.head(numbers.toSorted((left, right) => left - right));
  }

  #giveBack(id: string): void {
    const paid = this.#paid.get(id);
    if (paid === undefined || paid.isReleased) return;
    this.#paid.set(id, { ...paid, isReleased: true });
    const { holderId, earned } = paid;
    // In the order of their facts, as they are stored.
    this.#open.set(holderId, [...earned, ...(this.#open.get(holderId) ?? [])]);
  }

  /** Column `payout` of each accrual. */
  *compareAccruals(): Generator<void> {
    const payoutOf = new Map<string, string>();
    for (const [payoutId, { earned, isReleased }] of this.#paid) {
      if (isReleased) continue;
      for (const each of earned) {
        if (each.share === undefined) payoutOf.set(rowOf(each), payoutId);
      }
    }
    const stored = this.#database.prepare<[], StoredAccrual>(
      `SELECT i.invoice_id, a.dataset_id,
         CASE WHEN a.payout IS NULL THEN NULL ELSE coalesce(p.payout_id, a.payout) END AS payout_id
       FROM accruals AS a
       JOIN invoices AS i ON i.number = a.invoice
       LEFT JOIN payouts AS p ON p.number = a.payout ORDER BY a.number`,
    );
    for (const {
      invoice_id: invoiceId,
      dataset_id: datasetId,
      payout_id: actual,
    } of stored.all()) {
      yield;
      const row = rowOf({ invoiceId, datasetId });
      const expected = payoutOf.get(row) ?? null;
      if (expected === actual) continue;
      const about = { kind: 'altered', table: 'accruals', row, column: 'payout', seq: 0 } as const;
      this.#report({ ...about, expected, actual });
    }
  }

  /** Rows of `payout_items`: the shares that each payout paid, and whether it gave them back. */
  *compareItems(): Generator<void> {
    const expected = new Map<string, number>();
    for (const [payoutId, { earned, isReleased }] of this.#paid) {
      const payout = this.#payout.get(payoutId)?.number;
      for (const { share } of earned) {
        if (share === undefined || payout === undefined) continue;
        expected.set(JSON.stringify([Number(payout), share]), isReleased ? 1 : 0);
      }
    }
    const about = { table: 'payout_items', seq: 0 } as const;
    const stored = this.#database.prepare<[], [payout: number, share: number, released: number]>(
      'SELECT payout, share, released FROM payout_items ORDER BY payout, share',
    );
    for (const [payout, share, released] of stored.raw().all()) {
      yield;
      const row = JSON.stringify([payout, share]);
      const wanted = expected.get(row);
      expected.delete(row);
      if (wanted === released) continue;
      const values = { expected: wanted === undefined ? null : String(wanted) };
      if (wanted === undefined) {
        this.#report({ ...about, row, kind: 'inserted', column: null, ...values, actual: row });
      } else {
        const told = { ...values, actual: String(released) };
        this.#report({ ...about, row, kind: 'altered', column: 'released', ...told });
      }
    }
    for (const row of expected.keys()) {
      this.#report({ ...about, row, kind: 'deleted', column: null, expected: row, actual: null });
    }
  }
}

/** Shares in the order of their numbers. */
function byNumber(earned: readonly Earned[]): Earned[] {
  return earned
    .filter(({ share }) => share !== undefined)
    .toSorted((one, other) => (one.share ?? 0) - (other.share ?? 0));
}

function rowOf({ invoiceId, datasetId }: PaidUse): string {
  return JSON.stringify([invoiceId, datasetId]);
}
