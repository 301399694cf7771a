/** Shares of documents, computed again by the rule that fixed them, against the rows and what the entries state. */
import type { Database, Statement } from 'better-sqlite3';
import { shareInvoice, type Share } from '../../../shared/billing/share-rule.ts';
import type { JsonValue } from '../../../shared/contract/json.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { shareLine } from '../../../shared/ledger/shares.ts';
import type { DrawnLines } from '../../billing/invoice-draft.ts';
import { borneCredits } from '../../billing/invoice-sums.ts';
import { headOfLines } from '../head-of-lines.ts';
import type { RowFinding } from '../row-finding.ts';
import type { BilledState } from './billed-state.ts';

/** Columns of an invoice that say what is shared of it. */
export interface SharedRow {
  readonly invoice_id: string;
  readonly month: string;
  readonly issued_at: string;
  readonly pool: bigint | null;
  readonly fees: bigint | null;
  readonly platform_credits: bigint | null;
  readonly holder_credits: bigint | null;
  readonly prepaid_used: bigint | null;
}

interface StoredShare {
  readonly number: bigint;
  readonly n: bigint;
  readonly salt: string;
  readonly dataset_id: string;
  readonly holder_id: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
  readonly at: string;
}

/** An invoice with what its entry states of its shares. */
interface Issued {
  readonly seq: number;
  readonly shares: JsonValue;
  readonly row: SharedRow;
}

type Report = (finding: RowFinding) => void;

/** Documents in the order of their entries. */
export class SharesCheck {
  readonly #state: BilledState;
  readonly #report: Report;
  readonly #database: Database;
  readonly #ofDocument: Statement<[string], StoredShare>;
  /** Numbers count shares in the order of their documents. */
  #number = 0n;

  constructor(
    database: Database,
    { state, report }: { readonly state: BilledState; readonly report: Report },
  ) {
    this.#database = database;
    this.#state = state;
    this.#report = report;
    this.#ofDocument = database
      .prepare<[string], StoredShare>('SELECT * FROM shares WHERE document = ? ORDER BY n')
      .safeIntegers();
  }

  /** Compares what is shared of an invoice, and its shares. */
  compare({ seq, shares: stated, row }: Issued, drawn: DrawnLines): void {
    const { invoice_id: document, month, issued_at: issuedAt } = row;
    const holders = new Map(drawn.usage.map(({ datasetId, holderId }) => [datasetId, holderId]));
    const holderOf = (datasetId: string) => holders.get(datasetId) ?? '';
    const pool = shareInvoice(drawn.shared, this.#state.shareMeans({ month, issuedAt, holderOf }));
    const credits = borneCredits(drawn.lines, drawn.shared, pool);
    const columns = [
      ['pool', pool.pool],
      ['fees', pool.shares.reduce((sum, { fee }) => sum + fee, 0n)],
      ['platform_credits', credits.platform],
      ['holder_credits', credits.holders],
      ['prepaid_used', credits.prepaid],
    ] as const;
    for (const [column, expected] of columns) {
      if (row[column] === expected) continue;
      const about = { kind: 'altered', table: 'invoices', row: document, seq } as const;
      this.#report({ ...about, column, expected: String(expected), actual: String(row[column]) });
    }
    this.compareDocument(seq, { document, issuedAt, stated }, pool.shares);
  }

  /** Compares the shares of a document, which its entry or fact names by their root, with what they have to be. */
  compareDocument(
    seq: number,
    told: { readonly document: string; readonly issuedAt: string; readonly stated: JsonValue },
    expected: readonly Share[],
  ): void {
    this.#compareShares(seq, told, expected);
    this.#state.give(told.document, told.issuedAt, expected);
  }

  #compareShares(
    seq: number,
    told: { readonly document: string; readonly issuedAt: string; readonly stated: JsonValue },
    expected: readonly Share[],
  ): void {
    const { document, issuedAt, stated } = told;
    const stored = new Map(this.#ofDocument.all(document).map((row) => [Number(row.n), row]));
    let isAltered = false;
    const tell = (row: string, finding: Omit<RowFinding, 'table' | 'row' | 'seq'>) => {
      isAltered = true;
      this.#report({ table: 'shares', row, seq, ...finding });
    };
    for (const [index, share] of expected.entries()) {
      const key = JSON.stringify([document, index + 1]);
      const row = stored.get(index + 1);
      stored.delete(index + 1);
      this.#number += 1n;
      if (row === undefined) {
        tell(key, { kind: 'deleted', column: null, expected: key, actual: null });
        continue;
      }
      const columns = [
        ['number', this.#number, row.number],
        ['dataset_id', share.datasetId, row.dataset_id],
        ['holder_id', share.holderId, row.holder_id],
        ['gross', share.gross, row.gross],
        ['fee', share.fee, row.fee],
        ['net', share.net, row.net],
        ['at', issuedAt, row.at],
      ] as const;
      for (const [column, wanted, actual] of columns) {
        if (wanted === actual) continue;
        const values = { expected: String(wanted), actual: String(actual) };
        tell(key, { kind: 'altered', column, ...values });
      }
    }
    for (const n of stored.keys()) {
      const key = JSON.stringify([document, n]);
      tell(key, { kind: 'inserted', column: null, expected: null, actual: key });
    }
    if (!isAltered) this.#compareHead(seq, document, stated);
  }

  /** The entry names the tree over the rows: with another salt they are not what it commits to. */
  #compareHead(seq: number, document: string, stated: JsonValue): void {
    const lines = this.#ofDocument.all(document).map((row) =>
      shareLine({
        document,
        n: Number(row.n),
        salt: row.salt,
        datasetId: row.dataset_id,
        holderId: row.holder_id,
        gross: row.gross,
        fee: row.fee,
        net: row.net,
      }),
    );
    const [expected, actual] = [canonicalJson(stated), canonicalJson({ ...headOfLines(lines) })];
    if (expected === actual) return;
    const about = { kind: 'altered', table: 'shares', row: document, column: 'salt', seq } as const;
    this.#report({ ...about, expected, actual });
  }

  /** Shares of documents that are not there, or have none. */
  *strays(): Generator<void> {
    const rows = this.#database.prepare<[], { document: string; n: number }>(
      `SELECT document, n FROM shares AS s
       WHERE NOT EXISTS (SELECT 1 FROM invoices AS i WHERE i.invoice_id = s.document AND i.pool IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM credit_notes AS n WHERE n.credit_note_id = s.document AND n.kind = 'REFUND')`,
    );
    for (const { document, n } of rows.iterate()) {
      yield;
      const row = JSON.stringify([document, n]);
      const about = { table: 'shares', row, column: null, seq: 0 } as const;
      this.#report({ ...about, kind: 'inserted', expected: null, actual: row });
    }
  }
}
