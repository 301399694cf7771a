/** The projections of all but records against their entries: every column, no row too few, none too many. */
import { erasureType, interventionType, type LedgerEntry } from '../../shared/ledger/entries.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import { keyRotationType } from '../ledger/key-rotation.ts';
import { readable, UnreadableRow, type LedgerSnapshot } from '../ledger/ledger-snapshot.ts';
import {
  artifactCheckKind,
  evidenceType,
  modelType,
  projectedRow,
  projectedTables,
  RegistryEntryError,
  type ProjectedRow,
  type ProjectedTable,
} from '../ledger/model-entries.ts';

/** What a table's rows are called in a message. */
const nounOf = {
  models: 'model card',
  artifact_checks: 'artifact check',
  interventions: 'intervention',
  erasures: 'erasure',
  key_rotations: 'change of key',
} as const satisfies Record<ProjectedTable, string>;

/** Tells whether an entry has a row in one of these tables. */
export function isProjected(entry: LedgerEntry): boolean {
  return tableOf(entry) !== undefined;
}

function tableOf(entry: LedgerEntry): ProjectedTable | undefined {
  switch (entry.type) {
    case modelType:
      return 'models';
    case interventionType:
      return 'interventions';
    case erasureType:
      return 'erasures';
    case keyRotationType:
      return 'key_rotations';
    case evidenceType:
      return entry.members['kind'] === artifactCheckKind ? 'artifact_checks' : undefined;
    default:
      return undefined;
  }
}

/**
 * Witness that the row of a registry entry is for the entry's bytes: whether it has their hash, and whether
 * it has their content. Empty where there is no row, or no registry entry.
 */
export function rowWitnesses(
  snapshot: LedgerSnapshot,
  entry: LedgerEntry,
  hash: string,
): readonly boolean[] {
  const table = tableOf(entry);
  if (table === undefined) return [];
  const actual = readRow(snapshot, table, entry.seq);
  if (actual === undefined || actual instanceof UnreadableRow) return [];
  const differing = checkProjectedRow(snapshot, entry.seq, entry, hash);
  return [actual['hash'] === hash, differing.every((each) => each.field === 'hash')];
}

/**
 * Every column of the row that belongs to a registry entry. `seq` is the row of the journal, and
 * `hash` the entry's, hexadecimal.
 */
export function checkProjectedRow(
  snapshot: LedgerSnapshot,
  seq: number,
  entry: LedgerEntry,
  hash: string,
): EntryFinding[] {
  const about = { seq, type: entry.type };
  const mismatch = (message: string, field: string, values: object = {}) =>
    createFinding('PROJECTION_MISMATCH', message, { ...about, field, ...values });
  let projected: ReturnType<typeof projectedRow>;
  try {
    projected = projectedRow(entry, hash);
  } catch (error) {
    if (!(error instanceof RegistryEntryError)) throw error;
    return [mismatch(`Entry ${seq} cannot be shown. ${error.message}`, 'entry')];
  }
  if (projected === undefined) return [];
  const { table, row } = projected;
  // The row keeps the entry's own number, also where the rows of the journal were renumbered.
  const actual = readRow(snapshot, table, entry.seq);
  if (actual instanceof UnreadableRow) {
    return [
      mismatch(`The row of ${nounOf[table]} ${seq} cannot be read: ${actual.reason}.`, table),
    ];
  }
  if (actual === undefined) {
    return [
      mismatch(
        `The ${nounOf[table]} of entry ${seq} has no index row: lists do not show it.`,
        table,
      ),
    ];
  }
  return Object.entries(row).flatMap(([column, expected]) => {
    const found = actual[column] ?? null;
    if (Object.is(expected, found)) return [];
    const message = `The index column ${column} of the ${nounOf[table]} in entry ${seq} does not match the entry.`;
    return [mismatch(message, column, { expected, actual: found })];
  });
}

/**
 * Rows of the registry that no entry of the journal stands for, a thousand of each table at most.
 * What is missing within the journal is told of already, by its number. A row beyond `size` is what
 * is left of a tail that was cut.
 */
export function strayModelRows(snapshot: LedgerSnapshot, size: number): EntryFinding[] {
  return projectedTables.flatMap((table) => {
    const type = typeOf[table];
    const rows = readable(() =>
      snapshot.database
        .prepare<[number, string], number>(
          `SELECT t.seq FROM ${table} AS t LEFT JOIN entries AS e ON e.seq = t.seq
           WHERE t.seq < 0 OR t.seq >= ?
             OR (json_valid(e.bytes) AND json_extract(e.bytes, '$.seq') = t.seq
                 AND json_extract(e.bytes, '$.type') <> ?)
           ORDER BY t.seq LIMIT 1000`,
        )
        .pluck()
        .all(size, type),
    );
    if (rows instanceof UnreadableRow) {
      const message = `The index of ${nounOf[table]}s cannot be read: ${rows.reason}.`;
      return [createFinding('PROJECTION_MISMATCH', message, { seq: 0, field: table })];
    }
    return rows.map((seq) => {
      const cut = seq >= size;
      const message = cut
        ? `Entry ${seq} is missing from the journal; the row of its ${nounOf[table]} is still there.`
        : `The index has a ${nounOf[table]} ${seq}, which no entry of the journal is.`;
      return cut
        ? createFinding('DELETED', message, { seq, type })
        : createFinding('PROJECTION_MISMATCH', message, { seq, type, field: table });
    });
  });
}

const typeOf = {
  models: modelType,
  artifact_checks: evidenceType,
  interventions: interventionType,
  erasures: erasureType,
  key_rotations: keyRotationType,
} as const satisfies Record<ProjectedTable, string>;

/** The row as stored; the hash as hex, text that is not stored as such as its type. */
function readRow(
  snapshot: LedgerSnapshot,
  table: ProjectedTable,
  seq: number,
): ProjectedRow | UnreadableRow | undefined {
  return readable(() => {
    const row = snapshot.database
      .prepare<[number], Record<string, unknown>>(`SELECT * FROM ${table} WHERE seq = ?`)
      .get(seq);
    if (row === undefined) return undefined;
    return Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, plain(column, value)]),
    );
  });
}

/** Columns that hold 32 bytes. */
const hashColumns: ReadonlySet<string> = new Set(['hash', 'previous_hash', 'target_hash']);

function plain(column: string, value: unknown): string | number | null {
  if (Buffer.isBuffer(value)) return hashColumns.has(column) ? value.toString('hex') : '(blob)';
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
