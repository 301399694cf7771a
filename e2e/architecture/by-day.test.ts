/**
 * A usual run tries something of everything: no folder with tests is left to `npm test -- --push`, and no screen to
 * `npm test -- --all`.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLeftToPush } from '../support/push-files.ts';
import { sections, type Screen } from '../support/screens.ts';

const files = globSync([
  '{shared,electron,renderer}/**/*.{test,build-test}.{ts,tsx}',
  'e2e/*/*.{test,spec}.ts',
]).map((file) => file.replaceAll(path.sep, '/'));

/** A call that makes a test or a block of them. */
const made =
  /^( *)(?:it|test|describe|(?:reading|adding|writing)Test)\b(?!\.(?:use|extend|step)\b)/;
const madeTest =
  /^ *(?:it|test|(?:reading|adding|writing)Test)(?:\.(?:each|for|skipIf|runIf))?[(<]|^checkDialogs\(/m;

/** The source without the tests that are left to `--all`, read by the indentation that the formatter gives. */
function byDay(source: string): string {
  const kept: string[] = [];
  const lines = source.split('\n');
  for (let first = 0; first < lines.length; first += 1) {
    const begin = lines[first] ?? '';
    const indent = made.exec(begin)?.[1];
    if (indent === undefined) {
      kept.push(begin);
      continue;
    }
    const isEnd = (line: string) =>
      line.startsWith(indent) && /^[})].*;$/.test(line.slice(indent.length));
    let end = first;
    if (!begin.endsWith(';')) {
      do end += 1;
      while (end < lines.length && !isEnd(lines[end] ?? ''));
    }
    const block = end < lines.length ? lines.slice(first, end + 1) : [];
    const isTitle = (line: string, at: number) =>
      at === 0 || new RegExp(`^${indent}(?:[\\])]|  ['"\`])`).test(line);
    const isLeft = block.some((line, at) => isTitle(line, at) && /@whole['"`]/.test(line));
    if (isLeft) first = end;
    else kept.push(begin);
  }
  return kept.join('\n');
}

const sourceOf = (file: string) => byDay(readFileSync(file, 'utf8'));
const foldersOf = (some: readonly string[]) => [...new Set(some.map((file) => path.dirname(file)))];

test('each folder with tests has one that the run by day tries', () => {
  const units = files.filter((file) => !file.endsWith('.spec.ts'));
  const tried = units.filter(
    (file) => !isLeftToPush(readFileSync(file, 'utf8')) && madeTest.test(sourceOf(file)),
  );
  expect(units.length).toBeGreaterThan(400);
  expect(units.length - tried.length).toBeGreaterThan(20);
  expect(foldersOf(tried).toSorted()).toEqual(foldersOf(units).toSorted());
});

test('each screen has a test in the browser that a push tries', () => {
  const specs = files.filter((file) => file.endsWith('.spec.ts'));
  const others = specs.filter((file) => !file.endsWith('/walk.spec.ts'));
  const tried = others.map(sourceOf).join('\n');
  // The walk goes to those that have pictures.
  expect(specs.filter((file) => madeTest.test(sourceOf(file)))).toContain('e2e/web/walk.spec.ts');
  const walked = new Set(sections.filter(({ hasPicture = true }) => hasPicture).map(screenOf));
  const screens = [...new Set(sections.map(screenOf))];
  expect(screens.length).toBeGreaterThan(10);
  const isTried = (screen: string) => walked.has(screen) || namedBy(screen).test(tried);
  expect(screens.filter((screen) => !isTried(screen))).toEqual([]);
});

const screenOf = ({ address }: Screen) => /^\/(\w+)/.exec(address)?.[1] ?? '';

/** A screen in a source: its address, or its name as the navigation has it. */
const namedBy = (screen: string) =>
  new RegExp(`/${screen}\\b|open\\('${screen.charAt(0).toUpperCase()}${screen.slice(1)}'\\)`);

describe('a source by day', () => {
  test.each([
    ["test('a', () => {\n  b();\n});", true],
    ["test('a @whole', () => {\n  b();\n});", false],
    ["test('a @whole', () => b());", false],
    ["it.each([\n  [1],\n])('a %d @whole', () => {\n  b();\n});", false],
    ["it.each([\n  ['test', 1],\n])('a %d', () => {\n  b();\n});", true],
    ["it(\n  'a @whole',\n  { timeout },\n  () => {\n    b();\n  },\n);", false],
    ["describe('a', () => {\n  it('b @whole', () => {\n    c();\n  });\n});", false],
    ["describe('a @whole', () => {\n  it('b', () => {\n    c();\n  });\n});", false],
    ["describe('a', () => {\n  it('b @whole', () => {\n    c();\n  });\n  it('d', e);\n});", true],
    ['test(`a ${unless(isUsual)}`, () => {\n  b();\n});', true],
    ["test.describe('a @whole', () => {\n  test('b', c);\n});", false],
  ])('%s: %s', (source, isTried) => {
    expect(madeTest.test(byDay(source))).toBe(isTried);
  });
});
