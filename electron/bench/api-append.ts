/** One durable append through the API function against durable inserts without Proofdesk. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { demoDecisions } from '../demo/decisions.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { openApi } from './api-under-test.ts';
import { openRaw, readRecordRows } from './ledger-rows.ts';
import { interleave, milliseconds, type Benchmark } from './measurement.ts';

const rounds = 20;
const appendsPerRound = 50;
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

/**
 * Ledger.md, "Speed to reach": at least 0.7 of a raw better-sqlite3 durable insert of the same bytes.
 * Twice: all bytes as one text in one table, and the rows of a record in its tables and indexes.
 */
export const benchmarkAppend: Benchmark = async ({ directory }) => {
  const decisions = [...demoDecisions({ records: rounds * appendsPerRound, seed: 11 })];
  const bodies = decisions.map(({ body }) => JSON.stringify(body));
  const searchTexts = decisions.map(({ body }) => prepareRecord(body, noSalt).searchText);
  const ofRound = <Item>(items: readonly Item[], round: number) =>
    items.slice(round * appendsPerRound, (round + 1) * appendsPerRound);

  const api = await openApi(join(directory, 'api'));
  const append = (body: string) => api.call('POST', '/records', { body, status: 201 });
  for (const body of bodies) await append(body);
  const records = readRecordRows(api.ledgerPath, searchTexts);
  const texts = records.map(({ rows }) => rows.flat(2).join(''));

  const oneTable = openOneTable(join(directory, 'one-table.db'));
  const allTables = openRaw(join(directory, 'all-tables.db'));
  const insertRows = allTables.database.transaction(allTables.insert);

  const medianOf = await interleave(rounds, [
    {
      name: 'api',
      run: (round) =>
        milliseconds(async () => {
          for (const body of ofRound(bodies, round)) await append(body);
        }),
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
  return [
    {
      name: 'one durable append through the API',
      measured: measured / appendsPerRound,
      baseline: text / appendsPerRound,
      ratio: text / measured,
      required: 0.7,
      detail: `raw: the same ${Math.round(texts.join('').length / texts.length)} characters as one row of one table`,
    },
    {
      name: 'one durable append through the API, by rows',
      measured: measured / appendsPerRound,
      baseline: rows / appendsPerRound,
      ratio: rows / measured,
      required: 0.7,
      detail: 'raw: the same rows, prepared, in the same tables and indexes',
    },
  ];
};
