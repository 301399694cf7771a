/**
 * Bundles of a large ledger, made by the built host (`npm run bench -- --only large-bundles
 * [--records 1000000] [--rounds 1] [--keep DIR]`): how much more memory the host takes for one than for that of
 * a small ledger, whether each verifies with auditor.py and as a case, and how long a job and the host go on after
 * they were told to stop, in each phase at so many moments.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startHost, temporaryDirectory, type Host } from '../support/host.ts';
import { isFinished, type Job } from './jobs.ts';
import { ask, finished, jobOf, mebibyte, peakSince, post, tell, tellEnd } from './measured-host.ts';

/** MiB that the host may take more for a bundle of the large ledger than for one of the small. */
const mostMore = 64;
const mostStopMs = 2_000;
const phases = ['collecting', 'writing', 'hashing', 'verifying', 'packing'] as const;

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    /** Parts of it: memory, stops. */
    part: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    /** Phases that are stopped: one, or all. */
    phase: { type: 'string', default: '' },
  },
});
const records = Number(values.records);
const few = Math.min(10_000, Math.ceil(records / 4));
const caseSchema = z.object({
  case_id: z.string(),
  verdict: z.string(),
  entries: z.int(),
  findings_total: z.int(),
});
const own = temporaryDirectory('large-bundles');
const large = join(values.keep ?? own.path, `demo-${records}`);
const small = join(values.keep ?? own.path, `demo-${few}`);

const begin = (host: Host, body: unknown) => post(host, '/bundles', body).then(jobOf);

const look = async (host: Host, id: string) => jobOf(await ask(host, `/jobs/${id}`));

/** Makes a demo ledger. A request waits until it is filled, or, where that takes longer than five minutes, fails. */
async function fill(directory: string, demo: number): Promise<void> {
  const host = await startHost({ directory, demo, isAnnouncedOnly: true });
  for (let isOpen = false; !isOpen;) {
    isOpen = await ask(host, '/workspace').then(
      async (answer) => (await answer.text()) !== '',
      (error: unknown) => {
        if (!(error instanceof Error && String(error.cause).includes('HeadersTimeout')))
          throw error;
        return false;
      },
    );
  }
  await host.stop();
}

interface Kind {
  readonly name: string;
  readonly order: (size: number) => object;
}
const everyKind: readonly Kind[] = [
  { name: 'full', order: () => ({ kind: 'full' }) },
  { name: 'range', order: (size) => ({ kind: 'range', range: { from: 1, to: size - 1 } }) },
  { name: 'selection', order: () => ({ kind: 'selection', filter: {} }) },
];
const kinds = everyKind.filter(({ name }) => name.includes(values.kind));

async function sizeOf(host: Host): Promise<number> {
  return z.object({ size: z.int() }).parse(await (await ask(host, '/chain')).json()).size;
}

/** Makes a bundle by a host of its own; answers the most MiB that it had. */
async function peakOf(directory: string, kind: Kind, isKept: boolean): Promise<number | undefined> {
  const host = await startHost({ directory, demo: 1 });
  try {
    const order = kind.order(await sizeOf(host));
    peakSince(host.pid);
    const started = performance.now();
    const job = await finished(host, await begin(host, order));
    const seconds = (performance.now() - started) / 1_000;
    const peak = peakSince(host.pid);
    if (job.status !== 'completed') throw new Error(JSON.stringify(job.error));
    const said = z.object({ entries: z.int(), bytes: z.int() }).parse(job.result);
    tell(
      `${kind.name}: ${said.entries} entries, ${seconds.toFixed(1)} s, ${(said.bytes / mebibyte).toFixed(0)} MiB of zip, peak ${peak?.toFixed(0) ?? '?'} MiB`,
    );
    if (isKept) await verify(host, job, kind);
    return peak;
  } finally {
    await host.stop();
  }
}

/** What a program of Python says. */
async function python(argv: readonly string[], cwd = own.path): Promise<string> {
  const child = spawn('python3', argv, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child, 'close');
  return said;
}

/** Verifies a bundle as an auditor does, and as a case. */
async function verify(host: Host, job: Job, { name }: Kind): Promise<void> {
  const zip = join(own.path, `${name}.zip`);
  const folder = join(own.path, name);
  const { body } = await ask(host, `/bundles/${job.job_id}`);
  const file = await open(zip, 'w');
  for await (const piece of body ?? []) await file.write(piece);
  await file.close();
  let started = performance.now();
  const seconds = () => ((performance.now() - started) / 1_000).toFixed(1);
  await python(['-m', 'zipfile', '-e', zip, folder]);
  tell(`  unpacked by Python in ${seconds()} s`);
  started = performance.now();
  const said =
    (await python([join(folder, 'auditor.py'), 'verify', folder], folder))
      .trim()
      .split('\n')
      .at(-1) ?? '';
  tell(`  auditor.py in ${seconds()} s: ${said}`, said.startsWith('CONSISTENT'));
  rmSync(folder, { recursive: true, force: true });
  started = performance.now();
  peakSince(host.pid);
  const imported = await finished(
    host,
    await jobOf(
      await ask(host, '/cases', {
        method: 'POST',
        headers: { 'content-type': 'application/zip' },
        body: await openAsBlob(zip),
      }),
    ),
  );
  rmSync(zip, { force: true });
  const found = caseSchema.parse(imported.result);
  tell(
    `  as a case in ${seconds()} s, peak ${peakSince(host.pid)?.toFixed(0) ?? '?'} MiB: ${found.verdict}, ${found.entries} entries, ${found.findings_total} findings`,
    found.findings_total === 0,
  );
  await ask(host, `/cases/${found.case_id}`, { method: 'DELETE' });
}

/** Waits until a job is in a phase and has done a part of it; undefined where it ended before. */
async function reached(
  host: Host,
  id: string,
  phase: string,
  part: number,
): Promise<Job | undefined> {
  for (;;) {
    const job = await look(host, id);
    if (isFinished(job)) return undefined;
    const { done, total } = job.progress;
    if (job.phase === phase && done >= part * (total ?? records)) return job;
    await setTimeout(20);
  }
}

/** How long after being told to the job ended, and the host. */
async function stops(kind: Kind): Promise<void> {
  const rounds = Number(values.rounds);
  const worst = { cancel: 0, SIGTERM: 0 };
  for (const phase of phases.filter((each) => each.includes(values.phase))) {
    if (phase === 'collecting' && kind.name !== 'selection') continue;
    for (let round = 0; round < rounds; round += 1) {
      const part = (round + 0.5) / rounds / (phase === 'collecting' ? 2 : 1);
      for (const way of ['cancel', 'SIGTERM'] as const) {
        const host = await startHost({ directory: large, demo: 1 });
        const job = await begin(host, kind.order(await sizeOf(host)));
        const at = await reached(host, job.job_id, phase, part);
        const told = performance.now();
        let ended: string;
        if (way === 'cancel') {
          await ask(host, `/jobs/${job.job_id}/cancel`, { method: 'POST' });
          for (;;) {
            const now = await look(host, job.job_id);
            ended = now.status;
            if (isFinished(now)) break;
            await setTimeout(5);
          }
        } else {
          ended = `exit ${String(await host.stop())}`;
        }
        const took = performance.now() - told;
        if (way === 'cancel') await host.stop();
        if (at === undefined) {
          tell(`  ${kind.name}, ${phase}: over before it was told to stop`);
          continue;
        }
        worst[way] = Math.max(worst[way], took);
        tell(
          `  ${kind.name}, ${phase} at ${at.progress.done} of ${String(at.progress.total)}, ${way}: ${took.toFixed(0)} ms, ${ended}`,
          took <= mostStopMs,
        );
      }
    }
  }
  tell(
    `${kind.name}: the slowest end ${worst.cancel.toFixed(0)} ms after cancel, ${worst.SIGTERM.toFixed(0)} ms after SIGTERM`,
  );
}

try {
  for (const [directory, demo] of [
    [large, records],
    [small, few],
  ] as const) {
    // Made before anything is measured.
    await fill(directory, demo);
  }
  for (const kind of kinds) {
    if ('memory'.includes(values.part)) {
      const base = await peakOf(small, kind, false);
      const peak = await peakOf(large, kind, true);
      if (base !== undefined && peak !== undefined) {
        const more = peak - base;
        tell(
          `${kind.name}: ${more.toFixed(0)} MiB more for ${records} than for ${few}, at most ${mostMore} asked`,
          more <= mostMore,
        );
      }
    }
    if ('stops'.includes(values.part)) await stops(kind);
  }
} finally {
  own.remove();
}
tellEnd();
