/** OpenTelemetry: spans that are decisions become records, in either encoding, once; nothing is made up for the others. */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  TracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../../shared/contract/limits.ts';
import { otlpStatusSchema } from '../../../shared/contract/otlp.ts';
import { recordListSchema } from '../../../shared/contract/records.ts';
import type { SentDecision } from '../../../shared/ledger/prepared.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { anonymous, TestApi } from '../../api/test-api.ts';
import { rounds } from '../../testing/rounds.ts';
import { readOtlp, type PackedForm } from './read-otlp.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const protobuf = { 'content-type': 'application/x-protobuf' };
const json = { 'content-type': 'application/json' };

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const message = (role: string, content: string, more: object = {}) =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }], ...more }]);
const content = [
  text('gen_ai.input.messages', message('user', 'Approve?')),
  text('gen_ai.output.messages', message('assistant', 'approve', { finish_reason: 'stop' })),
];
const chat = [text('gen_ai.operation.name', 'chat'), text('gen_ai.request.model', 'gpt-4o')];

/** A span as OTLP/JSON has it: the example, with other members or not. */
const span = (more: object = {}) => ({
  traceId,
  spanId,
  name: 'chat gpt-4o',
  startTimeUnixNano: '1795000000500000000',
  endTimeUnixNano: '1795000001250000000',
  attributes: [...chat, ...content],
  ...more,
});
const request = (...spans: object[]) => ({
  resourceSpans: [
    {
      resource: {
        attributes: [text('service.name', 'loan-agent'), text('service.version', '1.4.2')],
      },
      scopeSpans: [{ scope: { name: 'x' }, spans }],
    },
  ],
});

function send(
  body: object | string | Uint8Array<ArrayBuffer>,
  headers: object = {},
  path = '/traces',
) {
  return api.send('POST', path, { body, headers: { ...json, ...headers } });
}

const listed = async () => (await api.read(recordListSchema, '/records?order=asc')).data;

/** The members that were sent of a record, as canonical text. */
function sentOf(item: SentDecision | undefined): string {
  if (item === undefined || !('record' in item)) throw new Error('It was refused.');
  const { modelId, values } = item.record;
  const members = values.map(({ field, value }) => [field, JSON.parse(value)] as const);
  return canonicalJson({ model_id: modelId, ...Object.fromEntries(members) });
}

const noRandom = (bytes: number) => new Uint8Array(bytes);
const read = (bytes: Uint8Array, form: Partial<PackedForm> = {}) =>
  readOtlp('traces', bytes, { isJson: false, isGzip: false, ...form }, noRandom);
const readJson = (body: object, form: Partial<PackedForm> = {}) =>
  read(Buffer.from(JSON.stringify(body)), { isJson: true, ...form });

describe('The mapping', () => {
  test('has the golden record', () => {
    const number = (key: string, intValue: number) => ({ key, value: { intValue } });
    const golden = span({
      attributes: [
        ...chat,
        ...content,
        text('gen_ai.provider.name', 'openai'),
        text('gen_ai.response.model', 'gpt-4o-2024-08-06'),
        text('gen_ai.response.id', 'chatcmpl-1'),
        number('gen_ai.usage.input_tokens', 12),
        number('gen_ai.usage.output_tokens', 3),
        { key: 'gen_ai.request.temperature', value: { doubleValue: 0.2 } },
        {
          key: 'gen_ai.response.finish_reasons',
          value: { arrayValue: { values: [{ stringValue: 'stop' }] } },
        },
      ],
    });
    const { items } = readJson(request(golden), { modelId: 'loan-agent' });
    const record = sentOf(items[0]);
    expect(Buffer.byteLength(record)).toBe(703);
    expect(createHash('sha256').update(record).digest('hex')).toBe(
      'c3d645a616ebc2c78b8c473e496fc404dfde3197e48adc3268b21777a21714e4',
    );
    expect(items[0]).toMatchObject({ key: `otlp:${traceId}:${spanId}` });
  });

  const attribute = (key: string, value: object) => ({ key, value });
  const modelOf = (attributes: object[], form: Partial<PackedForm> = {}) =>
    JSON.parse(
      sentOf(readJson(request(span({ attributes: [...attributes, ...content] })), form).items[0]),
    ).model_id;

  test('takes the model from the first place that names one', () => {
    const agent = [
      text('gen_ai.operation.name', 'invoke_agent'),
      text('gen_ai.agent.name', 'agent'),
      text('gen_ai.request.model', 'asked'),
      text('gen_ai.response.model', 'answered'),
    ];
    const own = text('proofdesk.model_id', 'own');
    expect(modelOf([...agent, own], { modelId: 'header' })).toBe('own');
    expect(modelOf(agent, { modelId: 'header' })).toBe('header');
    expect(modelOf(agent)).toBe('agent');
    expect(modelOf([...agent.slice(2), text('gen_ai.operation.name', 'chat')])).toBe('asked');
    expect(modelOf([...agent.slice(3), text('gen_ai.operation.name', 'chat')])).toBe('answered');
    expect(modelOf([text('proofdesk.model_id', 'first'), own, ...chat])).toBe('own');
  });

  test('turns values into JSON: large integers and what is no number by their text', () => {
    const values = [
      attribute('gen_ai.request.seed', { intValue: '9007199254740993' }),
      attribute('gen_ai.request.top_k', { intValue: '-7' }),
      attribute('gen_ai.request.top_p', { doubleValue: 'NaN' }),
      attribute('gen_ai.request.flag', { boolValue: true }),
      attribute('gen_ai.request.bytes', { bytesValue: 'AQI=' }),
      attribute('gen_ai.request.none', {}),
      attribute('gen_ai.request.map', {
        kvlistValue: {
          values: [attribute('__proto__', { stringValue: 'x' }), attribute('a', { intValue: 1 })],
        },
      }),
    ];
    const { items } = readJson(request(span({ attributes: [...chat, ...content, ...values] })));
    expect(sentOf(items[0])).toContain(
      '"parameters":{"bytes":"AQI=","flag":true,"map":{"__proto__":"x","a":1},"none":null,"seed":"9007199254740993","top_k":-7,"top_p":"NaN"}',
    );
  });

  test('keeps messages that are no JSON as their text, and takes own objects instead', () => {
    const plain = [
      text('gen_ai.input.messages', 'Approve?'),
      text('proofdesk.output', '{"decision":"approve"}'),
      text('proofdesk.policy_id', 'p-1'),
      text('proofdesk.transaction_id', 't-1'),
      attribute('proofdesk.confidence', { doubleValue: 0.5 }),
    ];
    const { items } = readJson(request(span({ attributes: [...chat, ...plain] })));
    expect(items[0]).toMatchObject({
      record: { confidence: 0.5, policyId: 'p-1', transactionId: 't-1' },
    });
    expect(JSON.parse(sentOf(items[0]))).toMatchObject({
      input: { messages: { text: 'Approve?' } },
      output: { decision: 'approve' },
    });
  });

  test.each<[string, object, Partial<PackedForm>, number]>([
    ['a chat', {}, {}, 1],
    [
      'an embedding',
      { attributes: [text('gen_ai.operation.name', 'embeddings'), ...content] },
      {},
      0,
    ],
    ['anything else', { attributes: [text('http.method', 'GET'), ...content] }, {}, 0],
    ['a chat where agents alone are asked for', {}, { operations: ['invoke_agent'] }, 0],
    ['a chat where chats are asked for', {}, { operations: ['chat', 'embeddings'] }, 1],
    ['a failed chat', { status: { code: 2 } }, {}, 0],
    [
      'a chat that is marked as none',
      { attributes: [...chat, ...content, attribute('proofdesk.decision', { boolValue: false })] },
      {},
      0,
    ],
    [
      'a failed chat that is marked',
      {
        status: { code: 'STATUS_CODE_ERROR' },
        attributes: [...chat, ...content, attribute('proofdesk.decision', { boolValue: true })],
      },
      {},
      1,
    ],
    [
      'anything that is marked',
      {
        attributes: [
          text('proofdesk.model_id', 'm'),
          ...content,
          attribute('proofdesk.decision', { boolValue: true }),
        ],
      },
      {},
      1,
    ],
  ])('of %s', (_what, more, form, expected) => {
    const { items, withoutContent } = readJson(request(span(more)), form);
    expect([items.filter((each) => 'record' in each).length, withoutContent]).toEqual([
      expected,
      0,
    ]);
  });
});

describe('POST /traces', () => {
  test('appends decisions once, and answers in the encoding of the request', async () => {
    for (let times = 0; times < 2; times += 1) {
      const response = await send(request(span(), span({ spanId: '00000000000000aa' })));
      expect([
        response.status,
        response.headers.get('content-type'),
        await response.text(),
      ]).toEqual([200, 'application/json', '{}']);
    }
    expect((await listed()).map((each) => each.transaction_id)).toEqual([traceId, traceId]);
    const empty = await send(new Uint8Array(), protobuf);
    expect([empty.status, empty.headers.get('content-type')]).toEqual([
      200,
      'application/x-protobuf',
    ]);
    expect((await empty.arrayBuffer()).byteLength).toBe(0);
  });

  test('counts what carries no content, in the golden partial success, and appends the rest', async () => {
    const bare = (id: string) => span({ spanId: id, attributes: chat });
    const body = request(bare('00000000000000a1'), span(), bare('00000000000000a2'));
    const words = '2 spans carry no input or output: switch on content capture';
    expect(await (await send(body)).json()).toEqual({
      partialSuccess: { rejectedSpans: '2', errorMessage: words },
    });
    expect(await listed()).toHaveLength(1);
    const sent = await captured([bare('00000000000000a1'), bare('00000000000000a2')]);
    const response = await send(sent, protobuf);
    expect(Buffer.from(await response.arrayBuffer()).toString('hex')).toBe(
      '0a3f0802123b32207370616e73206361727279206e6f20696e707574206f72206f75747075743a20737769746368206f6e20636f6e74656e742063617074757265',
    );
  });

  test('rejects by count what may not be kept, each with its reason', async () => {
    const wrong = [
      span({
        spanId: '00000000000000b1',
        attributes: [text('gen_ai.operation.name', 'chat'), ...content],
      }),
      span({ spanId: '' }),
      span({ traceId: '0'.repeat(32) }),
    ];
    const { partialSuccess } = JSON.parse(await (await send(request(...wrong, span()))).text());
    expect(partialSuccess.rejectedSpans).toBe('3');
    expect(partialSuccess.errorMessage).toContain('model_id');
    expect(partialSuccess.errorMessage).toContain(
      '2 spans refused: It has no trace id or no span id.',
    );
    expect(await listed()).toHaveLength(1);
  });

  test('takes gzip, and refuses a bomb and what is none', async () => {
    const packed = gzipSync(JSON.stringify(request(span())));
    const gzip = { 'content-encoding': 'gzip' };
    expect((await send(new Uint8Array(packed), gzip)).status).toBe(200);
    const bomb = gzipSync(Buffer.alloc(limits.otlp.bytes + 1, 0x20));
    expect((await send(new Uint8Array(bomb), gzip)).status).toBe(413);
    expect((await send('no gzip', gzip)).status).toBe(400);
    expect((await send('{}', { 'content-encoding': 'br' })).status).toBe(415);
    expect(await listed()).toHaveLength(1);
  });

  test('answers errors as a Status, in the encoding of the request', async () => {
    const bad = await send('{');
    expect([bad.status, otlpStatusSchema.parse(await bad.json())]).toEqual([
      400,
      { code: 3, message: 'The body is not JSON in UTF-8.' },
    ]);
    const nobody = await api.send('POST', '/traces', {
      caller: anonymous,
      headers: protobuf,
      body: 'x',
    });
    expect([nobody.status, nobody.headers.get('content-type')]).toEqual([
      401,
      'application/x-protobuf',
    ]);
    expect([...new Uint8Array(await nobody.arrayBuffer())].slice(0, 3)).toEqual([8, 16, 18]);
    expect((await send('x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await api.send('POST', '/metrics', { body: {} })).status).toBe(404);
  });

  test.each<[string, object | string]>([
    ['values that nest 10,000 deep', nestedValue(10_000)],
    ['values that nest one too deep', nestedValue(limits.otlp.depth)],
    ['a list that is none', { resourceSpans: {} }],
    [
      'an integer that JSON has rounded',
      request(span({ attributes: [{ key: 'a', value: { intValue: 2 ** 60 } }] })),
    ],
    ['an id that is none', request(span({ traceId: 'xyz' }))],
    ['a time that is none', request(span({ startTimeUnixNano: '1e9' }))],
    ['a lone surrogate', request(span({ name: 'x', attributes: [text('a', '\ud800')] }))],
    ['a list', '[]'],
  ])('refuses %s', async (_what, body) => {
    expect((await send(body)).status).toBe(400);
    expect(await listed()).toHaveLength(0);
  });

  test('refuses values that nest too deeply in protobuf, groups, and lengths beyond the body', () => {
    let value = Buffer.from([0x10, 1]);
    for (let level = 0; level < 10_000; level += 1) value = field(5, field(1, value));
    const attributes = field(9, Buffer.concat([field(1, Buffer.from('a')), field(2, value)]));
    const deep = field(1, field(2, field(2, attributes)));
    const groups = Buffer.alloc(100_000, 0x0b);
    const long = Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]);
    const many = Buffer.alloc(2 * (limits.otlp.messages + 2)).fill(Buffer.from([0x0a, 0x00]));
    for (const bytes of [deep, groups, long]) expect(() => read(bytes)).toThrow(/^The body /);
    expect(() => read(many)).toThrow('too many members');
  });
});

/** The text of a request with a value in so many lists. */
function nestedValue(depth: number): string {
  const value = `${'{"arrayValue":{"values":['.repeat(depth)}{"boolValue":true}${']}}'.repeat(depth)}`;
  return JSON.stringify(request(span({ attributes: [{ key: 'a', value: 0 }] }))).replace(
    '"value":0',
    `"value":${value}`,
  );
}

/** A field of protobuf that holds bytes. */
function field(number: number, bytes: Uint8Array): Buffer<ArrayBuffer> {
  const length: number[] = [];
  let left = bytes.length;
  for (; left >= 0x80; left >>>= 7) length.push((left & 0x7f) | 0x80);
  return Buffer.concat([Buffer.from([number * 8 + 2, ...length, left]), bytes]);
}

describe('POST /logs', () => {
  const log = (more: object = {}) => ({
    resourceLogs: [
      {
        resource: { attributes: [text('service.name', 'loan-agent')] },
        scopeLogs: [
          {
            logRecords: [
              {
                traceId,
                spanId,
                timeUnixNano: '1795000001250000000',
                eventName: 'gen_ai.client.inference.operation.details',
                attributes: [...chat, ...content],
                ...more,
              },
            ],
          },
        ],
      },
    ],
  });

  test('appends the event of a call, which its span does not double', async () => {
    expect((await send(log(), {}, '/logs')).status).toBe(200);
    expect(await (await send(request(span()))).text()).toBe('{}');
    expect(await listed()).toHaveLength(1);
  });

  test('leaves other records alone, and counts those without content', async () => {
    expect(await (await send(log({ eventName: 'exception' }), {}, '/logs')).text()).toBe('{}');
    const bare = await send(log({ attributes: chat }), {}, '/logs');
    expect(await bare.json()).toEqual({
      partialSuccess: {
        rejectedLogRecords: '1',
        errorMessage: '1 log record carries no input or output: switch on content capture',
      },
    });
    const named = {
      eventName: '',
      attributes: [
        ...chat,
        ...content,
        text('event.name', 'gen_ai.client.inference.operation.details'),
      ],
    };
    await send(log(named), {}, '/logs');
    expect(await listed()).toHaveLength(1);
  });
});

/** Spans of the SDK with the attributes of decisions. */
async function spansOfSdk(count: number): Promise<ReadableSpan[]> {
  const memory = new InMemorySpanExporter();
  const provider = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter: memory })],
  });
  const tracer = provider.getTracer('test');
  for (let n = 0; n < count; n += 1) {
    const made = tracer.startSpan('chat', {
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.request.temperature': n / 7,
        'gen_ai.request.stop_sequences': ['a', `ü${n}`],
        'gen_ai.usage.input_tokens': n,
        'gen_ai.input.messages': message('user', `Approve ${n}?`),
        'gen_ai.output.messages': message('assistant', n % 2 === 0 ? 'approve' : 'refuse'),
      },
    });
    made.end();
  }
  await provider.forceFlush();
  return memory.getFinishedSpans();
}

interface Exporting {
  export(spans: ReadableSpan[], done: (result: { code: number; error?: Error }) => void): void;
  shutdown(): Promise<void>;
}

/** Has an exporter of the SDK export spans, and waits until it says how that went. */
async function exported(exporter: Exporting, spans: ReadableSpan[]): Promise<number> {
  const { code, error } = await new Promise<{ code: number; error?: Error }>((done) =>
    exporter.export(spans, done),
  );
  await exporter.shutdown();
  if (error !== undefined) throw error;
  return code;
}

/** A host on loopback that gives what it is sent to `answer`. */
async function hostOf(
  answer: (sent: Request) => Promise<Response>,
): Promise<{ url: string; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', async () => {
      const headers = Object.entries(incoming.headers).map(
        ([name, value]) => [name, String(value)] as [string, string],
      );
      const body = Buffer.concat(chunks);
      const response = await answer(
        new Request(`http://host${incoming.url}`, { method: 'POST', headers, body }),
      );
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, server };
}

/** The body that an exporter sends, unpacked by nobody. */
async function bodyOf(make: (url: string) => Exporting, spans: ReadableSpan[]): Promise<Buffer> {
  let body = Buffer.alloc(0);
  const { url, server } = await hostOf(async (sent) => {
    body = Buffer.from(await sent.arrayBuffer());
    return new Response('{}', { headers: json });
  });
  await exported(make(url), spans);
  server.close();
  return body;
}

const protobufBody = (spans: ReadableSpan[]) =>
  bodyOf((url) => new ProtobufExporter({ url: `${url}/v1/traces` }), spans);

/** Spans as OTLP/JSON has them in protobuf: in the bytes of a hand-made request. */
async function captured(
  spans: readonly { spanId: string; attributes: ReturnType<typeof text>[] }[],
) {
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  const textField = (number: number, value: string) => field(number, Buffer.from(value));
  const made = spans.map((each) =>
    field(
      2,
      Buffer.concat([
        field(1, bytes(traceId)),
        field(2, bytes(each.spanId)),
        ...each.attributes.map(({ key, value }) =>
          field(9, Buffer.concat([textField(1, key), field(2, textField(1, value.stringValue))])),
        ),
      ]),
    ),
  );
  return new Uint8Array(field(1, field(2, Buffer.concat(made))));
}

describe('The exporters of the OpenTelemetry SDK', () => {
  test('have equal records in protobuf and JSON', async () => {
    const spans = await spansOfSdk(500);
    const asProtobuf = read(await protobufBody(spans));
    const asJson = read(
      await bodyOf((url) => new JsonExporter({ url: `${url}/v1/traces` }), spans),
      {
        isJson: true,
      },
    );
    expect(asProtobuf.items).toHaveLength(500);
    expect(asProtobuf.items.map(sentOf)).toEqual(asJson.items.map(sentOf));
    expect(asProtobuf.items.map((each) => ('key' in each ? each.key : ''))).toEqual(
      asJson.items.map((each) => ('key' in each ? each.key : '')),
    );
  });

  test('deliver, given the address and a key alone', async () => {
    const { url, server } = await hostOf(async (sent) =>
      api.send('POST', new URL(sent.url).pathname.replace('/v1', ''), {
        caller: anonymous,
        headers: Object.fromEntries(sent.headers),
        body: new Uint8Array(await sent.arrayBuffer()),
      }),
    );
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = url;
    process.env['OTEL_EXPORTER_OTLP_HEADERS'] = `x-api-key=${api.apiKey}`;
    try {
      const spans = await spansOfSdk(20);
      for (const exporter of [new ProtobufExporter(), new JsonExporter(), new ProtobufExporter()]) {
        expect(await exported(exporter, spans)).toBe(0);
      }
    } finally {
      delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
      delete process.env['OTEL_EXPORTER_OTLP_HEADERS'];
      server.close();
    }
    expect(await listed()).toHaveLength(20);
  });
});

describe('A mutated body', () => {
  const mutations = rounds({ usual: 400, all: 20_000 });

  test('is read, or refused as a whole, in either encoding, and takes no memory beyond the limit', async () => {
    const spans = await spansOfSdk(3);
    const bodies = [
      { bytes: await protobufBody(spans), isJson: false },
      { bytes: Buffer.from(JSON.stringify(request(span()))), isJson: true },
    ];
    const outcomes = new Map<string, number>();
    let seed = 7;
    const draw = (limit: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * limit);
    };
    for (let round = 0; round < mutations; round += 1) {
      const { bytes, isJson } = bodies[round % 2] ?? { bytes: Buffer.alloc(0), isJson: false };
      const mutated = mutate(bytes, draw);
      const isGzip = draw(4) === 0;
      const sent = isGzip ? mutate(gzipSync(mutated), draw) : mutated;
      const outcome = outcomeOf(sent, { isJson, isGzip });
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect([...outcomes.keys()].toSorted()).toEqual(['read', 'refused']);
  });

  function outcomeOf(bytes: Uint8Array, form: Partial<PackedForm>): string {
    try {
      read(bytes, form);
      return 'read';
    } catch (error) {
      const isRefusal = error instanceof Error && error.name === 'ApiError';
      if (!isRefusal) throw error;
      return 'refused';
    }
  }
});

/** Bytes with one thing done to them: a byte changed, some removed, doubled, or put in. */
function mutate(bytes: Uint8Array, draw: (limit: number) => number): Buffer {
  const at = draw(bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (draw(5)) {
    case 0:
      return Buffer.concat([
        before,
        Uint8Array.of((bytes[at] ?? 0) ^ (1 << draw(8))),
        after.subarray(1),
      ]);
    case 1:
      return Buffer.from(before);
    case 2:
      return Buffer.concat([before, after.subarray(draw(16))]);
    case 3:
      return Buffer.concat([before, before, after]);
    default:
      return Buffer.concat([before, Uint8Array.from({ length: draw(8) }, () => draw(256)), after]);
  }
}
