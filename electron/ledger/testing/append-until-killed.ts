/** A process for tests: appends durable records, says which it acknowledged, until it is killed. */
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createIdFactory } from '../../../shared/ids.ts';
import { commitment } from '../../../shared/ledger/entries.ts';
import { openWriter } from '../../database/open-database.ts';
import type { PreparedRecord } from '../../../shared/ledger/prepared.ts';
import { Journal } from '../journal.ts';
import { createLedgerKey } from '../ledger-key.ts';
import { sha256 } from '../sha256.ts';

const [path = '', batch = '1'] = process.argv.slice(2);
const key = createLedgerKey('ledger.example/test', new Uint8Array(32));
const database = openWriter(path);
const journal = new Journal(database, {
  clock: Date.now,
  random: randomBytes,
  createId: createIdFactory({ now: Date.now, random: randomBytes }),
});
journal.ensureGenesis({ origin: key.origin, vkey: key.vkey });

/** Prepared by hand: a process that is started a hundred times does not load the schemas. */
function prepare(number: number): PreparedRecord {
  const fields = { input: `{"filler":"${'x'.repeat(number % 700)}"}`, output: `{"n":${number}}` };
  return {
    modelId: 'm',
    values: (['input', 'output'] as const).map((field) => {
      const salt = randomBytes(16).toString('base64url');
      const value = fields[field];
      return { field, salt, value, commitment: commitment(sha256, field, salt, value) };
    }),
    searchText: fields.output,
  };
}

for (;;) {
  const stored = journal.transaction(() =>
    Array.from({ length: Number(batch) }, () => journal.appendRecord(prepare(journal.size))).at(-1),
  );
  // Straight to the pipe: what is said was durable before it was said.
  writeSync(1, `${stored?.seq} ${stored?.hash}\n`);
}
