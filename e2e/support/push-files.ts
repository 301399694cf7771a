/** Test files that `npm test` leaves to `npm test -- --push`: those with `@push` in the comment they begin with. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '..', '..');
const mark = /^\/\*\*(?:(?!\*\/)[^])*@push\b/;

/** Tells by its text whether a test file is left to a push. */
export function isLeftToPush(source: string): boolean {
  return mark.test(source);
}

/** Their addresses, from the repository's root. */
export function pushFiles(): string[] {
  return globSync('{shared,electron,renderer}/**/*.test.{ts,tsx}', { cwd: repository }).filter(
    (file) => isLeftToPush(readFileSync(path.join(repository, file), 'utf8')),
  );
}
