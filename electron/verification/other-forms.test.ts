/**
 * Each cell in another form: null, of another type or case, longer by what is not seen, beyond the numbers that can be
 * told apart. Every one is found, and the check comes to its end. A cell of each table is altered at once; what another
 * change hides is altered again without it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../shared/contract/chain.ts';
import { openReader, type ReaderDatabase } from '../database/open-database.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { RowsCheck } from '../proof/rows-check.ts';
import type { SubjectKey } from '../proof/subject-key.ts';
import { rowFinding } from './row-findings.ts';
import { makeFullLedger } from './testing/full-ledger.ts';
import { registeredTables, Tampering } from './testing/tampering.ts';
import { verifyLedger } from './verify-ledger.ts';

const folder = temporaryFolder();
let tampering: Tampering;
let reader: ReaderDatabase;
let subjectKey: SubjectKey | undefined;
/** Of the guards that are off in the copy. */
let known: ReadonlySet<string> = new Set();

beforeAll(async () => {
  const { path, key } = await makeFullLedger(folder.path);
  subjectKey = key;
  reader = openReader(path);
  tampering = new Tampering(path);
  known = new Set((await findings()).map(({ message }) => message));
});
afterAll(() => {
  reader.close();
  tampering.close();
  folder.remove();
});

/** A check that does not end would go on finding. */
const mostFindings = 20_000;

/** Takes what is found beside the guards that are off. */
function collector() {
  const found: Finding[] = [];
  const take = (finding: Finding) => {
    if (!known.has(finding.message)) found.push(finding);
    if (found.length > mostFindings) throw new Error('The check goes on and on.');
  };
  return { found, take };
}

async function findings(): Promise<Finding[]> {
  const { found, take } = collector();
  const onProgress = () => true;
  await verifyLedger(reader, { onFinding: take, onProgress, indexes: 'all', subjectKey });
  return found;
}

/** What the rows beside the entries show. */
async function rowFindings(): Promise<Finding[]> {
  const { found, take } = collector();
  const options = { indexes: 'all', subjectKey } as const;
  const check = new RowsCheck(reader, (finding) => take(rowFinding(finding)), options);
  for (const _step of check.run());
  return found;
}

const whole = (expression: string) => `CASE WHEN typeof(#) = 'integer' THEN ${expression} END`;
const text = (expression: string) => `CASE WHEN typeof(#) = 'text' THEN ${expression} END`;
const json = (expression: string) =>
  `CASE WHEN typeof(#) = 'text' AND json_valid(#) THEN ${expression} END`;
const blob = (expression: string) => `CASE WHEN typeof(#) = 'blob' THEN ${expression} END`;

/** By what they are, expressions over the value `#`; null where it has no such form. */
const forms: Readonly<Record<string, string>> = {
  null: 'NULL',
  'an empty text': "''",
  'as text': 'CAST(# AS TEXT)',
  'as bytes': 'CAST(# AS BLOB)',
  zero: '0',
  'a half more': whole('# + 0.5'),
  negative: whole('-#'),
  'beyond 2^53': whole('# + 9007199254740992'),
  'one more than that': whole('# + 9007199254740993'),
  'far below zero': whole('# - 4611686018427387904'),
  'in upper case': text('upper(#)'),
  'in lower case': text('lower(#)'),
  'with a space behind it': text("# || ' '"),
  'with a space before it': text("' ' || #"),
  'with a zero byte': text("# || char(0) || 'x'"),
  'with an accent behind it': text('# || char(769)'),
  'with a byte that is not UTF-8': text("CAST(CAST(# AS BLOB) || x'ff' AS TEXT)"),
  'a character less': text('substr(#, 1, length(#) - 1)'),
  'JSON with spaces': json("replace(#, ',', ', ')"),
  'JSON with other numbers': json("replace(#, '1', '1.0')"),
  'JSON with a member more': json("CASE WHEN # LIKE '{\"%' THEN '{\"zz\":1,' || substr(#, 2) END"),
  'a byte more': blob("CAST(# || x'00' AS BLOB)"),
  'a byte less': blob('CASE WHEN length(#) > 1 THEN substr(#, 1, length(#) - 1) END'),
};

interface Cell {
  readonly table: string;
  readonly column: string;
  /** @returns whether it is another value now */
  readonly change: () => boolean;
}

/** The cells of a row of each table, by table. */
function cellsOf(expression: string, isOfEntries: boolean): Cell[][] {
  return registeredTables()
    .filter(({ name, columns }) => {
      const isSeenThere = columns.some(({ source }) => source === 'entry');
      return (isSeenThere || name === 'audit_events') === isOfEntries;
    })
    .map(({ name: table, columns }) =>
      columns.flatMap(({ column, source }): Cell[] => {
        const row = source === 'none' ? undefined : tampering.rowWith(table, column);
        if (row === undefined) return [];
        return [{ table, column, change: () => tampering.rewrite(table, row, column, expression) }];
      }),
    );
}

/** A row that stands for an entry is named by it, and its column as the field. */
const isNamed = ({ table, column }: Cell, found: readonly Finding[]) =>
  found.some((each) =>
    each.table === null
      ? each.field === column
      : each.table === table && (each.column === column || each.column === null),
  );

/** Alters cells at once; those of them that could be. */
async function altered(cells: readonly Cell[], look: () => Promise<Finding[]>) {
  const changed: Cell[] = [];
  const tables = [...new Set(cells.map(({ table }) => table))];
  const change = () => changed.push(...cells.filter((cell) => cell.change()));
  const found = await tampering.during(tables, change, look);
  return { changed, found };
}

/** Cells that nothing finds: those of a table one after another, beside one of each other table. */
async function missedOf(tables: Cell[][], look: () => Promise<Finding[]>): Promise<string[]> {
  const missed: string[] = [];
  while (tables.some((cells) => cells.length > 0)) {
    let hidden = tables.flatMap((cells) => cells.splice(0, 1));
    for (let before = Number.POSITIVE_INFINITY; hidden.length > 0 && hidden.length < before;) {
      before = hidden.length;
      const { changed, found } = await altered(hidden, look);
      hidden = changed.filter((cell) => !isNamed(cell, found));
    }
    for (const cell of hidden) {
      const { changed, found } = await altered([cell], look);
      if (changed.length > 0 && found.length === 0) missed.push(`${cell.table}.${cell.column}`);
    }
  }
  return missed;
}

describe.each(Object.entries(forms))('A cell that is %s @whole', (_form, expression) => {
  test('is found where it is of a row beside the entries', { timeout: 900_000 }, async () => {
    expect(await missedOf(cellsOf(expression, false), rowFindings)).toEqual([]);
  });

  test('is found where it is of an entry or its row', { timeout: 900_000 }, async () => {
    expect(await missedOf(cellsOf(expression, true), findings)).toEqual([]);
  });
});
