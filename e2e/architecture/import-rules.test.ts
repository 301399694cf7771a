/** The architecture as a test: each file keeps its layer's rules, and a broken rule is named. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  betweenScreens,
  circlesOf,
  importsOf,
  isTest,
  readSource,
  resolveImport,
  sourceFiles,
  violationsOf,
} from './import-rules.ts';

const repository = path.resolve(import.meta.dirname, '..', '..');
const files = sourceFiles(repository);

function holders(pattern: RegExp): string[] {
  return files.filter((file) => !isTest(file) && pattern.test(readSource(repository, file)));
}

/** Files that a file imports. */
function imported(file: string): string[] {
  return importsOf(readSource(repository, file)).map(({ specifier }) =>
    resolveImport(file, specifier),
  );
}

describe('import rules', () => {
  it('are kept by every file', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((file) => violationsOf(file, readSource(repository, file)))).toEqual([]);
  });

  it.each(betweenScreens)('are used where they except: %s shows a part of %s', (from, to) => {
    const inside = files.filter(
      (file) => file.startsWith(`renderer/screens/${from}/`) && !isTest(file),
    );
    const reached = inside.flatMap(imported);
    expect(reached.some((file) => file.startsWith(`renderer/screens/${to}/`))).toBe(true);
  });

  it.each([
    ['shared/contract/x.ts', "import fs from 'node:fs';", 'shared may use'],
    ['shared/contract/x.ts', "import { a } from '../../electron/api/a.ts';", 'shared may import'],
    [
      'renderer/app/x.tsx',
      "import { a } from '../../electron/api/a.ts';",
      'renderer/app may import',
    ],
    ['renderer/ui/x.tsx', "import { a } from '../app/a.ts';", 'renderer/ui may import'],
    ['renderer/api/x.ts', "import { a } from '../ui/a.ts';", 'renderer/api may import'],
    [
      'renderer/screens/models/x.tsx',
      "import { a } from '../billing/a.ts';",
      'renderer/screens/models may import',
    ],
    ['renderer/screens/jobs/x.tsx', "import { useForm } from '@mantine/form';", 'may use'],
    ['renderer/screens/new/x.tsx', 'export const a = 1;', 'belongs to no layer'],
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

describe('faults', () => {
  /** A sentence where a schema or a finding takes a code: an argument or a member of that name. */
  const sentences =
    /(?:\b(?:error|message|none|tooMany):|[(,?:]|=>)\s*(['"`])(?:must|is|are|has|have|may|cannot|does|names|needs|either|holds)\s[^'"`]*\1/g;
  /** Any text given to a check of the schema engine as its message. */
  const messages =
    /\.(?:min|max|length|gt|gte|lt|lte|positive|multipleOf|regex|startsWith|nonempty|email)\([^()]*,\s*['"`]|\.(?:email|string|number|int|boolean|array)\(['"`]|\b(?:error|none|tooMany|message):\s*(?:\([^)]*\)\s*=>\s*)?['"`]/g;
  const found = (source: string) =>
    [sentences, messages].flatMap((pattern) => [...source.matchAll(pattern)].map(([text]) => text));

  it.each([
    ".min(1, 'must not be empty')",
    '.max(most, `must have at most ${most} items`)',
    ".regex(/^[a-z]$/, 'letters only')",
    "z.email('an address')",
    "{ error: 'must be csv or jsonl' }",
    "{ error: (issue) => 'nothing' }",
    "context.addIssue({ code: 'custom', message: 'is named twice' })",
    "refuse('range', 'is for a range only')",
    ".refine((all) => all.length > 0, 'must rise')",
    "issue.input === undefined ? 'is required' : other",
  ])('a sentence in place of a code is found: %s', (source) => {
    expect(found(source)).not.toEqual([]);
  });

  it.each([
    ".min(1, fault('not_empty'))",
    "{ error: fault('type_string') }",
    "refuse('range', fault('only_for_range'))",
    "message: z.string().meta({ description: 'What it says' })",
  ])('a code is not: %s', (source) => {
    expect(found(source)).toEqual([]);
  });

  it('are codes in every schema', () => {
    const schemas = files.filter(
      (file) =>
        file.startsWith('shared/contract/') &&
        // What was answered, in whole sentences.
        !file.startsWith('shared/contract/examples/') &&
        !isTest(file) &&
        !file.endsWith('/faults.ts'),
    );
    expect(schemas.length).toBeGreaterThan(30);
    const spoken = schemas.flatMap((file) =>
      found(readSource(repository, file)).map((text) => `${file}: ${text}`),
    );
    expect(spoken).toEqual([]);
  });

  it('have their coded text read in one place', () => {
    const readers = holders(/\bcarriedFault\(/);
    expect(readers.toSorted()).toEqual(['shared/contract/faults.ts', 'shared/contract/intake.ts']);
  });
});

describe('schemas', () => {
  it('of the contract are made as they are asked for', () => {
    const own = holders(/^import (?!type ).*from 'zod';/m).filter(
      (file) => file.startsWith('shared/contract/') && !isTest(file),
    );
    expect(own).toEqual(['shared/contract/when-asked.ts']);
  });
});

describe('forms', () => {
  it('stand on one form, and dialogs without fields on one other', () => {
    const modals = holders(/<Modal\b/);
    expect(modals.toSorted()).toEqual([
      'renderer/ui/form/confirm-dialog.tsx',
      'renderer/ui/form/form-dialog.tsx',
      'renderer/ui/view-dialog.tsx',
    ]);
    expect(holders(/from '@mantine\/form'/)).toEqual(['renderer/ui/form/use-api-form.ts']);
    expect(holders(/<ViewDialog\b/).toSorted()).toEqual([
      'renderer/app/command-palette.tsx',
      'renderer/app/help-sheet.tsx',
      'renderer/screens/datasets/erasures/erasure-dialog.tsx',
      'renderer/screens/decisions/compare-dialog.tsx',
      // A secret that is shown once, after a question.
      'renderer/screens/developers/secret-dialog.tsx',
      'renderer/screens/integrity/vouchers/sheet-dialog.tsx',
      'renderer/screens/settings/licences-dialog.tsx',
      // What is said of a file outlives its dialog.
      'renderer/ui/import/import-frame.tsx',
    ]);
    const drawn = holders(/<form\b/).filter((file) => file.startsWith('renderer/'));
    expect(drawn.toSorted()).toEqual([
      // A dialog of the browser's own, over everything.
      'renderer/app/sign-in-again.tsx',
      // Ask for a part of what is shown and change nothing.
      'renderer/screens/decisions/editor-form.tsx',
      'renderer/screens/models/metric-panel.tsx',
      'renderer/screens/sessions/aggregate-tab.tsx',
      'renderer/screens/sessions/filter-panel.tsx',
      'renderer/screens/sessions/statistics/statistics-tab.tsx',
      'renderer/ui/form/form-body.tsx',
    ]);
  });

  it('are tried through all ways, each that a dialog draws', () => {
    const tried = new Set(
      files
        .filter((file) => file.endsWith('.test.tsx'))
        .filter((file) => /\bcheckDialogs\(/.test(readSource(repository, file)))
        .flatMap(imported)
        // A dialog that stands on another one tries that, too.
        .flatMap((file) => [file, ...(files.includes(file) ? imported(file) : [])]),
    );
    const dialogs = holders(/<(?:FormDialog|FormPage|ExportForm)\b/).filter(
      (file) => !file.endsWith('/export-modal.tsx'),
    );
    expect(dialogs.length).toBeGreaterThan(20);
    expect(dialogs.filter((file) => !tried.has(file))).toEqual([]);
  });
});

describe('one place for each power', () => {
  it('what the API answers is asked for where it is known whether one may', () => {
    const askers = holders(/\buseQuery\(/);
    expect(askers.toSorted()).toEqual([
      'renderer/api/answers.ts',
      // What may be asked for is known by these two; the third is of the program, not of a ledger.
      'renderer/api/me.ts',
      'renderer/api/recovery.ts',
      'renderer/api/third-party.ts',
      'renderer/api/workspace.ts',
      // Files that a person chose; and pages of a list that is drawn only where it may be asked for.
      'renderer/screens/decisions/use-decision-list.ts',
      'renderer/ui/import/import-frame.tsx',
    ]);
  });

  it('only renderer/api calls fetch in the renderer', () => {
    const callers = holders(/\bfetch\(|XMLHttpRequest|EventSource|WebSocket/);
    const outside = callers.filter(
      (file) => file.startsWith('renderer/') && !file.startsWith('renderer/api/'),
    );
    expect(outside).toEqual([]);
  });

  it('what answers a repeated request is asked by what commits', () => {
    const askers = holders(/[iI]dempotency\.once\(/);
    expect(askers.toSorted()).toEqual([
      'electron/access/commits.ts',
      // Of the jobs database, whose short transactions need no turn.
      'electron/api/service-routes.ts',
      'electron/jobs/job-starter.ts',
      'electron/jobs/routes.ts',
      'electron/models/artifact-checks.ts',
      // An access is one transaction with the evidence of it.
      'electron/sessions/commit-access.ts',
      'electron/webhooks/routes.ts',
    ]);
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
