/** Payouts, computed again from accruals: each pays all that its holder has open, and a failed one gives it back. */
import type { Database, Statement } from 'better-sqlite3';
import { isJsonObject } from '../../../shared/contract/json.ts';
import { accrualLine, type PaidAccrual } from '../../../shared/ledger/accruals.ts';
import type { TreeHead } from '../../../shared/ledger/subjects.ts';
import { PaidLines } from '../paid-lines.ts';
import { headOfLines } from '../head-of-lines.ts';
import type { RowFinding } from '../row-finding.ts';
import { DuePayouts, dueTables } from './due-payouts.ts';
import { StoredFacts, wholeNumberOf, type PlacedFact } from './stored-facts.ts';

interface StoredAccrual {
  readonly invoice_id: string;
  readonly dataset_id: string;
  readonly payout_id: string | null;
}

/**
 * Compares amount and list of each payout with what was open, each accrual with what paid it, and tells which payouts
 * were due and not made; yields after each.
 */
export function* checkPayouts(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  const folds = new PayoutFold(database, report);
  const due = new DuePayouts(report);
  yield* folds.assignLines();
  for (const fact of new StoredFacts(database).inOrder(dueTables)) {
    folds.add(fact);
    due.add(fact);
    yield;
  }
  due.finish();
  yield* folds.compareAccruals();
}

class PayoutFold {
  readonly #database: Database;
  readonly #report: (finding: RowFinding) => void;
  readonly #amount: Statement<[string], bigint>;
  readonly #lines: PaidLines;
  /** By accrual: numbers of the events that it pays for. */
  readonly #events = new Map<string, number[]>();
  /** By holder, in the order of their facts. */
  readonly #open = new Map<string, PaidAccrual[]>();
  /** On their way, or over: by payout. */
  readonly #paid = new Map<string, { readonly holderId: string; accruals: PaidAccrual[] }>();

  constructor(database: Database, report: (finding: RowFinding) => void) {
    this.#database = database;
    this.#report = report;
    this.#lines = new PaidLines(database);
    this.#amount = database
      .prepare<[string], bigint>('SELECT amount FROM payouts WHERE payout_id = ?')
      .pluck()
      .safeIntegers();
  }

  add(fact: PlacedFact): void {
    const { table, id, set } = fact;
    if (set === null) return;
    if (table === 'accruals') this.#accrue(fact);
    else if (table !== 'payouts' || typeof id !== 'string') return;
    else if (typeof set['holder_id'] === 'string') this.#pay(id, set['holder_id'], fact);
    else if (set['status'] === 'FAILED') this.#giveBack(id);
  }

  #accrue({ id, set }: PlacedFact): void {
    const [holderId, net] = [set?.['holder_id'], set?.['net']];
    if (typeof id === 'string' || typeof holderId !== 'string') return;
    const [invoiceId, datasetId] = id.map(String);
    if (invoiceId === undefined || datasetId === undefined) return;
    const open = this.#open.get(holderId) ?? [];
    open.push({ invoiceId, datasetId, net: wholeNumberOf(net) });
    this.#open.set(holderId, open);
  }

  #pay(id: string, holderId: string, { seq, set }: PlacedFact): void {
    const accruals = this.#open.get(holderId) ?? [];
    this.#open.delete(holderId);
    this.#paid.set(id, { holderId, accruals });
    const about = { kind: 'altered', table: 'payouts', row: id, seq } as const;
    const due = accruals.reduce((sum, { net }) => sum + net, 0n);
    const amount = this.#amount.get(id);
    if (amount !== undefined && amount !== due) {
      const values = { expected: String(due), actual: String(amount) };
      this.#report({ ...about, column: 'amount', ...values });
    }
    const heads = {
      accruals: headOfLines(accruals.map(accrualLine)),
      lines: this.#headOf(accruals),
    };
    for (const column of ['accruals', 'lines'] as const) {
      const { count, root } = heads[column];
      const told = set?.[column] ?? null;
      if (isJsonObject(told) && told['count'] === count && told['root'] === root) continue;
      const values = { expected: JSON.stringify({ count, root }), actual: JSON.stringify(told) };
      this.#report({ ...about, column, ...values });
    }
  }

  /** Which metered events each accrual pays for: one pass over them. */
  *assignLines(): Generator<void> {
    const accruals = this.#database.prepare<[], Pick<PaidAccrual, 'invoiceId' | 'datasetId'>>(
      `SELECT i.invoice_id AS invoiceId, a.dataset_id AS datasetId
       FROM accruals AS a JOIN invoices AS i ON i.number = a.invoice`,
    );
    for (const { number, accrual } of this.#lines.of(accruals.all())) {
      const row = rowOf(accrual);
      const numbers = this.#events.get(row) ?? [];
      numbers.push(number);
      this.#events.set(row, numbers);
      yield;
    }
  }

  #headOf(accruals: readonly PaidAccrual[]): TreeHead {
    const numbers = accruals.flatMap((accrual) => this.#events.get(rowOf(accrual)) ?? []);
    return this.#lines.head(numbers.toSorted((left, right) => left - right));
  }

  #giveBack(id: string): void {
    const paid = this.#paid.get(id);
    if (paid === undefined) return;
    this.#paid.delete(id);
    const { holderId, accruals } = paid;
    // In the order of their facts, as they are stored.
    this.#open.set(holderId, [...accruals, ...(this.#open.get(holderId) ?? [])]);
  }

  /** Column `payout` of each accrual. */
  *compareAccruals(): Generator<void> {
    const payoutOf = new Map<string, string>();
    for (const [payoutId, { accruals }] of this.#paid) {
      for (const accrual of accruals) payoutOf.set(rowOf(accrual), payoutId);
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
}

function rowOf({ invoiceId, datasetId }: Pick<PaidAccrual, 'invoiceId' | 'datasetId'>): string {
  return JSON.stringify([invoiceId, datasetId]);
}
