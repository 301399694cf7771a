/** Stored preferences survive a bad store and a changed shape. */
import { expect, test } from 'vitest';
import { readPreferences } from './preferences.ts';

test('nothing stored means the defaults', () => {
  expect(readPreferences(null)).toMatchObject({
    colorScheme: 'system',
    density: 'compact',
    timeZone: 'utc',
    inspectorShare: { right: 0.34 },
  });
});

test('text that is not JSON means the defaults', () => {
  expect(readPreferences('{"density":')).toEqual(readPreferences(null));
});

test('a member of an older shape takes its default, the others stay', () => {
  const read = readPreferences(
    JSON.stringify({ density: 'huge', colorScheme: 'dark', inspectorShare: { right: 9 } }),
  );
  expect(read).toMatchObject({
    density: 'compact',
    colorScheme: 'dark',
    inspectorShare: { right: 0.34, bottom: 0.42 },
  });
});
