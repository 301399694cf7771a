/** What a person waits for at a large ledger: pages, jumps, filters, searches, opening. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openWriter } from '../database/open-database.ts';
import { fillDemoLedger } from '../demo/generate-demo.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { benchmarkSeed, openApi } from './api-under-test.ts';
import { median, milliseconds, type Benchmark, type Measurement } from './measurement.ts';

const repetitions = 15;
const mostMilliseconds = 50;
const page = z.looseObject({
  total: z.int(),
  data: z.array(z.looseObject({ hash: z.string(), id: z.string() })),
});

/** The ledger of `records` demo decisions in `directory`, made where it is not there yet. */
async function prepareLedger(directory: string, records: number): Promise<number> {
  const path = join(directory, 'proofdesk.db');
  if (existsSync(path)) return 0;
  const database = openWriter(path);
  const key = createLedgerKey('ledger.local/benchmark', benchmarkSeed);
  const taken = await milliseconds(() =>
    fillDemoLedger({ database, origin: key.origin, vkey: key.vkey, records }),
  );
  database.close();
  return taken;
}

/** Issue "A million records": each answers in under 50 ms; opening in under 300 ms. */
export const benchmarkQueries: Benchmark = async ({ records, directory }) => {
  const ledger = join(directory, `ledger-${records}`);
  const filling = await prepareLedger(ledger, records);

  const openings: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    let opened: Awaited<ReturnType<typeof openApi>> | undefined;
    openings.push(
      await milliseconds(async () => {
        opened = await openApi(ledger);
        await opened.call('GET', '/chain');
      }),
    );
    await opened?.close();
  }
  const measurements: Measurement[] = [
    {
      name: `re-open at ${records} entries`,
      measured: median(openings),
      required: 300,
      detail: filling === 0 ? 'to the first answer' : `filled in ${(filling / 1_000).toFixed(1)} s`,
    },
  ];

  const api = await openApi(ledger);
  const list = async (query: string) =>
    page.parse(JSON.parse(await api.call('GET', `/records?limit=50&${query}`)));
  const [middle] = (await list(`offset=${Math.floor(records / 2)}`)).data;
  const prefix = middle?.hash.slice('sha256:'.length).slice(0, 8) ?? '';
  const modelAndDates = 'model_id=fraud-guard&start_date=2024-02-01&end_date=2024-11-30';
  const { total: ofModelAndDates } = await list(modelAndDates);
  const queries: readonly (readonly [name: string, query: string])[] = [
    ['first page', ''],
    ['last page', `offset=${Math.max(0, records - 50)}`],
    ['jump to the middle', `offset=${Math.floor(records / 2)}`],
    ['filter by model', 'model_id=fraud-guard'],
    ['filter by model and dates', modelAndDates],
    [
      'filter by model and dates, last page',
      `${modelAndDates}&offset=${Math.max(0, ofModelAndDates - 50)}`,
    ],
    ['filter by dates', 'start_date=2025-01-01&end_date=2025-03-31'],
    ['filter by policy', 'where={"policy_id":"aml-5"}'],
    ['hash prefix', `q=${prefix}`],
    ['record id', `q=${middle?.id}`],
    ['rare word', 'q=Großmann'],
    ['common word', 'q=decision'],
    ['two words', 'q=burst pipe'],
    ['confidence range', 'where={"confidence":{"$gte":0.2,"$lte":0.4}}'],
  ];
  for (const [name, query] of queries) {
    const parameters = query.replaceAll(' ', '%20');
    let total = 0;
    const first = await milliseconds(async () => {
      ({ total } = await list(parameters));
    });
    const times: number[] = [];
    for (let round = 0; round < repetitions; round += 1) {
      times.push(await milliseconds(() => api.call('GET', `/records?limit=50&${parameters}`)));
    }
    measurements.push({
      name: `list: ${name}`,
      measured: median(times),
      required: mostMilliseconds,
      detail: `${total} found; the first time ${first.toFixed(1)} ms`,
    });
  }
  await api.close();
  return measurements;
};
