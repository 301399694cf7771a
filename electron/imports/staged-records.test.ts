/** Prepared records survive the way through a file, whatever is in them. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBody } from '../../shared/contract/intake.ts';
import { createRecordSchema } from '../../shared/contract/records.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { LineReader, stageRecord, unstageRecord } from './staged-records.ts';

const random = (bytes: number) => new Uint8Array(bytes).fill(7);

/** Texts with everything that could be mistaken for the end of a part. */
const text = fc.string({
  unit: fc.constantFrom('a', '\t', '\n', '\\', '"', '\u0000', 'é', '𝒳', '\u2028'),
  minLength: 1,
  maxLength: 20,
});
const object = fc.dictionary(
  text,
  fc.oneof(text, fc.double({ min: -1, max: 1, noNaN: true }), fc.boolean()),
);
const body = fc.record(
  {
    model_id: text,
    input: object,
    output: object,
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    transaction_id: text,
    policy_id: text,
    context: object,
    explanation: object,
  },
  { requiredKeys: ['model_id', 'input', 'output'] },
);

describe('Staged records', () => {
  test('come back as they were prepared', () => {
    fc.assert(
      fc.property(
        fc.array(body, { maxLength: 5 }),
        fc.integer({ min: 1, max: 50 }),
        (bodies, size) => {
          const prepared = bodies
            .filter((each) => createRecordSchema.safeParse(each).success)
            .map((each) =>
              prepareRecord(parseBody(JSON.stringify(each), createRecordSchema), random),
            );
          const file = Buffer.from(prepared.map(stageRecord).join(''));
          const reader = new LineReader();
          const lines: string[] = [];
          for (let at = 0; at < file.length; at += size) {
            lines.push(...reader.push(file.subarray(at, at + size)));
          }
          expect(lines.map(unstageRecord)).toEqual(prepared);
        },
      ),
    );
  });

  test('that are damaged are refused', () => {
    expect(() => unstageRecord('"m"\t\t\tinputs\tsalt\t{}\tsha256:0')).toThrow(/damaged/);
    expect(() => unstageRecord('1\t\t')).toThrow(/damaged/);
  });
});
