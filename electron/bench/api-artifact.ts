/** An artifact of 2 GiB checked through the API against hashing the same bytes: time, and memory. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { openApi } from './api-under-test.ts';
import { milliseconds, type Benchmark } from './measurement.ts';

const pieceBytes = 64 * 1024;
const pieces = 32 * 1024;
const mebibyte = 1024 * 1024;
const jobShape = z.looseObject({
  status: z.string(),
  result: z.looseObject({ actual: z.string() }),
});

/** Pieces made as they are asked for: the file itself is never in memory. */
function generated(): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (next < pieces) controller.enqueue(Buffer.alloc(pieceBytes, next % 251));
        else controller.close();
        next += 1;
      },
    },
    { highWaterMark: 0 },
  );
}

export const benchmarkArtifact: Benchmark = async ({ directory }) => {
  const hash = createHash('sha256');
  const baseline = await milliseconds(async () => {
    for await (const piece of generated()) hash.update(piece);
  });
  const expected = `sha256:${hash.digest('hex')}`;
  const api = await openApi(directory);
  const card = { model_id: 'm', version: '1.0.0', model_hash: expected };
  await api.call('POST', '/models', { body: JSON.stringify(card), status: 201 });
  const before = process.memoryUsage().rss;
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  let answer = '';
  const measured = await milliseconds(async () => {
    answer = await api.call('POST', `/models/m/artifact-checks?bytes=${pieces * pieceBytes}`, {
      stream: generated(),
      type: 'application/octet-stream',
      status: 202,
    });
  });
  clearInterval(watching);
  await api.close();
  const job = jobShape.parse(JSON.parse(answer));
  if (job.result.actual !== expected) throw new Error('The artifact has another hash.');
  const rate = (pieces * pieceBytes) / mebibyte / (measured / 1_000);
  const growth = (most - before) / mebibyte;
  return [
    {
      name: 'artifact check of 2 GiB',
      measured,
      baseline,
      ratio: baseline / measured,
      required: 0.5,
      detail: `${rate.toFixed(0)} MiB/s, ${growth.toFixed(0)} MiB more memory at most`,
    },
    {
      name: 'artifact check: growth of memory, in MiB',
      measured: growth,
      required: 128,
      detail: 'of the whole process',
    },
  ];
};
