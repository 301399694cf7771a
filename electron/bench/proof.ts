/** What proof of metered use costs: accesses with batches and without, the file, the journal, and the check of it all. */
import { policyOfOld } from '../policies/old-policy.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createIdFactory } from '../../shared/ids.ts';
import { instant } from '../../shared/time.ts';
import { Acting, setupActor } from '../access/acting.ts';
import { defaultAccount } from '../billing/accounts.ts';
import { openMetering } from '../billing/metering.ts';
import { openReader, type ReaderDatabase } from '../database/open-database.ts';
import { DatasetsStore, type StoredDataset } from '../datasets/datasets-store.ts';
import { createRandomSource } from '../demo/random-source.ts';
import { fullBatch } from '../../shared/ledger/batches.ts';
import { openGranting } from '../grants/area.ts';
import { sha256 } from '../ledger/sha256.ts';
import { Lines } from '../proof/lines.ts';
import type { Facts } from '../proof/facts.ts';
import { openProof } from '../proof/open-proof.ts';
import type { LineSealer } from '../proof/sealer.ts';
import { encodeRuns } from '../receipts/runs.ts';
import { SessionWriter } from '../sessions/session-writer.ts';
import { EventLog } from '../webhooks/event-log.ts';
import { SessionsStore } from '../sessions/sessions-store.ts';
import { checkEvents } from './check-events.ts';
import { openJournal, type OpenJournal } from './ledger-fixture.ts';
import { interleave, milliseconds, type Benchmark, type Measurement } from './measurement.ts';

const rounds = 10;
const checkRounds = 3;
const accessesInTransaction = 50;
const accessesOfSession = 100;
const smallEvents = 10_000;
/** MiB that a check may take more at full size than at 10,000 events. */
const allowedGrowth = 64;
const million = 1_000_000;
const datasets = 5;
/** Of a session; seconds. */
const lasting = 60;

/** Issue "Proof covers every fact": what batches may cost. */
export const benchmarkProof: Benchmark = async ({ records, directory }) => {
  const sealed = openMetered(join(directory, 'sealed'), true);
  const open = openMetered(join(directory, 'open'), false);
  const count = Math.ceil(records / rounds);
  const medianOf = await interleave(rounds, [
    { name: 'sealed', run: () => milliseconds(() => sealed.access(count)) },
    { name: 'open', run: () => milliseconds(() => open.access(count)) },
  ]);
  const small = openMetered(join(directory, 'small'), true);
  small.access(Math.min(smallEvents, records));
  for (const each of [sealed, open, small]) each.close();
  const database = openReader(sealed.path);
  const measurements: Measurement[] = [
    {
      name: `metered access with batches, ${records} of them`,
      measured: medianOf('sealed') / count,
      baseline: medianOf('open') / count,
      ratio: medianOf('open') / medianOf('sealed'),
      required: 0.9,
      detail: `${accessesInTransaction} a transaction, against the same without batches`,
    },
    fileSize(sealed.path, open.path),
    ...journalOf(database),
    await checkSpeed(database, records),
  ];
  database.close();
  return [...measurements, memory(small.path, sealed.path)];
};

interface Metered {
  readonly path: string;
  /** Meters so many accesses more. */
  readonly access: (count: number) => void;
  readonly close: () => void;
}

const neverSealing: LineSealer = { last: () => 0, seal: () => false, sealFull: () => false };

function openMetered(directory: string, isSealed: boolean): Metered {
  mkdirSync(directory, { recursive: true });
  const { path, database, journal } = openJournal(directory);
  const random = createRandomSource(2_026, 11);
  let now = Date.UTC(2026, 0, 1);
  const means = {
    createId: createIdFactory({ now: () => now, random: (bytes) => random.bytes(bytes) }),
    random: (bytes: number) => random.bytes(bytes),
  };
  const proof = openProof({
    ...means,
    database,
    journal: () => journal,
    acting: new Acting(setupActor),
  });
  const sealer = isSealed ? proof.sealer : neverSealing;
  const events = new EventLog(database, means.createId);
  const workspace = { kind: 'demo' } as const;
  const metering = openMetering({
    ...means,
    events,
    database,
    facts: proof.facts,
    sealer,
    workspace,
  });
  const granting = openGranting({ ...means, events, database, facts: proof.facts, sealer });
  const writer = new SessionWriter(database, { facts: proof.facts, events, sealer });
  const store = new SessionsStore(database);
  const found = makeDatasets(journal, proof.facts, new DatasetsStore(database), instant(now));
  let session = '';
  let left = 0;
  const one = () => {
    now += 250;
    const dataset = found[random.integer(0, found.length - 1)];
    if (left === 0 && dataset !== undefined) {
      left = accessesOfSession;
      session = means.createId('sess');
      const body = { dataset_id: dataset.datasetId, purpose: 'Training', ttl_seconds: lasting };
      const use = { accountId: defaultAccount };
      const terms = metering.open(session, dataset, use, instant(now));
      const { grantId } = granting.of(
        body,
        { dataset, policy: policyOfOld('{}', 'open') },
        instant(now),
      );
      const opened = {
        sessionId: session,
        dataset,
        allowed: [],
        terms,
        grantId,
        openedBy: setupActor,
        openerName: null,
      };
      writer.open(body, opened, instant(now));
    }
    left -= 1;
    const stored = store.find(session);
    if (stored === undefined) throw new Error('A session is gone right after it was opened.');
    const [records, bytes] = [random.integer(1, 100), random.integer(100, 100_000)];
    const use = { kind: 'read', records, bytes, policyVersion: 1 } as const;
    metering.charge(stored, use, instant(now));
    const delivered = {
      n: stored.accesses + 1,
      request: '{}',
      rows: encodeRuns([random.integer(1, 100)]),
      root: random.bytes(32),
    };
    writer.addUsage(stored, use, delivered, instant(now));
  };
  return {
    path,
    access: (count) => inTransactions(journal, count, one),
    close: () => {
      if (isSealed) journal.transaction(() => proof.sealer.sealAll());
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
    },
  };
}

function makeDatasets(
  journal: OpenJournal['journal'],
  facts: Facts,
  store: DatasetsStore,
  now: string,
): StoredDataset[] {
  const ids = Array.from({ length: datasets }, (_, index) => `ds-${index}`);
  journal.transaction(() => {
    for (const [index, id] of ids.entries()) {
      const set = { holder_id: `holder-${index % 2}`, policy: {}, created_at: now, key_id: id };
      const besides = { key: Buffer.alloc(32, index) };
      facts.write('datasets', id, { set, commit: { name: id } }, besides);
    }
  });
  return ids.flatMap((id) => store.find(id) ?? []);
}

function inTransactions(journal: OpenJournal['journal'], count: number, run: () => void): void {
  for (let done = 0; done < count; done += accessesInTransaction) {
    journal.transaction(() => {
      const end = Math.min(count, done + accessesInTransaction);
      for (let index = done; index < end; index += 1) run();
    });
  }
}

function fileSize(sealed: string, open: string): Measurement {
  const [size, baseline] = [statSync(sealed).size, statSync(open).size];
  return {
    name: 'file without batches, by the file with them',
    ratio: baseline / size,
    required: 0.87,
    detail: `${mebibytes(size)} MiB with, ${mebibytes(baseline)} MiB without: ${(size / baseline).toFixed(3)} x of at most 1.15`,
  };
}

/** Streams of metered use: each access has a line in both, its event and its receipt. */
const streams = [{ table: 'usage_events' }, { table: 'session_usage' }] as const;

/** What a million lines of metered use make of the journal, where none waits five minutes to be sealed. */
function journalOf(database: ReaderDatabase): Measurement[] {
  const { entries, bytes, lines } = database
    .prepare<[], { entries: number; bytes: number; lines: number }>(
      `SELECT count(*) AS entries, sum(length(e.bytes)) AS bytes, sum(b.last - b.first + 1) AS lines
       FROM batches AS b JOIN entries AS e ON e.seq = b.seq WHERE b.last - b.first + 1 = ${fullBatch}`,
    )
    .get() ?? { entries: 0, bytes: 0, lines: 1 };
  const perMillion = (entries * million) / lines;
  const bytesPerMillion = (bytes * million) / lines;
  return [
    {
      name: 'entries of a million lines, events and receipts',
      ratio: 1_000 / perMillion,
      required: 1,
      detail: `${Math.round(perMillion)} of at most 1,000`,
    },
    {
      name: 'their text',
      ratio: 500_000 / bytesPerMillion,
      required: 1,
      detail: `${(bytesPerMillion / million).toFixed(3)} MB of at most 0.5`,
    },
  ];
}

async function checkSpeed(database: ReaderDatabase, records: number): Promise<Measurement> {
  const lines = new Lines(database);
  const readAndHash = () => {
    for (const stream of streams) {
      for (const { text } of lines.read(stream, 1, lines.last(stream))) sha256(text ?? '');
    }
  };
  const medianOf = await interleave(records >= million / 2 ? 1 : checkRounds, [
    { name: 'check', run: () => milliseconds(() => checkEvents(database)) },
    { name: 'read', run: () => milliseconds(readAndHash) },
  ]);
  return {
    name: `full check of ${streams.map((stream) => lines.last(stream)).join(' metered events and ')} receipts`,
    measured: medianOf('check'),
    baseline: medianOf('read'),
    ratio: medianOf('read') / medianOf('check'),
    required: 0.3,
    detail: 'lines, prices, receipts, time and sums, against reading them and hashing their text',
  };
}

function memory(small: string, large: string): Measurement {
  const base = peakMemory(small);
  const growth = Math.max(peakMemory(large) - base, 1);
  return {
    name: 'memory of that check',
    ratio: allowedGrowth / growth,
    required: 1,
    detail: `peak ${Math.round(base)} MiB at ${smallEvents} accesses, ${Math.round(growth)} MiB more at this size; ${allowedGrowth} allowed`,
  };
}

/** MiB that a process needs that checks the events of a ledger. */
function peakMemory(path: string): number {
  const script = join(import.meta.dirname, 'proof-memory.ts');
  const { stdout, stderr } = spawnSync(process.execPath, [script, path], { encoding: 'utf8' });
  const kibibytes = Number(stdout);
  if (!(kibibytes > 0)) throw new Error(`The check did not end: ${stderr}`);
  return kibibytes / 1_024;
}

function mebibytes(bytes: number): string {
  return (bytes / 1_024 / 1_024).toFixed(1);
}
