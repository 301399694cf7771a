/** Shares of paid invoices and amounts of payouts, computed again by the rules that made them. */
import type { Database } from 'better-sqlite3';
import { sharesOf, type DatasetUse } from '../../../shared/billing/shares.ts';
import type { RowFinding } from '../row-finding.ts';

interface PaidInvoice {
  readonly number: bigint;
  readonly invoice_id: string;
  readonly usage: bigint;
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
  const uses = database
    .prepare<[bigint], DatasetUse>(
      `SELECT dataset_id AS datasetId, holder_id AS holderId,
         sum(time_nanos + record_nanos + data_nanos + operation_nanos) AS nanos
       FROM invoice_usage WHERE invoice = ? GROUP BY dataset_id ORDER BY dataset_id`,
    )
    .safeIntegers();
  const accruals = database
    .prepare<[bigint], AccrualRow>(
      `SELECT dataset_id, holder_id, gross, fee, net FROM accruals WHERE invoice = ?
       ORDER BY dataset_id`,
    )
    .safeIntegers();
  const fee = database
    .prepare<[string], bigint>('SELECT fee_bps FROM payout_preferences WHERE holder_id = ?')
    .pluck()
    .safeIntegers();
  const invoices = database
    .prepare<[], PaidInvoice>('SELECT number, invoice_id, usage FROM invoices ORDER BY number')
    .safeIntegers();
  const isPaid = database
    .prepare<[bigint], number>('SELECT paid_at IS NOT NULL FROM invoices WHERE number = ?')
    .pluck();
  for (const { number, invoice_id: invoiceId, usage } of invoices.all()) {
    yield;
    const expected =
      isPaid.get(number) === 1
        ? sharesOf(usage, uses.all(number), (holderId) => fee.get(holderId) ?? 0n)
        : [];
    const stored = new Map(accruals.all(number).map((row) => [row.dataset_id, row]));
    for (const share of expected) {
      const row = JSON.stringify([invoiceId, share.datasetId]);
      const accrual = stored.get(share.datasetId);
      stored.delete(share.datasetId);
      const about = { table: 'accruals', row, seq: 0 };
      if (accrual === undefined) {
        report({ ...about, kind: 'deleted', column: null, expected: row, actual: null });
        continue;
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
    for (const datasetId of stored.keys()) {
      const row = JSON.stringify([invoiceId, datasetId]);
      const about = { table: 'accruals', row, column: null, seq: 0 };
      report({ ...about, kind: 'inserted', expected: null, actual: row });
    }
  }
}

/** Compares the amount of each payout that did not fail with the accruals it pays. */
export function* checkPayouts(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  const payouts = database
    .prepare<[], { payout_id: string; amount: bigint; paid: bigint; holders: string | null }>(
      `SELECT p.payout_id, p.amount, coalesce(sum(a.net), 0) AS paid,
         group_concat(DISTINCT CASE WHEN a.holder_id <> p.holder_id THEN a.holder_id END) AS holders
       FROM payouts AS p LEFT JOIN accruals AS a ON a.payout = p.number
       GROUP BY p.number HAVING p.failed_at IS NULL OR count(a.number) > 0 ORDER BY p.number`,
    )
    .safeIntegers();
  for (const { payout_id: row, amount, paid, holders } of payouts.iterate()) {
    yield;
    const about = { kind: 'altered', table: 'payouts', row, seq: 0 } as const;
    if (amount !== paid) {
      report({ ...about, column: 'amount', expected: String(paid), actual: String(amount) });
    }
    if (holders !== null) {
      report({ ...about, column: 'holder_id', expected: holders, actual: null });
    }
  }
}
