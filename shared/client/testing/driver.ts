/**
 * The client as a program of its own, for tests that end it in every way: commands come in as lines of JSON, what it
 * tells goes out the same way. Its time runs `speed` times as fast. python/testing/driver.py is the same in Python.
 */
import { createInterface } from 'node:readline';
import { fileSpool } from '../file-spool.ts';
import { Proofdesk } from '../client.ts';
import { systemClock } from '../surroundings.ts';
import type { ClientClock, Decision } from '../types.ts';

interface Setting {
  readonly base_url: string;
  readonly api_key: string;
  readonly spool?: string;
  readonly speed: number;
  readonly maximum_bytes?: number;
}

const say = (what: object) => void process.stdout.write(`${JSON.stringify(what)}\n`);
const setting: Setting = JSON.parse(process.argv[2] ?? '');
const { spool, speed, maximum_bytes: maximumBytes } = setting;
const begin = Date.now();
/** Seconds. */
const waits: number[] = [];
const clock: ClientClock = {
  now: () => begin + (Date.now() - begin) * speed,
  wait(milliseconds, then, keepsAlive) {
    waits.push(milliseconds / 1_000);
    return systemClock.wait(Math.ceil(milliseconds / speed), then, keepsAlive);
  },
};

function open(): Proofdesk {
  return new Proofdesk({
    baseUrl: setting.base_url,
    apiKey: setting.api_key,
    clock,
    ...(spool !== undefined && {
      spool: fileSpool(spool, maximumBytes === undefined ? {} : { maximumBytes }),
    }),
    onReceipt: (receipt) => say({ receipt }),
    onRefused: (refused) => say({ refused }),
    onStopped: (stopped) => say({ stopped }),
  });
}

type Command =
  | { readonly do: 'log'; readonly decisions: readonly Decision[] }
  | { readonly do: 'flush' | 'close'; readonly seconds: number }
  | { readonly do: 'retry' | 'stats' };

async function obey(ledger: Proofdesk, command: Command): Promise<object> {
  switch (command.do) {
    case 'log':
      for (const decision of command.decisions) ledger.log(decision);
      return { logged: command.decisions.length };
    case 'flush':
      return { flushed: await ledger.flush({ within: command.seconds * 1_000 }) };
    case 'close':
      return {
        closed: await ledger.close({ within: command.seconds * 1_000 }),
        stats: ledger.stats(),
      };
    case 'retry':
      ledger.retry();
      return { retried: true };
    case 'stats':
      return { stats: ledger.stats(), waits };
  }
}

try {
  const ledger = open();
  say({ opened: true });
  for await (const line of createInterface({ input: process.stdin })) {
    say({ answer: await obey(ledger, JSON.parse(line)) });
  }
} catch (error) {
  say({ failed: String(error) });
}
