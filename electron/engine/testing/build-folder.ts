/** Before the first test and after the last: the folder of the host that tests share. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `builtHost` builds, for the length of a run. */
    readonly hostFolder: string;
  }
}

/** Names a folder that no other run has; it is made by the first test that needs it. */
export function setup(project: TestProject): () => void {
  const repository = join(import.meta.dirname, '..', '..', '..');
  const folder = join(repository, 'node_modules', '.cache', `test-host-${process.pid}`);
  const remove = () => {
    for (const each of [folder, `${folder}-code`]) rmSync(each, { recursive: true, force: true });
  };
  remove();
  project.provide('hostFolder', folder);
  // Hosts of tests share what they compile, and leave nothing behind.
  process.env['NODE_COMPILE_CACHE'] = `${folder}-code`;
  project.onTestsRerun(async () => remove());
  return remove;
}
