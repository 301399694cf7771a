/** Style stands once: no rule is written twice, no class is without a user, every part of `ui/parts` is there and used. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const sheets = globSync('renderer/**/*.css').toSorted();
const modules = sheets.filter((sheet) => sheet.endsWith('.module.css'));
const sources = globSync('renderer/**/*.{ts,tsx}').map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

interface Rule {
  readonly sheet: string;
  /** Selectors of the rule and of what it is nested in, at-rules among them, outermost first. */
  readonly path: readonly string[];
  readonly declarations: readonly string[];
}

/** The rules of a sheet, those within others as well. Knows no braces or semicolons in strings: none are written. */
function rulesOf(sheet: string): readonly Rule[] {
  const source = readFileSync(sheet, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const rules: Rule[] = [];
  const open: { selector: string; declarations: string[] }[] = [];
  for (const [, text = '', end] of source.matchAll(/([^{};]*)([{};])/g)) {
    const words = text.trim().replaceAll(/\s+/g, ' ');
    if (end === '{') {
      open.push({ selector: words, declarations: [] });
      continue;
    }
    if (words !== '') open.at(-1)?.declarations.push(words);
    if (end === '}') {
      const path = open.map(({ selector }) => selector);
      rules.push({ sheet, path, declarations: open.pop()?.declarations ?? [] });
    }
  }
  return rules;
}

const rules = sheets.flatMap(rulesOf);
const composed = rules
  .flatMap(({ declarations }) => declarations)
  .flatMap(
    (declaration) => /^composes: (.*) from global$/.exec(declaration)?.[1]?.split(' ') ?? [],
  );
/** Classes that modules compose and sources name: those of any sheet that is no module. */
const parts = new Set(
  rules
    .filter(({ sheet }) => !modules.includes(sheet))
    .flatMap(({ path }) => [...path.join(' ').matchAll(/\.(pd-[\w-]+)/g)])
    .map(([, name = '']) => name),
);

/** Classes that a module defines, without those of others that it names in `:global()`. */
function classesOf(module: string): ReadonlySet<string> {
  const selectors = rulesOf(module)
    .flatMap(({ path }) => path)
    .join(' ')
    .replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '');
  return new Set([...selectors.matchAll(/\.([A-Za-z_]\w*)/g)].map(([, name = '']) => name));
}

/** Before the name of a variable: it is neither part of a path nor of the key of a word. */
const notInWords = "(?<![-\\w./'`])";

interface Reading {
  readonly file: string;
  readonly name: string;
}

/** Classes that sources read, by the module that has them. */
const readings = new Map<string, Reading[]>();
for (const { file, text } of sources) {
  for (const [, variable = '', path = ''] of text.matchAll(
    /^import (\w+) from '([^']*\.module\.css)';$/gm,
  )) {
    const read = text.matchAll(new RegExp(`${notInWords}${variable}\\.(\\w+)`, 'g'));
    const module = join(dirname(file), path);
    const known = readings.get(module) ?? [];
    readings.set(module, [...known, ...[...read].map(([, name = '']) => ({ file, name }))]);
  }
}

test('no rule of three or more declarations stands twice', () => {
  const places = new Map<string, string[]>();
  for (const { sheet, path, declarations } of rules) {
    if (declarations.length < 3) continue;
    const key = declarations.toSorted().join('; ');
    places.set(key, [...(places.get(key) ?? []), `${sheet} ${path.join(' ')}`]);
  }
  const twice = [...places]
    .filter(([, those]) => those.length > 1)
    .map(([key, those]) => `${those.join(' = ')}: ${key}`);
  expect(twice).toEqual([]);
});

test('every class of a module is read by a source', () => {
  const unused = modules.flatMap((module) => {
    const read = new Set((readings.get(module) ?? []).map(({ name }) => name));
    return [...classesOf(module)]
      .filter((name) => !read.has(name))
      .map((name) => `${module} .${name}`);
  });
  expect(unused).toEqual([]);
});

test('every class that a source reads is in its module', () => {
  const missing = modules.flatMap((module) => {
    const defined = classesOf(module);
    return (readings.get(module) ?? [])
      .filter(({ name }) => !defined.has(name))
      .map(({ file, name }) => `${file}: ${name} of ${module}`);
  });
  expect(missing).toEqual([]);
});

test('every part that is composed or named is there, and every part has a user', () => {
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?<![-\w])pd-[a-z][\w-]*/g)].map(([name]) => name),
  );
  const used = new Set([...composed, ...named]);
  expect([...used].filter((name) => !parts.has(name))).toEqual([]);
  expect([...parts].filter((name) => !used.has(name))).toEqual([]);
});
