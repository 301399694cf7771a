/** Accruals: what holders got of paid invoices from before shares were fixed as an invoice is issued, computed again. */
import type { Database, Statement } from 'better-sqlite3';
import { sharesOf, type DatasetUse, type Share } from '../../../shared/billing/shares.ts';
import type { RowFinding } from '../row-finding.ts';
import { StoredFacts } from './stored-facts.ts';
import { usesOfInvoice } from '../../billing/invoice-uses.ts';

interface IssuedInvoice {
  readonly number: bigint;
  readonly invoice_id: string;
  readonly usage: bigint;
  /** Null where it is from before. */
  readonly pool: bigint | null;
}

interface AccrualRow {
  readonly dataset_id: string;
  readonly holder_id: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

/** Compares the accruals of each paid invoice with the rule of shares; yields after each invoice. */
export function* checkShares(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  const shares = new ExpectedShares(database);
  const accruals = database
    .prepare<[bigint], AccrualRow>(
      `SELECT dataset_id, holder_id, gross, fee, net FROM accruals WHERE invoice = ?
       ORDER BY dataset_id`,
    )
    .safeIntegers();
  const invoices = database
    .prepare<[], IssuedInvoice>(
      'SELECT number, invoice_id, usage, pool FROM invoices ORDER BY number',
    )
    .safeIntegers();
  for (const invoice of invoices.all()) {
    yield;
    const stored = new Map(accruals.all(invoice.number).map((row) => [row.dataset_id, row]));
    for (const share of shares.of(invoice)) {
      compare(invoice, share, stored.get(share.datasetId), report);
      stored.delete(share.datasetId);
    }
    for (const datasetId of stored.keys()) {
      const row = JSON.stringify([invoice.invoice_id, datasetId]);
      const about = { table: 'accruals', row, column: null, seq: 0 };
      report({ ...about, kind: 'inserted', expected: null, actual: row });
    }
  }
}

/** What the accruals of an invoice are, by the usage on it and the fees in force when it was paid. */
class ExpectedShares {
  readonly #facts: StoredFacts;
  readonly #uses: Statement<[bigint], DatasetUse>;

  constructor(database: Database) {
    this.#facts = new StoredFacts(database);
    this.#uses = usesOfInvoice(database);
  }

  of({ number, invoice_id: id, usage, pool }: IssuedInvoice): Share[] {
    if (pool !== null) return [];
    const paid = this.#facts.first('invoices', id, (set) => set['status'] === 'PAID');
    if (paid === undefined) return [];
    return sharesOf(usage, this.#uses.all(number), (holderId) => {
      const fee = this.#facts.last('payout_preferences', holderId, 'fee_bps', paid);
      return BigInt(typeof fee === 'number' ? fee : 0);
    });
  }
}

function compare(
  invoice: IssuedInvoice,
  share: Share,
  accrual: AccrualRow | undefined,
  report: (finding: RowFinding) => void,
): void {
  const row = JSON.stringify([invoice.invoice_id, share.datasetId]);
  const about = { table: 'accruals', row, seq: 0 };
  if (accrual === undefined) {
    report({ ...about, kind: 'deleted', column: null, expected: row, actual: null });
    return;
  }
  const columns = [
    ['holder_id', share.holderId, accrual.holder_id],
    ['gross', share.gross, accrual.gross],
    ['fee', share.fee, accrual.fee],
    ['net', share.net, accrual.net],
  ] as const;
  for (const [column, wanted, actual] of columns) {
    if (wanted === actual) continue;
    const values = { expected: String(wanted), actual: String(actual) };
    report({ ...about, kind: 'altered', column, ...values });
  }
}
