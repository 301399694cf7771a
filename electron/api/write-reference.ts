/** Writes the interface as a document and as a page into a folder: `npm run docs`, and the build. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { openApiDocument } from './openapi.ts';
import { referencePage } from './reference.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say which folder the reference is written to.');
mkdirSync(folder, { recursive: true });
const document = openApiDocument();
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
writeFileSync(join(folder, 'reference.html'), referencePage(document));
copyFileSync(join(import.meta.dirname, 'reference.css'), join(folder, 'reference.css'));
