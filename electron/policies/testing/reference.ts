/** Answers of reference.py, which computes views and statistics a second time and shares no line with them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';

const script = join(import.meta.dirname, 'reference.py');

/** Tells whether there is a Python here. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;

/** A function of the script with its arguments. */
export type Asked = readonly [name: string, ...given: unknown[]];

/** The answers to questions, in their order. */
export function askReference(questions: readonly Asked[]): unknown[] {
  const { stdout, stderr, status } = spawnSync('python3', [script], {
    encoding: 'utf8',
    input: JSON.stringify(questions),
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return z.array(z.unknown()).parse(JSON.parse(stdout));
}
