/** Writes the digest of what all migrations make into newest-schema.ts anew: a part of `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrations } from './migrations/all-migrations.ts';
import { openScratch } from './open-database.ts';
import { digestOfSchema } from './schema-digest.ts';

const file = path.join(import.meta.dirname, 'newest-schema.ts');
const database = openScratch();
for (const { sql } of migrations) database.exec(sql);
const text = readFileSync(file, 'utf8');
writeFileSync(file, text.replace(/'[0-9a-f]{64}'/, `'${digestOfSchema(database)}'`));
database.close();
