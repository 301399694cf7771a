/**
 * `npm test`: everything that this machine can check, tier after tier. Ends with one line,
 * `N passed, N failed, N skipped`, over all tiers; exits 0 only when nothing failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { main, prepare, root, runTool, say } from './prepare.mjs';

const results = mkdtempSync(path.join(os.tmpdir(), 'proofdesk-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** What failed, each with the beginning of why: said once more at the end, below all the rest. */
const failures = [];

function fail(tier, name, why = '') {
  failures.push(`${tier} › ${name}\n${why.split('\n').slice(0, 20).join('\n')}`.trimEnd());
}

function count(tier, passed, failed, skipped) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  process.stdout.write(`── ${tier}: ${passed} passed, ${failed} failed, ${skipped} skipped\n`);
}

/** A tier that is one check: it passes or it fails. */
function check(tier, packageName, entry, args) {
  process.stdout.write(`── ${tier}\n`);
  const code = runTool(packageName, entry, args, { stdio: ['ignore', 1, 2] });
  if (code !== 0) fail(tier, `exit code ${code}`);
  count(tier, code === 0 ? 1 : 0, code === 0 ? 0 : 1, 0);
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** A runner that crashed without a report, or failed with every test green, is one failure. */
function settle(tier, code, counts) {
  const crashed = counts === undefined || (code !== 0 && counts.failed === 0);
  const { passed = 0, failed = 0, skipped = 0 } = counts ?? {};
  if (crashed) fail(tier, `the runner itself: exit code ${code}`);
  count(tier, passed, crashed ? failed + 1 : failed, skipped);
}

function unitTests() {
  process.stdout.write('── unit, API, engine, shell, artefacts\n');
  const file = path.join(results, 'vitest.json');
  const code = runTool(
    'vitest',
    'vitest.mjs',
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    { stdio: ['ignore', 1, 2] },
  );
  const report = readReport(file);
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    const failed = assertionResults.filter((each) => each.status === 'failed');
    const where = path.relative(root, name);
    if (status === 'failed' && failed.length === 0) fail('unit', where, message);
    for (const test of failed) {
      fail('unit', `${where} › ${test.fullName}`, test.failureMessages.join('\n'));
    }
  }
  settle(
    'unit, API, engine, shell, artefacts',
    code,
    report && {
      passed: report.numPassedTests,
      failed:
        report.numFailedTests + report.numFailedTestSuites * (report.numTotalTests === 0 ? 1 : 0),
      skipped: report.numPendingTests + report.numTodoTests,
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
 * A Chromium for the browser tests: the one asked for, Debian's windowless package where we may
 * install it (a fifth quicker than the whole browser), or the system's.
 */
function chromium() {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (process.env.PROOFDESK_CHROMIUM === undefined && !existsSync(shell) && mayInstall) {
    say('Installing a windowless Chromium with apt (once) …');
    aptGet('update', '-qq');
    aptGet('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell');
    if (systemChromium() === undefined) {
      aptGet('install', '-y', '-qq', '--no-install-recommends', 'chromium');
    }
  }
  return systemChromium();
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

function browserTests() {
  process.stdout.write('── browser\n');
  const executable = chromium();
  if (executable === undefined) {
    process.stdout.write(
      'No Chromium here. Install one (Debian: apt install chromium) or set PROOFDESK_CHROMIUM to its path.\n',
    );
    return count('browser', 0, 0, 1);
  }
  const file = path.join(results, 'playwright.json');
  const code = runTool(
    '@playwright/test',
    'cli.js',
    ['test', '-c', 'e2e/playwright.config.ts', '--reporter=line,json'],
    {
      stdio: ['ignore', 1, 2],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, PROOFDESK_CHROMIUM: executable },
    },
  );
  const report = readReport(file);
  for (const spec of (report?.suites ?? []).flatMap(specsOf).filter((each) => !each.ok)) {
    const results = spec.tests.flatMap((test) => test.results);
    const why = results.flatMap((result) => result.errors.map(({ message }) => message));
    fail('browser', `${spec.file}:${spec.line} › ${spec.title}`, why.join('\n'));
  }
  const stats = report?.stats;
  return settle(
    'browser',
    code,
    stats && {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    },
  );
}

await main(() => {
  prepare();
  check('types', 'typescript', 'bin/tsc', ['-b']);
  check('lint', 'oxlint', 'bin/oxlint', ['--type-aware', '--deny-warnings']);
  check('format', 'oxfmt', 'bin/oxfmt', ['--check']);
  unitTests();
  browserTests();
  rmSync(results, { recursive: true, force: true });
  for (const each of failures) process.stdout.write(`\nFailed: ${each}\n`);
  process.stdout.write(
    `\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`,
  );
  if (total.failed > 0) process.exitCode = 1;
});
