/**
 * `npm test -- [--push | --all] [--strict-tools]`: what this machine can check, tier after tier. Ends with one
 * line, `N passed, N failed, N skipped`, over all tiers; exits 0 only when nothing failed. With `--push` it tries
 * what CI tries of each push: processes that are started and killed, servers, PostgreSQL, every screen's own tests;
 * with `--all` every round and every ledger besides. With `--strict-tools` a test that was skipped has failed.
 */
import { parseArgs } from 'node:util';
import { packageSmoke } from './package-smoke.mjs';
import { main, prepare, say } from './prepare.mjs';
import { check, chromium, playwright, vitest, withoutPage } from './tiers.mjs';

const { values: asked } = parseArgs({
  options: {
    push: { type: 'boolean' },
    all: { type: 'boolean' },
    'strict-tools': { type: 'boolean' },
  },
});
const isDay = !asked.push && !asked.all;
if (asked.all) process.env.PROOFDESK_ALL = '1';
if (isDay) process.env.PROOFDESK_DAY = '1';
/** By day the walk through every screen is what the browser tries. */
const browserProjects = isDay ? ['walk', 'electron'] : [];

const total = { passed: 0, failed: 0, skipped: 0 };
/** What failed, each with the beginning of why: said once more at the end, below all the rest. */
const failures = [];

/** Files of a tier whose time is told. */
const slowest = 8;

/** Runs a tier and adds it up. */
async function tier(name, run) {
  process.stdout.write(`── ${name} begins\n`);
  const began = performance.now();
  const { passed, failed, skipped, failures: found, skips, times } = await run();
  const seconds = Math.round((performance.now() - began) / 1_000);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  for (const { file, title, why } of found) {
    const where = [name, file, title].filter((each) => each !== '').join(' › ');
    failures.push(`${where}\n${why.split('\n').slice(0, 20).join('\n')}`.trimEnd());
  }
  for (const { title, why } of skips) process.stdout.write(`Skipped: ${title}: ${why}\n`);
  const longest = times.toSorted((left, right) => right.seconds - left.seconds).slice(0, slowest);
  for (const each of longest) {
    process.stdout.write(`${each.seconds.toFixed(0).padStart(5)} s  ${each.file}\n`);
  }
  process.stdout.write(
    `── ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds} s\n`,
  );
}

/** A tier that has nothing to run in. */
const skipped = () => ({
  passed: 0,
  failed: 0,
  skipped: 1,
  failures: [],
  skips: [{ title: 'the whole tier', why: 'no Chromium here' }],
  times: [],
});

/** The longest tier. */
const tests = (env) =>
  tier('unit, API, engine, shell, artefacts', () => vitest(withoutPage, { env }));

/** The other tiers, one after the other. */
async function screens(browser, env) {
  // The compiler keeps what it worked out, and checks in a second run what has changed alone; the linter with
  // types works them all out each time. So the compiler has the types by day, and the rules that need types
  // (promises that nobody waits for, switches that lack a case) are tried where everything is. The parts of
  // the program are checked side by side: more checkers for one repeat each other's work.
  await tier('types', () => check('typescript', 'bin/tsc', ['-b', '--checkers', '1']));
  const typed = asked.all ? ['--type-aware', '--type-check'] : [];
  await tier('lint', () => check('oxlint', 'bin/oxlint', [...typed, '--deny-warnings']));
  await tier('format', () => check('oxfmt', 'bin/oxfmt', ['--check']));
  if (!isDay) await tier('packages', () => packageSmoke(asked.all === true));
  await tier('components', browser === undefined ? skipped : () => vitest(['components'], { env }));
  await tier(
    'browser',
    browser === undefined ? skipped : () => playwright(browser, { projects: browserProjects }),
  );
}

await main(async () => {
  prepare();
  // Before the first tier: some of its tests start a browser too.
  const browser = chromium();
  const env = browser === undefined ? {} : { PROOFDESK_CHROMIUM: browser };
  // A tier waits now and then, for a disk or a clock: beside another one it leaves no core idle.
  await Promise.all([tests(env), screens(browser, env)]);
  for (const each of failures) process.stdout.write(`\nFailed: ${each}\n`);
  process.stdout.write(
    `\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`,
  );
  const isLacking = asked['strict-tools'] && total.skipped > 0;
  if (isLacking) say(`${total.skipped} tests were skipped: their tools are not here.`);
  if (total.failed > 0 || isLacking) process.exitCode = 1;
});
