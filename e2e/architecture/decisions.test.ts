/** docs/decisions.md: its index names every part, each decision has its day, the newest come first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'decisions.md'), 'utf8');
const [head = '', ...parts] = text.split(/^## /m);
const nameOf = (part: string) => part.slice(0, part.indexOf('\n'));

test('the index names every part', () => {
  const listed = [...head.matchAll(/^- \[(.+)\]\(#(.+)\)$/gm)].map(([, name, anchor]) => ({
    name,
    anchor,
  }));
  expect(parts.length).toBeGreaterThan(10);
  expect(listed).toEqual(
    parts.map(nameOf).map((name) => ({
      name,
      anchor: name
        .toLowerCase()
        .replaceAll(/[^a-z\d -]/g, '')
        .replaceAll(' ', '-'),
    })),
  );
});

test.each(parts.map((part) => [nameOf(part), part]))('%s', (_name, part = '') => {
  // Paragraphs with a title, or the lines of a list.
  const begin = /^\*\*/m.test(part) ? /^(?=\*\*)/m : /^(?=- )/m;
  const decisions = part.split(begin).slice(1);
  const days = decisions.map(
    (each) => / _\((\d{4}-\d{2}-\d{2})\)_$/m.exec(each)?.[1] ?? each.slice(0, 80),
  );
  expect(days.length).toBeGreaterThan(0);
  expect(days).toEqual(days.toSorted().toReversed());
  for (const day of days) expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});
