/**
 * `npm run stress -- [--slow=4] [--rounds=3] [--seed=N] [files]`: finds tests that hold by luck. Hosts
 * and pages run `slow` times slower in uneven steps, timers come up to 50 ms late, files run in another
 * order each round. Everything is drawn from the seed; a test that failed is named with the line that
 * runs it again. Without files all of them run.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { seeded } from '../e2e/support/seeded.mjs';
import { main, prepare, root, say } from './prepare.mjs';
import { chromium, playwright, vitest, withoutPage } from './tiers.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    slow: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

function atLeastOne(name) {
  const number = Number(values[name]);
  if (!(number >= 1)) throw new Error(`--${name} must be a number from 1, not "${values[name]}".`);
  return number;
}

/** Preloaded into every Node: its timers come late. */
const lateTimers = pathToFileURL(path.join(root, 'e2e', 'support', 'late-timers.mjs')).href;

/** `names` in an order drawn from the seed (Fisher–Yates). */
function shuffled(names, seed) {
  const next = seeded(seed);
  const order = [...names];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

const chosen = (end) => positionals.filter((each) => each.endsWith(end));
/** A tier runs whole where no file is named, and not at all where only files of others are. */
const isAsked = (files) => positionals.length === 0 || files.length > 0;

function browserFiles() {
  if (positionals.length > 0) return chosen('.spec.ts').map((each) => path.basename(each));
  return readdirSync(path.join(root, 'e2e', 'web')).filter((each) => each.endsWith('.spec.ts'));
}

/** One round of all tiers; answers what failed. */
async function runRound(seed, slow, browser) {
  const env = {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${lateTimers}`.trim(),
    PROOFDESK_SEED: String(seed),
    PROOFDESK_SLOW: String(slow),
    ...(browser === undefined ? {} : { PROOFDESK_CHROMIUM: browser }),
  };
  const order = ['--sequence.shuffle.files', `--sequence.seed=${seed}`];
  const failures = [];
  const nodeFiles = chosen('test.ts');
  if (isAsked(nodeFiles)) {
    failures.push(...(await vitest(withoutPage, { args: [...order, ...nodeFiles], env })).failures);
  }
  if (browser === undefined) return failures;
  const components = chosen('.test.tsx');
  if (isAsked(components)) {
    failures.push(
      ...(await vitest(['components'], { args: [...order, ...components], env })).failures,
    );
  }
  for (const file of shuffled(browserFiles(), seed)) {
    failures.push(...(await playwright(browser, { files: [`web/${file}`], env })).failures);
  }
  return failures;
}

await main(async () => {
  const slow = atLeastOne('slow');
  const rounds = atLeastOne('rounds');
  const first = atLeastOne('seed');
  prepare();
  if (process.platform === 'win32') {
    say('Windows cannot stop a process for a while: only the pages and the timers are slowed.');
  }
  const browser = chromium();
  /** By test: the seeds of the rounds in which it failed, and why it did so last. */
  const unsteady = new Map();
  for (let round = 0; round < rounds; round += 1) {
    const seed = first + round;
    process.stdout.write(`\n── round ${round + 1} of ${rounds}, seed ${seed}\n`);
    for (const { file, title, why } of await runRound(seed, slow, browser)) {
      const name = `${file} › ${title}`;
      const seeds = [...(unsteady.get(name)?.seeds ?? []), seed];
      unsteady.set(name, { file, seeds, why });
    }
  }
  for (const [name, { file, seeds, why }] of unsteady) {
    process.stdout.write(
      `\n${name}\nfailed in ${seeds.length} of ${rounds} rounds; again with\n` +
        `  npm run stress -- --slow=${slow} --rounds=1 --seed=${seeds[0]} ${file}\n` +
        `${why.split('\n').slice(0, 20).join('\n')}\n`,
    );
  }
  process.stdout.write(`\n${unsteady.size} unsteady tests, seed ${first}\n`);
  if (unsteady.size > 0) process.exitCode = 1;
});
