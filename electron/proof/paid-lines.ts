/** Metered lines that a payout pays for: those of its datasets that its invoices bill. */
import type { Database, Statement } from 'better-sqlite3';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import type { TreeHead } from '../../shared/ledger/subjects.ts';
import { sha256Into } from '../ledger/sha256.ts';
import { headOf } from './head-of-lines.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const paidLineStatements = {
  /**
   * The months of a dataset that an invoice bills, each with the numbers of events between which it does: up to what its
   * entry names, from behind what an earlier invoice billed that was in force then. What was issued before a month
   * began is before all of its events.
   */
  spans: `SELECT i.account_id AS account, u.month,
      (SELECT json_extract(bytes, '$.usage_to') FROM entries WHERE seq = i.entry_seq) AS last,
      coalesce((SELECT json_extract(b.bytes, '$.usage_to') FROM invoices AS p
        JOIN entries AS b ON b.seq = p.entry_seq
        WHERE p.issued_at < u.month || 'T00:00:00.000Z' ORDER BY p.issued_at DESC, p.number DESC LIMIT 1), 0) AS begun,
      coalesce((SELECT max(json_extract(b.bytes, '$.usage_to')) FROM invoices AS p
        JOIN entries AS b ON b.seq = p.entry_seq
        JOIN invoice_usage AS w ON w.invoice = p.number AND w.dataset_id = u.dataset_id
          AND w.month = u.month
        WHERE p.account_id = i.account_id AND p.entry_seq < i.entry_seq
          AND (p.canceled_at IS NULL OR p.cancel_kind = 'UNCOLLECTIBLE' OR i.entry_seq < (SELECT max(f.seq) FROM facts AS f
            WHERE f.table_name = 'invoices' AND f.row = p.invoice_id))), 0) AS billed
    FROM invoices AS i JOIN invoice_usage AS u ON u.invoice = i.number
    WHERE i.invoice_id = ? AND u.dataset_id = ?`,
  events: `SELECT e.number, e.account_id AS account, substr(e.day, 1, 7) || '-01' AS month,
      s.session_id AS sessionId, s.dataset_id AS datasetId
    FROM usage_events AS e JOIN billed_sessions AS s ON s.number = e.session
    WHERE e.number > @from AND e.number <= @to
      AND +e.account_id IN (SELECT value FROM json_each(@accounts)) ORDER BY e.number`,
  batch: `SELECT seq, first, last, leaves FROM batches
    WHERE table_name = 'usage_events' AND coalesce(dataset, 0) = 0 AND first <= ?
    ORDER BY first DESC LIMIT 1`,
} as const;

/** The use of a dataset on an invoice, which a share or an accrual pays for. */
export interface PaidUse {
  readonly invoiceId: string;
  readonly datasetId: string;
}

interface SpanRow {
  readonly account: string;
  /** First day. */
  readonly month: string;
  readonly last: number;
  readonly begun: number;
  readonly billed: number;
}

interface EventRow {
  readonly number: number;
  readonly account: string;
  readonly month: string;
  readonly sessionId: string;
  readonly datasetId: string;
}

/** Events of one account, dataset and month that are paid for: from behind one number up to another. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly use: PaidUse;
}

/** A metered event, its session, and the use that it is part of. */
export interface PaidEvent {
  readonly number: number;
  readonly sessionId: string;
  readonly use: PaidUse;
}

/** A batch of metered lines. */
export interface UsageBatch {
  readonly seq: number;
  readonly first: number;
  readonly last: number;
  readonly leaves: Buffer;
}

const leafBytes = 32;

/** Over one connection, within one state of the ledger. */
export class PaidLines {
  readonly #spans: Statement<[string, string], SpanRow>;
  readonly #events: Statement<[{ from: number; to: number; accounts: string }], EventRow>;
  readonly #batch: Statement<[number], UsageBatch>;

  constructor(database: Database) {
    this.#spans = database.prepare(paidLineStatements.spans);
    this.#events = database.prepare(paidLineStatements.events);
    this.#batch = database.prepare(paidLineStatements.batch);
  }

  /** The events of what is paid for, in the order of their numbers: one pass over what was metered then. */
  *of(uses: Iterable<PaidUse>): Generator<PaidEvent> {
    const spans = new Map<string, Span[]>();
    const known = new Set<string>();
    const accounts = new Set<string>();
    let [from, to] = [Number.MAX_SAFE_INTEGER, 0];
    for (const use of uses) {
      const { invoiceId, datasetId } = use;
      const name = JSON.stringify([invoiceId, datasetId]);
      if (known.has(name)) continue;
      known.add(name);
      for (const row of this.#spans.iterate(invoiceId, datasetId)) {
        const span = { from: Math.max(row.begun, row.billed), to: row.last, use };
        const key = keyOf({ ...row, datasetId });
        spans.set(key, [...(spans.get(key) ?? []), span]);
        accounts.add(row.account);
        [from, to] = [Math.min(from, span.from), Math.max(to, span.to)];
      }
    }
    const within = { from, to, accounts: JSON.stringify([...accounts]) };
    for (const event of this.#events.iterate(within)) {
      const { number, sessionId } = event;
      const span = spans.get(keyOf(event))?.find((each) => number > each.from && number <= each.to);
      if (span !== undefined) yield { number, sessionId, use: span.use };
    }
  }

  /** The batch of an event; undefined where it is in none. */
  batchOf(number: number): UsageBatch | undefined {
    const batch = this.#batch.get(number);
    return batch !== undefined && number <= batch.last ? batch : undefined;
  }

  /** The tree over the lines of events, given by increasing numbers; lines that are in no batch are left out. */
  head(numbers: Iterable<number>): TreeHead {
    const tree = new GrowingTree(sha256Into);
    let batch: UsageBatch | undefined;
    for (const number of numbers) {
      if (batch === undefined || number > batch.last) batch = this.batchOf(number);
      if (batch === undefined) continue;
      const at = (number - batch.first) * leafBytes;
      tree.append(batch.leaves.subarray(at, at + leafBytes));
    }
    return headOf(tree);
  }

  /** The tree over the lines of what is paid for. */
  headOf(uses: Iterable<PaidUse>): TreeHead {
    return this.head(Array.from(this.of(uses), ({ number }) => number));
  }
}

function keyOf({ account, datasetId, month }: Omit<EventRow, 'number' | 'sessionId'>): string {
  return `${month} ${account} ${datasetId}`;
}
