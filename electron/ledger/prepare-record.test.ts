/** What is made of a body before it has a place, from its value and from its text. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecordSchema } from '../../shared/contract/records.ts';
import { parseStrictJson, StrictJsonError } from '../../shared/ledger/canonical-json.ts';
import { prepareRecord, prepareRecordText } from './prepare-record.ts';
import { poolRandom } from './random-pool.ts';
import { countingRandom, testBody } from './testing/test-ledger.ts';
import { rounds } from '../testing/rounds.ts';

/** Strict intake, then the schema: what a request goes through. Undefined when either refuses. */
function prepareThroughSchema(text: string) {
  try {
    const parsed = createRecordSchema.safeParse(parseStrictJson(text));
    return parsed.success ? prepareRecord(parsed.data, countingRandom()) : undefined;
  } catch (error) {
    if (error instanceof StrictJsonError) return undefined;
    throw error;
  }
}

describe('prepareRecord', () => {
  it('commits to the members that were sent, in the order of their names, with a salt each', () => {
    const prepared = prepareRecord(
      {
        model_id: 'm',
        input: { b: 1, a: -0 },
        output: {},
        transaction_id: 'tx "1"',
        explanation: { x: [] },
      },
      countingRandom(),
    );
    expect(prepared.values.map(({ field, value }) => [field, value])).toEqual([
      ['explanation', '{"x":[]}'],
      ['input', '{"a":0,"b":1}'],
      ['output', '{}'],
      ['transaction_id', '"tx \\"1\\""'],
    ]);
    const salts = prepared.values.map(({ salt }) => salt);
    expect(new Set(salts).size).toBe(4);
    for (const salt of salts) expect(salt).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(prepared).toMatchObject({ modelId: 'm', transactionId: 'tx "1"' });
  });

  it('refuses a value without a canonical form', () => {
    const body = { model_id: 'm', input: { a: '\ud800' }, output: {} };
    expect(() => prepareRecord(body, countingRandom())).toThrow(StrictJsonError);
  });
});

describe('prepareRecordText', () => {
  it('prepares what the schema accepts, in the same way', () => {
    for (let number = 1; number < 200; number += 1) {
      const text = JSON.stringify(testBody(number), undefined, number % 3);
      expect(prepareRecordText(text, countingRandom())).toEqual(prepareThroughSchema(text));
    }
  });

  const member = fc.oneof(
    fc.constantFrom(
      '"model_id":"m"',
      '"model_id":""',
      '"model_id":5',
      '"model_id":"\\u006d\\n"',
      `"model_id":"${'x'.repeat(256)}"`,
      `"model_id":"${'x'.repeat(257)}"`,
      '"input":{}',
      '"input":{"a":{"b":[1,2.50]}}',
      '"input":[]',
      '"input":null',
      '"output":{"d":"x"}',
      '"output":"x"',
      '"confidence":0.5',
      '"confidence":1',
      '"confidence":1.0000000000000002',
      '"confidence":-0',
      '"confidence":-0.1',
      '"confidence":"0.5"',
      '"confidence":null',
      '"transaction_id":"t"',
      '"transaction_id":null',
      '"policy_id":"p"',
      '"policy_id":true',
      '"context":{"k":1}',
      '"explanation":{}',
      '"explanation":"why"',
      '"unknown":1',
      '"inp\\u0075t":{}',
    ),
  );
  const text = fc
    .tuple(fc.array(member, { maxLength: 4 }), fc.boolean(), fc.constantFrom('', ' ', '\n'))
    .map(([members, whole, space]) => {
      const all = whole
        ? ['"model_id":"m"', '"input":{"a":1}', '"output":{"b":2}', ...members.slice(0, 2)]
        : members;
      return `{${space}${all.join(`${space},`)}}`;
    });

  it('accepts exactly what the schema accepts', () => {
    fc.assert(
      fc.property(text, (body) => {
        expect(prepareRecordText(body, countingRandom())).toEqual(prepareThroughSchema(body));
      }),
      { numRuns: rounds({ usual: 1_000, all: 5_000 }) },
    );
  });
});

describe('poolRandom', () => {
  it('hands out every byte of its source once', () => {
    let calls = 0;
    const source = (bytes: number) => {
      calls += 1;
      return new Uint8Array(bytes).fill(calls);
    };
    const pooled = poolRandom(source);
    const first = pooled(16);
    const second = pooled(16);
    expect(first.buffer).toBe(second.buffer);
    expect(first.byteOffset + 16).toBe(second.byteOffset);
    expect(calls).toBe(1);
    for (let count = 0; count < 1_024; count += 1) pooled(16);
    expect(calls).toBe(2);
    expect(first.every((byte) => byte === 1)).toBe(true);
    expect(pooled(100_000)).toHaveLength(100_000);
  });
});
