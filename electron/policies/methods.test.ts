/** Methods of a policy, value by value, with draws and digests that were computed elsewhere. */
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../shared/contract/json.ts';
import { fieldRuleSchema } from '../../shared/contract/policies.ts';
import { createKeyedDigest } from '../transformations/keyed-digest.ts';
import { daysOf, Methods, type Subject, type TreatingRule } from './methods.ts';
import { RecordIds, recordIdKey } from './record-ids.ts';
import { askReference, hasPython, type Asked } from './testing/reference.ts';
import { keysOfOther, sampleKey } from './testing/sample-policy.ts';

const keys = { grant: sampleKey, dataset: sampleKey };

function ruleOf(members: object): TreatingRule {
  const rule = fieldRuleSchema.parse(members);
  if (rule.method === 'clear' || rule.method === 'withheld' || rule.method === 'statistics') {
    throw new TypeError(`${rule.method} treats nothing.`);
  }
  return rule;
}

function treat(
  rule: object,
  value: boolean | number | string,
  place: { readonly field?: string; readonly subject?: Subject } = {},
  methods = new Methods(keys),
): JsonValue {
  const { field = 'field', subject = ['row', 1] } = place;
  return methods.create(ruleOf(rule))(value, { field, subject: () => subject });
}

describe('date_shift', () => {
  it.each<[Subject, string, string]>([
    [['entity', 'p1'], '1933-04-05', '1932-08-14'],
    [['entity', 'p2'], '1933-04-05', '1933-05-08'],
    [['entity', 7], '2024-02-29', '2024-09-07'],
    [['row', 3], '2026-01-01', '2025-06-13'],
  ])('of %j moves %s to %s', (subject, date, moved) => {
    expect(treat({ method: 'date_shift' }, date, { subject })).toBe(moved);
  });

  it.each([
    ['05.04.1933', 'DD.MM.YYYY', '14.08.1932'],
    ['5.4.1933', 'DD.MM.YYYY', '14.8.1932'],
    ['4/5/1933', 'MM/DD/YYYY', '8/14/1932'],
    ['19330405', 'YYYYMMDD', '19320814'],
  ])('keeps how %s is written', (date, date_format, moved) => {
    const subject = ['entity', 'p1'] as const;
    expect(treat({ method: 'date_shift', date_format }, date, { subject })).toBe(moved);
  });

  it('keeps times of day, and leaves nothing of what is no date', () => {
    const rule = { method: 'date_shift' };
    const subject = ['entity', 'p1'] as const;
    expect(treat(rule, '1933-04-05T23:59:00Z', { subject })).toBe('1932-08-14T23:59:00Z');
    expect(treat(rule, 'in spring', { subject })).toBeNull();
    expect(treat(rule, 1_933, { subject })).toBeNull();
    expect(treat(rule, true, { subject })).toBeNull();
    expect(treat(rule, '1933-04', { subject })).toBeNull();
  });

  it('is by at least one day and at most a year, whoever it is', () => {
    const days = Array.from({ length: 2_000 }, (_, seq) => {
      const moved = treat({ method: 'date_shift' }, '2020-01-01', { subject: ['row', seq] });
      return (
        (Date.parse(typeof moved === 'string' ? moved : '') - Date.parse('2020-01-01')) / 86_400_000
      );
    });
    expect(days.filter((each) => each === 0)).toEqual([]);
    expect(Math.min(...days)).toBeGreaterThanOrEqual(-365);
    expect(Math.max(...days)).toBeLessThanOrEqual(365);
    expect(new Set(days).size).toBeGreaterThan(600);
  });
});

describe('hash', () => {
  const rule = { method: 'hash' };
  it.each([
    ['patient_id', 'p1', 'e7e1c27318b19e58f47c15845ed0d261'],
    ['patient_id', 1, '2c5d99d07b1fec9e746c94b1efa1d0b6'],
    ['patient_id', '1', 'f9e031e92a010fe159fea5e7768bee54'],
    ['mrn', 'p1', '3fe18a8504b680200148e74633e09028'],
  ])('of %s %j', (field, value, hex) => {
    const methods = new Methods(keys);
    expect(treat(rule, value, { field }, methods)).toBe(`hmac-sha256:${hex}`);
    expect(treat(rule, value, { field }, methods)).toBe(`hmac-sha256:${hex}`);
  });

  it('of two grants cannot be joined, and shifts and noise are one draw for both', () => {
    const other = new Methods(keysOfOther);
    expect(treat(rule, 'p1', {}, other)).not.toBe(treat(rule, 'p1'));
    for (const each of [{ method: 'noise', scale: 5_000, step: 100 }, { method: 'date_shift' }]) {
      const value = each.method === 'noise' ? 123_456 : '2020-01-01';
      expect(treat(each, value, {}, other)).toBe(treat(each, value));
    }
  });

  it('of many and long values is the same without what is kept', () => {
    const methods = new Methods(keys);
    const method = methods.create(ruleOf(rule));
    const place = { field: 'a', subject: () => ['row', 1] as const };
    for (let value = 0; value < 10_100; value += 1) method(value, place);
    const long = 'x'.repeat(100);
    for (const value of [10_099, 5, long, long]) {
      expect(method(value, place)).toBe(treat(rule, value, { field: 'a' }));
    }
  });
});

describe('noise', () => {
  it.each<[string, Subject, number, number, number, number]>([
    ['salary', ['entity', 'p1'], 123_456, 5_000, 100, 131_200],
    ['salary', ['entity', 'p1'], 123_457, 5_000, 100, 128_600],
    ['salary', ['entity', 'p2'], 123_456, 5_000, 100, 127_600],
    ['glucose', ['row', 3], 5.4, 0.5, 0.1, 5.8],
  ])('of %s of %j: %d ± %d to %d is %d', (field, subject, value, scale, step, noisy) => {
    expect(treat({ method: 'noise', scale, step }, value, { field, subject })).toBe(noisy);
  });

  it('is for numbers alone, and within what a number can tell', () => {
    const rule = { method: 'noise', scale: 1, step: 1 };
    expect(treat(rule, '5')).toBeNull();
    expect(treat(rule, true)).toBeNull();
    expect(treat(rule, 2 ** 60)).toBeNull();
    expect(treat({ method: 'noise', scale: 1e308, step: 1 }, 1.7e308)).toBeNull();
  });

  it('is never minus nothing', () => {
    const results = Array.from({ length: 50 }, (_, seq) =>
      treat({ method: 'noise', scale: 0.1, step: 10 }, -0.1, { subject: ['row', seq] }),
    );
    expect(results.every((each) => Object.is(each, 0))).toBe(true);
  });
});

describe('mask', () => {
  it.each<[string | number, object, string]>([
    ['100007919', { keep_last: 4 }, '*****7919'],
    ['12345', { keep_last: 4 }, '*****'],
    ['Größe', { keep_first: 1, keep_last: 1 }, 'G***e'],
    ['😀😀😀', { keep_first: 1 }, '😀**'],
    [100_007_919, { keep_last: 4, char: '#' }, '#####7919'],
    ['', {}, ''],
  ])('of %j with %j', (value, more, masked) => {
    expect(treat({ method: 'mask', ...more }, value)).toBe(masked);
  });

  it('leaves nothing of true and false', () => {
    expect(treat({ method: 'mask' }, false)).toBeNull();
  });
});

describe('other methods', () => {
  it.each<[object, string | number | boolean, JsonValue]>([
    [{ method: 'generalize', bucket_size: 10, top: 90 }, 61, '[60,70)'],
    [{ method: 'generalize', bucket_size: 10, top: 90 }, 95, '90+'],
    [{ method: 'generalize', bucket_size: 10 }, 'old', null],
    [{ method: 'generalize', zip3: true }, '10115', '101'],
    [{ method: 'generalize', date_part: 'year' }, '1933-04-05', '1933'],
    [{ method: 'replace', value: 'x' }, 5, 'x'],
    [{ method: 'replace', value: null }, 5, null],
    [{ method: 'redact' }, 5, ''],
  ])('%j of %j', (rule, value, result) => {
    expect(treat(rule, value)).toEqual(result);
  });
});

describe('record ids of a grant', () => {
  const ids = new RecordIds(
    Uint8Array.from({ length: 16 }, (_, index) => index),
    1,
  );

  it.each([
    [1, 'rec_fe1a92ed86f1066af979485cd25a9847'],
    [10_000, 'rec_4245883308f4181d1613a19fd8da109f'],
  ])('row %d is %s, there and back', (seq, id) => {
    expect(ids.idOf(seq)).toBe(id);
    expect(ids.seqOf(id)).toBe(seq);
  });

  it('go there and back for every number that a row can have', () => {
    for (const seq of [1, 2, 255, 65_536, 2 ** 32, 2 ** 48 - 1]) {
      expect(ids.seqOf(ids.idOf(seq))).toBe(seq);
    }
  });

  it('are unknown to another grant and another dataset, and so is anything else', () => {
    const key = recordIdKey(sampleKey);
    expect(key).toHaveLength(16);
    const own = new RecordIds(key, 1);
    const id = own.idOf(7);
    expect(own.seqOf(id)).toBe(7);
    expect(new RecordIds(recordIdKey(keysOfOther.grant), 1).seqOf(id)).toBeUndefined();
    expect(new RecordIds(key, 2).seqOf(id)).toBeUndefined();
    for (const other of [
      'rec_1',
      '',
      id.toUpperCase(),
      `${id}0`,
      id.slice(4),
      'rec_'.padEnd(36, '0'),
    ]) {
      expect(own.seqOf(other)).toBeUndefined();
    }
  });
});

describe.runIf(hasPython)('A second computation', () => {
  const hex = Buffer.from(sampleKey).toString('hex');
  const fields = ['salary', 'größe', 'a."b"'];
  const values = ['p1', '1', 1, 0.5, -3, true, 'Größe 😀', '', '\\ "'];

  it('has the same hashes, shifts and noise', () => {
    const hashes = fields.flatMap((field) =>
      values.map((value) => ({
        asked: ['hashed', hex, field, value] as Asked,
        own: treat({ method: 'hash' }, value, { field }),
      })),
    );
    const subjects = values.flatMap((value): Subject[] => [['entity', value]]);
    const rows = Array.from({ length: 60 }, (_, seq): Subject => ['row', seq]);
    const shifts = [...subjects, ...rows].map((subject) => ({
      asked: ['days', hex, subject] as Asked,
      own: daysOf(subject, createKeyedDigest(sampleKey)),
    }));
    const noises = rows.flatMap((subject, index) =>
      [100, 0.5, 0.1, 0.25].map((step) => {
        const [field = '', value] = [fields[index % 3], (index - 30) * 1.7];
        const rule = { method: 'noise', scale: 3 * step, step };
        return {
          asked: ['noisy', hex, field, subject, value, rule.scale, step] as Asked,
          own: treat(rule, value, { field, subject }),
        };
      }),
    );
    const all = [...hashes, ...shifts, ...noises];
    expect(askReference(all.map(({ asked }) => asked))).toEqual(all.map(({ own }) => own));
  });
});
