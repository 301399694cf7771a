/** Aggregated usage over a year from its roll-ups, against raw events that are grouped alike. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { addDays } from '../../shared/billing/calendar.ts';
import { groupings, type AggregatedUsage, type Grouping } from '../../shared/contract/billing.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { BilledSessions } from '../billing/billed-sessions.ts';
import { Acting, setupActor } from '../access/acting.ts';
import { Journal } from '../ledger/journal.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { openProof } from '../proof/open-proof.ts';
import { createBillingWriting } from '../billing/billing-writing.ts';
import { EventLog } from '../webhooks/event-log.ts';
import { localProcessor } from '../billing/payment-processor.ts';
import {
  costsOf,
  figureColumns,
  shownCosts,
  shownFigures,
  volumesOf,
  type FigureRow,
} from '../billing/usage-figures.ts';
import { UsageLedger } from '../billing/usage-ledger.ts';
import { UsageStore } from '../billing/usage-store.ts';
import { openReader, openWriter, type WriterDatabase } from '../database/open-database.ts';
import { createRandomSource } from '../demo/random-source.ts';
import { median, milliseconds, type Benchmark, type Measurement } from './measurement.ts';

const year = { start_date: '2026-01-01', end_date: '2026-12-31' };
const repetitions = 15;
/** The raw side takes long: it is measured once in so many rounds. */
const rawOnceIn = 3;
/** As many times faster than grouping raw events, at least. */
const leastFaster = 20;
const datasets = 5;
const models = 4;
const mostSessions = 20_000;
const sessionDays = 10_000;
/** As many times as long as metering it took, at most. */
const mostRepricing = 4;

const sums = figureColumns.map((each) => `sum(e.${each}) AS ${each}`).join(', ');
/** Key of an event by grouping; that of a week is the ISO one. */
const rawKeys = {
  dataset: 's.dataset_id',
  model: 's.model_id',
  day: 'e.day',
  week: `strftime('%G-W%V', e.day)`,
  month: 'substr(e.day, 1, 7)',
} as const satisfies Record<Grouping, string>;
const ofSession = new Set<Grouping>(['dataset', 'model']);

/** The figures of a grouping from the raw events, in one pass; how many sessions each group has is left out. */
function rawStatement(grouping: Grouping): string {
  const join = ofSession.has(grouping) ? 'JOIN billed_sessions AS s ON s.number = e.session' : '';
  return `SELECT ${rawKeys[grouping]} AS key, ${sums} FROM usage_events AS e ${join}
    WHERE e.day BETWEEN @start_date AND @end_date GROUP BY 1 ORDER BY 1`;
}

type RawRow = FigureRow & { readonly key: string };

/**
 * A year of usage by each grouping is twenty times faster than grouping its events, and the same; what a month costs anew.
 * The raw side has less to do: it neither counts sessions nor adds up by dataset beside the grouping.
 */
export const benchmarkBillingUsage: Benchmark = async ({ records, directory }) => {
  const path = join(directory, 'proofdesk.db');
  const writer = openWriter(path);
  const filling = await milliseconds(() => fill(writer, records));
  const database = openReader(path);
  const store = new UsageStore(database);
  const measurements: Measurement[] = [];
  for (const group_by of groupings) {
    const raw = database.prepare<[object], RawRow>(rawStatement(group_by)).safeIntegers();
    const query = { ...year, group_by, include: 'costs' } as const;
    const told = store.aggregate(query).breakdown ?? [];
    requireSame(group_by, told, raw.all(year));
    const times: { ours: number[]; raw: number[] } = { ours: [], raw: [] };
    for (let round = 0; round < repetitions; round += 1) {
      times.ours.push(await milliseconds(() => store.aggregate(query)));
      if (round % rawOnceIn === 0) times.raw.push(await milliseconds(() => raw.all(year)));
    }
    const [measured, baseline] = [median(times.ours), median(times.raw)];
    measurements.push({
      name: `usage of a year by ${group_by}, ${records} events`,
      measured,
      baseline,
      ratio: baseline / measured,
      required: leastFaster,
      detail: `raw GROUP BY beside it; metered in ${(filling / 1_000).toFixed(1)} s`,
    });
  }
  database.close();
  writer.close();
  measurements.push(await repricing(join(directory, 'repricing.db')));
  return measurements;
};

/** @throws {Error} where the figures of a group are not those of its events */
function requireSame(
  grouping: Grouping,
  told: NonNullable<AggregatedUsage['breakdown']>,
  raw: readonly RawRow[],
): void {
  const expected = raw.map((row) => ({
    group: row.key,
    ...shownFigures(volumesOf(row), costsOf(row)),
    ...shownCosts(costsOf(row)),
  }));
  const actual = told.map(({ sessions: _sessions, ...figures }) => figures);
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`Usage by ${grouping} is not the sum over its events.`);
}

/** Repricing 10,000 days of sessions in one act against metering as many accesses, and its sum to the nano. */
async function repricing(path: string): Promise<Measurement> {
  const database = openWriter(path);
  const { meter, cardWriter, assignment, journal } = billingOver(database);
  const rates = { time: { rate: 0 }, data: { rate: 0 }, operation: { rate: 0 } };
  const cards = [0.05, 0.04].map((rate) => ({
    ...rates,
    rate_card_id: `at-${rate}`,
    record: { rate },
  }));
  const at = `${year.start_date}T09:00:00.000Z`;
  const assign = (card: string) =>
    assignment.assign(
      { accountId: 'default', month: year.start_date, rateCardId: card, version: 1 },
      at,
    );
  journal.begin();
  for (const card of cards)
    cardWriter.create({ ...card, name: 'Bench', model: 'PAY_PER_USE' }, 1, at);
  assign('at-0.05');
  const sessions = Array.from({ length: sessionDays }, (_, index) => {
    const sessionId = `sess_${index}`;
    const [datasetId, holderId] = [`ds-${index % datasets}`, `holder-${index % 2}`];
    meter.open({
      sessionId,
      accountId: 'default',
      datasetId,
      holderId,
      modelId: null,
      openedAt: at,
    });
    return sessionId;
  });
  const baseline = await milliseconds(() => {
    for (const id of sessions) meter.charge(id, { kind: 'read', records: 1, bytes: 0 }, at);
  });
  const measured = await milliseconds(() => assign('at-0.04'));
  const sum = database
    .prepare<[], bigint>('SELECT sum(record_nanos) FROM usage_events')
    .pluck()
    .safeIntegers()
    .get();
  journal.commit();
  database.close();
  if (sum !== BigInt(sessionDays) * 40_000_000n) {
    throw new Error('What was repriced is not the price of its month.');
  }
  return {
    name: `repricing ${sessionDays} days of sessions`,
    measured,
    baseline,
    ratio: baseline / measured,
    required: 1 / mostRepricing,
    detail: 'against metering as many accesses',
  };
}

/** Meters as many accesses, each by itself, in the order of time. */
function fill(database: WriterDatabase, events: number): void {
  const { random, createId, journal, sealer, meter } = billingOver(database);
  const ledger = new UsageLedger(database, sealer);
  const sessions = new BilledSessions(database);
  const perSession = Math.max(10, Math.ceil(events / mostSessions));
  const count = Math.ceil(events / perSession);
  journal.begin();
  for (let number = 0; number < count; number += 1) {
    const day = addDays(year.start_date, Math.floor((number * 364) / count));
    const sessionId = createId('sess');
    const dataset = random.integer(1, datasets);
    meter.open({
      sessionId,
      accountId: 'default',
      datasetId: `ds-${dataset}`,
      holderId: `holder-${dataset % 2}`,
      modelId: `model-${random.integer(1, models)}`,
      openedAt: `${day}T09:00:00.000Z`,
    });
    const session = sessions.find(sessionId);
    if (session === undefined) throw new Error('A session is gone right after it was opened.');
    for (let access = 1; access <= perSession; access += 1) {
      const volume = {
        time: 2_778n,
        record: BigInt(random.integer(1, 100)),
        data: BigInt(random.integer(100, 100_000)),
        operation: 1n,
      };
      const cost = {
        time: 34_725_000n,
        record: volume.record * 5_000_000n,
        data: 1n,
        operation: 20_000_000n,
      };
      ledger.keep(session, {
        source: `${sessionId}/${access}`,
        kind: 'read',
        at: `${day}T09:00:00.000Z`,
        day: access === perSession ? addDays(day, 1) : day,
        volume,
        cost,
      });
    }
  }
  journal.commit();
}

/** Billing over a ledger of its own, in which nothing ends. */
function billingOver(database: WriterDatabase) {
  const random = createRandomSource(2_026, 5);
  const createId = createIdFactory({ now: () => 0, random: (bytes) => random.bytes(bytes) });
  const means = { createId, random: (bytes: number) => random.bytes(bytes), clock: () => 0 };
  const journal = new Journal(database, means);
  journal.ensureGenesis(createLedgerKey('proofdesk.example/bench', random.bytes(32)));
  const acting = new Acting(setupActor);
  const { facts, sealer } = openProof({ ...means, database, journal: () => journal, acting });
  const billing = createBillingWriting(database, {
    ...means,
    facts,
    events: new EventLog(database, createId),
    sealer,
    processor: localProcessor,
    endOf: () => undefined,
  });
  return { ...billing, random, createId, journal, sealer };
}
