/** Writes the register of columns into docs/ledger-format.md anew: a part of `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withRegister } from './register-text.ts';

const page = path.resolve(import.meta.dirname, '..', '..', 'docs', 'ledger-format.md');
writeFileSync(page, withRegister(readFileSync(page, 'utf8')));
