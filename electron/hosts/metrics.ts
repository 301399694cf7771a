/** Figures of a host for Prometheus. Labels are operations, classes of status, doors, threads and outcomes; never a model, a key or an account. */
import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ledgerFileName } from '../database/file-names.ts';
import type { Engine } from '../engine/engine-client.ts';
import type { AnsweredExchange } from './http-server.ts';
import type { LedgerFigures } from './ledger-figures.ts';
import type { ListenAddress } from './option-values.ts';

export interface Metrics {
  /** Counts a request that was answered at a door. */
  answered(exchange: AnsweredExchange): void;
  /** The text of all figures, in the format that Prometheus reads. */
  text(): Promise<string>;
  readonly contentType: string;
}

export interface MetricsOptions {
  readonly engine: Pick<Engine, 'workspace' | 'load'>;
  /** Streams of changes that are open. */
  readonly openStreams: () => number;
  readonly version: string;
  /** What only the ledger knows; undefined while it does not answer. */
  readonly figures: () => Promise<LedgerFigures | undefined>;
}

/** Seconds. */
const durations = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answered = requestFigures(registry);
  const gauges = ledgerGauges(registry);
  new Gauge({
    name: 'proofdesk_build_info',
    help: 'The version that runs; always 1.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: options.version }, 1);
  return {
    answered,
    contentType: registry.contentType,
    async text() {
      gauges.read(options, await options.figures());
      return registry.metrics();
    },
  };
}

/** Operations that append decisions. */
const intake: ReadonlySet<string> = new Set([
  'createRecord',
  'createRecords',
  'ingestTraces',
  'ingestLogs',
]);

function requestFigures(registry: Registry): Metrics['answered'] {
  const registers = [registry];
  const requests = new Counter({
    name: 'proofdesk_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['operation', 'status', 'door'],
    registers,
  });
  const duration = new Histogram({
    name: 'proofdesk_http_request_duration_seconds',
    help: 'From the headers of a request to the last byte of its answer; streams of changes are left out.',
    labelNames: ['operation', 'door'],
    buckets: durations,
    registers,
  });
  const decisions = new Counter({
    name: 'proofdesk_decisions_total',
    help: 'Decisions that were appended; those that were sent again are not among them.',
    labelNames: ['operation', 'door'],
    registers,
  });
  const refused = new Counter({
    name: 'proofdesk_intake_refused_total',
    help: 'Requests that were to append decisions and were refused as a whole.',
    labelNames: ['operation', 'door'],
    registers,
  });
  return ({ operationId, decisions: appended, status, door, ms }) => {
    const operation = operationId ?? 'none';
    requests.inc({ operation, status: `${Math.trunc(status / 100)}xx`, door });
    if (operation !== 'streamChanges') duration.observe({ operation, door }, ms / 1_000);
    if (appended > 0) decisions.inc({ operation, door }, appended);
    if (intake.has(operation) && status >= 400) refused.inc({ operation, door });
  };
}

/** Gauges that are read when somebody asks. */
function ledgerGauges(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({
      name: `proofdesk_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [registry],
    });
  const entries = gauge('ledger_entries', 'Entries of the journal.');
  const decisions = gauge('ledger_decisions', 'Decisions in the ledger.');
  const ledgerBytes = gauge('ledger_bytes', 'Size of the ledger’s file.');
  const walBytes = gauge('wal_bytes', 'Size of what is not yet written into that file.');
  const queue = gauge('writer_queue', 'Requests that the writer has before it.');
  const streams = gauge('event_streams', 'Streams of changes that are open.');
  const waiting = gauge('webhook_waiting', 'Deliveries of events that are yet to succeed.');
  const sent = new Counter({
    name: 'proofdesk_webhook_deliveries_total',
    help: 'Attempts to send an event, by what came of it.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const restarts = new Counter({
    name: 'proofdesk_thread_restarts_total',
    help: 'Threads that crashed and were started again.',
    labelNames: ['thread'],
    registers: [registry],
  });
  const checkpoint = gauge(
    'last_checkpoint_timestamp_seconds',
    'When the newest checkpoint was signed.',
  );
  const backup = gauge('last_backup_timestamp_seconds', 'When the newest backup was made.');
  const verification = gauge(
    'last_verification_timestamp_seconds',
    'When the newest verification ended.',
  );
  const isOk = gauge(
    'last_verification_ok',
    '1 where the newest verification found nothing, else 0.',
  );
  return {
    read({ engine, openStreams }: MetricsOptions, figures: LedgerFigures | undefined): void {
      const path = join(engine.workspace().directory, ledgerFileName);
      ledgerBytes.set(sizeOf(path));
      walBytes.set(sizeOf(`${path}-wal`));
      const { writerQueue, crashes, deliveries } = engine.load();
      queue.set(writerQueue);
      streams.set(openStreams());
      restarts.reset();
      for (const [thread, count] of crashes) restarts.inc({ thread }, count);
      sent.reset();
      for (const [outcome, count] of deliveries) sent.inc({ outcome }, count);
      const set = (to: Gauge, value: number | undefined) => {
        if (value === undefined) to.remove();
        else to.set(value);
      };
      set(entries, figures?.entries);
      set(decisions, figures?.decisions);
      set(waiting, figures?.deliveriesWaiting);
      set(checkpoint, figures?.lastCheckpoint);
      set(backup, figures?.lastBackup);
      set(verification, figures?.lastVerification);
      set(isOk, figures?.isVerified === undefined ? undefined : Number(figures.isVerified));
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Answers `GET /metrics` at an address of its own, without a key. @throws the system's error */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: ListenAddress,
): Promise<MetricsServer> {
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 10_000 },
    (incoming, outgoing) => {
      incoming.resume();
      const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
      if (incoming.url !== '/metrics' || !isRead || incoming.headers.origin !== undefined) {
        outgoing.writeHead(incoming.url === '/metrics' && !isRead ? 405 : 404).end();
        return;
      }
      metrics.text().then(
        (text) => outgoing.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        () => outgoing.writeHead(503).end(),
      );
    },
  );
  server.maxConnections = 16;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, resolve);
  });
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    async close() {
      const closed = new Promise((resolve) => void server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
