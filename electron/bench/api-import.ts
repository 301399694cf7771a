/** A bulk import through the API against inserting the rows it makes, prepared, in one transaction. */
import { join } from 'node:path';
import { demoDecisions } from '../demo/decisions.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { finishedJob, openApi, type ApiUnderTest } from './api-under-test.ts';
import { openRaw, readRecordRows } from './ledger-rows.ts';
import { interleave, milliseconds, type Benchmark } from './measurement.ts';

const rounds = 3;
const mostRecords = 50_000;

/** Appends decisions from newline-delimited JSON, as a job of the API. */
export async function importAll(api: ApiUnderTest, body: string): Promise<void> {
  await finishedJob(api, '/imports', { body, type: 'application/x-ndjson' });
}

/** The search text does not depend on salts. */
const noSalt = (bytes: number) => new Uint8Array(bytes);

/** Bar: at least 0.4 of a raw batched insert with the same indexes. */
export const benchmarkImport: Benchmark = async ({ records: wanted, directory }) => {
  const count = Math.min(wanted, mostRecords);
  const bodies = [...demoDecisions({ records: count, seed: 12 })].map(({ body }) => body);
  const file = `${bodies.map((body) => JSON.stringify(body)).join('\n')}\n`;

  const warm = await openApi(join(directory, 'warm'));
  await importAll(warm, file);
  const records = readRecordRows(
    warm.ledgerPath,
    bodies.map((body) => prepareRecord(body, noSalt).searchText),
  );
  await warm.close();

  const medianOf = await interleave(rounds, [
    {
      name: 'import',
      run: async (round) => {
        const api = await openApi(join(directory, `import-${round}`));
        const taken = await milliseconds(() => importAll(api, file));
        await api.close();
        return taken;
      },
    },
    {
      name: 'raw',
      run: async (round) => {
        const { database, insert } = openRaw(join(directory, `raw-${round}.db`));
        const insertAll = database.transaction(() => records.forEach(insert));
        const taken = await milliseconds(insertAll);
        database.close();
        return taken;
      },
    },
  ]);
  const [measured, baseline] = [medianOf('import'), medianOf('raw')];
  return [
    {
      name: 'bulk import job',
      measured,
      baseline,
      ratio: baseline / measured,
      required: 0.4,
      detail: `${count} NDJSON lines, ${(file.length / 1e6).toFixed(0)} MB; ${Math.round((count / measured) * 1_000)} records/s`,
    },
  ];
};
