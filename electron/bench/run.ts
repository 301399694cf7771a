/**
 * Prints the "Speed to reach" table: `npm run bench -- [--records 1000000] [--only NAME] [--keep DIR]`.
 * 100,000 records by default (200,000 with `--only sources`), for a quick look; --only takes a part of a benchmark's name; with --keep
 * the large ledger stays in DIR for the next run. What is compared runs in turn in the same process;
 * medians are shown. What needs a built host runs alone: `--only grid` (frame times in a browser),
 * `--only cold-start` (with `--rounds` for fewer starts), `--only large-bundles` (with `--part memory`
 * or `stops`, `--kind full`, `range` or `selection`, `--phase` of those that are stopped), `--only large-records`,
 * `--only stream`, `--only server`; each has its own number of records.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchmarkAppend } from './api-append.ts';
import { benchmarkArtifact } from './api-artifact.ts';
import { benchmarkImport } from './api-import.ts';
import { benchmarkQueries } from './api-queries.ts';
import { benchmarkStartup } from './api-startup.ts';
import { benchmarkAppendPlace } from './append-place.ts';
import { benchmarkAuditor } from './auditor.ts';
import { benchmarkBillingRun } from './billing-run.ts';
import { benchmarkBillingScale } from './billing-scale.ts';
import { benchmarkBillingUsage } from './billing-usage.ts';
import { benchmarkDatasetImport } from './dataset-import.ts';
import { benchmarkDecisionFacts } from './decision-facts.ts';

import { benchmarkGrants } from './grants.ts';
import { benchmarkIntake } from './intake.ts';
import { benchmarkLedgerAppend } from './ledger-append.ts';
import { benchmarkLedgerVerification } from './ledger-verification.ts';
import { benchmarkOversight } from './oversight.ts';
import { benchmarkProof } from './proof.ts';
import { benchmarkSources } from './sources.ts';
import { isMet, type Benchmark, type Measurement } from './measurement.ts';

const benchmarks: Readonly<Record<string, Benchmark>> = {
  'ledger-append': benchmarkLedgerAppend,
  'ledger-verification': benchmarkLedgerVerification,
  'api-append': benchmarkAppend,
  'api-artifact': benchmarkArtifact,
  'api-import': benchmarkImport,
  'dataset-import': benchmarkDatasetImport,
  'api-queries': benchmarkQueries,
  'api-startup': benchmarkStartup,
  'append-place': benchmarkAppendPlace,
  auditor: benchmarkAuditor,
  'billing-run': benchmarkBillingRun,
  'billing-scale': benchmarkBillingScale,
  'billing-usage': benchmarkBillingUsage,
  'decision-facts': benchmarkDecisionFacts,
  grants: benchmarkGrants,
  intake: benchmarkIntake,
  oversight: benchmarkOversight,
  proof: benchmarkProof,
  sources: benchmarkSources,
};

/** What is measured at a built host, each in a run of its own. */
const atHost: Readonly<Record<string, string>> = {
  grid: 'e2e/bench/frame-times.ts',
  'cold-start': 'e2e/bench/cold-start.ts',
  'large-bundles': 'e2e/bench/large-bundles.ts',
  'large-records': 'e2e/bench/large-records.ts',
  stream: 'e2e/bench/stream.ts',
  server: 'electron/bench/host-capacity.ts',
};

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    only: { type: 'string', default: '' },
    keep: { type: 'string' },
    rounds: { type: 'string' },
    part: { type: 'string' },
    kind: { type: 'string' },
    phase: { type: 'string' },
  },
});
/** Of sources more, so that what a query costs at least is no part of the ratio. */
const usual = values.only === 'sources' ? 200_000 : 100_000;
const records = Number(values.records ?? usual);

function shownTime(value: number | undefined): string {
  if (value === undefined) return '';
  return value < 10 ? `${value.toFixed(3)} ms` : `${value.toFixed(1)} ms`;
}

/** A benchmark that cannot run here says why instead. */
function isMeasured({ measured, ratio }: Measurement): boolean {
  return measured !== undefined || ratio !== undefined;
}

function shownBar(required: number): string {
  return String(Math.round(required * 100) / 100);
}

function line(measurement: Measurement): string {
  const { name, measured, baseline, ratio, required, detail } = measurement;
  return [
    name.padEnd(48),
    shownTime(measured).padStart(12),
    shownTime(baseline).padStart(12),
    (ratio === undefined ? '' : `${ratio.toFixed(2)} x`).padStart(8),
    (ratio === undefined ? `< ${required} ms` : `>= ${shownBar(required)} x`).padStart(11),
    measured === undefined && ratio === undefined
      ? ' -   '
      : isMet(measurement)
        ? ' ok  '
        : ' MISS',
    detail,
  ].join(' ');
}

const hostScript = atHost[values.only];
if (hostScript !== undefined) {
  const script = join(import.meta.dirname, '..', '..', hostScript);
  const given = (['records', 'keep', 'rounds', 'part', 'kind', 'phase'] as const).flatMap((name) =>
    values[name] === undefined ? [] : [`--${name}`, values[name]],
  );
  const { status } = spawnSync(process.execPath, [script, ...given], { stdio: 'inherit' });
  process.exit(status ?? 1);
}

const chosen = Object.entries(benchmarks).filter(([name]) => name.includes(values.only));
if (chosen.length === 0) {
  const names = [...Object.keys(benchmarks), ...Object.keys(atHost)];
  process.stderr.write(`--only takes a part of: ${names.join(', ')}\n`);
  process.exit(2);
}

process.stdout.write(
  `${records} records, Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model ?? 'cpu'}\n\n` +
    `${'name'.padEnd(48)} ${'measured'.padStart(12)} ${'baseline'.padStart(12)} ${'ratio'.padStart(8)} ${'required'.padStart(11)}\n`,
);
const scratch = mkdtempSync(join(tmpdir(), 'proofdesk-bench-'));
let missed = 0;
try {
  for (const [name, run] of chosen) {
    const directory = join(name === 'api-queries' ? (values.keep ?? scratch) : scratch, name);
    mkdirSync(directory, { recursive: true });
    for (const measurement of await run({ records, directory })) {
      process.stdout.write(`${line(measurement)}\n`);
      if (isMeasured(measurement) && !isMet(measurement)) missed += 1;
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.stdout.write(missed === 0 ? '\nEvery goal was met.\n' : `\n${missed} not met.\n`);
