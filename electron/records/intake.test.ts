/** What create-record refuses, and that a refused body leaves no trace in the ledger. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainSchema } from '../../shared/contract/chain.ts';
import { recordsErrorSchema } from '../../shared/contract/errors.ts';
import { limits } from '../../shared/contract/limits.ts';
import { decision, TestApi } from '../api/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
  await api.append();
});
afterAll(() => api.close());

const json = { 'content-type': 'application/json' };

/** Sends a body that must be refused, and checks that the ledger is as it was. */
async function refused(
  body: object | string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  status = 400,
  headers: Readonly<Record<string, string>> = json,
) {
  const before = await api.read(chainSchema, '/chain');
  const response = await api.send('POST', '/records', { body, headers });
  expect(response.status).toBe(status);
  expect(await api.read(chainSchema, '/chain')).toEqual(before);
  return recordsErrorSchema.parse(await response.json()).error;
}

/** A body around the text of an input value. */
function withInput(value: string): string {
  return `{"model_id":"m","input":{"v":${value}},"output":{}}`;
}

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

describe('A create-record request is refused', () => {
  test('when it lacks required fields: the validation error names each of them', async () => {
    expect(await refused({})).toEqual({
      code: 'validation_error',
      message: 'The request is not valid: model_id, input, output.',
      details: [
        { field: 'model_id', message: 'is required' },
        { field: 'input', message: 'is required' },
        { field: 'output', message: 'is required' },
      ],
      request_id: expect.stringMatching(/^req_/),
    });
    const { model_id: _omitted, ...rest } = decision;
    expect((await refused(rest)).details).toEqual([{ field: 'model_id', message: 'is required' }]);
  });

  test('with every invalid field named at once, unknown members by name', async () => {
    const error = await refused({
      model_id: '',
      input: [],
      output: 'approve',
      confidence: 1.1,
      transaction_id: 7,
      policy_id: 'x'.repeat(limits.shortString + 1),
      context: null,
      explanation: 1,
      interventions: [],
      metadata: {},
    });
    expect(error.code).toBe('validation_error');
    expect(error.details).toEqual([
      { field: 'model_id', message: 'must not be empty' },
      { field: 'input', message: 'must be an object' },
      { field: 'output', message: 'must be an object' },
      { field: 'confidence', message: 'must be at most 1' },
      { field: 'transaction_id', message: 'must be a string' },
      { field: 'policy_id', message: 'must have at most 256 characters' },
      { field: 'context', message: 'must be an object' },
      { field: 'explanation', message: 'must be an object' },
      { field: 'interventions', message: 'is not a known member' },
      { field: 'metadata', message: 'is not a known member' },
    ]);
  });

  test.each([
    ['confidence', 'null'],
    ['confidence', '"0.5"'],
    ['confidence', '-0.1'],
    ['transaction_id', 'null'],
    ['policy_id', 'null'],
    ['context', 'null'],
    ['explanation', '[]'],
  ])('with %s: %s, which is never taken as absent', async (field, value) => {
    const error = await refused(`{"model_id":"m","input":{},"output":{},"${field}":${value}}`);
    expect(error.code).toBe('validation_error');
    expect(error.details.map((each) => each.field)).toEqual([field]);
  });

  test.each(['[]', 'null', '"text"', '1'])('when the body is %s', async (body) => {
    expect((await refused(body)).details).toEqual([
      { field: 'body', message: 'must be an object' },
    ]);
  });

  test.each([
    ['a duplicate name', '{"a":1,"a":2}', 'input.v.a'],
    ['a duplicate name after unescaping', '{"a":1,"\\u0061":2}', 'input.v.a'],
    ['a duplicate __proto__', '{"__proto__":1,"__proto__":2}', 'input.v.__proto__'],
    ['an integer beyond 2^53−1', '9007199254740992', 'input.v'],
    ['an integer below −(2^53−1)', '[0,-9007199254740993]', 'input.v.1'],
    ['a number that overflows', '1e400', 'input.v'],
    ['a number that vanishes', '1e-400', 'input.v'],
    ['a lone surrogate in a value', '"\\ud800"', 'input.v'],
    ['a lone low surrogate', '"a\\udc00b"', 'input.v'],
    ['a lone surrogate in a name', '{"\\udfff":1}', 'input.v'],
  ])('for %s, naming where', async (_what, value, field) => {
    const error = await refused(withInput(value));
    expect(error.code).toBe('validation_error');
    expect(error.details).toHaveLength(1);
    expect(error.details[0]?.field).toBe(field);
    expect(error.details[0]?.message).not.toBe('');
  });

  test('for a duplicate member of the record itself', async () => {
    const error = await refused('{"model_id":"a","model_id":"b","input":{},"output":{}}');
    expect(error.details[0]?.field).toBe('model_id');
  });

  test('for nesting deeper than 128 levels, and not at 128', async () => {
    const error = await refused(withInput(nested(limits.jsonDepth - 1)));
    expect(error.code).toBe('validation_error');
    const response = await api.send('POST', '/records', {
      body: withInput(nested(limits.jsonDepth - 2)),
      headers: json,
    });
    expect(response.status).toBe(201);
    const deep = await refused(withInput(nested(100_000)));
    expect(deep.code).toBe('validation_error');
  });

  test.each([
    ['nothing', ''],
    ['a cut text', '{"model_id":"m"'],
    ['a trailing comma', '{"model_id":"m",}'],
    ['a comment', '{} // no'],
    ['two values', '{}{}'],
    ['single quotes', "{'model_id':'m'}"],
    ['NaN', withInput('NaN')],
    ['a leading zero', withInput('01')],
    ['a control character', withInput('"\t"')],
    ['a byte order mark', '\uFEFF{}'],
  ])('as malformed JSON for %s', async (_what, body) => {
    const error = await refused(body);
    expect(error.code).toBe('malformed_json');
    expect(error.details).toEqual([]);
    expect(error.message).toMatch(/^The body is not JSON/);
  });

  test('as malformed JSON when its bytes are not UTF-8', async () => {
    const bytes = Uint8Array.from(Buffer.from(withInput('"\xff"'), 'latin1'));
    expect(await refused(bytes)).toMatchObject({ code: 'malformed_json' });
  });

  test.each([
    ['no content type', {}],
    ['another content type', { 'content-type': 'text/plain' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('with 415 for %s', async (_what, headers) => {
    const body = Uint8Array.from(Buffer.from(JSON.stringify(decision)));
    expect(await refused(body, 415, headers)).toMatchObject({ code: 'unsupported_media_type' });
  });

  test('with 413 when the body is too large, by its length or as it streams in', async () => {
    const tooLarge = `{"pad":"${'x'.repeat(limits.bodyBytes)}"}`;
    expect(await refused(tooLarge, 413)).toMatchObject({ code: 'payload_too_large' });

    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    expect(await refused(endless, 413)).toMatchObject({ code: 'payload_too_large' });
    expect(sent).toBeLessThan(limits.bodyBytes + 4 * 65_536);
  });

  test('with a query it does not know', async () => {
    const response = await api.send('POST', '/records?dry_run=true', { body: decision });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { details: [{ field: 'dry_run', message: 'is not a known parameter' }] },
    });
  });
});
