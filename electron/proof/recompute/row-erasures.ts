/** Erasures of rows: each row that is gone has an entry that names it, and what an entry names is gone. */
import type { Database } from 'better-sqlite3';
import { entryOrUndefined } from '../../../shared/ledger/entries.ts';
import { rowErasureOrUndefined, type RowErasure } from '../../../shared/ledger/row-erasures.ts';
import { decodeRuns, holdsRow, type Run } from '../../receipts/runs.ts';
import { rowSpan } from '../lines.ts';
import type { RowFinding } from '../row-finding.ts';

type Report = (finding: RowFinding) => void;

interface StoredErasure {
  readonly seq: number;
  readonly bytes: string;
  readonly erasure_id: string | null;
  readonly dataset_id: string | null;
  readonly dataset: number | null;
  readonly scope: string | null;
  readonly count: number | null;
}

/** Yields after each entry and each tombstone. */
export function* checkRowErasures(database: Database, report: Report): Generator<void> {
  const entries = database.prepare<[], StoredErasure>(
    `SELECT e.seq, e.bytes, r.erasure_id, d.dataset_id, r.dataset, r.scope, r.count
     FROM entries AS e LEFT JOIN row_erasures AS r ON r.seq = e.seq
       LEFT JOIN datasets AS d ON d.number = r.dataset
     WHERE instr(e.bytes, '"type":"ledger.rowerasure/v1"') > 0 ORDER BY e.seq`,
  );
  const known = new Set<number>();
  for (const stored of entries.all()) {
    yield;
    const declared = declaredIn(stored.bytes);
    // What is no such entry any more is a finding of its own.
    if (declared === undefined) continue;
    known.add(stored.seq);
    compareRow(stored, declared.erasure, report);
    yield* checkTombstones(database, stored, declared, report);
  }
  yield* strays(database, known, report);
}

/** An erasure, and the rows that it names; without runs all rows of its dataset. */
interface Declared {
  readonly erasure: RowErasure;
  readonly runs: readonly Run[] | undefined;
}

function declaredIn(bytes: string): Declared | undefined {
  const erasure = rowErasureOrUndefined(entryOrUndefined(bytes));
  if (erasure === undefined) return undefined;
  try {
    const { rows } = erasure;
    return { erasure, runs: rows === undefined ? undefined : decodeRuns(Buffer.from(rows, 'hex')) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function compareRow(stored: StoredErasure, erasure: RowErasure, report: Report): void {
  const { seq } = stored;
  const about = { table: 'row_erasures', row: String(seq), seq } as const;
  if (stored.erasure_id === null) {
    report({ ...about, kind: 'deleted', column: null, expected: String(seq), actual: null });
    return;
  }
  const columns = [
    ['erasure_id', erasure.id, stored.erasure_id],
    ['dataset', erasure.datasetId, stored.dataset_id],
    ['scope', erasure.scope, stored.scope],
    ['count', String(erasure.count), String(stored.count)],
  ] as const;
  for (const [column, expected, actual] of columns) {
    if (expected !== actual) report({ ...about, kind: 'altered', column, expected, actual });
  }
}

/** Tombstones of an entry are as many as it says, and of rows that it names. */
function* checkTombstones(
  database: Database,
  { seq, dataset }: StoredErasure,
  { erasure: { count }, runs }: Declared,
  report: Report,
): Generator<void> {
  if (dataset === null) return;
  const positions = database
    .prepare<[number], number>('SELECT position FROM tombstones WHERE seq = ? ORDER BY position')
    .pluck();
  let found = 0;
  for (const position of positions.iterate(seq)) {
    yield;
    const row = position - dataset * rowSpan;
    const isNamed = row > 0 && row < rowSpan && (runs === undefined || holdsRow(runs, row));
    if (isNamed) found += 1;
    else reportTombstone(position, report);
  }
  if (found === count) return;
  if (runs !== undefined) yield* missingTombstones(database, { seq, dataset }, runs, report);
  const about = { table: 'row_erasures', row: String(seq), column: 'count', seq } as const;
  report({ ...about, kind: 'altered', expected: String(count), actual: String(found) });
}

/** Tombstones of an erasure that are named, where they are gone; their count tells the rest. */
const mostNamed = 1_000;

/** Places from the first to the last. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** Rows that an entry names and that have neither their line nor a tombstone. */
function* missingTombstones(
  database: Database,
  { seq, dataset }: { readonly seq: number; readonly dataset: number },
  runs: readonly Run[],
  report: Report,
): Generator<void> {
  const told = database
    .prepare<[Span], number>(
      `SELECT position FROM tombstones WHERE position BETWEEN @first AND @last
       UNION SELECT position FROM dataset_rows WHERE position BETWEEN @first AND @last`,
    )
    .pluck();
  let named = 0;
  for (const { from, to } of runs) {
    const [first, last] = [dataset * rowSpan + from, dataset * rowSpan + to];
    const known = new Set(told.all({ first, last }));
    for (let position = first; position <= last; position += 1) {
      yield;
      if (known.has(position)) continue;
      named += 1;
      // An entry that was altered may name any number of rows.
      if (named > mostNamed) return;
      const row = String(position);
      const about = { table: 'tombstones', row, column: null, seq } as const;
      report({ ...about, kind: 'deleted', expected: row, actual: null });
    }
  }
}

/** What no entry declares; and rows that are there although one does. */
function* strays(database: Database, known: ReadonlySet<number>, report: Report): Generator<void> {
  const seqs = database
    .prepare<[], number>('SELECT seq FROM row_erasures UNION SELECT seq FROM tombstones')
    .pluck();
  for (const seq of seqs.all()) {
    yield;
    if (known.has(seq)) continue;
    const about = { table: 'row_erasures', row: String(seq), column: null, seq: 0 } as const;
    report({ ...about, kind: 'inserted', expected: null, actual: String(seq) });
  }
  const there = database
    .prepare<[], number>(
      'SELECT t.position FROM tombstones AS t JOIN dataset_rows AS r ON r.position = t.position',
    )
    .pluck();
  for (const position of there.iterate()) {
    yield;
    reportTombstone(position, report);
  }
}

function reportTombstone(position: number, report: Report): void {
  const row = String(position);
  report({
    kind: 'inserted',
    table: 'tombstones',
    row,
    column: null,
    seq: 0,
    expected: null,
    actual: row,
  });
}
