/** Draws the picture of docs/architecture.md anew: a part of `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSource, sourceFiles } from './import-rules.ts';
import { pictureOf, withPicture } from './picture.ts';

const repository = path.resolve(import.meta.dirname, '..', '..');
const page = path.join(repository, 'docs', 'architecture.md');
const sources = sourceFiles(repository).map(
  (file) => [file, readSource(repository, file)] as const,
);
writeFileSync(page, withPicture(readFileSync(page, 'utf8'), pictureOf(new Map(sources))));
