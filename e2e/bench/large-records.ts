/**
 * Records as large as a body may be, of the built host (`npm run bench -- --only large-records [--records 500]`):
 * every list, export and bundle of them is answered, and how much more memory the host takes for each than at rest.
 */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startHost, temporaryDirectory } from '../support/host.ts';
import { ask, finished, jobOf, mebibyte, peakSince, post, tell, tellEnd } from './measured-host.ts';

/** MiB that the host may take more for eight lists at once than at rest. */
const mostMore = 512;
/** Bytes of the text in each record: with what is around it, a body of 4 MiB. */
const textBytes = 4 * mebibyte - 4_096;

const { values } = parseArgs({
  options: { records: { type: 'string', default: '500' }, rounds: { type: 'string' } },
});
const records = Number(values.records);
const own = temporaryDirectory('large-records');
const host = await startHost({ directory: own.path });

/** Text that does not repeat, of words a kilobyte long. */
function textOf(seed: number): string {
  const word = (n: number) => createHash('sha512').update(`${seed} ${n}`).digest('hex').repeat(8);
  let text = '';
  for (let n = 0; text.length < textBytes; n += 1) text += `${word(n)} `;
  return text.slice(0, textBytes);
}

/** Reads an answer to its end, keeping nothing of it. */
async function bytesOf(answer: Response): Promise<number> {
  let bytes = 0;
  for await (const piece of answer.body ?? []) bytes += piece.byteLength;
  return bytes;
}

/** Does something and says how long it took, and how much more memory than `rest`. */
async function measured(
  name: string,
  rest: number,
  run: () => Promise<string>,
): Promise<number | undefined> {
  peakSince(host.pid);
  const started = performance.now();
  const said = await run();
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const peak = peakSince(host.pid);
  const more = peak === undefined ? undefined : peak - rest;
  tell(`${name.padEnd(34)} ${seconds.padStart(7)} s  +${more?.toFixed(0) ?? '?'} MiB  ${said}`);
  return more;
}

const pageSchema = z.object({ data: z.array(z.object({ id: z.string() })), total: z.int() });

async function list(query: string): Promise<string> {
  const answer = await ask(host, `/records?${query}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${query}: ${text}`);
  const { data, total } = pageSchema.parse(JSON.parse(text));
  if (total !== records || data.length === 0)
    throw new Error(`${query}: ${data.length} of ${total}`);
  return `${data.length} of ${total} records, ${(text.length / mebibyte).toFixed(1)} MiB`;
}

/** Walks a list to its end: each record comes once. */
async function walk(): Promise<string> {
  const seen = new Set<string>();
  let pages = 0;
  for (let size = -1; size !== seen.size; pages += 1) {
    size = seen.size;
    const answer = await ask(host, `/records?limit=500&offset=${size}`);
    const { data } = pageSchema.parse(await answer.json());
    for (const { id } of data) seen.add(id);
    if (seen.size !== size + data.length) throw new Error('a record came twice');
  }
  if (seen.size !== records) throw new Error(`${seen.size} records came`);
  return `${pages} pages`;
}

async function work(path: string, body: object, file: (id: string) => string): Promise<string> {
  const job = await finished(host, await jobOf(await post(host, path, body)));
  if (job.status !== 'completed') throw new Error(JSON.stringify(job.error));
  const answer = await ask(host, file(job.job_id));
  if (!answer.ok) throw new Error(await answer.text());
  return `${((await bytesOf(answer)) / mebibyte).toFixed(0)} MiB`;
}

/** MiB that the host takes while nothing is asked of it. */
async function memoryAtRest(): Promise<number> {
  // What was freed goes back to the system a little later.
  await setTimeout(2_000);
  peakSince(host.pid);
  await setTimeout(200);
  return peakSince(host.pid) ?? 0;
}

const columns = [
  { key: 'id', title: 'ID', path: '/id', kind: 'text' },
  { key: 'input', title: 'Input', path: '/input', kind: 'json' },
];

try {
  const idle = await memoryAtRest();
  await measured('append', idle, async () => {
    for (let n = 0; n < records; n += 1) {
      const input = { text: textOf(n) };
      const record = { model_id: 'large', policy_id: 'p', input, output: { n }, confidence: 0.5 };
      const answer = await post(host, '/records', record);
      if (answer.status !== 201) throw new Error(await answer.text());
    }
    return `${records} records`;
  });
  const base = await memoryAtRest();
  tell(`at rest: ${base.toFixed(0)} MiB`);
  for (const limit of [100, 200, 500]) {
    await measured(`list, limit ${limit}`, base, () => list(`limit=${limit}`));
  }
  await measured('list in brief', base, () => list('limit=500&brief=true'));
  await measured('list to its end', base, walk);
  const eight = await measured('eight lists at once', base, async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => list('limit=500')));
    return answers[0] ?? '';
  });
  if (eight !== undefined) {
    tell(`eight lists: at most ${mostMore} MiB asked`, eight <= mostMore);
  }
  const source = { operation: 'listRecords', parameters: {}, query: {} };
  for (const format of ['jsonl', 'csv', 'pdf']) {
    await measured(`export, ${format}`, base, () =>
      work('/exports', { title: 'Large', format, columns, source }, (id) => `/exports/${id}/file`),
    );
  }
  for (const order of [
    { kind: 'full' },
    { kind: 'range', range: { from: 1, to: records } },
    { kind: 'selection', filter: {} },
  ]) {
    await measured(`bundle, ${order.kind}`, base, () =>
      work('/bundles', order, (id) => `/bundles/${id}`),
    );
  }
} finally {
  await host.stop();
  own.remove();
}
tellEnd();
