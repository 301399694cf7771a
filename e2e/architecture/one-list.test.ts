/** Rows under a cursor stand once: keys, selection and menus of every list are those of `ui/list`. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('one file of the renderer offers the keys of rows', () => {
  const sources = globSync('renderer/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
  const offering = sources.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return text.includes('useCommands(') && text.includes("'row.next'");
  });
  expect(offering).toEqual(['renderer/ui/list/row-commands.tsx']);
});
