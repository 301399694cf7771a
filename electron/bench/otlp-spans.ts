/** The same spans in both encodings of OTLP, written here so that what reads them is measured alone. */

const bytesOf = (text: string) => Buffer.from(text, 'utf8');

/** A field of protobuf that holds bytes. */
function field(number: number, bytes: Uint8Array): Buffer {
  const length: number[] = [];
  let left = bytes.length;
  for (; left >= 0x80; left >>>= 7) length.push((left & 0x7f) | 0x80);
  return Buffer.concat([Buffer.from([number * 8 + 2, ...length, left]), bytes]);
}

function fixed64(number: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8(number * 8 + 1);
  bytes.writeBigUInt64LE(value, 1);
  return bytes;
}

/** Attributes of one span of a chat, 0.6 KB of them. */
const attributesOf = (n: number): readonly (readonly [string, string])[] => [
  ['gen_ai.operation.name', 'chat'],
  ['gen_ai.provider.name', 'openai'],
  ['gen_ai.request.model', 'gpt-4o'],
  ['gen_ai.response.model', 'gpt-4o-2024-08-06'],
  ['gen_ai.response.id', `chatcmpl-${n}`],
  [
    'gen_ai.input.messages',
    JSON.stringify([
      {
        role: 'user',
        parts: [{ type: 'text', content: `Approve the loan ${n}? ${'x'.repeat(80)}` }],
      },
    ]),
  ],
  [
    'gen_ai.output.messages',
    JSON.stringify([
      { role: 'assistant', parts: [{ type: 'text', content: 'approve' }], finish_reason: 'stop' },
    ]),
  ],
];

/** So many spans of one resource. */
export function spansInBothForms(count: number): {
  readonly protobuf: Buffer;
  readonly json: Buffer;
} {
  const spans = Array.from({ length: count }, (_, n) => ({
    traceId: n.toString(16).padStart(32, 'a'),
    spanId: n.toString(16).padStart(16, 'b'),
    start: 1_795_000_000_500_000_000n + BigInt(n),
    attributes: attributesOf(n),
  }));
  const written = spans.map(({ traceId, spanId, start, attributes }) =>
    field(
      2,
      Buffer.concat([
        field(1, Buffer.from(traceId, 'hex')),
        field(2, Buffer.from(spanId, 'hex')),
        field(5, bytesOf('chat')),
        fixed64(7, start),
        fixed64(8, start + 750_000_000n),
        ...attributes.map(([key, value]) =>
          field(9, Buffer.concat([field(1, bytesOf(key)), field(2, field(1, bytesOf(value)))])),
        ),
      ]),
    ),
  );
  const json = {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: spans.map(({ traceId, spanId, start, attributes }) => ({
              traceId,
              spanId,
              name: 'chat',
              startTimeUnixNano: String(start),
              endTimeUnixNano: String(start + 750_000_000n),
              attributes: attributes.map(([key, stringValue]) => ({ key, value: { stringValue } })),
            })),
          },
        ],
      },
    ],
  };
  return {
    protobuf: field(1, field(2, Buffer.concat(written))),
    json: bytesOf(JSON.stringify(json)),
  };
}
