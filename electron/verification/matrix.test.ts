/**
 * The matrix of the register: each column of each table altered, each row taken out, doubled under another key, two
 * of them exchanged. Every one is found, with its table, row and column. Each is altered alone where everything is
 * tried; otherwise a column of each table is altered at once, and each table has one of the changes of rows.
 * @push
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../shared/contract/chain.ts';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { openReader, type ReaderDatabase } from '../database/open-database.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { RowsCheck } from '../proof/rows-check.ts';
import type { SubjectKey } from '../proof/subject-key.ts';
import { hasPostgres } from '../sources/testing/postgres-server.ts';
import { isWhole, oneIn } from '../testing/rounds.ts';
import { rowFinding } from './row-findings.ts';
import { makeFullLedger } from './testing/full-ledger.ts';
import { moneyChanges } from './testing/money-changes.ts';
import {
  another,
  registeredTables,
  Tampering,
  type Row,
  type TamperedTable,
} from './testing/tampering.ts';
import { verifyLedger } from './verify-ledger.ts';

const folder = temporaryFolder();
let tampering: Tampering;
let reader: ReaderDatabase;
let subjectKey: SubjectKey | undefined;
/** Of the guards that are off in the copy. */
let known: ReadonlySet<string> = new Set();
let untouched: readonly Finding[] = [];

beforeAll(async () => {
  const { path, key } = await makeFullLedger(folder.path);
  subjectKey = key;
  reader = openReader(path);
  untouched = await findings();
  tampering = new Tampering(path);
  known = new Set((await findings()).map(({ message }) => message));
});
afterAll(() => {
  reader.close();
  tampering.close();
  folder.remove();
});

/** What is found beside the guards that are off, the first one first. */
async function findings(): Promise<Finding[]> {
  const found: Finding[] = [];
  await verifyLedger(reader, {
    onFinding: (finding) => found.push(finding),
    onProgress: () => true,
    indexes: 'all',
    subjectKey,
  });
  return found.filter(({ message }) => !known.has(message));
}

/** What the rows beside the entries show, where a change cannot reach the entries. */
async function rowFindings(): Promise<Finding[]> {
  const found: Finding[] = [];
  const check = new RowsCheck(reader, (finding) => found.push(rowFinding(finding)), {
    indexes: 'all',
    subjectKey,
  });
  for (const _step of check.run());
  return found.filter(({ message }) => !known.has(message));
}

const tables = registeredTables();
const none = tables.flatMap(({ name, columns }) =>
  columns.filter(({ source }) => source === 'none').map(({ column }) => `${name}.${column}`),
);

/** Rows that only an earlier version wrote; `earlier-invoices.test.ts` alters them. */
const earlier = ['accruals'];
/** Rows that a server of databases is needed for. */
const connected = hasPostgres() ? [] : ['source_connections'];

test('the ledger holds, and has a row in every table', () => {
  expect(untouched).toEqual([]);
  const empty = tables.filter(({ name }) => tampering.count(name) === 0);
  expect(empty.map(({ name }) => name)).toEqual([...connected, ...earlier]);
});

test('twelve columns at most are no facts, those of kept answers, of news and of looks at sources apart', () => {
  const others = none.filter(
    (name) => !/^(?:idempotency|item_keys|run_items|events|held_news|source_states)\./.test(name),
  );
  expect(others.length).toBeLessThanOrEqual(12);
});

/** Columns that give one hash, or stand for one another: which was altered, no second source tells. By what it is told. */
const toldBy: Readonly<Record<string, string | null>> = {
  'dataset_rows.salt': null,
  'dataset_rows.document': null,
  'session_usage.request': 'head',
  'session_usage.root': 'head',
  'tombstones.seq': null,
};

/** Found by what hangs on the row, or not to be seen at all: of a dataset only as many rows count as its facts say. */
const unnamed: Readonly<Record<string, readonly string[]>> = {
  book_transactions: ['exchanged'],
  dataset_rows: ['doubled'],
};

const said = (found: readonly Finding[]) =>
  found
    .slice(0, 3)
    .map(({ table, row, column, message }) => `${table} ${row} ${column}: ${message}`);

/** Whether a part of a row's key is this text. */
function hasPart(key: string | null, part: string): boolean {
  if (key === null) return false;
  const parts: unknown = key.startsWith('[') ? JSON.parse(key) : key.split(' ');
  return Array.isArray(parts) && parts.map(String).includes(part);
}

const checked = tables.filter(({ columns }) => columns.some(({ source }) => source !== 'none'));

/** A cell that is altered. */
interface Alteration {
  readonly column: string;
  readonly change: () => void;
  /** Tells whether a finding names the cell, or its row where that is all that can be told. */
  readonly isNamed: (finding: Finding) => boolean;
}

/** One alteration of each column of a table. */
function alterationsOf({ name: table, columns }: TamperedTable): Alteration[] {
  return columns.flatMap(({ column, source }) => {
    const row = tampering.rowWith(table, column);
    if (source === 'none' || row === undefined) return [];
    const isKey = source === 'key' || tampering.uniqueOf(table).flat().includes(column);
    const value = another(row[column] ?? null, isKey);
    const changed = { ...row, [column]: value };
    const told = [row, changed].map((each) => String(each[column] ?? null));
    const isNamed = (finding: Finding) =>
      finding.table === table &&
      (tampering.isNamed(row, finding.row) || tampering.isNamed(changed, finding.row)) &&
      // A row whose key was altered is one that went and one that came.
      (finding.column === column ||
        finding.column === toldBy[`${table}.${column}`] ||
        (finding.column === null && (isKey || told.some((part) => hasPart(finding.row, part)))));
    return [{ column, change: () => tampering.set(table, row, column, value), isNamed }];
  });
}

/** Tells whether findings name the entries of a table rather than its rows. */
const isSeenInEntries = ({ name, columns }: TamperedTable) =>
  columns.some(({ source }) => source === 'entry') || name === 'audit_events';

const lookOf = (table: TamperedTable) => (isSeenInEntries(table) ? findings : rowFindings);

/** Columns that are not found, each altered alone. */
async function missedAlone(table: TamperedTable, altered: readonly Alteration[]) {
  const missed: string[] = [];
  for (const { column, change, isNamed } of altered) {
    const found = await tampering.during([table.name], change, lookOf(table));
    if (table.isOfEntries ? found.length === 0 : !found.some(isNamed)) {
      missed.push(`${table.name}.${column}: ${said(found).join(' | ')}`);
    }
  }
  return missed;
}

/** Nothing can be told of rows whose entries cannot be read: columns of entries are always altered alone. */
const alone = isWhole ? checked : checked.filter(({ isOfEntries }) => isOfEntries);
const together = isWhole ? [] : [checked.filter(({ isOfEntries }) => !isOfEntries)];

test.each(alone)(
  'each column of $name that is altered alone is found, with its row',
  async (each) => {
    expect(await missedAlone(each, alterationsOf(each))).toEqual([]);
  },
);

test.for(together)('a column of each table that is altered is found, with its row', async (all) => {
  const missed: string[] = [];
  const left = all.map((table) => ({ table, altered: alterationsOf(table) }));
  while (left.some(({ altered }) => altered.length > 0)) {
    let hidden = left.flatMap(({ table, altered }) =>
      altered.splice(0, 1).map((cell) => ({ table, cell })),
    );
    // What another change hides is altered again without those that were found, and in the end alone.
    for (let before = Number.POSITIVE_INFINITY; hidden.length > 0 && hidden.length < before;) {
      before = hidden.length;
      const changed = hidden;
      const found = await tampering.during(
        changed.map(({ table }) => table.name),
        () => changed.forEach(({ cell }) => cell.change()),
        findings,
      );
      hidden = changed.filter(({ cell }) => !found.some(cell.isNamed));
    }
    for (const { table, cell } of hidden) missed.push(...(await missedAlone(table, [cell])));
  }
  expect(missed).toEqual([]);
});

describe.each(checked)('$name', (checkedTable) => {
  const { name, isOfEntries } = checkedTable;
  const ofEntries = isSeenInEntries(checkedTable);

  const rowChanges = (): readonly (readonly [string, readonly Row[], () => void])[] => {
    const [row, other] = tampering.twoOf(name);
    if (row === undefined) return [];
    const twin = tampering.twinOf(name, row);
    const taken = ['taken out', [row], () => tampering.remove(name, row)] as const;
    const doubled = ['doubled', [twin], () => tampering.insert(name, twin)] as const;
    if (other === undefined || tampering.areAlike(name, row, other)) return [taken, doubled];
    const exchange = () => tampering.exchange(name, row, other);
    return [taken, doubled, ['exchanged', [row, other], exchange]];
  };

  test('a row that is taken out, doubled or exchanged with another is found @whole', async () => {
    const missed: string[] = [];
    const all = rowChanges().filter(([what]) => unnamed[name]?.includes(what) !== true);
    const usual = checked.indexOf(checkedTable) % all.length;
    for (const [what, rows, change] of isWhole ? all : all.slice(usual, usual + 1)) {
      const found = await tampering.during([name], change, lookOf(checkedTable));
      // A row that stands for an entry is named by it.
      const isNamed = ({ table, row: told }: Finding) =>
        (table === null && ofEntries) ||
        (table === name && rows.some((row) => tampering.isNamed(row, told)));
      if (isOfEntries ? found.length === 0 : !found.some(isNamed)) {
        missed.push(`${what}: ${said(found).join(' | ')}`);
      }
    }
    expect(missed).toEqual([]);
  });
});

describe('The first finding names the cause of', () => {
  test.each(oneIn(12, moneyChanges))('%s', async (_title, table, sql, column) => {
    const [first] = await tampering.during([table], () => tampering.run(sql), findings);
    expect(first).toMatchObject({ table, column });
  });
});

/** The first entry of each type, of facts of each table. */
function entriesOfEachKind(): Map<string, { readonly seq: number; readonly entry: JsonObject }> {
  const kinds = new Map<string, { readonly seq: number; readonly entry: JsonObject }>();
  const entries = reader.prepare<[], [number, string]>('SELECT seq, bytes FROM entries').raw();
  for (const [seq, bytes] of entries.all()) {
    const entry = parseStrictJson(bytes);
    if (!isJsonObject(entry)) continue;
    const kind = canonicalJson([entry['type'] ?? null, entry['table'] ?? entry['kind'] ?? null]);
    if (!kinds.has(kind)) kinds.set(kind, { seq, entry });
  }
  return kinds;
}

const ofEachKind = 'an entry of each kind with a member of another name is found';

test(`${ofEachKind}, and the check goes on to its end`, { timeout: 3_600_000 }, async () => {
  const missed: string[] = [];
  const kinds = entriesOfEachKind();
  const renamed = [...kinds].flatMap(([kind, { seq, entry }]) => {
    const members = Object.keys(entry);
    return (isWhole ? members : members.slice(-2, -1)).map((member) => {
      const { [member]: value = null, ...others } = entry;
      const bytes = canonicalJson({ ...others, [`${member}x`]: value });
      return { name: `${kind} ${member}`, seq, change: () => tampering.setEntry(seq, bytes) };
    });
  });
  // All kinds at once, or where everything is tried each alone.
  for (const together of isWhole ? renamed.map((each) => [each]) : [renamed]) {
    const change = () => together.forEach((each) => each.change());
    const found = await tampering.during(['entries'], change, findings);
    const seqs = new Set(found.map(({ seq }) => seq));
    missed.push(...together.filter(({ seq }) => !seqs.has(seq)).map(({ name }) => name));
  }
  expect(missed).toEqual([]);
  expect(kinds.size).toBeGreaterThan(30);
});
