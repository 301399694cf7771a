/** One build, three modes: the renderer (browser), main (desktop, headless host, worker) and the preload. */
import { builtinModules } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { thirdParty } from './.ci/third-party.mjs';

const external = ['electron', 'better-sqlite3', /^node:/, ...builtinModules];

export default defineConfig(({ mode }) => {
  switch (mode) {
    case 'main':
      return {
        publicDir: false,
        plugins: [thirdParty({ whole: ['better-sqlite3', 'electron'] })],
        build: {
          outDir: 'dist/main',
          emptyOutDir: true,
          target: 'node24',
          ssr: true,
          minify: false,
          sourcemap: true,
          rolldownOptions: {
            input: {
              main: 'electron/main.ts',
              headless: 'electron/hosts/headless.ts',
              worker: 'electron/engine/worker.ts',
            },
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
          // One local bundle, loaded from disk or loopback.
          chunkSizeWarningLimit: 1_500,
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
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      };
  }
});
