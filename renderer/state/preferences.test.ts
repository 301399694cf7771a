/** Stored preferences survive a bad store and a changed shape. */
import { expect, test } from 'vitest';
import {
  chooseTimeZone,
  readPreferences,
  stepZoom,
  switchTimeZone,
  usePreferences,
} from './preferences.ts';

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

test('a time zone is UTC, this computer or one that there is', () => {
  const zoneOf = (timeZone: string) => readPreferences(JSON.stringify({ timeZone })).timeZone;
  expect(['utc', 'local', 'Europe/Berlin'].map(zoneOf)).toEqual(['utc', 'local', 'Europe/Berlin']);
  expect(['Europe/Nowhere', '../x', '+01:00', 'GMT', ''].map(zoneOf)).toEqual(Array(5).fill('utc'));
});

test('the switch goes between UTC and the zone that was chosen last', () => {
  usePreferences.setState(readPreferences(null));
  const shown = () => usePreferences.getState().timeZone;
  const after = (change: () => void) => {
    change();
    return shown();
  };
  expect(after(switchTimeZone)).toBe('local');
  expect(after(() => chooseTimeZone('Asia/Tokyo'))).toBe('Asia/Tokyo');
  expect([after(switchTimeZone), after(switchTimeZone)]).toEqual(['utc', 'Asia/Tokyo']);
});

test('zoom goes by its steps, and no further', () => {
  usePreferences.setState({ zoom: 175 });
  const after = (step: -1 | 0 | 1) => {
    stepZoom(step);
    return usePreferences.getState().zoom;
  };
  expect([after(1), after(1), after(-1), after(0), after(-1)]).toEqual([200, 200, 175, 100, 90]);
});
