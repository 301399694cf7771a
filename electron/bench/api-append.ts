/** One durable append through the API function against durable inserts without Proofdesk. */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { demoDecisions } from '../demo/decisions.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { buildRequest, openApi } from './api-under-test.ts';
import { openRaw, readRecordRows } from './ledger-rows.ts';
import { interleave, median, milliseconds, type Benchmark } from './measurement.ts';

const rounds = 20;
const appendsPerRound = 50;
const asRequest = (body: string) => buildRequest('POST', '/records', { body });
const noSalt = (bytes: number) => new Uint8Array(bytes);

/** A raw table of texts with the durability of the ledger, and what inserts one. */
function openOneTable(path: string) {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE entries (seq INTEGER PRIMARY KEY, bytes TEXT NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO entries (bytes) VALUES (?)');
  return { database, insert: (text: string) => insert.run(text) };
}

/** Milliseconds that this disk takes to make one page durable: the part of an append that no program changes. */
async function syncTime(path: string): Promise<number> {
  const file = openSync(path, 'w');
  const page = Buffer.alloc(4096);
  const times: number[] = [];
  for (let count = 0; count < appendsPerRound; count += 1) {
    const sync = () => {
      writeSync(file, page);
      fdatasyncSync(file);
    };
    times.push(await milliseconds(sync));
  }
  closeSync(file);
  return median(times);
}

/** Of a laptop's disk that really waits for its flash, milliseconds. */
const laptopSync = 2;

/**
 * Bar: at least 0.7 of a raw better-sqlite3 durable insert of the same bytes.
 * Twice: all bytes as one text in one table, and the rows of a record in its tables and indexes.
 */
export const benchmarkAppend: Benchmark = async ({ directory }) => {
  const decisions = [...demoDecisions({ records: rounds * appendsPerRound, seed: 11 })];
  const bodies = decisions.map(({ body }) => JSON.stringify(body));
  const searchTexts = decisions.map(({ body }) => prepareRecord(body, noSalt).searchText);
  const ofRound = <Item>(items: readonly Item[], round: number) =>
    items.slice(round * appendsPerRound, (round + 1) * appendsPerRound);

  const api = await openApi(join(directory, 'api'));
  for (const body of bodies) await api.call('POST', '/records', { body, status: 201 });
  const records = readRecordRows(api.ledgerPath, searchTexts);
  const texts = records.map(({ rows }) => rows.flat(2).join(''));

  const oneTable = openOneTable(join(directory, 'one-table.db'));
  const allTables = openRaw(join(directory, 'all-tables.db'));
  const insertRows = allTables.database.transaction(allTables.insert);

  const medianOf = await interleave(rounds, [
    {
      name: 'api',
      run: (round) => {
        const requests = ofRound(bodies, round).map(asRequest);
        return milliseconds(async () => {
          for (const request of requests) {
            const { status } = await api.serve(request);
            if (status !== 201) throw new Error(`An append was answered with ${status}.`);
          }
        });
      },
    },
    {
      name: 'text',
      run: (round) => milliseconds(() => ofRound(texts, round).forEach(oneTable.insert)),
    },
    {
      name: 'rows',
      run: (round) =>
        milliseconds(() => ofRound(records, round).forEach((each) => insertRows(each))),
    },
  ]);
  const [measured, text, rows] = [medianOf('api'), medianOf('text'), medianOf('rows')];
  oneTable.database.close();
  allTables.database.close();
  await api.close();
  const sync = await syncTime(join(directory, 'sync'));
  const onLaptop = (baseline: number) => {
    const times = [baseline, measured].map(
      (time) => time / appendsPerRound + Math.max(0, laptopSync - sync),
    );
    return ((times[0] ?? 0) / (times[1] ?? 1)).toFixed(2);
  };
  const withSync = (baseline: number) =>
    `a sync takes ${sync.toFixed(2)} ms here; at ${laptopSync} ms it would be ${onLaptop(baseline)} x`;
  return [
    {
      name: 'one durable append through the API',
      measured: measured / appendsPerRound,
      baseline: text / appendsPerRound,
      ratio: text / measured,
      required: 0.7,
      detail: `raw: the same ${Math.round(texts.join('').length / texts.length)} characters as one row of one table; ${withSync(text)}`,
    },
    {
      name: 'one durable append through the API, by rows',
      measured: measured / appendsPerRound,
      baseline: rows / appendsPerRound,
      ratio: rows / measured,
      required: 0.7,
      detail: `raw: the same rows, prepared, in the same tables and indexes; ${withSync(rows)}`,
    },
  ];
};
