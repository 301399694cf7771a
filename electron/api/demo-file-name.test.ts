/** Files of an example say so in their names. */
import { expect, test } from 'vitest';
import { demoNamed } from './demo-file-name.ts';

test.each([
  ['attachment; filename="payouts.csv"', 'attachment; filename="DEMO-payouts.csv"'],
  ['inline; filename="INV-1.pdf"', 'inline; filename="DEMO-INV-1.pdf"'],
  [
    `attachment; filename="m_.pdf"; filename*=UTF-8''m%C3%BC.pdf`,
    `attachment; filename="DEMO-m_.pdf"; filename*=UTF-8''DEMO-m%C3%BC.pdf`,
  ],
  // A program is the same everywhere.
  ['attachment; filename="auditor.py"', 'attachment; filename="auditor.py"'],
])('%s becomes %s', (disposition, marked) => {
  const reply = { body: 'x', headers: { 'content-disposition': disposition, etag: '"1"' } };
  expect(demoNamed(reply)).toEqual({
    body: 'x',
    headers: { 'content-disposition': marked, etag: '"1"' },
  });
});

test('a reply that is no file stays as it is', () => {
  const reply = { body: '{}', headers: { etag: '"1"' } };
  expect(demoNamed(reply)).toBe(reply);
});
