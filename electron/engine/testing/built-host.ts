/** The host as it is shipped, for tests that run it as processes and threads; built once in a run of tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';

export interface BuiltHost {
  /** The headless host's entry: what `node` runs. */
  readonly headless: string;
  /** The entry of the engine's threads. */
  readonly worker: URL;
  /** The same with the stub API of `stub-worker.ts`. */
  readonly stubWorker: URL;
  /** The process of `append-until-killed.ts`. */
  readonly appendUntilKilled: string;
}

/** Builds what is not built yet. @throws when the build fails */
export async function builtHost(): Promise<BuiltHost> {
  const folder = inject('hostFolder');
  if (!existsSync(folder)) await build(folder);
  const output = join(folder, 'dist', 'main');
  return {
    headless: join(output, 'headless.js'),
    worker: pathToFileURL(join(output, 'worker.js')),
    stubWorker: pathToFileURL(join(output, 'stub-worker.js')),
    appendUntilKilled: join(output, 'append-until-killed.js'),
  };
}

/** Builds beside the folder: what has the folder's name is whole. Of two that build at once one is kept. */
async function build(folder: string): Promise<void> {
  const draft = `${folder}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{"version":"0.0.0","type":"module"}');
  const repository = join(import.meta.dirname, '..', '..', '..');
  const vite = join(repository, 'node_modules', 'vite', 'bin', 'vite.js');
  const outDir = join(draft, 'dist', 'main');
  const child = spawn(
    process.execPath,
    [vite, 'build', '--mode', 'test-host', '--outDir', outDir, '--logLevel', 'error'],
    { cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The host could not be built: ${String(code)}.`);
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
