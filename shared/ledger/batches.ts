/** Batches (`ledger.batch/v1`): a Merkle root over a run of lines of a stream, and the lines' texts. */
import type { JsonObject } from '../contract/json.ts';
import { canonicalJson } from './canonical-json.ts';
import type { OtherEntry } from './entries.ts';
import { EntryFormatError, MemberReader, type HashText } from './entry-members.ts';

export const batchType = 'ledger.batch/v1';

/** Tables whose rows are lines. */
export const lineTables = [
  'usage_events',
  'session_usage',
  'dataset_rows',
  'audit_events',
] as const;
export type LineTable = (typeof lineTables)[number];

/** Most lines of one batch: the append that fills them seals them. */
export const fullBatch = 1_024;

/** One batch: lines `from` to `to`, the first line being 1. */
export interface Batch {
  readonly table: LineTable;
  /** Of `dataset_rows` alone: its lines are counted in each dataset. */
  readonly datasetId?: string | undefined;
  readonly from: number;
  readonly to: number;
  /** `seq` of the batch before it, of the same table and dataset. */
  readonly previous: number | null;
  /** RFC 6962 head over the lines. */
  readonly root: HashText;
}

/** Members of a batch's entry besides type, seq and created_at. */
export function batchMembers({ table, datasetId, from, to, previous, root }: Batch): JsonObject {
  return {
    table,
    from,
    to,
    previous,
    root,
    ...(datasetId === undefined ? {} : { dataset_id: datasetId }),
  };
}

/** Reads a batch strictly. @throws {EntryFormatError} */
export function readBatch(entry: OtherEntry): Batch {
  const members = new MemberReader(entry.members);
  const batch = {
    table: members.oneOf('table', lineTables),
    datasetId: members.optional('dataset_id', () => members.string('dataset_id')),
    from: members.integer('from', 1),
    to: members.integer('to', 1),
    previous: members.nullable('previous', () => members.integer('previous', 1)),
    root: members.hash('root'),
  };
  members.end();
  if (batch.to < batch.from) throw new EntryFormatError('to is before from.');
  if ((batch.datasetId !== undefined) !== (batch.table === 'dataset_rows')) {
    throw new EntryFormatError('dataset_id stands in batches of dataset_rows, and in no others.');
  }
  if ((batch.previous === null) !== (batch.from === 1)) {
    throw new EntryFormatError('Only the first batch has none before it.');
  }
  return batch;
}

/** The eight figures of a metered event: volumes, then what they cost in nanos. */
export const usageFigures = [
  'micro_hours',
  'records',
  'bytes',
  'operations',
  'time_nanos',
  'record_nanos',
  'data_nanos',
  'operation_nanos',
] as const;

export interface UsageLine {
  /** 1, 2, 3… */
  readonly number: number;
  readonly accountId: string;
  readonly sessionId: string;
  /** What was metered: `<session>/<access>`, `<session>/time/<slice>` or an evidence's id. */
  readonly source: string;
  /** UTC instant. */
  readonly at: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly kind: string;
  readonly figures: Readonly<Record<(typeof usageFigures)[number], bigint>>;
}

/** The text of a metered event's line, sixteen members. */
export function usageLine(line: UsageLine): string {
  return canonicalJson([
    'usage_events',
    line.number,
    line.accountId,
    line.sessionId,
    line.source,
    line.at,
    line.day,
    line.kind,
    ...usageFigures.map((name) => line.figures[name].toString()),
  ]);
}

/** The text of a row's line. */
export function rowLine(line: {
  readonly datasetId: string;
  /** 1, 2, 3… in its dataset. */
  readonly n: number;
  /** 16 bytes as base64url. */
  readonly salt: string;
  readonly recordId: string;
  /** The row's JSON text exactly as it is stored. */
  readonly text: string;
}): string {
  const { datasetId, n, salt, recordId, text } = line;
  return canonicalJson(['dataset_rows', datasetId, n, salt, recordId, text]);
}

/** The text of a receipt's line: the digest of the receipt, and of the rows that it is about, hex both. */
export function receiptLine(line: {
  readonly sessionId: string;
  /** 1, 2, 3… in its session. */
  readonly n: number;
  readonly head: string;
  readonly rows: string;
}): string {
  const { sessionId, n, head, rows } = line;
  return canonicalJson(['session_usage', sessionId, n, head, rows]);
}
