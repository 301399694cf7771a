/** What is typed is what is sent; what cannot be sent is said where it stands. */
import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  checkJson,
  emptyDraft,
  fieldProblems,
  formatJson,
  lineAndColumn,
  type Draft,
} from './draft.ts';

const draft: Draft = {
  ...emptyDraft,
  model_id: ' scorer ',
  confidence: '0.93',
  input: '{"amount": 1.0, "items": []}',
  output: '{"decision":"APPROVE"}',
};

describe('checkJson', () => {
  test('an object is counted in members and canonical bytes', () => {
    expect(checkJson('{ "b": 1.0, "ä": "x" }')).toEqual({ kind: 'ok', members: 2, bytes: 16 });
  });

  test.each(['', '  \n'])('%j is empty', (text) => {
    expect(checkJson(text).kind).toBe('empty');
  });

  test.each(['[]', '1', 'null', '"x"'])('%s is no object', (text) => {
    expect(checkJson(text).kind).toBe('not_object');
  });

  test('a fault is placed by line and column', () => {
    expect(checkJson('{\n  "a": 1,\n  "b" 2\n}')).toMatchObject({
      kind: 'bad',
      line: 3,
      column: 7,
    });
  });

  test.each(['{"a":1,"a":2}', '{"n":12345678901234567890}', '{"n":1e400}'])(
    'what strict intake refuses is refused here: %s',
    (text) => {
      expect(checkJson(text).kind).toBe('bad');
    },
  );
});

describe('bodyOf', () => {
  test('keeps the typed texts and leaves empty members out', () => {
    expect(bodyOf({ ...draft, context: ' ', explanation: '{}' })).toBe(
      '{"model_id":"scorer","confidence":0.93,"input":{"amount": 1.0, "items": []},"output":{"decision":"APPROVE"},"explanation":{}}',
    );
  });
});

describe('fieldProblems', () => {
  test.each<[boolean, Partial<Draft>]>([
    [true, {}],
    [false, { model_id: ' ' }],
    [false, { confidence: '1.2' }],
    [true, { confidence: '.5' }],
    [false, { confidence: 'half' }],
    [false, { policy_id: 'p'.repeat(257) }],
  ])('none: %s with %j', (isFree, changes) => {
    expect(Object.keys(fieldProblems({ ...draft, ...changes })).length === 0).toBe(isFree);
  });

  test('names what is missing', () => {
    expect(fieldProblems({ ...emptyDraft, confidence: 'x' })).toEqual({
      model_id: 'required',
      confidence: 'not_share',
    });
  });
});

test('lines and columns count from 1', () => {
  expect(lineAndColumn('ab\ncd', 0)).toEqual({ line: 1, column: 1 });
  expect(lineAndColumn('ab\ncd', 4)).toEqual({ line: 2, column: 2 });
});

test('formatting lays valid JSON out and leaves other text alone', () => {
  expect(formatJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatJson('{"a"')).toBe('{"a"');
});
