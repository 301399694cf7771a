/** Evidence of data sessions tampered with: rows, leaves, signatures, the chain between them. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReader } from '../database/open-database.ts';
import { TestApi } from '../api/test-api.ts';
import { clinicalRows, makeDataset, openSession } from '../sessions/testing/clinical.ts';
import { copyLedger, tamper, temporaryFolder, verifyFile } from '../ledger/testing/test-ledger.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let path: string;
/** Places of the evidence in the journal. */
let seqs: readonly number[] = [];
beforeAll(async () => {
  const api = await TestApi.open();
  const { session_id: id } = await openSession(api, await makeDataset(api));
  for (const row of clinicalRows) {
    await api.append();
    const transform = await api.send('POST', `/sessions/${id}/transform`, {
      body: {
        record_ids: ['rec_001', 'rec_002', 'rec_003'],
        transformation: 'anonymize',
        parameters: { fields: ['patient_id'], method: 'hash' },
      },
    });
    if (transform.status !== 200) throw new Error(await transform.text());
    const operation = await api.send('POST', `/sessions/${id}/operations`, {
      body: { operation_type: 'TRAIN', records: [row['record_id'] ?? ''] },
    });
    if (operation.status !== 200) throw new Error(await operation.text());
  }
  // While it is closed its file holds everything.
  await api.reopen(() => {
    path = copyLedger(join(api.directory, 'proofdesk.db'), folder.path, 'evidence');
  });
  await api.close();
  const database = openReader(path);
  seqs = database.prepare<[], number>('SELECT seq FROM evidence ORDER BY seq').pluck().all();
  database.close();
});

/** SQL with the places of the evidence in it: `#0` is that of the first. */
function placed(sql: string): string {
  return sql.replaceAll(/#(\d)/g, (_all, index: string) => String(seqs[Number(index)]));
}

let copies = 0;
async function deviations(sql: string): Promise<unknown[]> {
  copies += 1;
  const copy = copyLedger(path, folder.path, `copy-${copies}`);
  tamper(copy, (database) => database.exec(placed(sql)));
  const { findings } = await verifyFile(copy);
  return findings.map(({ verdict, seq, field }) => [verdict, seq, field]);
}

describe('Evidence', () => {
  test('holds as it was appended', async () => {
    const { result, findings } = await verifyFile(path);
    expect(findings).toEqual([]);
    expect(result.verdict).toBe('SELF_CONSISTENT_ONLY');
    expect(seqs).toHaveLength(2 * clinicalRows.length);
  });

  test.each([
    ["UPDATE evidence SET session_id = 'sess_x' WHERE seq = #0", 0, 'session_id'],
    ["UPDATE evidence SET subject_id = 'op_x' WHERE seq = #1", 1, 'subject_id'],
    ['UPDATE evidence SET record_count = 7 WHERE seq = #2', 2, 'record_count'],
    ['UPDATE evidence SET hash = zeroblob(32) WHERE seq = #2', 2, 'hash'],
    ['UPDATE evidence SET previous_hash = zeroblob(32) WHERE seq = #2', 2, 'previous_hash'],
    [
      "UPDATE evidence SET prepared = json_set(prepared, '$.outputs.leaves[1].hash', 'sha256:' || hex(zeroblob(32))) WHERE seq = #0",
      0,
      'outputs',
    ],
    [
      'UPDATE evidence SET envelope = (SELECT envelope FROM evidence WHERE seq = #1) WHERE seq = #0',
      0,
      'envelope',
    ],
    [
      "UPDATE evidence SET envelope = json_set(envelope, '$.signatures[0].sig', 'AAAA') WHERE seq = #0",
      0,
      'envelope',
    ],
  ])('%s', async (sql, index, field) => {
    expect(await deviations(sql)).toEqual([['PROJECTION_MISMATCH', seqs[index], field]]);
  });

  test('finds a row that is gone, the operation that it stood for, and the numbers after it @whole', async () => {
    expect(await deviations('DELETE FROM evidence WHERE seq = #3')).toEqual([
      ['PROJECTION_MISMATCH', seqs[3], 'evidence'],
      ['ROW_ALTERED', null, 'number'],
      ['ROW_ALTERED', null, 'number'],
      ['ROW_INSERTED', null, null],
    ]);
  });

  test('finds a row that no entry stands for', async () => {
    expect(
      await deviations(
        `INSERT INTO evidence SELECT 1, 'ev_x', 'op_y', kind, session_id, dataset_id, created_at,
           action, method, record_count, previous_hash, randomblob(32), prepared, envelope, old_secret
         FROM evidence WHERE seq = #0`,
      ),
    ).toEqual([['PROJECTION_MISMATCH', 1, 'evidence']]);
  });
});
