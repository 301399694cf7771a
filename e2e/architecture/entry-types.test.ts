/** Every type of the ledger's entries is written down in its format, appended, tried and audited. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (...path: string[]) =>
  readFileSync(join(import.meta.dirname, '..', '..', ...path), 'utf8');

const types = new Set(
  read('shared', 'ledger', 'entries.ts').match(/(?<=')ledger\.[a-z]+\/v\d+(?=')/g),
);
const format = read('docs', 'ledger-format.md');

/** What the auditor's program says of an entry of these types is what it says of every entry. */
const plainForAuditors = new Set(['model', 'archive']);
/** Read, and written by nobody yet. */
const unwritten = new Set(['archive']);
const auditor = read('docs', 'auditor.py');
const sources = globSync('electron/**/*.ts', { cwd: join(import.meta.dirname, '..', '..') });
const said = (paths: readonly string[]) => paths.map((path) => read(path)).join('\n');
const tests = said(sources.filter((path) => path.endsWith('.test.ts')));
const engine = said(sources.filter((path) => !path.endsWith('.test.ts')));

test('the types are found', () => {
  expect(types).toContain('ledger.genesis/v1');
  expect(types).toContain('ledger.invoice/v1');
  expect(types).toContain('ledger.clock/v1');
});

test.each([...types])('%s', (type) => {
  expect(format).toMatch(new RegExp(`^(\\*\\*)?\`${type}\``, 'm'));
  const name = /\.([a-z]+)\//.exec(type)?.[1] ?? '';
  const inCode = name === 'keyrotate' ? 'keyRotation' : name;
  const named = new RegExp(`ledger\\.${name}/v|\\b${inCode}(Type|Entry)\\b`);
  if (unwritten.has(name)) return;
  expect({
    isAppended: named.test(engine),
    isTried: named.test(tests),
    isLookedAt: new RegExp(`[=!]= "${type}"`).test(auditor),
  }).toEqual({ isAppended: true, isTried: true, isLookedAt: !plainForAuditors.has(name) });
});
