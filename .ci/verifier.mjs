/** Writes the verifier of bundles to a path and prints its SHA-256: `npm run verifier -- PATH`. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';

const source = join(import.meta.dirname, '..', 'docs', 'auditor.py');
const [given] = process.argv.slice(2);
if (given === undefined) {
  console.error('Usage: npm run verifier -- PATH');
  process.exit(2);
}
const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() === true;
const target = isFolder ? join(given, basename(source)) : given;
const text = readFileSync(source);
writeFileSync(target, text, { mode: 0o755 });
console.log(`${createHash('sha256').update(text).digest('hex')}  ${target}`);
