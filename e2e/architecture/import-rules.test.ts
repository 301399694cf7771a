/** The architecture as a test: each file keeps its layer's rules, and a broken rule is named. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, isTest, readSource, sourceFiles, violationsOf } from './import-rules.ts';

const repository = path.resolve(import.meta.dirname, '..', '..');
const files = sourceFiles(repository);

function holders(pattern: RegExp): string[] {
  return files.filter((file) => !isTest(file) && pattern.test(readSource(repository, file)));
}

describe('import rules', () => {
  it('are kept by every file', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((file) => violationsOf(file, readSource(repository, file)))).toEqual([]);
  });

  it.each([
    ['shared/contract/x.ts', "import fs from 'node:fs';", 'shared may use'],
    ['shared/contract/x.ts', "import { a } from '../../electron/api/a.ts';", 'shared may import'],
    ['renderer/app/x.tsx', "import { a } from '../../electron/api/a.ts';", 'renderer may import'],
    ['electron/records/x.ts', "import { a } from '../api/a.ts';", 'electron/records may import'],
    [
      'electron/shell/x.ts',
      "import { a } from '../records/store.ts';",
      'electron/shell may import',
    ],
    ['electron/hosts/x.ts', "import { app } from 'electron';", 'electron/hosts may use'],
    ['electron/policy/x.ts', "import { app } from 'electron';", 'electron/policy may use'],
    ['electron/records/x.ts', "import Database from 'better-sqlite3';", 'electron/records may use'],
    ['e2e/web/x.ts', "import { a } from '../../shared/ids.ts';", 'e2e may import'],
    ['electron/other/x.ts', "export {} from './y.ts';", ''],
  ])('%s with %s is refused', (file, source, rule) => {
    const found = violationsOf(file, source);
    expect(found).toHaveLength(1);
    expect(found[0]?.rule ?? '').toContain(rule);
  });
});

describe('circles', () => {
  it('are found, also of types alone', () => {
    const sources = new Map([
      ['a/x.ts', "import { y } from './y.ts';"],
      ['a/y.ts', "import { z } from '../b/z.ts';"],
      ['b/z.ts', "import type { X } from '../a/x.ts';"],
      ['b/w.ts', "import { z } from './z.ts';"],
    ]);
    expect(circlesOf(sources)).toEqual([['a/x.ts', 'a/y.ts', 'b/z.ts', 'a/x.ts']]);
  });

  it('are nowhere', () => {
    const sources = new Map(files.map((file) => [file, readSource(repository, file)]));
    expect(circlesOf(sources)).toEqual([]);
  });
});

describe('one place for each power', () => {
  it('only renderer/api calls fetch in the renderer', () => {
    const callers = holders(/\bfetch\(|XMLHttpRequest|EventSource|WebSocket/);
    const outside = callers.filter(
      (file) => file.startsWith('renderer/') && !file.startsWith('renderer/api/'),
    );
    expect(outside).toEqual([]);
  });

  it('only electron/database opens SQLite', () => {
    const outside = holders(/^import (?!type\b).*from 'better-sqlite3'/m).filter(
      (file) => !/^electron\/(database|bench)\//.test(file) && !file.startsWith('e2e/'),
    );
    expect(outside).toEqual([]);
  });

  it('no file uses any, ignores the compiler or the linter', () => {
    const holes = holders(
      /:\s*any(?=[;,)\]=>|&])|\bas any(?=[;,)\].])|<any>|@ts-ignore|@ts-nocheck|oxlint-disable|eslint-disable/,
    );
    expect(holes.filter((file) => !file.startsWith('e2e/architecture/'))).toEqual([]);
  });
});
