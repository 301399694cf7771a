/** A ledger that was billed before use was priced by its month is brought up to date, verifies, and goes on. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { Finding } from '../../shared/contract/chain.ts';
import { openReader, openWriter } from '../database/open-database.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { verifyLedger } from './verify-ledger.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const clock = () => Date.parse('2027-01-05T09:00:00.000Z');

async function findingsOf(path: string): Promise<Finding[]> {
  const found: Finding[] = [];
  const reader = openReader(path);
  await verifyLedger(reader, {
    onFinding: (finding) => found.push(finding),
    onProgress: () => true,
    indexes: 'all',
  });
  reader.close();
  return found;
}

test('what was asked stands, and what is billed of it is told by volumes', async () => {
  const path = `${folder.newDirectory()}/proofdesk.db`;
  const packed = readFileSync(join(import.meta.dirname, 'testing', 'ledger-v19.db.gz'));
  writeFileSync(path, gunzipSync(packed));
  const database = openWriter(path, { clock });
  const billed = database
    .prepare(
      `SELECT i.status, u.records, u.operations, u.time_amount, u.nanos FROM invoice_usage AS u
       JOIN invoices AS i ON i.number = u.invoice ORDER BY u.invoice, u.dataset_id`,
    )
    .raw();
  expect(billed.all()).toEqual([
    ['CANCELED', 6, 6, null, 775_000_152],
    ['CANCELED', 6, 6, null, 775_000_152],
    ['PAID', 6, 6, null, 775_000_152],
    ['PAID', 6, 6, null, 775_000_152],
  ]);
  const unbilled = database
    .prepare(
      `SELECT count(*) FROM usage_months AS m WHERE records <> (SELECT sum(u.records)
         FROM invoice_usage AS u JOIN invoices AS i ON i.number = u.invoice
         WHERE i.status <> 'CANCELED' AND u.month = m.month AND u.dataset_id = m.dataset_id)`,
    )
    .pluck();
  expect(unbilled.get()).toBe(0);
  database.close();
  expect(await findingsOf(path)).toEqual([]);
});
