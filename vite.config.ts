/** One build, three modes: the renderer (browser), main (desktop, headless host, worker) and the preload. */
import { builtinModules } from 'node:module';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { thirdParty } from './.ci/third-party.mjs';

const external = ['electron', 'better-sqlite3', /^node:/, ...builtinModules];

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
    ssr: { noExternal: true, external: ['better-sqlite3', 'electron'] },
  };
}

export default defineConfig(({ mode }) => {
  switch (mode) {
    case 'main':
      return {
        ...nodeBuild('dist/main', {
          main: 'electron/main.ts',
          headless: 'electron/hosts/headless.ts',
          worker: 'electron/engine/worker.ts',
        }),
        plugins: [thirdParty({ whole: ['better-sqlite3', 'electron'] })],
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
        plugins: [react(), thirdParty({ begins: true })],
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
          include: [
            '{shared,electron,renderer}/**/*.test.{ts,tsx}',
            'electron/**/*.build-test.ts',
            'e2e/architecture/*.test.ts',
          ],
          // Loading the API anew for each of some three hundred files takes longer than most of them.
          isolate: false,
          // Many tests wait for processes and timers: no core is kept free.
          maxWorkers: '100%',
          globalSetup: 'electron/engine/testing/build-folder.ts',
          // What hangs is found all the same; what waits for a core on a busy machine is no failure.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      };
  }
});
