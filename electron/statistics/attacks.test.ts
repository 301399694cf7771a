/**
 * Attacks on statistics over ten thousand people: what each gave without the rules, and what is left of it.
 * @push
 */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { branch } from '../filters/testing/branch.ts';
import { isWhole, rounds } from '../testing/rounds.ts';
import {
  AskedQuestion,
  bytesOf,
  clinic,
  keyOfGrant,
  type AskOptions,
} from './testing/ask-statistics.ts';
import { people, target } from './testing/people.ts';

/** Grants that try, each with draws of its own. */
const keys = 200;
/** Answers of an ε of 0.5 that an ε of 10 is enough for. */
const mostAnswers = 20;
const worlds = rounds({ usual: 100, all: 400 });

const targeted = people.find(({ seq }) => seq === target)?.document ?? {};
const { zip = '', age = 0, sex = '', salary = 0 } = targeted;
/** The one person of this place, age and sex. */
const isTarget = { zip, age, sex };
const isOther: JsonObject = { $nor: [isTarget] };

const sums = (filter: JsonObject): JsonValue => [
  { $match: filter },
  { $group: { _id: null, total: { $sum: '$salary' } } },
];
const count = (filter: JsonObject, name = 'n'): JsonValue => [{ $match: filter }, { $count: name }];
const ask = (pipeline: JsonValue, options: AskOptions = {}) => new AskedQuestion(pipeline, options);
const grants = (of: number) => Array.from({ length: of }, (_, index) => keyOfGrant(index));

const exactSum = (question: AskedQuestion) => {
  const [group] = [...question.tallies.values()];
  // C counts twice the steps of 100 from the middle of 0…200,000.
  return (group?.rows ?? 0) * 100_000 + (group?.sums[0] ?? 0) * 50;
};

const isNear = (value: number, truth: number) => Math.abs(value - truth) <= truth / 10;

describe('An expression', () => {
  const isTargeted = {
    $and: Object.entries(isTarget).map(([name, value]) => ({ $eq: [`$${name}`, value] })),
  };
  const asked = (value: JsonValue) => ask([{ $group: { _id: value, total: { $sum: '$salary' } } }]);

  it('as a key shows no cell of one', () => {
    const question = asked({ $cond: [isTargeted, 'target', 'others'] });
    expect(question.tallies.size).toBe(2);
    for (const key of grants(keys)) {
      const { results } = question.answer(key);
      expect(results.every(({ _id }) => _id === 'others')).toBe(true);
    }
  });

  it('makes no error of one row, by which an answer would tell of it', () => {
    const errors: JsonValue[] = [
      { $divide: [1, 0] },
      { $concat: ['x', null] },
      { $toUpper: 1 },
      { $size: 'x' },
      { $dateTrunc: { date: 'x', unit: 'day' } },
      { $switch: { branches: [branch(false, 1)] } },
    ];
    const failing = { $ifNull: errors };
    const question = asked({ $cond: [isTargeted, failing, 'others'] });
    expect([...question.tallies.keys()].toSorted()).toEqual(['', '"others"']);
    const filter = { $expr: { $ifNull: [{ $cond: [isTargeted, failing, false] }, true] } };
    expect([...ask(count(filter)).tallies.values()]).toMatchObject([{ rows: 1 }]);
  });

  it('in a filter is told apart by noise alone', () => {
    const [everybody, others] = [ask(sums({})), ask(sums({ $expr: { $not: isTargeted } }))];
    expect(exactSum(everybody) - exactSum(others)).toBe(salary);
    const near = grants(keys).filter((key) =>
      isNear(everybody.value(key, 'total') - others.value(key, 'total'), Number(salary)),
    );
    expect(near.length).toBeLessThanOrEqual(keys / 10);
  });
});

describe('The salary of one', () => {
  it('is not the difference of two sums: near the truth for at most 20 of 200 keys', () => {
    const [everybody, others] = [ask(sums({})), ask(sums(isOther))];
    expect(exactSum(everybody) - exactSum(others)).toBe(salary);
    const differences = grants(keys).map(
      (key) => everybody.value(key, 'total') - others.value(key, 'total'),
    );
    const near = differences.filter((each) => isNear(each, Number(salary)));
    expect(near.length).toBeLessThanOrEqual(keys / 10);
    // From far below nothing to far above.
    const sorted = differences.toSorted((one, other) => one - other);
    expect(sorted[Math.floor(keys * 0.05)]).toBeLessThan(-1_000_000);
    expect(sorted[Math.floor(keys * 0.95)]).toBeGreaterThan(1_000_000);
  });

  it('is not what three questions about unions leave, each of which differs by many', () => {
    const { third } = targeted;
    const [b = '', c = ''] = ['a', 'b', 'c'].filter((each) => each !== third);
    const union = (...parts: JsonObject[]): JsonObject => ({ $or: parts });
    const [ab, ac, bc] = [
      union(isTarget, { third: b }),
      union(isTarget, { third: c }),
      union({ third: b }, { third: c }),
    ].map((filter) => ask(sums(filter)));
    if (ab === undefined || ac === undefined || bc === undefined) throw new Error('no questions');
    expect((exactSum(ab) + exactSum(ac) - exactSum(bc)) / 2).toBe(salary);
    const near = grants(keys).filter((key) => {
      const [one, other, both] = [ab, ac, bc].map((question) => question.value(key, 'total'));
      return isNear((Number(one) + Number(other) - Number(both)) / 2, Number(salary));
    });
    expect(near.length).toBeLessThanOrEqual(keys / 10);
  });

  const notIn = 'is not in statistics';
  const before = 'cannot stand before the group';
  const withheld = 'is withheld by the holder';
  it.each<[string, JsonValue, string]>([
    [
      'the largest',
      [{ $match: isTarget }, { $group: { _id: null, x: { $max: '$salary' } } }],
      notIn,
    ],
    ['the least', [{ $match: isTarget }, { $group: { _id: null, x: { $min: '$salary' } } }], notIn],
    [
      'the first eleven',
      [{ $limit: 11 }, { $group: { _id: null, x: { $sum: '$salary' } } }],
      before,
    ],
    ['the first by age', [{ $sort: { age: 1 } }, { $limit: 1 }, { $count: 'n' }], before],
    ['one by record id', sums({ record_id: `rec_${target}` }), withheld],
    ['all but one record id', sums({ record_id: { $ne: `rec_${target}` } }), withheld],
    ['one by a pattern of a number', count({ ssn: { $regex: '^1' } }), withheld],
    ['one by name', [{ $group: { _id: '$patient_id', x: { $sum: '$salary' } } }], withheld],
  ])('is refused as %s', (_, pipeline, words) => {
    expect(() => ask(pipeline)).toThrow(words);
  });
});

/** The two worlds: the target has it, or has the flu. */
const healthy = people.map((row) =>
  row.seq === target ? { ...row, document: { ...row.document, dx: 'flu' } } : row,
);
const inWorlds = [people, healthy] as const;

/** The same question about counts in other words, each a draw of its own. */
function inOtherWords(filter: JsonObject, rows: typeof people, times: number) {
  const first = ask(count(filter), { rows });
  return Array.from({ length: times }, (_, index) => {
    const name = `n${index}`;
    return { name, question: new AskedQuestion(count(filter, name), { rows }, first) };
  });
}

const answers = (asked: ReturnType<typeof inOtherWords>, key: Uint8Array) =>
  asked.map(({ name, question }) => question.value(key, name));
const meanOf = (values: readonly number[]) =>
  values.reduce((sum, each) => sum + each, 0) / values.length;

/** Worlds of which an attacker tells rightly which of the two it is. */
const rightWorlds = (isTakenForIll: (world: 0 | 1, key: Uint8Array) => boolean) =>
  Array.from({ length: worlds }, (_, index) => {
    const world = index % 2 === 0 ? 0 : 1;
    return isTakenForIll(world, keyOfGrant(1_000 + index)) === (world === 0);
  }).filter(Boolean).length;

describe('A diagnosis', () => {
  it('stays a guess after an ε of 10 was used up on it: right in at most 75 % of worlds', () => {
    const pairs = mostAnswers / 2;
    const asked = inWorlds.map((rows) => ({
      all: inOtherWords({ dx: 'hiv' }, rows, pairs),
      others: inOtherWords({ dx: 'hiv', ...isOther }, rows, pairs),
    }));
    const right = rightWorlds((world, key) => {
      const { all = [], others = [] } = asked[world] ?? {};
      return meanOf(answers(all, key)) - meanOf(answers(others, key)) > 0.5;
    });
    expect(right).toBeLessThanOrEqual(worlds * 0.75);
    // Better than by chance: noise, and not silence, is what protects.
    expect(right).toBeGreaterThan(worlds * 0.5);
  });

  it('is told more often, though not surely, to whoever knows that of all others', () => {
    const asked = inWorlds.map((rows) => inOtherWords({ dx: 'hiv' }, rows, mostAnswers));
    const known = healthy.filter(({ document }) => document['dx'] === 'hiv').length;
    const right = rightWorlds(
      (world, key) => meanOf(answers(asked[world] ?? [], key)) > known + 0.5,
    );
    expect(right).toBeLessThanOrEqual(worlds * 0.85);
  });

  it('of one among nine others is not shown, whoever asks', () => {
    const crowd = people.slice(0, 9).map(({ document }) => ({
      zip: document['zip'] ?? null,
      age: document['age'] ?? null,
      sex: document['sex'] ?? null,
    }));
    const question = ask([{ $match: { $or: [isTarget, ...crowd] } }, { $group: { _id: '$dx' } }]);
    expect([...question.tallies.values()].reduce((sum, { rows }) => sum + rows, 0)).toBe(10);
    const shown = grants(keys).filter((key) => question.answer(key).results.length > 0);
    expect(shown).toEqual([]);
  });

  it('that is hidden is not the total less what is shown', () => {
    const few = people
      .slice(0, 3_000)
      .map((row) =>
        row.seq % 500 === 0 ? { ...row, document: { ...row.document, dx: 'rare' } } : row,
      );
    const apart = few.filter(({ document }) => document['dx'] !== 'rare');
    const [hiding, open] = [few, apart].map((rows) => {
      const byDx = ask([{ $group: { _id: '$dx', n: { $sum: 1 } } }], { rows });
      const total = ask([{ $count: 'n' }], { rows });
      return grants(keys).map((key) =>
        byDx.answer(key).results.reduce((rest, { n }) => rest - Number(n), total.value(key, 'n')),
      );
    });
    if (hiding === undefined || open === undefined) throw new Error('no answers');
    // Whoever takes more than half of what is hidden for somebody is right this often.
    const right = [...hiding.map((left) => left >= 3), ...open.map((left) => left < 3)];
    expect(right.filter(Boolean).length).toBeLessThanOrEqual(right.length * 0.75);
    expect(new Set(hiding).size).toBeGreaterThan(5);
  });
});

describe('Everybody', () => {
  it('is in no cell of place, age and sex', () => {
    const question = ask([{ $group: { _id: { zip: '$zip', age: '$age', sex: '$sex' } } }]);
    expect(question.tallies.size).toBeGreaterThan(9_000);
    expect(grants(3).flatMap((key) => question.answer(key).results)).toEqual([]);
  });

  it('leaves nothing to a search by patterns: empty answers, and an ε beyond any grant', () => {
    const patterns = Array.from({ length: isWhole ? 34 : 5 }, (_, digit) => `^1${digit}`);
    const answers = patterns.map((pattern) =>
      ask(count({ $and: [isTarget, { zip: { $regex: pattern } }] })).answer(keyOfGrant(0)),
    );
    const spent = 34 * 0.5;
    expect(new Set(answers.map(bytesOf))).toEqual(new Set(['{"results":[],"hasMore":false}']));
    expect(spent).toBeGreaterThan(10);
  });
});

describe('The same question', () => {
  const question = [{ $group: { _id: '$dx', n: { $sum: 1 }, mean: { $avg: '$salary' } } }];

  it('has the same bytes in another session, and another draw for another grant', () => {
    const [one, other] = [ask(question), ask(question)];
    expect(bytesOf(one.answer(keyOfGrant(1)))).toBe(bytesOf(other.answer(keyOfGrant(1))));
    expect(bytesOf(one.answer(keyOfGrant(1)))).not.toBe(bytesOf(one.answer(keyOfGrant(2))));
  });

  it('is a new one, with draws of its own, after a row was erased', () => {
    const rows = people.filter(({ seq }) => seq !== target);
    const [before, after] = [ask(question), ask(question, { rows, erasedCount: 1 })];
    const same = ask(question, { rows });
    expect(new Set([before, after, same].map(({ digest }) => digest)).size).toBe(2);
    // With the draws of before, what the two differ by would be the row itself.
    const key = keyOfGrant(3);
    expect(bytesOf(after.answer(key))).not.toBe(bytesOf(same.answer(key)));
  });
});

describe('Two datasets of which one has a person more', () => {
  it('give answers whose frequencies differ by little more than e^ε', () => {
    const all = rounds({ usual: 4_000, all: 20_000 });
    /** Outcomes that are met this often are compared. */
    const often = all / 20;
    const byAge: JsonObject = { age: { $gte: 80 } };
    const fewer = people.filter(({ seq }) => seq !== target);
    const older = people.map((row) =>
      row.seq === target ? { ...row, document: { ...row.document, age: 85 } } : row,
    );
    const policy = { ...clinic, statistics: { round_counts: 1 } };
    const asked = [older, fewer].map((rows) => ask(count(byAge), { rows, policy }));
    const [one, other] = asked.map((question) => question.tallies.get('')?.rows ?? 0);
    expect(Number(one) - Number(other)).toBe(1);
    const [first, second] = asked.map((question, world) => {
      const frequencies = new Map<number, number>();
      // Each dataset has keys of its own: the same ones would draw the same noise.
      for (let index = 0; index < all; index += 1) {
        const n = question.value(keyOfGrant(100_000 * (1 + world) + index), 'n');
        frequencies.set(n, (frequencies.get(n) ?? 0) + 1);
      }
      return frequencies;
    });
    const outcomes = [...(first ?? [])].filter(([, times]) => times >= often);
    expect(outcomes.length).toBeGreaterThan(3);
    const ratios = outcomes.map(([n, times]) => times / (second?.get(n) ?? 0));
    const bar = 1.2 * Math.exp(0.5);
    expect(ratios.filter((ratio) => ratio > bar || ratio < 1 / bar)).toEqual([]);
  });
});

describe('What is shown', () => {
  it('is of use all the same: counts of thirds and mean salaries are near the truth', () => {
    const question = ask([
      { $group: { _id: '$third', n: { $sum: 1 }, mean: { $avg: '$salary' } } },
    ]);
    const offs = grants(keys).flatMap((key) =>
      question.answer(key).results.map(({ _id, n, mean }) => {
        const exact = question.tallies.get(JSON.stringify(_id));
        if (exact === undefined) throw new Error('no group');
        const truth = 100_000 + ((exact.sums[0] ?? 0) * 50) / exact.rows;
        return { n: Math.abs(Number(n) - exact.rows), mean: Math.abs(Number(mean) - truth) };
      }),
    );
    expect(offs).toHaveLength(3 * keys);
    const quantile = (name: 'n' | 'mean', share: number) =>
      offs.map((each) => each[name]).toSorted((one, other) => one - other)[
        Math.floor(share * offs.length)
      ] ?? Infinity;
    expect(quantile('n', 0.5)).toBeLessThanOrEqual(4);
    expect(quantile('n', 0.95)).toBeLessThanOrEqual(13);
    expect(quantile('mean', 0.5)).toBeLessThanOrEqual(140);
    expect(quantile('mean', 0.95)).toBeLessThanOrEqual(500);
  });

  it('is kept to fields of the policy', () => {
    expect(Object.keys(Object(clinic['fields']))).not.toContain('patient_id');
  });
});
