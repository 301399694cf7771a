/** Decisions in batches against one by one, with keys against without, and OpenTelemetry against JSON of the same spans. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { CreateRecord } from '../../shared/contract/records.ts';
import { demoDecisions } from '../demo/decisions.ts';
import { decodeProtobuf } from '../intake/otlp/decode-protobuf.ts';
import { traceRequest } from '../intake/otlp/messages.ts';
import { buildRequest, openApi, type ApiUnderTest } from './api-under-test.ts';
import { interleave, milliseconds, type Benchmark, type Measurement } from './measurement.ts';
import { spansInBothForms } from './otlp-spans.ts';

const rounds = 20;
const ofBatch = 100;
const decodings = 20;
const spans = 500;

/** Bodies of every round: no decision is sent twice. */
function decisionsOf(seed: number): readonly CreateRecord[][] {
  const all = [...demoDecisions({ records: rounds * ofBatch, seed })].map(({ body }) => body);
  return Array.from({ length: rounds }, (_, round) =>
    all.slice(round * ofBatch, (round + 1) * ofBatch),
  );
}

async function send(api: ApiUnderTest, path: string, body: string): Promise<void> {
  const request = buildRequest('POST', path, { body });
  const { status } = await api.serve(request);
  if (status !== 201) throw new Error(`${path} was answered with ${status}.`);
}

/** Takes a batch of each round, which was written before; with a key on each decision where `isKeyed`. */
function batches(api: ApiUnderTest, seed: number, isKeyed: boolean) {
  const texts = decisionsOf(seed).map((decisions, round) =>
    JSON.stringify({
      records: decisions.map((body, index) =>
        isKeyed ? { ...body, idempotency_key: keyOf(round, index) } : body,
      ),
    }),
  );
  return (round: number) => milliseconds(() => send(api, '/records/batch', texts[round] ?? ''));
}

/** As clients make them: 36 characters that rise with time. */
const keyOf = (round: number, index: number): string =>
  `019a9701-${String(round).padStart(4, '0')}-7c11-9d0e-${String(index).padStart(12, '0')}`;

/** Bars: a batch of 100 ≥ 4 × as fast as singles, keyed ≥ 0.8 of unkeyed, its file ≤ 1.06 of the other, decoding ≥ 0.6 of JSON. */
export const benchmarkIntake: Benchmark = async ({ directory }) => {
  const [single, unkeyed, keyed] = await Promise.all(
    ['single', 'unkeyed', 'keyed'].map((name) => openApi(join(directory, name))),
  );
  if (single === undefined || unkeyed === undefined || keyed === undefined)
    throw new Error('None.');
  const singles = decisionsOf(11).map((decisions) => decisions.map((body) => JSON.stringify(body)));
  const medianOf = await interleave(rounds, [
    {
      name: 'singles',
      run: (round) =>
        milliseconds(async () => {
          for (const body of singles[round] ?? []) await send(single, '/records', body);
        }),
    },
    { name: 'unkeyed', run: batches(unkeyed, 12, false) },
    { name: 'keyed', run: batches(keyed, 12, true) },
  ]);
  await Promise.all([single, unkeyed, keyed].map((api) => api.close()));
  const [one, plain, withKeys] = [medianOf('singles'), medianOf('unkeyed'), medianOf('keyed')];
  return [
    {
      name: `a batch of ${ofBatch} through the API`,
      measured: plain,
      baseline: one,
      ratio: one / plain,
      required: 4,
      detail: `raw: the same number of decisions, one request each; ${Math.round((ofBatch / plain) * 1_000)} decisions a second`,
    },
    {
      name: 'a batch with a key on each decision',
      measured: withKeys,
      baseline: plain,
      ratio: plain / withKeys,
      required: 0.8,
      detail: 'raw: the same batch without keys',
    },
    fileSize(keyed.ledgerPath, unkeyed.ledgerPath),
    await decoding(),
  ];
};

/** A ratio of sizes; no time was measured. */
function fileSize(keyed: string, unkeyed: string): Measurement {
  const [size, baseline] = [statSync(keyed).size, statSync(unkeyed).size];
  const more = ((size - baseline) / (rounds * ofBatch)).toFixed(0);
  return {
    name: 'file of a ledger with keys of decisions',
    ratio: baseline / size,
    required: 0.943,
    detail: `at most 1.06 of the file without; ${more} bytes a decision more, ${(size / baseline).toFixed(3)} of it`,
  };
}

async function decoding(): Promise<Measurement> {
  const { protobuf, json } = spansInBothForms(spans);
  const medianOf = await interleave(decodings, [
    { name: 'protobuf', run: () => milliseconds(() => decodeProtobuf(protobuf, traceRequest)) },
    { name: 'json', run: () => milliseconds(() => JSON.parse(json.toString('utf8'))) },
  ]);
  const [measured, baseline] = [medianOf('protobuf'), medianOf('json')];
  return {
    name: `${spans} spans of OpenTelemetry decoded`,
    measured,
    baseline,
    ratio: baseline / measured,
    required: 0.6,
    detail: `raw: JSON.parse of the same spans; ${protobuf.length} and ${json.length} bytes`,
  };
}
