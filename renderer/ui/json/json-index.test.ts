/** Byte ranges are what an auditor compares by eye: they must fit the text exactly. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatPath,
  indexJson,
  initiallyOpen,
  isContainer,
  nodeAt,
  nodeCovering,
  searchNodes,
  stepsTo,
  utf8Length,
  valueText,
  visibleNodes,
  type JsonIndex,
} from './json-index.ts';

function indexed(text: string): JsonIndex {
  const index = indexJson(text);
  if (index === undefined) throw new Error('not JSON');
  return index;
}

function resolve(root: unknown, steps: readonly (string | number)[]): unknown {
  let value = root;
  for (const step of steps) {
    value = Array.isArray(value)
      ? value[Number(step)]
      : Object.entries(Object(value)).find(([name]) => name === step)?.[1];
  }
  return value;
}

describe('indexJson', () => {
  test('every range is the text of the value that its path leads to', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const index = indexed(text);
        const root: unknown = JSON.parse(text);
        for (let node = 0; node < index.size; node += 1) {
          const steps = stepsTo(index, node);
          // JSON.parse keeps the last of two members with one name; the index keeps both.
          if (nodeAt(index, steps) !== node) continue;
          expect(JSON.parse(valueText(index, node))).toEqual(resolve(root, steps));
        }
      }),
    );
  });

  test('names, quotes and escapes are kept as they stand', () => {
    const index = indexed(String.raw`{"a\"b":"x\\","k":[1,{"n":-2.5e+3}],"ü":null,"z":{}}`);
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((node) => formatPath(stepsTo(index, node)))).toEqual([
      '',
      String.raw`["a\"b"]`,
      'k',
      'k[0]',
      'k[1]',
      'k[1].n',
      'ü',
      'z',
    ]);
    expect(valueText(index, 1)).toBe(String.raw`"x\\"`);
    expect(valueText(index, 5)).toBe('-2.5e+3');
    expect(valueText(index, 2)).toBe('[1,{"n":-2.5e+3}]');
  });

  test.each([
    '',
    '{',
    '{"a"}',
    '[1,]',
    '{"a":1,}',
    '1 2',
    '"open',
    '{"a":1]',
    'nul',
    '01',
    '{a:1}',
  ])('text that is not one JSON value has no index: %s', (text) => {
    expect(indexJson(text)).toBeUndefined();
  });

  test('nesting beyond any call stack', () => {
    const text = '['.repeat(50_000) + ']'.repeat(50_000);
    expect(indexed(text).size).toBe(50_000);
  });
});

describe('nodeCovering', () => {
  const text = '{"age":44,"list":[10,"ab"],"name":"x"}';
  const index = indexed(text);
  const pathOf = (part: string) =>
    formatPath(stepsTo(index, nodeCovering(index, text.indexOf(part))));

  test.each([
    ['44', 'age'],
    ['"age"', 'age'],
    ['10', 'list[0]'],
    ['ab', 'list[1]'],
    ['],', 'list'],
    ['}', ''],
    ['{', ''],
  ])('%s belongs to %s', (part, path) => {
    expect(pathOf(part)).toBe(path);
  });
});

describe('the tree', () => {
  const index = indexed('{"a":{"b":[1,2,3],"c":true},"d":"word","e":[]}');
  const paths = (open: (node: number) => boolean) =>
    visibleNodes(index, open).map((node) => formatPath(stepsTo(index, node)));

  test('closed containers hide what is below them', () => {
    expect(paths(() => false)).toEqual(['a', 'd', 'e']);
    expect(paths((node) => node === nodeAt(index, ['a']))).toEqual(['a', 'a.b', 'a.c', 'd', 'e']);
  });

  test('outer containers open first while rows are left', () => {
    expect(initiallyOpen(index, 5)).toEqual(new Set([nodeAt(index, ['a']), nodeAt(index, ['e'])]));
    expect(visibleNodes(index, (node) => initiallyOpen(index, 50).has(node))).toHaveLength(8);
  });

  test('search finds names and values in any case, once a value', () => {
    const found = (query: string) =>
      searchNodes(index, query).map((node) => formatPath(stepsTo(index, node)));
    expect(found('WORD')).toEqual(['d']);
    expect(found('c')).toEqual(['a.c']);
    expect(found('')).toEqual([]);
    expect(isContainer(index, 0)).toBe(true);
  });
});

test('utf8Length counts the bytes that are hashed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
});
