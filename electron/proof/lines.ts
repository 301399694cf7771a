/** Lines of the streams that batches cover, as the tables hold them. */
import type { Database, Statement } from 'better-sqlite3';
import {
  receiptLine,
  rowLine,
  usageFigures,
  usageLine,
  type LineTable,
} from '../../shared/ledger/batches.ts';
import { keyOfOld } from '../policies/grant-key.ts';
import { rowsDigestUnder } from '../receipts/chain.ts';

/** A stream of lines: a table, of rows of data one of its datasets. */
export interface Stream {
  readonly table: LineTable;
  /** Number of the dataset. */
  readonly dataset?: number | undefined;
}

/** A text for each stream, its own. */
export function streamKey({ table, dataset }: Stream): string {
  return `${table}/${dataset ?? ''}`;
}

/** One line; 1 is the first of its stream. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** A line that nobody can make again: the key is gone that a member of it is under. */
export interface KeylessLine {
  readonly number: number;
  readonly text: null;
  /** Of the dataset that the receipt is of. */
  readonly datasetId: string;
}

/** Rows of a dataset stand at its number × 2^36 and their own. */
export const rowSpan = 2 ** 36;

type UsageRow = readonly [
  number: bigint,
  account: string,
  session: string,
  source: string,
  at: string,
  day: string,
  kind: string,
  ...figures: bigint[],
];

/** A receipt with what its line is made of. */
interface ReceiptRow {
  readonly line: number;
  readonly session_id: string;
  readonly number: number;
  readonly head: Buffer;
  readonly rows: Buffer;
  readonly grant_id: string | null;
  readonly grant_key: Buffer | null;
  readonly dataset_key: Buffer | null;
  readonly dataset_id: string;
}

/** The JSON of a row of data; empty where what is stored is none, which no line has. */
export const textOfRow = `iif(json_valid(document, 8), json(document), '')`;

/** Keys of grants that are kept at hand. */
const keysAtHand = 256;

/** Reads lines over one connection. */
export class Lines {
  readonly #last: Readonly<Record<LineTable, Statement<[number], number | null>>>;
  readonly #usage: Statement<[number, number], UsageRow>;
  readonly #rows: Statement<[number, number], readonly [number, Buffer | null, string, string]>;
  readonly #receipts: Statement<[number, number], ReceiptRow>;
  readonly #audit: Statement<[number, number], readonly [number, string]>;
  readonly #datasetId: Statement<[number], string>;
  /** Digests of rows, by the key that they are under. */
  readonly #digests = new Map<string, (runs: Uint8Array) => string>();

  constructor(database: Database) {
    const last = (text: string) => database.prepare<[number], number | null>(text).pluck();
    this.#last = {
      usage_events: last('SELECT max(number) FROM usage_events WHERE number > ?'),
      session_usage: last('SELECT max(line) FROM session_usage WHERE line > ?'),
      // Rows beyond that are those of an import that has not come to its end.
      dataset_rows: last('SELECT record_count FROM datasets WHERE number = ?'),
      audit_events: last('SELECT max(seq) FROM audit_events WHERE seq > ?'),
    };
    const figures = usageFigures.map((name) => `e.${name}`).join(', ');
    this.#usage = database
      .prepare<[number, number], UsageRow>(
        `SELECT e.number, e.account_id, coalesce(s.session_id, ''), e.source, e.at, e.day, e.kind, ${figures}
         FROM usage_events AS e LEFT JOIN billed_sessions AS s ON s.number = e.session
         WHERE e.number BETWEEN ? AND ? ORDER BY e.number`,
      )
      .raw()
      .safeIntegers();
    this.#rows = database
      .prepare<[number, number], readonly [number, Buffer | null, string, string]>(
        `SELECT position, salt, record_id, ${textOfRow} FROM dataset_rows
         WHERE position BETWEEN ? AND ? ORDER BY position`,
      )
      .raw();
    this.#receipts = database.prepare(
      `SELECT u.line, s.session_id, u.number, u.head, u.rows, g.grant_id, g.key AS grant_key,
         d.key AS dataset_key, d.dataset_id
       FROM session_usage AS u JOIN sessions AS s ON s.number = u.session
         JOIN datasets AS d ON d.number = s.dataset LEFT JOIN grants AS g ON g.number = s."grant"
       WHERE u.line BETWEEN ? AND ? ORDER BY u.line`,
    );
    this.#audit = database
      .prepare<[number, number], readonly [number, string]>(
        'SELECT seq, line FROM audit_events WHERE seq BETWEEN ? AND ? ORDER BY seq',
      )
      .raw();
    this.#datasetId = database
      .prepare<[number], string>('SELECT dataset_id FROM datasets WHERE number = ?')
      .pluck();
  }

  /** Number of the last line; 0 where there is none. */
  last({ table, dataset = 0 }: Stream): number {
    return this.#last[table].get(dataset) ?? 0;
  }

  /** Name of the dataset of a stream, as batches have it. */
  datasetId({ dataset }: Stream): string | undefined {
    return dataset === undefined ? undefined : this.#datasetId.get(dataset);
  }

  /** The lines of a stream from one number to another, those that are there. */
  *read(stream: Stream, from: number, to: number): Generator<Line | KeylessLine> {
    const { table, dataset = 0 } = stream;
    switch (table) {
      case 'usage_events':
        for (const row of this.#usage.iterate(from, to)) yield usageOf(row);
        return;
      case 'session_usage':
        for (const row of this.#receipts.iterate(from, to)) yield this.#receiptOf(row);
        return;
      case 'audit_events':
        for (const [number, text] of this.#audit.iterate(from, to)) yield { number, text };
        return;
      case 'dataset_rows': {
        const base = dataset * rowSpan;
        const datasetId = this.datasetId(stream) ?? '';
        for (const [position, salt, recordId, text] of this.#rows.iterate(base + from, base + to)) {
          const n = position - base;
          const salted = { datasetId, n, salt: salt?.toString('base64url') ?? '', recordId, text };
          yield { number: n, text: rowLine(salted) };
        }
      }
    }
  }

  #receiptOf(row: ReceiptRow): Line | KeylessLine {
    const { session_id: sessionId, number: n, grant_id: grantId, dataset_key: datasetKey } = row;
    const key = row.grant_key ?? (datasetKey && keyOfOld(datasetKey, grantId ?? sessionId));
    if (key === null) return { number: row.line, text: null, datasetId: row.dataset_id };
    const [head, rows] = [row.head.toString('hex'), this.#digestUnder(key)(row.rows)];
    return { number: row.line, text: receiptLine({ sessionId, n, head, rows }) };
  }

  #digestUnder(key: Uint8Array): (runs: Uint8Array) => string {
    const name = Buffer.from(key).toString('latin1');
    const known = this.#digests.get(name);
    if (known !== undefined) return known;
    if (this.#digests.size >= keysAtHand) this.#digests.clear();
    const digest = rowsDigestUnder(key);
    this.#digests.set(name, digest);
    return digest;
  }
}

function usageOf(row: UsageRow): Line {
  const [number, accountId, sessionId, source, at, day, kind, ...values] = row;
  const figure = (index: number) => values[index] ?? 0n;
  const figures = {
    micro_hours: figure(0),
    records: figure(1),
    bytes: figure(2),
    operations: figure(3),
    time_nanos: figure(4),
    record_nanos: figure(5),
    data_nanos: figure(6),
    operation_nanos: figure(7),
  };
  const line = { number: Number(number), accountId, sessionId, source, at, day, kind, figures };
  return { number: line.number, text: usageLine(line) };
}
