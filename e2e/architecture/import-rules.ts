/** Who may import whom: the layers of docs/architecture.md as one table, and the check that reads it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Top-level source trees of the repository. */
export const trees = ['shared', 'electron', 'renderer', 'e2e'] as const;

/** A layer is a folder (or a single file) and what its files may import from this repository. */
interface Layer {
  readonly layer: string;
  readonly may: readonly string[];
  /** Packages it may import; `*` for all, `node:` for every built-in module, `x (types)` for types of x. */
  readonly packages: readonly string[];
}

/** What every area's folder may reach for, besides its own. */
const area = [
  'shared',
  'electron/area.ts',
  'electron/route-handler.ts',
  'electron/database',
  'electron/access',
  'electron/webhooks/event-log.ts',
];
const areaPackages = ['node:', 'zod', 'better-sqlite3 (types)'];

/** Everything that parts of the console stand on. */
const belowUi = [
  'shared',
  'renderer/i18n',
  'renderer/state',
  'renderer/api',
  'renderer/drawn',
  'renderer/signing',
];
const drawing = [
  'react',
  'zod',
  'zustand',
  'i18next',
  'react-i18next',
  '@mantine/core',
  '@mantine/hooks',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@tanstack/react-router',
];

const screens = [
  'audit',
  'billing',
  'bundles',
  'cases',
  'datasets',
  'decisions',
  'developers',
  'grants',
  'help',
  'integrity',
  'interventions',
  'jobs',
  'models',
  'overview',
  'oversight',
  'payouts',
  'persons',
  'recovery',
  'review',
  'sessions',
  'settings',
] as const;

/** Screens that show a part of another one: from, to. */
export const betweenScreens: readonly (readonly [Screen, Screen])[] = [
  ['review', 'decisions'],
  ['review', 'interventions'],
  ['decisions', 'interventions'],
  ['decisions', 'models'],
  ['models', 'oversight'],
  ['overview', 'oversight'],
  ['overview', 'payouts'],
  ['overview', 'billing'],
  ['integrity', 'bundles'],
  ['integrity', 'cases'],
  ['developers', 'settings'],
];
type Screen = (typeof screens)[number];

/** The longest matching `layer` decides. Every layer may import itself. */
export const layers: readonly Layer[] = [
  { layer: 'shared', may: [], packages: ['zod'] },
  // A package of its own: nothing of the program is in it.
  { layer: 'shared/client', may: [], packages: [] },
  ...['file-spool', 'spool-lock'].map((file) => ({
    layer: `shared/client/${file}.ts`,
    may: ['shared/client'],
    packages: ['node:'],
  })),
  { layer: 'electron/serve-request.ts', may: ['shared'], packages: [] },
  {
    layer: 'electron/route-handler.ts',
    may: ['shared', 'electron/serve-request.ts'],
    packages: ['zod'],
  },
  { layer: 'electron/database', may: ['shared'], packages: ['node:', 'better-sqlite3'] },
  {
    layer: 'electron/access',
    may: ['electron/serve-request.ts', ...area, 'electron/proof'],
    packages: areaPackages,
  },
  {
    layer: 'electron/access/area.ts',
    may: [...area, 'electron/proof', 'electron/billing/accounts.ts'],
    packages: areaPackages,
  },
  {
    layer: 'electron/area.ts',
    may: [
      'shared',
      'electron/route-handler.ts',
      'electron/database',
      'electron/access',
      'electron/foreign',
      'electron/jobs',
      'electron/ledger',
      'electron/sources/host/source-request.ts',
      'electron/proof',
      'electron/imports/import-files.ts',
      'electron/checkpoints/checkpoint-files.ts',
      'electron/checkpoints/checkpoint-signer.ts',
      'electron/webhooks/event-log.ts',
      'electron/webhooks/held-news.ts',
    ],
    packages: ['node:', 'better-sqlite3 (types)'],
  },
  {
    layer: 'electron/documents',
    may: ['shared'],
    packages: [
      'node:',
      'pdfkit',
      'bidi-js',
      '@fontsource/inter',
      '@fontsource/noto-sans-arabic',
      '@fontsource/noto-sans-devanagari',
      '@fontsource/noto-sans-hebrew',
      '@fontsource/noto-sans-thai',
    ],
  },
  {
    layer: 'electron/ledger',
    may: [...area],
    packages: areaPackages,
  },
  { layer: 'electron/jobs', may: [...area], packages: areaPackages },
  {
    layer: 'electron/webhooks',
    may: [...area, 'electron/proof', 'electron/ledger'],
    packages: areaPackages,
  },
  {
    layer: 'electron/proof',
    may: [
      'electron/serve-request.ts',
      ...area,
      'electron/ledger',
      'electron/receipts',
      'electron/policies/grant-key.ts',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/proof/recompute',
    may: [
      ...area,
      'electron/ledger',
      'electron/proof',
      'electron/billing',
      'electron/datasets',
      'electron/evidence',
      'electron/filters',
      'electron/oversight',
      'electron/receipts',
      'electron/sessions',
      'electron/statistics',
      'electron/transformations',
      'electron/columns',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/verification',
    may: [
      ...area,
      'electron/evidence',
      'electron/proof',
      'electron/ledger',
      'electron/jobs',
      'electron/documents',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/records',
    may: [...area, 'electron/ledger', 'electron/verification', 'electron/oversight'],
    packages: areaPackages,
  },
  { layer: 'electron/foreign', may: ['shared'], packages: [] },
  {
    layer: 'electron/models',
    may: [
      ...area,
      'electron/foreign',
      'electron/ledger',
      'electron/jobs',
      'electron/records',
      'electron/documents',
    ],
    packages: [...areaPackages, 'yaml'],
  },
  {
    layer: 'electron/intake',
    may: [...area, 'electron/ledger', 'electron/records'],
    packages: [...areaPackages, '@bufbuild/protobuf'],
  },
  {
    layer: 'electron/imports',
    may: [...area, 'electron/foreign', 'electron/ledger', 'electron/jobs', 'electron/records'],
    packages: [...areaPackages, 'csv-parse'],
  },
  { layer: 'electron/filters', may: ['shared'], packages: ['node:', 're2js', 'zod'] },
  {
    layer: 'electron/columns',
    may: ['shared', 'electron/filters'],
    packages: ['zod', 'better-sqlite3 (types)'],
  },
  {
    layer: 'electron/aggregation',
    may: ['shared', 'electron/filters', 'electron/columns'],
    packages: ['node:'],
  },
  {
    layer: 'electron/datasets',
    may: [
      ...area,
      'electron/proof',
      'electron/foreign',
      'electron/filters',
      'electron/imports',
      'electron/jobs',
      'electron/ledger',
      'electron/policies',
      'electron/columns',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/sources',
    may: [
      ...area,
      'electron/imports/read-lines.ts',
      'electron/proof',
      'electron/datasets',
      'electron/filters',
      'electron/columns',
      'electron/aggregation',
      'electron/policies',
      'electron/receipts',
    ],
    packages: [...areaPackages, '@duckdb/node-api', 'pg'],
  },
  {
    layer: 'electron/sessions',
    may: [
      ...area,
      'electron/sources',
      'electron/proof',
      'electron/ledger',
      'electron/billing/workspace-money.ts',
      'electron/datasets',
      'electron/filters',
      'electron/aggregation',
      'electron/transformations',
      'electron/evidence',
      'electron/policies',
      'electron/receipts',
      'electron/statistics',
      'electron/columns',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/grants',
    may: [
      ...area,
      'electron/proof',
      'electron/ledger',
      'electron/filters',
      'electron/policies',
      'electron/datasets',
      'electron/sessions',
      'electron/billing',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/billing',
    may: [
      ...area,
      'electron/foreign',
      'electron/proof',
      'electron/ledger',
      'electron/documents',
      'electron/datasets',
      'electron/sessions',
    ],
    packages: [...areaPackages, 'ibantools', 'jsvat'],
  },
  { layer: 'electron/transformations', may: ['shared'], packages: ['node:'] },
  {
    layer: 'electron/evidence',
    may: ['shared', 'electron/ledger', 'electron/receipts'],
    packages: ['node:', 'zod'],
  },
  {
    layer: 'electron/policies',
    may: ['shared', 'electron/filters', 'electron/transformations'],
    packages: ['node:'],
  },
  {
    layer: 'electron/statistics',
    may: [
      'shared',
      'electron/aggregation',
      'electron/columns',
      'electron/filters',
      'electron/policies',
      'electron/transformations',
    ],
    packages: ['node:'],
  },
  {
    layer: 'electron/receipts',
    may: ['shared', 'electron/ledger', 'electron/transformations/keyed-digest.ts'],
    packages: ['node:'],
  },
  {
    layer: 'electron/checkpoints',
    may: [...area, 'electron/ledger', 'electron/verification', 'electron/proof'],
    packages: areaPackages,
  },
  {
    layer: 'electron/vouchers',
    may: [...area, 'electron/ledger', 'electron/proof', 'electron/checkpoints', 'electron/foreign'],
    packages: areaPackages,
  },
  {
    layer: 'electron/interventions',
    may: [...area, 'electron/proof', 'electron/ledger', 'electron/oversight'],
    packages: areaPackages,
  },
  {
    layer: 'electron/reviews',
    may: [
      ...area,
      'electron/proof',
      'electron/ledger',
      'electron/oversight',
      'electron/records',
      'electron/webhooks/held-news.ts',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/people',
    may: [...area, 'electron/proof', 'electron/ledger'],
    packages: areaPackages,
  },
  {
    layer: 'electron/people/area.ts',
    may: [...area, 'electron/people', 'electron/billing/accounts.ts'],
    packages: areaPackages,
  },
  {
    layer: 'electron/erasures',
    may: [
      ...area,
      'electron/proof',
      'electron/ledger',
      'electron/jobs',
      'electron/intake',
      'electron/records',
      'electron/datasets',
      'electron/filters',
      'electron/policies',
      'electron/receipts',
      'electron/oversight',
      'electron/bundles',
      'electron/cases',
      'electron/exports/export-files.ts',
      'electron/columns',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/bundles',
    may: [
      ...area,
      'docs/auditor.py?raw',
      'electron/proof',
      'electron/ledger',
      'electron/verification',
      'electron/jobs',
      'electron/records',
      'electron/oversight',
      'electron/checkpoints',
      'electron/documents',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/row-proofs',
    may: [
      ...area,
      'electron/serve-request.ts',
      'electron/proof',
      'electron/ledger',
      'electron/checkpoints',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/cases',
    may: [
      ...area,
      'electron/foreign',
      'electron/ledger',
      'electron/jobs',
      'electron/imports',
      'electron/checkpoints',
      'electron/bundles',
    ],
    packages: [...areaPackages, 'yauzl'],
  },
  {
    layer: 'electron/audit',
    may: [
      ...area,
      'electron/proof',
      'electron/serve-request.ts',
      'electron/ledger',
      'electron/jobs',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/backup',
    may: [
      ...area,
      'electron/proof',
      'electron/datasets',
      'electron/policies',
      'electron/foreign',
      'electron/ledger',
      'electron/receipts',
      'electron/verification',
      'electron/jobs',
      'electron/checkpoints',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/diagnostics',
    may: [...area, 'electron/backup'],
    packages: [...areaPackages, 'yazl'],
  },
  {
    layer: 'electron/exports',
    may: [...area, 'electron/serve-request.ts', 'electron/jobs', 'electron/documents'],
    packages: areaPackages,
  },
  {
    layer: 'electron/overview',
    may: [
      ...area,
      'electron/ledger',
      'electron/records',
      'electron/models',
      'electron/billing',
      'electron/backup',
      'electron/proof',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/oversight',
    may: [...area, 'electron/filters', 'electron/ledger', 'electron/proof', 'electron/jobs'],
    packages: areaPackages,
  },
  {
    layer: 'electron/persons',
    may: [
      ...area,
      'electron/ledger',
      'electron/proof',
      'electron/records',
      'electron/models',
      'electron/oversight',
      'electron/erasures',
      'electron/documents',
      'electron/bundles',
      'electron/jobs',
      'electron/checkpoints',
    ],
    packages: areaPackages,
  },
  {
    layer: 'electron/demo',
    may: [
      'shared',
      'electron/area.ts',
      'electron/route-handler.ts',
      'electron/database',
      'electron/ledger',
      'electron/proof',
    ],
    packages: ['node:', 'zod'],
  },
  {
    layer: 'electron/api',
    may: [
      ...area,
      'electron/serve-request.ts',
      'electron/demo',
      'electron/sources',
      'electron/foreign',
      'electron/ledger',
      'electron/proof',
      'electron/verification',
      'electron/bundles',
      'electron/exports',
      'electron/cases',
      'electron/checkpoints',
      'electron/vouchers',
      'electron/intake',
      'electron/webhooks',
      'electron/interventions',
      'electron/reviews',
      'electron/erasures',
      'electron/records',
      'electron/models',
      'electron/imports',
      'electron/jobs',
      'electron/datasets',
      'electron/grants',
      'electron/sessions',
      'electron/billing',
      'electron/audit',
      'electron/backup',
      'electron/row-proofs',
      'electron/overview',
      'electron/oversight',
      'electron/people',
      'electron/persons',
      'electron/api/reference.css',
    ],
    packages: ['node:', 'zod'],
  },
  {
    layer: 'electron/engine',
    may: [
      'shared',
      'electron/serve-request.ts',
      'electron/route-handler.ts',
      'electron/access',
      'electron/api',
      'electron/audit',
      'electron/backup',
      'electron/diagnostics',
      'electron/database',
      'electron/demo',
      'electron/sources',
      'electron/foreign',
      'electron/proof/area.ts',
      'electron/webhooks',
    ],
    packages: ['node:', 'zod'],
  },
  { layer: 'electron/policy', may: ['shared'], packages: ['electron (types)'] },
  {
    layer: 'electron/remote',
    may: [
      'shared',
      'electron/serve-request.ts',
      'electron/route-handler.ts',
      'electron/policy',
      'electron/access/error-answer.ts',
      'electron/api/change-stream.ts',
      'electron/database/durable-files.ts',
      'electron/database/key-seal.ts',
      'electron/database/make-folder.ts',
      'electron/engine/body-stream.ts',
    ],
    packages: ['node:', 'zod'],
  },
  {
    layer: 'electron/hosts',
    may: [
      'electron/remote',
      'electron/route-handler.ts',
      'shared',
      'electron/serve-request.ts',
      'electron/policy',
      'electron/database/durable-files.ts',
      'electron/database/key-seal.ts',
      'electron/database/error-code.ts',
      'electron/database/file-names.ts',
      'electron/engine',
      'electron/diagnostics',
      'electron/access',
      'electron/webhooks/address-rules.ts',
      'electron/sources/place-routes.ts',
      'electron/documents/machine-fonts.ts',
    ],
    packages: ['node:', 'prom-client'],
  },
  {
    layer: 'electron/shell',
    may: [
      'shared',
      'electron/serve-request.ts',
      'electron/policy',
      'electron/hosts/static-files.ts',
    ],
    packages: ['node:', 'electron', 'zod'],
  },
  { layer: 'electron/preload.ts', may: ['electron/shell'], packages: ['electron'] },
  { layer: 'electron/main.ts', may: ['electron'], packages: ['node:', 'electron'] },
  { layer: 'electron/testing', may: [], packages: ['node:'] },
  { layer: 'electron/bench', may: ['shared', 'electron'], packages: ['*'] },
  { layer: 'renderer/i18n', may: ['shared'], packages: ['i18next', 'react-i18next', 'dayjs'] },
  { layer: 'renderer/drawn', may: ['shared'], packages: ['react'] },
  { layer: 'renderer/signing', may: ['shared'], packages: ['zod', 'zustand'] },
  {
    layer: 'renderer/state',
    may: ['shared', 'renderer/i18n'],
    packages: ['react', 'zod', 'zustand', '@mantine/notifications'],
  },
  {
    layer: 'renderer/api',
    may: ['shared', 'renderer/i18n', 'renderer/state'],
    packages: ['react', 'zod', 'zustand', '@tanstack/react-query'],
  },
  {
    layer: 'renderer/ui',
    may: belowUi,
    packages: [
      ...drawing,
      'react-dom',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
      '@mantine/dates',
      '@mantine/dropzone',
      '@mantine/notifications',
      '@mantine/form',
      '@tanstack/react-table',
      'csv-parse',
    ],
  },
  ...screens.map((screen) => ({
    layer: `renderer/screens/${screen}`,
    may: [
      ...belowUi,
      'renderer/ui',
      ...betweenScreens
        .filter(([from]) => from === screen)
        .map(([, to]) => `renderer/screens/${to}`),
    ],
    packages: [...drawing, '@mantine/dates'],
  })),
  { layer: 'renderer/app', may: ['shared', 'renderer'], packages: ['*'] },
  { layer: 'renderer/main.tsx', may: ['shared', 'renderer'], packages: ['*'] },
  {
    layer: 'renderer/testing',
    may: ['shared', 'renderer', 'docs/ledger-vectors.json?raw'],
    packages: ['*'],
  },
  // A server of databases is started for tests of the browser as for those of sources.
  { layer: 'e2e', may: ['electron/sources/testing/postgres-server.ts'], packages: ['*'] },
];

/** What tests may import on top of their layer: the runner, generators, and any lower layer they set up. */
const testPackages = [
  'vitest',
  'fast-check',
  'big.js',
  'better-sqlite3',
  'yaml',
  'js-yaml',
  'standardwebhooks',
  'mingo',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/sdk-trace',
  'ajv',
  '@cyclonedx/cyclonedx-library',
  'electron',
  'zod',
  'yauzl',
  'xmllint-wasm',
  'node:',
];

export interface Violation {
  readonly file: string;
  readonly imports: string;
  readonly rule: string;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url/g;

interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

export function importsOf(source: string): Import[] {
  return [...source.matchAll(importPattern)].map((match) => ({
    specifier: match[2] ?? match[3] ?? match[4] ?? '',
    typeOnly: match[1] !== undefined,
  }));
}

export function isTest(file: string): boolean {
  return /\.(test|exploit\.test|build-test)\.tsx?$/.test(file) || /\/testing\//.test(file);
}

/** Files that import one another in a circle: each circle once, from one of its files back to it. */
export function circlesOf(sourceOf: ReadonlyMap<string, string>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    const from = way.indexOf(file);
    if (from !== -1) circles.push([...way.slice(from), file]);
    if (from !== -1 || done.has(file)) return;
    for (const next of localImports(file, sourceOf.get(file) ?? '')) {
      if (sourceOf.has(next)) visit(next, [...way, file]);
    }
    done.add(file);
  };
  for (const file of sourceOf.keys()) visit(file, []);
  return circles;
}

/** The file that a relative specifier names, relative to the repository. */
export function resolveImport(file: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(file), specifier);
}

function localImports(file: string, source: string): string[] {
  return importsOf(source)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => resolveImport(file, specifier));
}

function isInside(file: string, layer: string): boolean {
  return file === layer || file.startsWith(`${layer}/`);
}

function layerOf(file: string): Layer | undefined {
  return layers
    .filter((each) => isInside(file, each.layer))
    .toSorted((left, right) => right.layer.length - left.layer.length)[0];
}

function isAllowedPackage(specifier: string, typeOnly: boolean, packages: readonly string[]) {
  return packages.some(
    (each) =>
      each === '*' ||
      (each === 'node:' && specifier.startsWith('node:')) ||
      (typeOnly && each === `${specifier} (types)`) ||
      specifier === each ||
      specifier.startsWith(`${each}/`),
  );
}

/** The rules that one file breaks; empty where it keeps them all. */
export function violationsOf(file: string, source: string): Violation[] {
  const layer = layerOf(file);
  if (layer === undefined) return [{ file, imports: '', rule: 'belongs to no layer' }];
  return importsOf(source).flatMap(({ specifier, typeOnly }) => {
    if (specifier.startsWith('.')) {
      const target = resolveImport(file, specifier);
      const tree = target.split('/')[0];
      const testLeave = isTest(file) && tree === file.split('/')[0];
      const kept =
        isInside(target, layer.layer) ||
        testLeave ||
        layer.may.some((each) => isInside(target, each));
      return kept
        ? []
        : [
            {
              file,
              imports: target,
              rule: `${layer.layer} may import ${layer.may.join(', ') || 'only itself'}`,
            },
          ];
    }
    const packages = isTest(file) ? [...layer.packages, ...testPackages] : layer.packages;
    return isAllowedPackage(specifier, typeOnly, packages)
      ? []
      : [
          {
            file,
            imports: specifier,
            rule: `${layer.layer} may use the packages ${packages.join(', ') || '(none)'}`,
          },
        ];
  });
}

/** Every TypeScript file of the trees, relative to the repository, with forward slashes. */
export function sourceFiles(repository: string): string[] {
  return trees.flatMap((tree) =>
    readdirSync(path.join(repository, tree), { recursive: true, encoding: 'utf8' })
      .map((name) => `${tree}/${name.replaceAll(path.sep, '/')}`)
      .filter((name) => /\.tsx?$/.test(name)),
  );
}

export function readSource(repository: string, file: string): string {
  return readFileSync(path.join(repository, file), 'utf8');
}
