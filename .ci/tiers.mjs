/**
 * The tiers of tests as functions: each runs a runner to its end, prints what that said once it is over,
 * and resolves with `{ passed, failed, skipped, failures, skips, times }`, where a failure has `file`
 * (from the repository's root), `title` and `why`, a skip its `title` and `why`, and a time its `file`
 * and `seconds`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, say, toolCommand } from './prepare.mjs';

const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [], times: [] };

/** Runs a package's command line and prints, at its end, what it said; resolves with its exit code. */
async function run(...command) {
  const [program, args, options] = toolCommand(...command);
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const output of [child.stdout, child.stderr]) output.on('data', (data) => said.push(data));
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(said));
  return code ?? 1;
}

/** Calls `body` with the name of a file for a report; resolves with its exit code and the report, if it wrote one. */
async function reported(body) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'proofdesk-test-'));
  const file = path.join(folder, 'report.json');
  const code = await body(file);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  rmSync(folder, { recursive: true, force: true });
  return { code, report };
}

/** A runner that crashed without a report, or failed with every test green, is one failure. */
function settled(code, result) {
  const counts = result ?? nothing;
  if (result !== undefined && (code === 0 || result.failed > 0)) return counts;
  const crash = { file: '', title: `the runner itself: exit code ${code}`, why: '' };
  return { ...counts, failed: counts.failed + 1, failures: [...counts.failures, crash] };
}

/**
 * A check without tests of its own: it passes or it fails. Those written in Go free memory less often
 * than by default: they end before it runs short, and freeing it takes about a fifth of their time.
 */
export async function check(packageName, entry, args) {
  const code = await run(packageName, entry, args, { GOGC: '400' });
  return code === 0 ? { ...nothing, passed: 1 } : settled(code, nothing);
}

function vitestFailures({ name, status, message, assertionResults }) {
  const file = path.relative(root, name);
  const failed = assertionResults.filter((each) => each.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [{ file, title: '', why: message }];
  return failed.map((test) => ({
    file,
    title: test.fullName,
    why: test.failureMessages.join('\n'),
  }));
}

/** The mark of `electron/testing/rounds.ts`, in the full title of a test. */
const leftToWhole = /@whole(?:\s|$)/;

/** Tests that this run could not try; what is left to the whole run is none of them. */
function vitestSkips({ assertionResults }) {
  const skipped = assertionResults.filter(
    ({ status, fullName }) => /skipped|pending|todo/.test(status) && !leftToWhole.test(fullName),
  );
  return skipped.map(({ fullName, meta }) => ({ title: fullName, why: meta?.lacks ?? '' }));
}

function vitestTime({ name, startTime, endTime }) {
  return { file: path.relative(root, name), seconds: (endTime - startTime) / 1_000 };
}

/** Vitest's projects (vite.config.ts) of all tests that need no page. */
export const withoutPage = ['node', 'console'];

/** The tests of some of vitest's projects. */
export async function vitest(projects, { args = [], env = {} } = {}) {
  const { code, report } = await reported((file) =>
    run(
      'vitest',
      'vitest.mjs',
      [
        'run',
        ...projects.map((project) => `--project=${project}`),
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...args,
      ],
      env,
    ),
  );
  const suites = report?.numTotalTests === 0 ? report.numFailedTestSuites : 0;
  const skips = report?.testResults.flatMap(vitestSkips) ?? [];
  return settled(
    code,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests + suites,
      skipped: skips.length,
      failures: report.testResults.flatMap(vitestFailures),
      skips,
      times: report.testResults.map(vitestTime),
    },
  );
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

function specFailure(spec) {
  const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors));
  return {
    file: path.join('e2e', spec.file),
    title: `line ${spec.line} › ${spec.title}`,
    why: errors.map(({ message }) => message).join('\n'),
  };
}

function specSkips({ file, title, tests }) {
  const skipped = tests.filter(({ status }) => status === 'skipped');
  return skipped.map(({ annotations }) => ({
    title: `${path.join('e2e', file)} › ${title}`,
    why: annotations.find(({ type }) => type === 'skip')?.description ?? '',
  }));
}

/** Seconds of each file, its tests added up. */
function specTimes(specs) {
  const times = new Map();
  for (const { file, tests } of specs) {
    const took = tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1_000));
    times.set(
      file,
      took.reduce((sum, each) => sum + each, times.get(file) ?? 0),
    );
  }
  return [...times].map(([file, seconds]) => ({ file: path.join('e2e', file), seconds }));
}

/** The browser tests of `files`, or all of them; of some projects (e2e/playwright.config.ts), or of all. */
export async function playwright(executable, { files = [], projects = [], env = {} } = {}) {
  const { code, report } = await reported((file) =>
    run(
      '@playwright/test',
      'cli.js',
      [
        'test',
        '-c',
        'e2e/playwright.config.ts',
        '--reporter=line,json',
        ...projects.map((project) => `--project=${project}`),
        // A file whose tests are all for the whole set has none in a usual run.
        ...(files.length > 0 ? ['--pass-with-no-tests'] : []),
        ...files,
      ],
      { PLAYWRIGHT_JSON_OUTPUT_NAME: file, PROOFDESK_CHROMIUM: executable, ...env },
    ),
  );
  const specs = (report?.suites ?? []).flatMap(specsOf);
  return settled(
    code,
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
      skipped: report.stats.skipped,
      failures: specs.filter((each) => !each.ok).map(specFailure),
      skips: specs.flatMap(specSkips),
      times: specTimes(specs),
    },
  );
}

const shell = '/usr/bin/chromium-headless-shell';
const browsers = [
  shell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

function systemChromium() {
  return [process.env.PROOFDESK_CHROMIUM, ...browsers].find((each) => each && existsSync(each));
}

function aptGet(...args) {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/**
 * A Chromium for the tests: the one asked for, Debian's windowless package where we may install it (a
 * fifth quicker than the whole browser), or the system's. Undefined where there is none.
 */
export function chromium() {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (process.env.PROOFDESK_CHROMIUM === undefined && !existsSync(shell) && mayInstall) {
    say('Installing a windowless Chromium with apt (once) …');
    aptGet('update', '-qq');
    aptGet('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell');
    if (systemChromium() === undefined) {
      aptGet('install', '-y', '-qq', '--no-install-recommends', 'chromium');
    }
  }
  const found = systemChromium();
  if (found === undefined) {
    say(
      'No Chromium here. Install one (Debian: apt install chromium) or set PROOFDESK_CHROMIUM to its path.',
    );
  }
  return found;
}
