/** The picture of docs/architecture.md: the layers, and how many imports run along each arrow between two of them. */
import { importsOf, isTest, resolveImport } from './import-rules.ts';

/** Layers as they are drawn, from the top down: a name, and the folders and files in it. */
const drawn: readonly (readonly [name: string, folders: readonly string[]])[] = [
  ['renderer/app', ['renderer/app', 'renderer/main.tsx']],
  ['renderer/screens', ['renderer/screens']],
  ['renderer/ui', ['renderer/ui', 'renderer/drawn', 'renderer/signing']],
  ['renderer/api', ['renderer/api']],
  ['renderer/state', ['renderer/state']],
  ['renderer/i18n', ['renderer/i18n']],
  [
    'electron/hosts, shell',
    [
      'electron/hosts',
      'electron/shell',
      'electron/policy',
      'electron/main.ts',
      'electron/preload.ts',
    ],
  ],
  ['electron/remote', ['electron/remote']],
  ['electron/engine', ['electron/engine']],
  ['electron/api', ['electron/api', 'electron/demo']],
  [
    'areas: records, models, sessions, billing, …',
    [
      'audit',
      'backup',
      'billing',
      'bundles',
      'cases',
      'checkpoints',
      'datasets',
      'diagnostics',
      'erasures',
      'exports',
      'grants',
      'imports',
      'intake',
      'interventions',
      'reviews',
      'people',
      'persons',
      'models',
      'overview',
      'oversight',
      'proof',
      'records',
      'row-proofs',
      'sessions',
      'sources',
      'vouchers',
      'webhooks',
    ].map((area) => `electron/${area}`),
  ],
  ['electron/verification', ['electron/verification']],
  [
    'filters, columns, aggregation, transformations, policies, statistics, receipts, evidence, documents, foreign',
    [
      'filters',
      'columns',
      'aggregation',
      'transformations',
      'policies',
      'statistics',
      'receipts',
      'evidence',
      'documents',
      'foreign',
    ].map((each) => `electron/${each}`),
  ],
  ['electron/jobs', ['electron/jobs']],
  ['electron/ledger', ['electron/ledger']],
  ['electron/access', ['electron/access']],
  ['electron/database', ['electron/database']],
];

/** Imported by every layer, so that drawing it shows nothing: the contract, the types of a request and of an area. */
const everywhere = [
  'shared',
  'electron/area.ts',
  'electron/route-handler.ts',
  'electron/serve-request.ts',
];

/** Measures, and what only tests use. */
const left = ['electron/bench', 'electron/testing', 'renderer/testing', 'e2e'];

const marks = ['<!-- picture -->', '<!-- /picture -->'] as const;

function isIn(file: string, folders: readonly string[]): boolean {
  return folders.some((each) => file === each || file.startsWith(`${each}/`));
}

function layerOf(file: string): number {
  return drawn.findIndex(([, folders]) => isIn(file, folders));
}

/** Sources that no layer of the picture holds. */
export function undrawn(files: readonly string[]): string[] {
  return files.filter(
    (file) => !isTest(file) && layerOf(file) === -1 && !isIn(file, [...everywhere, ...left]),
  );
}

/** A Mermaid flowchart of these sources. */
export function pictureOf(sourceOf: ReadonlyMap<string, string>): string {
  const imports = new Map<string, number>();
  for (const [file, source] of sourceOf) {
    const from = layerOf(file);
    if (from === -1 || isTest(file)) continue;
    for (const { specifier } of importsOf(source)) {
      const to = specifier.startsWith('.') ? layerOf(resolveImport(file, specifier)) : -1;
      if (to === -1 || to === from) continue;
      const arrow = `${from} ${to}`;
      imports.set(arrow, (imports.get(arrow) ?? 0) + 1);
    }
  }
  const nodes = drawn.map(([name], index) => `  n${index}["${name}"]`);
  // The arrows of one layer in a line.
  const arrows = drawn.flatMap((_, from) => {
    const ends = drawn.flatMap((__, to) => {
      const count = imports.get(`${from} ${to}`);
      return count === undefined ? [] : [`n${from} -->|${count}| n${to}`];
    });
    return ends.length === 0 ? [] : [`  ${ends.join('; ')}`];
  });
  return ['```mermaid', 'flowchart TB', ...nodes, ...arrows, '```'].join('\n');
}

/** The page with its picture drawn anew. @throws {Error} where the marks are gone */
export function withPicture(page: string, picture: string): string {
  const [begin, end] = marks;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The page has no place for it: ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${picture}\n\n${page.slice(to)}`;
}
