/** docs/architecture.md: its picture is that of the sources, and every folder that it names is there. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSource, sourceFiles } from './import-rules.ts';
import { pictureOf, undrawn, withPicture } from './picture.ts';

const repository = path.resolve(import.meta.dirname, '..', '..');
const page = readFileSync(path.join(repository, 'docs', 'architecture.md'), 'utf8');
const files = sourceFiles(repository);

test('the picture is that of the sources; otherwise run "npm run docs"', () => {
  const sources = new Map(files.map((file) => [file, readSource(repository, file)]));
  expect(page).toBe(withPicture(page, pictureOf(sources)));
});

test('every source is in the picture', () => {
  expect(undrawn(files)).toEqual([]);
});

test('the page has at most 150 lines', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(150);
});

test('every path that the page names is there', () => {
  const named = [...page.matchAll(/`((?:shared|electron|renderer|e2e|docs|\.ci)\/[\w./-]+)`/g)];
  expect(named.length).toBeGreaterThan(20);
  const missing = named
    .map(([, name = '']) => name)
    .filter((name) => !existsSync(path.join(repository, name)));
  expect(missing).toEqual([]);
});

test('imports are counted along each arrow, those of tests and within a layer are not', () => {
  const sources = new Map([
    ['renderer/app/a.ts', "import { b } from '../ui/b.ts';\nimport { c } from '../ui/c.ts';"],
    ['renderer/app/a.test.ts', "import { b } from '../ui/b.ts';"],
    ['renderer/ui/b.ts', "import { c } from './c.ts';\nimport { z } from 'zod';"],
  ]);
  expect(pictureOf(sources).match(/-->\S+ \w+/g)).toEqual(['-->|2| n2']);
});
