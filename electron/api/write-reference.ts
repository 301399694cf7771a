/** Writes docs/api.md: `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { referenceText } from './reference.ts';

writeFileSync(new URL('../../docs/api.md', import.meta.url), referenceText());
