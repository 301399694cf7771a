/** One build, three modes: the renderer (browser), main (desktop, headless host, worker) and the preload. */
import { builtinModules } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin, UserConfig } from 'vite';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { openFiles } from './.ci/open-files.mjs';
import { thirdParty } from './.ci/third-party.mjs';
import { isDay, isWhole, ofEveryRun } from './electron/testing/rounds.ts';
import { browserArguments, findChromium } from './e2e/support/chromium.ts';
import { pushFiles } from './e2e/support/push-files.ts';

const external = ['electron', 'better-sqlite3', '@duckdb/node-api', /^node:/, ...builtinModules];

/** Every package that the renderer or a test of its components imports, as it imports it. */
const packagesOfThePage = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  '@mantine/core',
  '@mantine/dates',
  '@mantine/dropzone',
  '@mantine/form',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-table',
  'csv-parse/browser/esm/sync',
  'dayjs/locale/de.js',
  'i18next',
  'react-i18next',
  'vitest-browser-react',
  'zod',
  'zustand',
];

/** Elements are made by way of `renderer/drawn`, whoever makes them: what they say hides nothing. */
function drawnElements(): Plugin {
  const own = new Map(
    ['react/jsx-runtime', 'react/jsx-dev-runtime'].map((name) => [
      name,
      path.join(import.meta.dirname, 'renderer', 'drawn', `${path.basename(name)}.ts`),
    ]),
  );
  return {
    name: 'drawn-elements',
    enforce: 'pre',
    resolveId(source, importer) {
      const file = own.get(source);
      return file === undefined || importer === file ? null : file;
    },
  };
}

/** ES modules for Node and for Electron's main process, with their packages in them. */
function nodeBuild(outDir: string, input: Record<string, string>): UserConfig {
  return {
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'node24',
      ssr: true,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input,
        external,
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
        },
      },
    },
    ssr: { noExternal: true, external: ['better-sqlite3', '@duckdb/node-api', 'electron'] },
  };
}

// What hangs is found all the same; what waits for a core on a busy machine is no failure.
const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/** What is alike in both kinds of tests that need no page. */
const withoutPage = {
  // Loading the API anew for each of some three hundred files takes longer than most of them.
  isolate: false,
  // Many tests wait for processes and timers: no core is kept free.
  maxWorkers: '100%',
  // Most of what they make is dropped at once: young memory of this size is tidied up less often.
  execArgv: ['--max-semi-space-size=64'],
  ...patience,
};

/** Tests that put other modules in place of some: the bundler loads those. */
const withOtherModules = ['electron/shell/main.test.ts', 'electron/shell/preload.test.ts'];

const leftToPush = isDay ? pushFiles() : [];

/** Rules, API, engine, artefacts: Node loads the sources itself, in a fraction of the time of the bundler. */
const nodeTests: TestProjectConfiguration = {
  test: {
    ...withoutPage,
    name: 'node',
    include: [
      '{shared,electron}/**/*.test.ts',
      'electron/**/*.build-test.ts',
      'e2e/architecture/*.test.ts',
    ],
    exclude: [...withOtherModules, ...leftToPush],
    experimental: { viteModuleRunner: false },
    execArgv: [
      ...withoutPage.execArgv,
      '--import',
      path.join(import.meta.dirname, 'electron', 'testing', 'import-files.ts'),
    ],
    globalSetup: ['electron/engine/testing/build-folder.ts', 'electron/testing/python-on-path.ts'],
  },
};

/** Rules of the console, in Node: it loads components, styles and pictures, which the bundler makes modules of. */
const consoleTests: TestProjectConfiguration = {
  test: {
    ...withoutPage,
    name: 'console',
    include: ['renderer/**/*.test.ts', ...withOtherModules],
    exclude: leftToPush,
  },
};

// Components are drawn by the React that is shipped, in half the time of the one for development; that one, which
// warns of more, draws them where everything is tried.
if (!isWhole && process.argv.includes('--project=components')) {
  process.env['NODE_ENV'] = 'production';
}

/** Components of the console, each alone in a page of Chromium: grids need a layout to draw rows. */
const componentTests: TestProjectConfiguration = {
  optimizeDeps: {
    // A package found while tests run would load the page anew, with a second React in it.
    include: packagesOfThePage,
  },
  test: {
    name: 'components',
    api: { host: '127.0.0.1' },
    include: ['renderer/**/*.test.tsx'],
    exclude: leftToPush,
    isolate: false,
    // A second page would load all of the console once more; the other core has the unit tests.
    fileParallelism: false,
    setupFiles: 'renderer/testing/page.ts',
    env: { PROOFDESK_SLOW: process.env['PROOFDESK_SLOW'] ?? '1' },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1024, height: 700 },
      provider: playwright({
        launchOptions: { executablePath: findChromium() ?? '', args: browserArguments },
        // Each frame of a motion is drawn by the processor, and every press waits for its end.
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
    ...patience,
  },
};

export default defineConfig(({ mode }) => {
  switch (mode) {
    case 'main':
      return {
        ...nodeBuild('dist/main', {
          main: 'electron/main.ts',
          headless: 'electron/hosts/headless.ts',
          worker: 'electron/engine/worker.ts',
        }),
        plugins: [
          thirdParty({
            whole: ['better-sqlite3', '@duckdb/node-api', '@duckdb/node-bindings', 'electron'],
          }),
        ],
      };
    // What tests run as processes and threads: a bundle starts in a fraction of the time of its source.
    case 'test-host':
      return nodeBuild('dist/test-host', {
        headless: 'electron/hosts/headless.ts',
        worker: 'electron/engine/worker.ts',
        'stub-worker': 'electron/engine/testing/stub-worker.ts',
        'append-until-killed': 'electron/ledger/testing/append-until-killed.ts',
      });
    case 'preload':
      return {
        publicDir: false,
        build: {
          outDir: 'dist/preload',
          emptyOutDir: true,
          target: 'node24',
          minify: false,
          lib: { entry: 'electron/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
          rolldownOptions: { external },
        },
      };
    default:
      return {
        root: mode === 'test' ? undefined : 'renderer',
        base: './',
        plugins: [drawnElements(), react(), thirdParty({ begins: true }), openFiles()],
        build: {
          outDir: '../dist/renderer',
          emptyOutDir: true,
          target: 'chrome140',
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          chunkSizeWarningLimit: 1_500,
          // A request costs more here than what it brings: all that two screens share is one file.
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  // Before all others: what a rule of ours overrides stands above it.
                  {
                    name: 'styles',
                    test: /\/renderer\/ui\/theme\/styles\.ts$|\.css$/,
                    priority: 1,
                  },
                  // What the page begins with, so that nothing else is read or run before its first rows.
                  { name: 'start', tags: ['$initial'] },
                  { name: 'shared', minShareCount: 2 },
                ],
              },
            },
          },
        },
        test: {
          projects: [nodeTests, consoleTests, componentTests],
          ...(isWhole ? {} : { testNamePattern: ofEveryRun }),
        },
      };
  }
});
