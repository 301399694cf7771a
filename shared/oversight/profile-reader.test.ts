/** How a record is read by a profile. */
import { describe, expect, test } from 'vitest';
import type { ProfileDocument } from '../contract/profiles.ts';
import { bandLabels, bandOf } from './bands.ts';
import {
  factFields,
  foldSubject,
  lacksOffset,
  outcomeClassifier,
  pathsOf,
  ProfileReader,
  scalarAt,
  timeOf,
} from './profile-reader.ts';

const profile: ProfileDocument = {
  outcome: {
    path: '/output/decision',
    favourable: [true, 'approve'],
    adverse: ['deny', false, 0],
    undecided: ['refer', null],
  },
  decided_at: { path: '/context/decided_at', format: 'iso' },
  subject: { paths: ['/input/name', '/input/number'], match: 'folded' },
  groups: [
    { name: 'race', path: '/input/race' },
    { name: 'age', path: '/input/age', bands: [25, 40, 62] },
  ],
  version: { path: '/output/version' },
  amount: { path: '/input/amount', currency: 'EUR' },
  columns: [
    { name: 'income', path: '/input/income', kind: 'number' },
    { name: 'diagnosis', path: '/input/diagnosis.type', kind: 'text' },
  ],
  reasons: null,
  review: null,
  small_group: 30,
};
const reader = new ProfileReader(profile);
const record = {
  input: {
    name: '  FINN   xu ',
    number: 4711,
    race: 'other',
    age: 40,
    amount: 12.5,
    income: 0.7,
    'diagnosis.type': 'A',
    list: [{ a: 1 }],
    'a/b~c': 1,
  },
  output: { decision: true, version: '2.1' },
  context: { decided_at: '2026-01-31' },
};

describe('A pointer', () => {
  test.each([
    [['input', 'name'], '  FINN   xu '],
    [['input', 'a/b~c'], 1],
    [['input', 'list', '0', 'a'], 1],
    [['input', 'list', '00', 'a'], undefined],
    [['input', 'list', 'length'], undefined],
    [['input', 'list', '0'], undefined],
    [['input', 'list'], undefined],
    [['input', 'name', 'length'], undefined],
    [['input', '__proto__'], undefined],
    [['input', 'toString'], undefined],
  ])('%j names %j', (names, value) => {
    expect(scalarAt(record, names)).toBe(value);
  });
});

describe('The facts of a record', () => {
  test('are what stands at the paths', () => {
    expect(reader.read(record)).toEqual({
      outcome: 'true',
      decidedMs: Date.UTC(2026, 0, 31),
      version: '"2.1"',
      amount: 12.5,
      groups: ['"other"', '"40–61"'],
      columns: [0.7, '"A"'],
      subjects: ['finn xu', '4711'],
    });
    expect([...reader.members].toSorted()).toEqual(['context', 'input', 'output']);
  });

  test('are absent where nothing stands, or another kind of value', () => {
    const nothing = {
      outcome: null,
      decidedMs: null,
      version: null,
      amount: null,
      groups: [null, null],
      columns: [null, null],
      subjects: [],
    };
    expect(reader.read({})).toEqual(nothing);
    expect(
      reader.read({
        input: { name: ' ', number: true, race: null, age: '40', amount: '12', income: [] },
        output: { decision: {}, version: null },
        context: { decided_at: 'yesterday' },
      }),
    ).toEqual(nothing);
  });

  test('hold no text of more than 200 characters', () => {
    const long = (length: number) => ({ output: { decision: 'x'.repeat(length) } });
    expect(reader.outcome(long(198))).toHaveLength(200);
    expect(reader.outcome(long(199))).toBe('');
  });

  test('name one person once, and to the letter where the profile says so', () => {
    const twice = { input: { name: '4711', number: 4711 } };
    expect(reader.read(twice).subjects).toEqual(['4711']);
    const exact = new ProfileReader({
      ...profile,
      subject: { paths: ['/input/name'], match: 'exact' },
    });
    expect(exact.read(record).subjects).toEqual(['  FINN   xu ']);
  });
});

test('a subject is folded', () => {
  expect(foldSubject('Finn Xu')).toBe('finn xu');
  expect(foldSubject('  FINN \t\n xu ')).toBe('finn xu');
  expect(foldSubject('ﬁnn ①')).toBe('finn 1');
});

describe('The class of an outcome', () => {
  const classOf = outcomeClassifier(profile.outcome);
  test.each([
    ['true', 'favourable'],
    ['"true"', 'unknown'],
    ['"approve"', 'favourable'],
    ['false', 'adverse'],
    ['0', 'adverse'],
    ['"refer"', 'undecided'],
    ['null', 'undecided'],
    ['', 'unknown'],
    [null, undefined],
  ] as const)('of %j is %s', (text, name) => {
    expect(classOf(text)).toBe(name);
  });

  test('is unknown where the model decides nothing', () => {
    expect(outcomeClassifier(null)('true')).toBe('unknown');
  });
});

describe('A time', () => {
  const at = Date.UTC(2026, 0, 31, 9, 30);
  test.each([
    ['iso', '2026-01-31', Date.UTC(2026, 0, 31)],
    ['iso', '2026-01-31T09:30:00Z', at],
    ['iso', '2026-01-31T09:30Z', at],
    ['iso', '2026-01-31 10:30:00.000+01:00', at],
    ['iso', '2026-01-31t10:30:00,250+0100', at + 250],
    ['iso', '2026-01-31T04:30:00-05', at],
    ['iso', '2026-01-31T09:30:00', undefined],
    ['iso', '2026-02-30', undefined],
    ['iso', '2026-01-31T25:00:00Z', undefined],
    ['iso', '31.01.2026', undefined],
    ['iso', at, undefined],
    ['unix_s', at / 1_000, at],
    ['unix_s', 1.5, 1_500],
    ['unix_s', '1', undefined],
    ['unix_s', 1e300, undefined],
    ['unix_ms', at, at],
    ['unix_ms', null, undefined],
    ['unix_ms', undefined, undefined],
  ] as const)('as %s, %j is %j', (format, value, time) => {
    expect(timeOf(value, format)).toBe(time);
  });

  test('of day without its offset is told apart', () => {
    expect(['2026-01-31T09:30:00', '2026-01-31 09:30', '2026-01-31'].map(lacksOffset)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('Bands', () => {
  test('are named by their edges', () => {
    expect(bandLabels([25, 40, 62])).toEqual(['< 25', '25–39', '40–61', '≥ 62']);
    expect(bandLabels([1, 2])).toEqual(['< 1', '1', '≥ 2']);
    expect(bandLabels([0.5, 1])).toEqual(['< 0.5', '0.5 – < 1', '≥ 1']);
  });

  test('hold their lower edge', () => {
    expect([-1, 24.9, 25, 39, 40, 62, 100].map((value) => bandOf([25, 40, 62], value))).toEqual([
      0, 0, 1, 1, 2, 3, 3,
    ]);
  });
});

describe('What facts are made from', () => {
  test('is every path once', () => {
    expect(pathsOf({ ...profile, reasons: { path: '/input/race' } })).toEqual([
      '/output/decision',
      '/context/decided_at',
      '/input/name',
      '/input/number',
      '/input/race',
      '/input/age',
      '/output/version',
      '/input/amount',
      '/input/income',
      '/input/diagnosis.type',
    ]);
  });

  test('leaves out what changes no fact: classes, names, references, the small number', () => {
    const [race = { name: '', path: '' }, age = race] = profile.groups;
    const renamed: ProfileDocument = {
      ...profile,
      outcome: { path: '/output/decision', favourable: [1], adverse: [2], undecided: [] },
      groups: [{ ...race, name: 'ethnicity', reference: 'other' }, age],
      small_group: 5,
    };
    expect(factFields(renamed)).toEqual(factFields(profile));
    const banded = { ...profile, groups: [race, { ...age, bands: [30] }] };
    expect(factFields(banded)).not.toEqual(factFields(profile));
  });
});
