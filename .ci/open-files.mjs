/** What hosts serve to everybody besides the console: the clients, the interface as a document and as a page. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { packClient } from './client-package.mjs';
import { root, runtimeNode } from './prepare.mjs';

/** A plugin of the renderer's build: lays these files beside the console's own. */
export function openFiles() {
  return {
    name: 'open-files',
    apply: 'build',
    closeBundle() {
      const target = path.join(root, 'dist', 'renderer');
      packClient(path.join(target, 'clients'));
      const script = path.join(root, 'electron', 'api', 'write-reference.ts');
      const { status } = spawnSync(runtimeNode(), [script, target], { stdio: ['ignore', 2, 2] });
      if (status !== 0) throw new Error('The reference could not be written.');
    },
  };
}
