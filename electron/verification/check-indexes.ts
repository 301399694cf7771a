/** Proves that every index of the projection finds exactly the rows it should: lists cannot skip any. */
import { createFinding, type EntryFinding } from './findings.ts';
import { readable, UnreadableRow, type LedgerSnapshot } from '../ledger/ledger-snapshot.ts';

/** Rows looked up in every index in one step: a few milliseconds. */
const step = 300;

interface Index {
  readonly name: string;
  readonly column: string;
  /** Which rows `r` of the table it holds: all with a value, or those of a partial index. */
  readonly where: string;
}

/**
 * Looks every row up through every index, and compares the number of index entries with the number
 * of rows: found by each and equal in number, an index has no entry too few, too many or out of
 * place. Then the same for the rows of the search index. Yields between steps.
 */
export function* checkIndexes(
  snapshot: LedgerSnapshot,
  options: {
    readonly onFinding: (finding: EntryFinding) => void;
    /** Entries in the journal: the seq of a finding that belongs to no single record. */
    readonly size: number;
    /** Rows are known to be missing or too many, so the search index need not match them. */
    readonly rowsDiffer: boolean;
  },
): Generator<{ done: number; total: number }> {
  const report: Report = (message, field, seq = options.size) =>
    options.onFinding(createFinding('PROJECTION_MISMATCH', message, { seq, field }));
  const plan = readable(() => planLookups(snapshot));
  if (plan instanceof UnreadableRow) {
    report(`The index of records cannot be read: ${plan.reason}.`, 'records');
    return;
  }
  const { indexes, total } = plan;
  const held = indexes.map(() => 0);
  const failed = new Set(options.rowsDiffer ? [searchTable] : []);
  let rows = 0;
  let from = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const range = readable(() => plan.range.get(from, step));
    const to = range instanceof UnreadableRow ? undefined : range;
    const counts = readable(() => (typeof to === 'number' ? plan.lookUp.get(from, to) : undefined));
    if (range instanceof UnreadableRow || counts instanceof UnreadableRow) {
      report('An index of records cannot be read.', 'records');
      return;
    }
    if (typeof to !== 'number' || counts === undefined) break;
    const [searchable, numbers] = [counts[1] ?? 0, counts.slice(2)];
    rows += counts[0] ?? 0;
    for (const [index, { name, wanted, search }] of indexes.entries()) {
      const want = numbers[2 * index] ?? 0;
      held[index] = (held[index] ?? 0) + want;
      if (numbers[2 * index + 1] === want || failed.has(name)) continue;
      failed.add(name);
      const seq = firstUnfound(snapshot, `${search} IS NOT (${wanted})`, from, to);
      report(`The index ${name} does not find every record.`, name, seq);
    }
    if (searchable !== (counts[0] ?? 0) && !failed.has(searchTable)) {
      failed.add(searchTable);
      const seq = firstUnfound(snapshot, `NOT ${searched}`, from, to);
      report('The search index does not hold every record.', searchTable, seq);
    }
    yield { done: rows, total };
    // Positions beyond those that can be told apart are no records': their rows are told elsewhere.
    if (to + 1 <= from) break;
    from = to + 1;
  }
  yield* compareCounts(snapshot, indexes, held, rows, failed, report);
}

type Report = (message: string, field: string, seq?: number) => void;

const searchTable = 'records_search';
const searched = 'EXISTS (SELECT 1 FROM records_search_docsize AS d WHERE d.id = r.position)';

/** The statement that looks up a range of positions in every index at once. */
function planLookups(snapshot: LedgerSnapshot) {
  const { database } = snapshot;
  const indexes = listIndexes(snapshot).map((index) => ({
    ...index,
    wanted: index.where,
    search: `((${index.where}) AND EXISTS (SELECT 1 FROM records AS i INDEXED BY "${index.name}"
       WHERE i.${index.column} = r.${index.column} AND i.position = r.position
         AND (${index.where.replaceAll('r.', 'i.')})))`,
  }));
  const sums = indexes.flatMap(({ wanted, search }) => [`sum(${wanted})`, `sum(${search})`]);
  return {
    indexes,
    total:
      database
        .prepare<[], number>('SELECT coalesce(max(position), 0) FROM records')
        .pluck()
        .get() ?? 0,
    range: database
      .prepare<[number, number], number | null>(
        `SELECT max(position) FROM
           (SELECT position FROM records WHERE position >= ? ORDER BY position LIMIT ?)`,
      )
      .pluck(),
    lookUp: database
      .prepare<[number, number], (number | null)[]>(
        `SELECT count(*), sum(${searched}), ${sums.join(', ')}
         FROM records AS r WHERE r.position BETWEEN ? AND ?`,
      )
      .raw(),
  };
}

/** Every index of the records table, the automatic ones of its unique columns among them. */
function listIndexes(snapshot: LedgerSnapshot): Index[] {
  const { database } = snapshot;
  const names = database
    .prepare<[], { name: string; partial: number }>(
      "SELECT name, partial FROM pragma_index_list('records') ORDER BY name",
    )
    .all();
  return names.map(({ name, partial }) => {
    const column =
      database
        .prepare<[string], string>('SELECT name FROM pragma_index_info(?)')
        .pluck()
        .get(name) ?? 'position';
    const sql = database
      .prepare("SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = ?")
      .pluck()
      .get(name);
    const condition = partial === 1 ? /\bWHERE\s+(\w+)(.*)$/is.exec(String(sql)) : null;
    const where =
      condition === null ? `r.${column} IS NOT NULL` : `r.${condition[1]}${condition[2]}`;
    return { name, column, where };
  });
}

/** The journal index of the first record between two positions of which the condition is true. */
function firstUnfound(
  snapshot: LedgerSnapshot,
  condition: string,
  from: number,
  to: number,
): number | undefined {
  const seq = readable(() =>
    snapshot.database
      .prepare<[number, number], number>(
        `SELECT r.seq FROM records AS r
         WHERE r.position BETWEEN ? AND ? AND ${condition} ORDER BY r.position LIMIT 1`,
      )
      .pluck()
      .get(from, to),
  );
  return typeof seq === 'number' ? seq : undefined;
}

function* compareCounts(
  snapshot: LedgerSnapshot,
  indexes: readonly Index[],
  held: readonly number[],
  rows: number,
  failed: ReadonlySet<string>,
  report: Report,
): Generator<{ done: number; total: number }> {
  const count = (sql: string) =>
    readable(() => snapshot.database.prepare<[], number>(sql).pluck().get());
  for (const [index, { name, where }] of indexes.entries()) {
    const entries = count(`SELECT count(*) FROM records AS r INDEXED BY "${name}" WHERE ${where}`);
    if (entries !== held[index] && !failed.has(name)) {
      report(`The index ${name} does not have one entry for every record.`, name);
    }
    yield { done: rows, total: rows };
  }
  if (count('SELECT count(*) FROM records_search_docsize') !== rows && !failed.has(searchTable)) {
    report('The search index does not have one entry for every record.', searchTable);
  }
}
