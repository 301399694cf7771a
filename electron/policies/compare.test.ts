/** Versions of a policy: what is tighter holds at once, what is not plainly so is announced. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataOperations } from '../../shared/contract/datasets.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import type { FieldRule, Policy } from '../../shared/contract/policies.ts';
import { isInsideOne } from '../../shared/policies/addresses.ts';
import { comparePolicies, compareTreatments } from '../../shared/policies/compare.ts';
import { rounds } from '../testing/rounds.ts';
import { policyOf } from './testing/sample-policy.ts';

const seed = 20_261_127;
const compare = (before: JsonObject, after: JsonObject) =>
  comparePolicies(policyOf(before), policyOf(after));
const rule = (name: string, method: string | JsonObject): JsonObject => ({
  fields: { [name]: typeof method === 'string' ? { method } : method },
});
const bucket = (bucket_size: number) => ({ method: 'generalize', bucket_size });
const terms = (members: JsonObject): JsonObject => ({ statistics: members });

describe('What is only tighter holds at once', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['age clear → generalize', rule('age', 'clear'), rule('age', bucket(10))],
    ['name hash → withheld', rule('name', 'hash'), rule('name', 'withheld')],
    ['salary statistics → withheld', rule('salary', 'statistics'), rule('salary', 'withheld')],
    ['salary clear → statistics', rule('salary', 'clear'), rule('salary', 'statistics')],
    ['a rule that is dropped where the rest is withheld', rule('name', 'hash'), {}],
    ['unlisted clear → withheld', { unlisted: 'clear' }, {}],
    [
      'a rule where the rest was clear',
      { unlisted: 'clear' },
      { unlisted: 'clear', ...rule('a', 'hash') },
    ],
    [
      'a rule split in parts',
      rule('a', 'clear'),
      { fields: { 'a.b': { method: 'hash' }, 'a.c': { method: 'clear' } } },
    ],
    ['ids kept → per grant', { record_ids: 'kept' }, {}],
    ['open → on request', { access: 'open' }, {}],
    ['a kind less', { kinds: ['rows', 'statistics'] }, { kinds: ['statistics'] }],
    ['an operation less', {}, { operations: ['read'] }],
    ['fewer days', {}, { open_days: 30 }],
    ['min_entities 8 → 20', {}, terms({ min_entities: 20 })],
    ['round_counts up', {}, terms({ round_counts: 10 })],
    ['notice_hours up', {}, { notice_hours: 48 }],
    ['ε down', {}, terms({ epsilon: 5, epsilon_per_answer: 0.1, epsilon_total: 20 })],
    ['rows_per_entity down', terms({ rows_per_entity: 3 }), {}],
  ])('%s', (_, before, after) => {
    const { atOnce, announced, changes } = compare(before, after);
    expect(announced).toBeUndefined();
    expect(atOnce).toEqual(policyOf(after));
    expect(new Set(changes.map(({ direction }) => direction))).toEqual(new Set(['tighter']));
  });
});

describe('What is not plainly tighter is announced', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['generalize 10 → 20', rule('age', bucket(10)), rule('age', bucket(20))],
    ['hash → mask', rule('name', 'hash'), rule('name', 'mask')],
    ['hash → statistics', rule('salary', 'hash'), rule('salary', 'statistics')],
    ['withheld → statistics', rule('salary', 'withheld'), rule('salary', 'statistics')],
    ['withheld → clear', rule('ssn', 'withheld'), rule('ssn', 'clear')],
    [
      'other bounds',
      rule('s', { method: 'statistics', min: 0, max: 10, step: 1 }),
      rule('s', 'statistics'),
    ],
    ['unlisted withheld → clear', {}, { unlisted: 'clear' }],
    ['a method where nothing was seen', {}, rule('name', 'hash')],
    [
      'a rule that is dropped where the rest is clear',
      { unlisted: 'clear', ...rule('a', 'hash') },
      { unlisted: 'clear' },
    ],
    ['another entity', { entity: 'a' }, { entity: 'b' }],
    ['per grant → kept', {}, { record_ids: 'kept' }],
    ['on request → open', {}, { access: 'open' }],
    ['a kind more', {}, { kinds: ['rows', 'statistics'] }],
    ['an operation more', { operations: dataOperations.filter((each) => each !== 'train') }, {}],
    ['more days', { open_days: 30 }, {}],
    ['min_entities 8 → 7', {}, terms({ min_entities: 7 })],
    ['notice_hours 24 → 0', {}, { notice_hours: 0 }],
    ['ε up', {}, terms({ epsilon: 11 })],
    ['rows_per_entity up', {}, terms({ rows_per_entity: 2 })],
  ])('%s', (_, before, after) => {
    const { atOnce, announced, changes } = compare(before, after);
    expect(atOnce).toBeUndefined();
    expect(announced).toEqual(policyOf(after));
    expect(changes).toHaveLength(1);
    expect(changes[0]?.direction).toBe('looser');
  });
});

describe('A mixed change', () => {
  it('is split: age withheld at once, ssn readable when the notice is over', () => {
    const before = { fields: { ssn: { method: 'withheld' }, age: { method: 'clear' } } };
    const after = { fields: { ssn: { method: 'clear' }, age: { method: 'withheld' } } };
    const { changes, atOnce, announced } = compare(before, after);
    expect(changes).toEqual([
      {
        member: 'fields.ssn',
        direction: 'looser',
        from: { method: 'withheld' },
        to: { method: 'clear' },
      },
      {
        member: 'fields.age',
        direction: 'tighter',
        from: { method: 'clear' },
        to: { method: 'withheld' },
      },
    ]);
    expect(atOnce).toEqual(
      policyOf({ fields: { ssn: { method: 'withheld' }, age: { method: 'withheld' } } }),
    );
    expect(announced).toEqual(policyOf(after));
  });

  it('of members takes the tighter value of each', () => {
    const { atOnce } = compare(
      { kinds: ['rows'], operations: ['read', 'filter'], open_days: 30, ...terms({ epsilon: 10 }) },
      { kinds: ['statistics'], operations: ['read'], notice_hours: 5, ...terms({ epsilon: 2 }) },
    );
    expect(atOnce).toEqual(
      policyOf({ kinds: [], operations: ['read'], open_days: 30, ...terms({ epsilon: 2 }) }),
    );
  });

  it('of nothing is none', () => {
    expect(compare(rule('a', 'hash'), rule('a', 'hash'))).toEqual({
      changes: [],
      atOnce: undefined,
      announced: undefined,
    });
  });

  it('withholds the whole of a field where rules would have to lie in one another', () => {
    const before = { unlisted: 'clear', ...rule('a', 'hash') };
    const after = { unlisted: 'clear', ...rule('a.b', 'withheld') };
    const { atOnce } = compare(before, after);
    expect(atOnce).toEqual(policyOf({ unlisted: 'clear', ...rule('a', 'withheld') }));
  });
});

const rules = fc.constantFrom<FieldRule>(
  { method: 'clear' },
  { method: 'withheld' },
  { method: 'statistics' },
  { method: 'hash' },
  { method: 'redact' },
);
const addresses = ['a', 'b', 'a.b', 'a.c', 'a.b.c', 'a.b.d', 'e'];
const policies: fc.Arbitrary<Policy> = fc
  .record({
    unlisted: fc.constantFrom('clear' as const, 'withheld' as const),
    entries: fc.array(fc.tuple(fc.constantFrom(...addresses), rules), { maxLength: 5 }),
  })
  .map(({ unlisted, entries }) => {
    const all = new Map(entries);
    const apart = [...all].filter(([address]) => !isInsideOne(address, all));
    return { ...policyOf({ unlisted }), fields: Object.fromEntries(apart) };
  });

const isLooser = (from: FieldRule, to: FieldRule) => compareTreatments(from, to) === 'looser';

/** What holds of an address, looked up the plain way. */
function holding({ fields, unlisted }: Policy, address: string): FieldRule {
  const parts = address.split('.');
  const covering = parts.map((_, index) => parts.slice(0, index + 1).join('.'));
  const named = covering.find((each) => fields[each] !== undefined);
  return (named === undefined ? undefined : fields[named]) ?? { method: unlisted };
}

describe('Whatever the two versions', () => {
  it('the one that holds at once lets out no more than either, where either may be compared', () => {
    const asked = [...addresses, 'a.x', 'a.b.x', 'b.x', 'x'];
    const check = (before: Policy, after: Policy) => {
      const { atOnce = before, announced = after } = comparePolicies(before, after);
      expect(announced).toEqual(after);
      const names = Object.keys(atOnce.fields);
      expect(names.filter((name) => isInsideOne(name, new Set(names)))).toEqual([]);
      const directions = asked.map((address) => {
        const [was, now, next] = [before, atOnce, after].map((each) => holding(each, address));
        if (was === undefined || now === undefined || next === undefined) throw new Error(address);
        const isTightened = compareTreatments(was, next) === 'tighter';
        // What the newer one only tightens is as tight at once.
        return {
          address,
          from: compareTreatments(was, now),
          left: isTightened && isLooser(next, now),
        };
      });
      expect(directions.filter(({ from, left }) => from === 'looser' || left)).toEqual([]);
    };
    fc.assert(fc.property(policies, policies, check), {
      seed,
      numRuns: rounds({ usual: 200, all: 50_000 }),
    });
  });
});
