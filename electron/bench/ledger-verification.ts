/** Verification against reading the same rows, its memory, and opening a large ledger. */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { openReader, openWriter, type ReaderDatabase } from '../database/open-database.ts';
import { readInclusionProof } from '../checkpoints/tree-proofs.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { verifyHeaderChain } from '../verification/verify-header-chain.ts';
import { verifyNewEntries } from '../verification/verify-new-entries.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { readTreeRoot } from '../ledger/tree-store.ts';
import { makeLedger, openJournal } from './ledger-fixture.ts';
import { interleave, milliseconds, type Benchmark, type Measurement } from './measurement.ts';

const manyRounds = 3;
/** Where one run is long enough to tell. */
const manyRecords = 500_000;
const smallRecords = 10_000;
const allowedGrowth = 64;
/** Entries since the last checkpoint, for re-opening. */
const newEntries = 100;

/** Header chain, full verification, its memory, re-opening. */
export const benchmarkLedgerVerification: Benchmark = async ({ records, directory }) => {
  const path = makeLedger(join(directory, 'large'), records);
  const small = makeLedger(join(directory, 'small'), Math.min(smallRecords, records));
  const rounds = records >= manyRecords ? 1 : manyRounds;
  const database = openReader(path);
  const measurements = [
    await headerChain(database, manyRounds),
    await fullVerification(database, rounds),
    await inclusionProofs(database),
  ];
  database.close();
  return [...measurements, memory(small, path), await reopening(path)];
};

async function headerChain(database: ReaderDatabase, rounds: number): Promise<Measurement> {
  const iterate = (columns: string) => {
    const statement = database.prepare(`SELECT ${columns} FROM entries ORDER BY seq`);
    let count = 0;
    for (const row of statement.iterate()) count += row === undefined ? 0 : 1;
    return count;
  };
  const medianOf = await interleave(rounds, [
    {
      name: 'chain',
      run: () =>
        milliseconds(() => {
          if (verifyHeaderChain(database).brokenAt !== null) throw new Error('the chain is broken');
        }),
    },
    { name: 'rows', run: () => milliseconds(() => iterate('*')) },
    { name: 'texts', run: () => milliseconds(() => iterate('seq, bytes')) },
  ]);
  const narrow = (medianOf('texts') / medianOf('chain')).toFixed(2);
  return {
    name: 'header-chain verification',
    measured: medianOf('chain'),
    baseline: medianOf('rows'),
    ratio: medianOf('rows') / medianOf('chain'),
    required: 0.6,
    detail: `raw: iterate() over the rows of entries; ${narrow} x where only seq and bytes are read`,
  };
}

/** Reads every row that verification reads, and hashes each entry and each committed value once. */
function readAndHash(database: ReaderDatabase): number {
  let hashed = 0;
  const entries = database
    .prepare<[], [number, string]>('SELECT seq, bytes FROM entries ORDER BY seq')
    .raw();
  for (const [, bytes] of entries.iterate()) hashed += hash('sha256', bytes, 'hex').length;
  const payloads = database
    .prepare<[], [number, string, string, string]>(
      'SELECT seq, field, salt, value FROM payloads ORDER BY seq, field',
    )
    .raw();
  for (const [, field, salt, value] of payloads.iterate()) {
    hashed += hash('sha256', `["ledger.field/v1","${salt}","${field}",${value}]`, 'hex').length;
  }
  const rows = database.prepare('SELECT * FROM records ORDER BY position').raw();
  for (const row of rows.iterate()) hashed += row === undefined ? 0 : 1;
  return hashed;
}

async function fullVerification(database: ReaderDatabase, rounds: number): Promise<Measurement> {
  let wholeTime = 0;
  const medianOf = await interleave(rounds, [
    {
      name: 'verification',
      run: async () => {
        const started = performance.now();
        let entriesTime = 0;
        const result = await verifyLedger(database, {
          onFinding: ({ message }) => {
            throw new Error(message);
          },
          onProgress: ({ phase }) => {
            if (phase === 'entries') entriesTime = performance.now() - started;
            return true;
          },
        });
        if (result.verdict !== 'SELF_CONSISTENT_ONLY') throw new Error(result.verdict);
        wholeTime = performance.now() - started;
        return entriesTime;
      },
    },
    { name: 'raw', run: () => milliseconds(() => readAndHash(database)) },
  ]);
  return {
    name: 'full verification with payloads',
    measured: medianOf('verification'),
    baseline: medianOf('raw'),
    ratio: medianOf('raw') / medianOf('verification'),
    required: 0.7,
    detail: `entries, payloads, index columns and tree; raw: iterate() over the same rows, SHA-256 of each entry and value; ${Math.round(wholeTime)} ms with the proof of every index`,
  };
}

/** Peak resident memory of a process that verifies, in MiB. */
function peakMemory(path: string): number {
  const script = join(import.meta.dirname, 'ledger-memory.ts');
  const { stdout, status } = spawnSync(process.execPath, [script, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} failed`);
  return Number(stdout) / 1024;
}

function memory(small: string, large: string): Measurement {
  const base = peakMemory(small);
  const growth = Math.max(peakMemory(large) - base, 1);
  return {
    name: 'verification memory',
    ratio: allowedGrowth / growth,
    required: 1,
    detail: `peak ${Math.round(base)} MiB at 10,000 records, ${Math.round(growth)} MiB more at this size; ${allowedGrowth} allowed`,
  };
}

/** The slowest of many proofs for entries all over the journal, statements prepared each time. */
async function inclusionProofs(database: ReaderDatabase): Promise<Measurement> {
  const size = new ChainStore(database).size();
  const proofs = 500;
  const times: number[] = [];
  for (let index = 0; index < proofs; index += 1) {
    const seq = Math.floor((size * index) / proofs);
    times.push(await milliseconds(() => readInclusionProof(database, seq, size)));
  }
  times.sort((left, right) => left - right);
  return {
    name: 'inclusion proof',
    measured: times[Math.floor(proofs * 0.95)] ?? 0,
    required: 2,
    detail: `95th percentile of ${proofs} proofs in ${size} entries; median ${(times[proofs / 2] ?? 0).toFixed(3)} ms`,
  };
}

async function reopening(path: string): Promise<Measurement> {
  const medianOf = await interleave(manyRounds, [
    {
      name: 'open',
      run: () =>
        milliseconds(() => {
          const { database, journal } = openJournal(join(path, '..'));
          readTreeRoot(database, journal.size);
          verifyNewEntries(database, journal.size - newEntries);
          database.close();
        }),
    },
    { name: 'raw', run: () => milliseconds(() => openWriter(path).close()) },
  ]);
  return {
    name: 're-opening',
    measured: medianOf('open'),
    required: 300,
    detail: `with the chain's head, the tree's root and ${newEntries} new entries checked; ${medianOf('raw').toFixed(1)} ms for the file alone`,
  };
}
