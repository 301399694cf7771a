/**
 * Before the first test: where `python3` is a script of a version manager, which takes several times
 * as long as what it starts, the interpreter itself goes before it on the path of all tests.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';

export function setup(): void {
  const path = process.env['PATH'] ?? '';
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, 'python3'))
    .find(existsSync);
  if (found === undefined || !isScript(found)) return;
  const code = 'import sys; print(sys.executable)';
  const { status, stdout } = spawnSync(found, ['-c', code], { encoding: 'utf8' });
  if (status !== 0) return;
  process.env['PATH'] = [dirname(stdout.trim()), path].join(delimiter);
}

function isScript(file: string): boolean {
  const beginning = Buffer.alloc(2);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, beginning);
  closeSync(descriptor);
  return beginning.toString('latin1') === '#!';
}
