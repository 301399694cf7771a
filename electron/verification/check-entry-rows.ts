/** Rows that stand for one entry each, records apart: every column, no row too few, none too many. */
import type { JsonValue } from '../../shared/contract/json.ts';
import { batchType, readBatch } from '../../shared/ledger/batches.ts';
import {
  evidenceType,
  erasureType,
  interventionType,
  type LedgerEntry,
  type OtherEntry,
} from '../../shared/ledger/entries.ts';
import { EntryFormatError } from '../../shared/ledger/entry-members.ts';
import { factType, keyText, readFact } from '../../shared/ledger/facts.ts';
import { indexType } from '../../shared/ledger/subjects.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import { alertKind } from '../ledger/alert-entries.ts';
import { figureKind, figureRow, isFigure, readFigure } from '../ledger/figure-entries.ts';
import {
  committedText,
  invoiceColumns,
  invoiceFields,
  invoiceTypes,
  isInvoice,
} from '../ledger/invoice-entries.ts';
import { keyRotationType } from '../ledger/key-rotation.ts';
import {
  readable,
  UnreadableRow,
  type LedgerSnapshot,
  type StoredPayload,
} from '../ledger/ledger-snapshot.ts';
import {
  artifactCheckKind,
  modelType,
  projectedRow,
  RegistryEntryError,
} from '../ledger/model-entries.ts';
import { sha256 } from '../ledger/sha256.ts';

/** By table: the types of its entries, of evidence also their kind, the column of their place, and what a row is called in a message. */
const tables = {
  models: { types: [modelType], seq: 'seq', noun: 'model card' },
  artifact_checks: {
    types: [evidenceType],
    kind: artifactCheckKind,
    seq: 'seq',
    noun: 'artifact check',
  },
  alert_entries: { types: [evidenceType], kind: alertKind, seq: 'seq', noun: 'alert' },
  figures: { types: [evidenceType], kind: figureKind, seq: 'seq', noun: 'recorded figure' },
  interventions: { types: [interventionType], seq: 'seq', noun: 'intervention' },
  erasures: { types: [erasureType], seq: 'seq', noun: 'erasure' },
  key_rotations: { types: [keyRotationType], seq: 'seq', noun: 'change of key' },
  invoices: { types: invoiceTypes, seq: 'entry_seq', noun: 'invoice' },
  facts: { types: [factType], seq: 'seq', noun: 'fact' },
  batches: { types: [batchType], seq: 'seq', noun: 'batch' },
  subject_indexes: { types: [indexType], seq: 'seq', noun: 'index of subjects' },
} as const;
type EntryTable = keyof typeof tables;
const tableNames = Object.keys(tables).filter((name): name is EntryTable => name in tables);

type Row = Readonly<Record<string, unknown>>;

/** No entry ends so: each is looked at. */
const neverTheEnd = '\n';

/** What a row must hold; `id` is the text of its key. */
interface ExpectedRow {
  readonly id: string;
  readonly columns: Readonly<Record<string, JsonValue>>;
}

/** Tells whether an entry has a row in one of these tables. */
export function hasRow(entry: LedgerEntry): boolean {
  return tableOf(entry) !== undefined;
}

/** Kind of the evidence that a table's rows stand for; undefined for other tables. */
function kindOf(name: EntryTable): string | undefined {
  const table = tables[name];
  return 'kind' in table ? table.kind : undefined;
}

function tableOf(entry: LedgerEntry): EntryTable | undefined {
  if (entry.type === evidenceType && 'members' in entry) {
    const { kind } = entry.members;
    return tableNames.find((name) => kindOf(name) !== undefined && kindOf(name) === kind);
  }
  return tableNames.find((name) => tables[name].types.some((type) => type === entry.type));
}

/** @throws {RegistryEntryError | EntryFormatError} when the entry does not have the members it must have */
function expectedRow(entry: LedgerEntry, hash: string): ExpectedRow {
  return (
    ('members' in entry ? expectedOfOther(entry, hash) : undefined) ?? {
      id: String(entry.seq),
      columns: projectedRow(entry, hash)?.row ?? {},
    }
  );
}

function expectedOfOther(entry: OtherEntry, hash: string): ExpectedRow | undefined {
  const { seq, type } = entry;
  const id = String(seq);
  if (isInvoice(entry)) {
    const columns = invoiceColumns(entry, hash);
    const { invoice_id: invoiceId } = columns;
    return { id: typeof invoiceId === 'string' ? invoiceId : id, columns };
  }
  if (type === factType) {
    const fact = readFact(entry);
    return { id, columns: { seq, table_name: fact.table, row: keyText(fact.id) } };
  }
  if (type === batchType) {
    const { table, from, to } = readBatch(entry);
    return { id, columns: { seq, table_name: table, first: from, last: to } };
  }
  if (isFigure(entry)) return { id, columns: figureRow(entry, readFigure(entry), hash) };
  return type === indexType ? { id, columns: { seq } } : undefined;
}

/**
 * Witness that a row is for its entry's bytes: whether it has their hash, and whether it has their content.
 * Empty where there is no row, or none that has a hash.
 */
export function rowWitnesses(
  snapshot: LedgerSnapshot,
  entry: LedgerEntry,
  hash: string,
): readonly boolean[] {
  const table = tableOf(entry);
  const column = table === 'invoices' ? 'entry_hash' : 'hash';
  if (table === undefined) return [];
  const row = readRow(snapshot, table, entry.seq);
  if (row === undefined || row instanceof UnreadableRow || !(column in row)) return [];
  const differing = checkEntryRow(snapshot, entry.seq, entry, { hash, payloads: [] });
  const isOfHash = row[column] === hash || row[column] === `sha256:${hash}`;
  return [isOfHash, differing.every((each) => each.field === column || each.field === 'pdf')];
}

/**
 * Every column of the row that belongs to an entry. `seq` is the row of the journal, and `hash` the entry's,
 * hexadecimal; `payloads` hold what it commits to, as far as it was not erased.
 */
export function checkEntryRow(
  snapshot: LedgerSnapshot,
  seq: number,
  entry: LedgerEntry,
  { hash, payloads }: { readonly hash: string; readonly payloads: readonly StoredPayload[] },
): EntryFinding[] {
  const table = tableOf(entry);
  if (table === undefined) return [];
  const { noun } = tables[table];
  const about = { seq, type: entry.type };
  const mismatch = (message: string, field: string, values: object = {}) =>
    createFinding('PROJECTION_MISMATCH', message, { ...about, field, ...values });
  let expected: ExpectedRow;
  try {
    expected = expectedRow(entry, hash);
  } catch (error) {
    const isOfEntry = error instanceof RegistryEntryError || error instanceof EntryFormatError;
    if (!isOfEntry) throw error;
    return [mismatch(`Entry ${seq} cannot be shown. ${error.message}`, 'entry')];
  }
  const place = { table, row: expected.id };
  // The row keeps the entry's own number, also where the rows of the journal were renumbered.
  const row = readRow(snapshot, table, entry.seq);
  if (row instanceof UnreadableRow) {
    return [mismatch(`The row of ${noun} ${seq} cannot be read: ${row.reason}.`, table, { place })];
  }
  if (row === undefined) {
    const message = `The ${noun} of entry ${seq} has no index row: lists do not show it.`;
    return [mismatch(message, table, { place })];
  }
  const differing = [
    ...differences(row, expected.columns),
    ...(table === 'invoices' ? differingValues(row, payloads) : []),
  ];
  return differing.map(([column, wanted, actual]) => {
    const message = `The index column ${column} of the ${noun} in entry ${seq} does not match the entry.`;
    const values = { expected: plain(wanted), actual: plain(actual) };
    return mismatch(message, column, { place: { ...place, column }, ...values });
  });
}

type Difference = readonly [column: string, expected: unknown, actual: unknown];

function differences(row: Row, expected: ExpectedRow['columns']): Difference[] {
  return Object.entries(expected).flatMap(([column, value]): Difference[] => {
    const actual = row[column] ?? null;
    return Object.is(value, actual) ? [] : [[column, value, actual]];
  });
}

/** Columns of an invoice that its entry commits to, and the document. */
function differingValues(row: Row, payloads: readonly StoredPayload[]): Difference[] {
  const fields = invoiceFields.flatMap((field): Difference[] => {
    const kept = payloads.find((each) => each.field === field);
    const column = row[field];
    if (kept === undefined) return [];
    const actual = typeof column === 'string' ? committedText(field, column) : undefined;
    return actual === kept.value ? [] : [[field, kept.value, actual]];
  });
  const { pdf, pdf_sha256: said } = row;
  return pdf === said ? fields : [...fields, ['pdf', said, pdf]];
}

/**
 * Rows that no entry of the journal stands for, a thousand of each table at most. What is missing within the
 * journal is told of already, by its number. A row beyond `size` is what is left of a tail that was cut.
 */
export function strayEntryRows(snapshot: LedgerSnapshot, size: number): EntryFinding[] {
  return tableNames.flatMap((table) => {
    const { types, seq: column, noun } = tables[table];
    const [type, ...others] = types;
    const kind = kindOf(table);
    const isOneType = kind === undefined && others.length === 0;
    const rows = readable(() =>
      snapshot.database
        .prepare<[number, string, string | null, string | null], number>(
          `SELECT t.${column} FROM ${table} AS t LEFT JOIN entries AS e ON e.seq = t.${column}
           WHERE t.${column} < 0 OR t.${column} >= ?
             OR (e.bytes NOT LIKE '%' || ? AND json_valid(e.bytes)
                 AND json_extract(e.bytes, '$.seq') = t.${column}
                 AND (json_extract(e.bytes, '$.type') NOT IN (SELECT value FROM json_each(?))
                   OR json_extract(e.bytes, '$.kind') <> ?))
           ORDER BY t.${column} LIMIT 1000`,
        )
        .pluck()
        .all(
          size,
          isOneType ? `"type":"${type}"}` : neverTheEnd,
          JSON.stringify(types),
          kind ?? null,
        ),
    );
    if (rows instanceof UnreadableRow) {
      const message = `The index of ${noun}s cannot be read: ${rows.reason}.`;
      return [createFinding('PROJECTION_MISMATCH', message, { seq: 0, field: table })];
    }
    return rows.map((seq) => {
      const cut = seq >= size;
      const message = cut
        ? `Entry ${seq} is missing from the journal; the row of its ${noun} is still there.`
        : `The index has a row of a ${noun} for entry ${seq}, which no entry of the journal is.`;
      const place = { table, row: String(seq) };
      return cut
        ? createFinding('DELETED', message, { seq, type })
        : createFinding('PROJECTION_MISMATCH', message, { seq, type, field: table, place });
    });
  });
}

/** The row as stored: hashes as hex, documents as their digest, text that is not stored as such as its type. */
function readRow(
  snapshot: LedgerSnapshot,
  table: EntryTable,
  seq: number,
): Row | UnreadableRow | undefined {
  return readable(() => {
    const row = snapshot.database
      .prepare<[number], Record<string, unknown>>(
        `SELECT * FROM ${table} WHERE ${tables[table].seq} = ?`,
      )
      .get(seq);
    if (row === undefined) return undefined;
    return Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, stored(column, value)]),
    );
  });
}

/** Columns that hold 32 bytes. */
const hashColumns: ReadonlySet<string> = new Set(['hash', 'previous_hash']);

function stored(column: string, value: unknown): string | number | null {
  if (!Buffer.isBuffer(value)) return plain(value);
  if (column === 'pdf') return `sha256:${sha256(value)}`;
  return hashColumns.has(column) ? value.toString('hex') : '(blob)';
}

function plain(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : `(${typeof value})`;
}
