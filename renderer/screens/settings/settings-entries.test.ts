/** Every row of the settings is found by its words. */
import { expect, test } from 'vitest';
import { matchingSettings, settingPath, type SettingEntry } from './settings-entries.ts';

const sources = import.meta.glob<string>(['./**/*.tsx', './settings-entries.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Shown only while it happens. */
const passing = new Set(['state.running']);

test('there is an entry for every row', () => {
  const entries = sources['./settings-entries.ts'] ?? '';
  const rows = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/<(?:Settings|Choice|Select)Row\b[^>]*?name=\{t\('([^']+)'/g)].map(
      ([, key = '']) => key,
    ),
  );
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((key) => !passing.has(key) && !entries.includes(`('${key}'`))).toEqual([]);
});

const entry = (id: string, name: string, words: string): SettingEntry => ({
  id,
  tab: id === 'port' ? 'server' : 'general',
  name,
  words,
});
const entries = [
  entry('theme', 'Theme', 'System follows the setting of this computer. Light Dark'),
  entry('port', 'Port', 'A number; taken at once'),
  entry('zone', 'Time zone', 'Applies to every instant. Exports name theirs.'),
];
const found = (text: string) => matchingSettings(entries, text).map(({ id }) => id);

test('names come before what hints and choices say', () => {
  expect(found('dark')).toEqual(['theme']);
  expect(found('po')).toEqual(['port', 'zone']);
  expect(found('zone time')).toEqual(['zone']);
  expect(found('theme computer')).toEqual(['theme']);
  expect(found('nothing')).toEqual([]);
});

test('an address names the tab and the setting', () => {
  expect(entries.map(settingPath).slice(0, 2)).toEqual([
    '/settings?mark=theme',
    '/settings?tab=server&mark=port',
  ]);
});
