/** Whatever happens to datasets, sessions, keys and people holds without a finding; one random cell that is altered then is found. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finding } from '../../shared/contract/chain.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { openReader, type ReaderDatabase } from '../database/open-database.ts';
import { copyLedger, temporaryFolder } from '../ledger/testing/test-ledger.ts';
import type { RowFinding } from '../proof/row-finding.ts';
import { RowsCheck } from '../proof/rows-check.ts';
import { rounds } from '../testing/rounds.ts';
import { RandomUse } from './testing/random-use.ts';
import { another, registeredTables, Tampering } from './testing/tampering.ts';
import { verifyLedger } from './verify-ledger.ts';

const folder = temporaryFolder();
let use: RandomUse;
beforeAll(async () => {
  use = await RandomUse.open(19_020);
});
afterAll(async () => {
  await use.api.close();
  folder.remove();
});

/** What the rows beside the entries show, in the state of the ledger that there is now. */
function rowFindings(): RowFinding[] {
  const found: RowFinding[] = [];
  const database = openReader(join(use.api.directory, ledgerFileName));
  try {
    for (const _step of new RowsCheck(database, (finding) => found.push(finding)).run());
    return found;
  } finally {
    database.close();
  }
}

async function findings(database: ReaderDatabase): Promise<Finding[]> {
  const found: Finding[] = [];
  await verifyLedger(database, {
    onFinding: (finding) => found.push(finding),
    onProgress: () => true,
  });
  return found;
}

const steps = rounds({ usual: 80, all: 500 });
const every = rounds({ usual: 20, all: 1 });

test(`${steps} steps hold, looked at after every ${every}`, { timeout: 2_400_000 }, async () => {
  const answers = new Map<boolean, number>();
  const found: (readonly [step: number, finding: RowFinding])[] = [];
  for (let step = 1; step <= steps; step += 1) {
    const status = await use.step();
    answers.set(status < 300, (answers.get(status < 300) ?? 0) + 1);
    if (step % every > 0) continue;
    found.push(...rowFindings().map((finding) => [step, finding] as const));
  }
  expect(found).toEqual([]);
  // The history was rich enough to mean something.
  expect(answers.get(true)).toBeGreaterThan(steps / 5);
  expect(answers.get(false)).toBeGreaterThan(0);
});

/** Tables that the history fills, and what stands in them by the register. */
const cells = registeredTables().map(({ name, columns }) => ({
  name,
  columns: columns.filter(({ source }) => source !== 'none'),
}));

const tried = rounds({ usual: 4, all: 1_000 });

test(
  `one random cell that changed is found, ${tried} of ${tried}`,
  { timeout: 2_400_000 },
  async () => {
    let path = '';
    await use.api.reopen(() => {
      path = copyLedger(join(use.api.directory, ledgerFileName), folder.path, 'used');
    });
    const reader = openReader(path);
    expect(await findings(reader)).toEqual([]);
    const tampering = new Tampering(path);
    // Guards that are off are found, and mean nothing here.
    const known = new Set((await findings(reader)).map(({ message }) => message));
    const filled = cells.filter(
      ({ name, columns }) => columns.length > 0 && tampering.count(name) > 0,
    );
    const missed: string[] = [];
    for (let round = 0; round < tried; round += 1) {
      const { name, columns } = filled[use.below(filled.length)] ?? { name: '', columns: [] };
      const { column = '', source } = columns[use.below(columns.length)] ?? {};
      const row = tampering.rowAt(name, use.below(tampering.count(name)));
      const isKey = source === 'key' || tampering.uniqueOf(name).flat().includes(column);
      const value = another(row[column] ?? null, isKey);
      const found = await tampering.during(
        [name],
        () => tampering.set(name, row, column, value),
        () => findings(reader),
      );
      if (found.every(({ message }) => known.has(message))) {
        missed.push(`${name}.${column} ${String(row[column])} -> ${String(value)}`);
      }
    }
    reader.close();
    tampering.close();
    expect(missed).toEqual([]);
  },
);
