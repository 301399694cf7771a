/** What is proposed by records: the mortgage file, and records made up. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import { profileDocumentSchema } from '../contract/profiles.ts';
import { proposeProfile } from './proposal.ts';
import { mortgageRows } from './testing/mortgage-file.ts';

const numbers: ReadonlySet<string> = new Set([
  'pirat',
  'hirat',
  'lvrat',
  'chist',
  'mhist',
  'unemp',
]);

/** A row of the file as it is imported: `deny` is the output, the rest the input. */
function mortgage({ deny = '', rownames = '', ...input }: Readonly<Record<string, string>>) {
  const value = (name: string, text: string) => (numbers.has(name) ? Number(text) : text);
  return {
    id: `rec_${rownames}`,
    created_at: '2026-01-01T00:00:00.000Z',
    input: Object.fromEntries(
      Object.entries(input).map(([name, text]) => [name, value(name, text)]),
    ),
    output: { deny },
  };
}

/** So many records, each made by its number. */
const many = (make: (n: number) => JsonObject, count = 100) =>
  proposeProfile(
    Array.from({ length: count }, (_, n) => ({
      created_at: '2026-01-31T00:00:00.000Z',
      ...make(n),
    })),
  );

describe('The mortgage file', () => {
  const { records, profile, unassigned, paths } = proposeProfile(mortgageRows.map(mortgage));

  test('has the outcome deny, where no is favourable', () => {
    expect(records).toBe(2_380);
    expect(profile.outcome).toEqual({
      path: '/output/deny',
      favourable: ['no'],
      adverse: ['yes'],
      undecided: [],
    });
    expect(unassigned).toEqual([]);
  });

  test('has the groups afam and single; hschool is for a person to add', () => {
    expect(profile.groups).toEqual([
      { name: 'afam', path: '/input/afam' },
      { name: 'single', path: '/input/single' },
    ]);
    expect(paths.map(({ path }) => path)).toContain('/input/hschool');
  });

  test('has numbers as columns, and nothing that it does not hold', () => {
    expect(profile.columns.map(({ name, kind }) => [name, kind])).toEqual(
      ['pirat', 'hirat', 'lvrat', 'chist', 'mhist', 'unemp'].map((name) => [name, 'number']),
    );
    const { decided_at: decided, subject, version, amount, reasons } = profile;
    expect([decided, subject, version, amount, reasons]).toEqual([null, null, null, null, null]);
  });

  test('is proposed as what can be confirmed, with examples and coverage', () => {
    expect(profileDocumentSchema.parse(profile)).toEqual(profile);
    expect(paths.find(({ path }) => path === '/output/deny')).toEqual({
      path: '/output/deny',
      present: 2_380,
      values: 2,
      kind: 'text',
      examples: ['no', 'yes'],
    });
  });
});

describe('The outcome', () => {
  const of = (output: (n: number) => JsonObject) => many((n) => ({ output: output(n) }));

  test('is the leaf with the best name, then with fewest values', () => {
    const both = of((n) => ({ code: n % 2, status: `s${n % 3}`, decision: `d${n % 4}` }));
    expect(both.profile.outcome?.path).toBe('/output/decision');
    expect(of((n) => ({ a: n % 3, b: n % 2, c: n })).profile.outcome?.path).toBe('/output/b');
    expect(of((n) => ({ c: n, same: 1 })).profile.outcome).toBeNull();
  });

  test('has classes by the words of its values; what is not known waits', () => {
    const values = [
      'Approved',
      'auto_decline',
      'manual review',
      'not approved',
      'other',
      'paid, held',
    ];
    const { profile, unassigned } = of((n) => ({ decision: values[n % values.length] ?? '' }));
    expect(profile.outcome).toMatchObject({
      favourable: ['Approved'],
      adverse: ['auto_decline'],
      undecided: ['manual review'],
    });
    expect(unassigned).toEqual(['not approved', 'other', 'paid, held']);
  });

  test('of yes and no is told by its name', () => {
    const approved = of((n) => ({ approved: n % 2 === 0 }));
    expect(approved.profile.outcome).toMatchObject({ favourable: [true], adverse: [false] });
    const rejected = of((n) => ({ rejected: n % 2 === 0 }));
    expect(rejected.profile.outcome).toMatchObject({ favourable: [false], adverse: [true] });
    expect(of((n) => ({ result: n % 2 === 0 })).unassigned).toEqual([true, false]);
  });

  test('is looked for where nearly all have it', () => {
    const output = (n: number) => (n < 94 ? { decision: n % 2 } : {});
    expect(of(output).profile.outcome).toBeNull();
    expect(of((n) => (n < 95 ? { decision: n % 2 } : {})).profile.outcome).not.toBeNull();
  });
});

describe('Further members', () => {
  test('are told by names and values', () => {
    const { profile } = many((n) => ({
      input: {
        applicantId: `A-${n}`,
        date_of_birth: '1980-01-01',
        decision_date: '2026-01-30',
        age: 18 + (n % 60),
        gender: n % 2 === 0 ? 'f' : 'm',
        user_agent: 'one',
        loan_amount: n * 10,
        currency: 'EUR',
        income: n,
        debt: n / 2,
      },
      output: {
        decision: n % 2 === 0 ? 'approve' : 'deny',
        model_version: '2.1',
        reason_codes: ['R1'],
      },
      explanation: { debt: -0.9, income: 0.2 },
      context: { groups: { region: n % 3 } },
    }));
    expect(profile).toMatchObject({
      decided_at: { path: '/input/decision_date', format: 'iso' },
      subject: { paths: ['/input/applicantId'], match: 'folded' },
      groups: [
        { name: 'age', path: '/input/age', bands: [25, 40, 62] },
        { name: 'gender', path: '/input/gender' },
        { name: 'region', path: '/context/groups/region' },
      ],
      version: { path: '/output/model_version' },
      amount: { path: '/input/loan_amount', currency: 'EUR' },
      columns: [
        { name: 'debt', path: '/input/debt', kind: 'number' },
        { name: 'income', path: '/input/income', kind: 'number' },
      ],
      reasons: { path: '/output/reason_codes' },
    });
  });

  test('have names that filters can have', () => {
    const { profile } = many((n) => ({
      input: { $sex: n % 2 === 0 ? 'f' : 'm', 'a,b': n, 'c..d': n, ',': n },
    }));
    expect(profile.groups.map(({ name }) => name)).toEqual(['sex']);
    expect(profile.columns.map(({ name }) => name)).toEqual(['a b', 'c d', 'value']);
  });

  test('have no time that is later than the record by more than a day, or without its offset', () => {
    const at = (time: string | number) => many(() => ({ context: { decided_at: time } })).profile;
    expect(at('2026-02-02').decided_at).toBeNull();
    expect(at('2026-01-31T10:00:00').decided_at).toBeNull();
    expect(at('2026-02-01').decided_at).toEqual({ path: '/context/decided_at', format: 'iso' });
    expect(at(1_769_800_000).decided_at?.format).toBe('unix_s');
    expect(at(1_769_800_000_000).decided_at?.format).toBe('unix_ms');
  });

  test('are not looked for in arrays, nor too deep, nor without end', () => {
    const deep = { a: { b: { c: { d: { sex: 'f', e: { sex: 'm' } } } } } };
    const { paths } = many(() => ({ input: { list: [{ sex: 'f' }], ...deep, 'a/b~': 1 } }), 2);
    expect(paths.map(({ path }) => path)).toEqual(['/input/a/b/c/d/sex', '/input/a~1b~0']);
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`m${n}`, n]));
    expect(many(() => ({ input: wide }), 2).paths).toHaveLength(2_000);
  });

  test('of no records are none', () => {
    expect(proposeProfile([])).toMatchObject({ records: 0, paths: [], unassigned: [] });
  });
});
