/** Each method on values, and what a transformation of rows keeps as it is. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { shortestTime } from '../testing/shortest-time.ts';
import {
  grantKey,
  jsonObject,
  otherKey,
  textOf,
  transform,
  transformValue,
} from './testing/transform.ts';

const clinical: JsonObject[] = [
  {
    record_id: 'rec_1',
    patient_id: 'P-001',
    age: 42,
    symptoms: ['fever', 'cough'],
    lab_results: { glucose: 5.4, sodium: 140 },
    visits: [{ on: '2026-01-31', by: 'Dr Ada' }, { on: '2026-02-28' }, 'none'],
  },
  { record_id: 'rec_2', age: 91, symptoms: [], lab_results: null, '10': 'ten', '2': 'two' },
];

describe('hash', () => {
  it('is the HMAC-SHA-256 of the tagged, typed value', () => {
    const expected = (preimage: string, key = grantKey) =>
      `hmac-sha256:${createHmac('sha256', key).update(preimage).digest('hex')}`;
    const hash = (value: JsonValue, key = grantKey) =>
      transformValue(value, 'anonymize', { method: 'hash' }, key);
    expect(hash(1)).toBe(expected('["transform.hash/v1",1]'));
    expect(hash('1')).toBe(expected('["transform.hash/v1","1"]'));
    expect(hash(true)).toBe(expected('["transform.hash/v1",true]'));
    expect(hash('Müller "x"\n')).toBe(expected('["transform.hash/v1","Müller \\"x\\"\\n"]'));
    expect(hash({ b: 1, a: 2 })).toBe(expected('["transform.hash/v1",{"a":2,"b":1}]'));
    expect(hash(1, otherKey)).toBe(expected('["transform.hash/v1",1]', otherKey));
    expect(hash(null)).toBeNull();
  });

  it('says which key it used', () => {
    const one = transform(clinical, 'anonymize', { method: 'hash', fields: ['age'] });
    const other = transform(clinical, 'pseudonymize', { fields: ['age'] }, otherKey);
    expect(one.keyId).toMatch(/^tkey_[0-9a-f]{32}$/);
    expect(other.keyId).toMatch(/^tkey_[0-9a-f]{32}$/);
    expect(other.keyId).not.toBe(one.keyId);
    expect(transform(clinical, 'redact', { fields: ['age'] }).keyId).toBeNull();
  });
});

describe('mask', () => {
  it.each<[JsonValue, JsonObject, JsonValue]>([
    ['4111111111111111', { keep_last: 4 }, '************1111'],
    ['Ada Lovelace', { keep_first: 1, char: '•' }, 'A•••••••••••'],
    ['a\u{1f600}b\u{1f601}', { keep_first: 2 }, 'a\u{1f600}**'],
    ['ab', { keep_first: 1, keep_last: 1 }, '**'],
    ['abc', { keep_first: 1, keep_last: 1 }, 'a*c'],
    ['', {}, ''],
    [12345, { keep_first: 1 }, '1****'],
    [true, {}, null],
    [{ a: 1 }, {}, null],
    [null, {}, null],
  ])('%j with %j is %j', (value, parameters, expected) => {
    expect(transformValue(value, 'mask', parameters)).toEqual(expected);
  });
});

describe('redact, drop, replace', () => {
  it('redact leaves an empty string, and null as it is', () => {
    const { rows } = transform(clinical, 'redact', { fields: ['symptoms', 'lab_results', 'age'] });
    expect(rows.map(({ document }) => [document['symptoms'], document['lab_results']])).toEqual([
      [['', ''], ''],
      [[], null],
    ]);
  });

  it('drop takes the member away, from each object of an array', () => {
    const { rows, changed, skipped } = transform(clinical, 'anonymize', {
      method: 'drop',
      fields: ['symptoms', 'lab_results.glucose', 'visits.by'],
    });
    expect(rows[0]?.document).toEqual({
      record_id: 'rec_1',
      patient_id: 'P-001',
      age: 42,
      lab_results: { sodium: 140 },
      visits: [{ on: '2026-01-31' }, { on: '2026-02-28' }, 'none'],
    });
    expect(Object.keys(rows[1]?.document ?? {})).toEqual([
      '2',
      '10',
      'record_id',
      'age',
      'lab_results',
    ]);
    expect({ changed, skipped }).toEqual({ changed: 4, skipped: 2 });
  });

  it.each<[JsonValue, JsonObject, JsonValue]>([
    ['F', { value: 'X' }, 'X'],
    ['F', { value: null }, null],
    ['F', { map: { F: 'female', M: 'male' }, default: 'other' }, 'female'],
    ['?', { map: { F: 'female' }, default: 'other' }, 'other'],
    [1, { map: { '1': 'one' }, default: 0 }, 'one'],
    [true, { map: { true: 1 }, default: 0 }, 1],
    ['toString', { map: { a: 1 }, default: 'other' }, 'other'],
    ['__proto__', { map: { a: 1 }, default: 'other' }, 'other'],
    [{ a: 1 }, { map: { a: 1 }, default: 'other' }, 'other'],
    ['F', { map: { F: null }, default: 'other' }, null],
    [null, { value: 'X' }, null],
  ])('replace %j with %j is %j', (value, parameters, expected) => {
    expect(transformValue(value, 'anonymize', { method: 'replace', ...parameters })).toEqual(
      expected,
    );
  });
});

describe('generalize', () => {
  it.each<[JsonValue, JsonObject, JsonValue]>([
    [42, { bucket_size: 10 }, '[40,50)'],
    [-1, { bucket_size: 10 }, '[-10,0)'],
    [42, { bucket_size: 10, origin: 5 }, '[35,45)'],
    [0.3, { bucket_size: 0.1 }, '[0.3,0.4)'],
    [1e21, { bucket_size: 1e20 }, '[1e+21,1.1e+21)'],
    [85, { bucket_size: 10, top: 90 }, '[80,90)'],
    [85, { bucket_size: 10, top: 87 }, '[80,87)'],
    [90, { bucket_size: 10, top: 90 }, '90+'],
    [89, { top: 90 }, 89],
    [91, { top: 90 }, '90+'],
    [17, { bins: [18, 65] }, '<18'],
    [18, { bins: [18, 65] }, '[18,65)'],
    [65, { bins: [18, 65] }, '>=65'],
    [65, { bins: [18, 65], labels: ['minor', 'adult', 'senior'] }, 'senior'],
    ['02139', { zip3: true }, '021'],
    ['02139-4307', { zip3: true }, '021'],
    [2139, { zip3: true }, '021'],
    ['03601', { zip3: true }, '000'],
    ['SW1A 1AA', { zip3: true }, null],
    ['2026-03-14', { date_part: 'year' }, '2026'],
    ['2026-03-14T23:59:59.5+02:00', { date_part: 'quarter' }, '2026-Q1'],
    ['2026-03-14', { date_part: 'month' }, '2026-03'],
    ['2026-03-14 08:00', { date_part: 'day' }, '2026-03-14'],
    ['2026-03', { date_part: 'day' }, null],
    ['14.03.2026', { date_part: 'year', date_format: 'DD.MM.YYYY' }, '2026'],
    [0, { date_part: 'year', date_format: 'epoch_s' }, '1970'],
    ['2026-02-30', { date_part: 'year' }, null],
    ['forty', { bucket_size: 10 }, null],
    [true, { top: 1 }, null],
    [[5, [15, null, 'x']], { bucket_size: 10 }, ['[0,10)', ['[10,20)', null, null]]],
  ])('%j with %j is %j', (value, parameters, expected) => {
    expect(transformValue(value, 'generalize', parameters)).toEqual(expected);
  });
});

describe('date_shift', () => {
  const shift = (documents: JsonObject[], more: JsonObject) =>
    transform(documents, 'anonymize', { method: 'date_shift', ...more });

  it('moves all dates of a subject by the same days, across rows and formats of time', () => {
    const { rows } = shift(
      [
        { patient: 7, from: '2026-03-01', to: ['2026-03-31T10:00:00.250Z', '2026-02-28 23:59'] },
        { patient: 7, from: '2024-02-29' },
        { patient: '7', from: '2026-03-01' },
      ],
      { fields: ['from', 'to'], group_by: 'patient' },
    );
    const [first, second, third] = rows.map(({ document }) => document);
    const days = (text: JsonValue | undefined) =>
      Date.parse(textOf(text).slice(0, 10)) / 86_400_000;
    const offset = days(first?.['from']) - days('2026-03-01');
    expect(offset).not.toBe(0);
    expect(Math.abs(offset)).toBeLessThanOrEqual(365);
    expect(days(second?.['from']) - days('2024-02-29')).toBe(offset);
    expect(days(third?.['from']) - days('2026-03-01')).not.toBe(offset);
    const [until, before] = Array.isArray(first?.['to']) ? first['to'] : [];
    expect(until).toMatch(/^\d{4}-\d\d-\d\dT10:00:00\.250Z$/);
    expect(before).toMatch(/^\d{4}-\d\d-\d\d 23:59$/);
    expect(days(until) - days(before)).toBe(31);
  });

  it('is the documented offset', () => {
    const { rows } = shift([{ patient: 7, on: '2026-03-01' }], {
      fields: ['on'],
      group_by: 'patient',
    });
    const preimage = '["transform.date-shift/v1",["subject",7]]';
    const digest = createHmac('sha256', grantKey).update(preimage).digest();
    const step = Number(`0x${digest.toString('hex', 0, 6)}`) % 730;
    const offset = step < 365 ? step - 365 : step - 364;
    const expected = new Date(Date.parse('2026-03-01') + offset * 86_400_000);
    expect(rows[0]?.document['on']).toBe(expected.toISOString().slice(0, 10));
  });

  it('is never 0, within a year, and uses both directions', () => {
    const documents = Array.from({ length: 2_000 }, (_, patient) => ({
      patient,
      on: '2026-03-02',
    }));
    const { rows } = shift(documents, { fields: ['on'], group_by: 'patient' });
    const offsets = rows.map(
      ({ document }) =>
        (Date.parse(textOf(document['on'])) - Date.parse('2026-03-02')) / 86_400_000,
    );
    expect(offsets).not.toContain(0);
    expect(
      [Math.min(...offsets), Math.max(...offsets)].map(Math.abs).every((each) => each <= 365),
    ).toBe(true);
    expect(offsets.some((each) => each < 0) && offsets.some((each) => each > 0)).toBe(true);
  });

  it('takes the record for the subject where there is no group_by, or no value of it', () => {
    const documents: JsonObject[] = [
      { record_id: 'rec_a', on: '2026-03-02', patient: null },
      { record_id: 'rec_b', on: '2026-03-02' },
    ];
    const alone = shift(documents, { fields: ['on'] }).rows.map(({ document }) => document['on']);
    const grouped = shift(documents, { fields: ['on'], group_by: 'patient' });
    expect(grouped.rows.map(({ document }) => document['on'])).toEqual(alone);
    expect(alone[0]).not.toBe(alone[1]);
  });

  it.each<[JsonValue, string, RegExp]>([
    ['31.12.2025', 'DD.MM.YYYY', /^"\d\d\.\d\d\.\d{4}"$/],
    ['12/31/2025', 'MM/DD/YYYY', /^"\d\d\/\d\d\/\d{4}"$/],
    ['31/12/2025', 'DD/MM/YYYY', /^"\d\d\/\d\d\/\d{4}"$/],
    ['20251231', 'YYYYMMDD', /^"\d{8}"$/],
    ['31/12/2025', 'MM/DD/YYYY', /^null$/],
    ['yesterday', 'iso', /^null$/],
    ['0001-01-01', 'epoch_s', /^null$/],
  ])('%j in the format %s', (value, date_format, expected) => {
    const moved = transformValue(value, 'anonymize', { method: 'date_shift', date_format });
    expect(JSON.stringify(moved)).toMatch(expected);
  });

  it('moves epoch numbers by whole days', () => {
    const parameters = { method: 'date_shift', date_format: 'epoch_ms' };
    const moved = Number(transformValue(1_767_225_600_123, 'anonymize', parameters));
    expect(Math.abs(moved - 1_767_225_600_123) % 86_400_000).toBe(0);
    expect(moved).not.toBe(1_767_225_600_123);
  });
});

describe('noise', () => {
  const noisy = (more: JsonObject, count = 4_000) =>
    transform(
      Array.from({ length: count }, () => ({ x: 100 })),
      'anonymize',
      { method: 'noise', fields: ['x'], ...more },
    );
  const numbers = (more: JsonObject) =>
    noisy(more).rows.map(({ document }) => Number(document['x']));
  const deviation = (values: number[]) =>
    Math.sqrt(values.reduce((sum, value) => sum + (value - 100) ** 2, 0) / values.length);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

  it('has the mean and the spread of its distribution', () => {
    const laplace = numbers({ scale: 2 });
    const gaussian = numbers({ scale: 2, distribution: 'gaussian' });
    expect(mean(laplace)).toBeCloseTo(100, 0);
    expect(mean(gaussian)).toBeCloseTo(100, 0);
    expect(deviation(laplace) / (2 * Math.SQRT2)).toBeCloseTo(1, 1);
    expect(deviation(gaussian) / 2).toBeCloseTo(1, 1);
  });

  it('is the same when asked again, and unrelated at another scale', () => {
    expect(numbers({ scale: 2 })).toEqual(numbers({ scale: 2 }));
    const [one = 0] = numbers({ scale: 1 });
    const [two = 0] = numbers({ scale: 2 });
    expect(two - 100).not.toBeCloseTo(2 * (one - 100), 6);
  });

  it('keeps to bounds and decimals, and says that it is no privacy budget', () => {
    const { rows, report } = noisy({ scale: 50, minimum: 90, maximum: 110, decimals: 1 }, 100);
    for (const { document } of rows) {
      expect(document['x']).toBeGreaterThanOrEqual(90);
      expect(document['x']).toBeLessThanOrEqual(110);
      expect(textOf(document['x'])).toMatch(/^\d+(\.\d)?$/);
    }
    expect(report.notes).toEqual([expect.stringContaining('not a privacy budget')]);
    expect(transformValue('100', 'anonymize', { method: 'noise', scale: 1 })).toBeNull();
  });
});

describe('rows', () => {
  it('keep what is not named, their order, and the source', () => {
    const source = structuredClone(clinical);
    const { rows, report } = transform(clinical, 'anonymize', {
      method: 'hash',
      fields: ['patient_id', 'visits.by', 'nowhere.at.all'],
    });
    expect(clinical).toEqual(source);
    expect(rows.map(({ recordId }) => recordId)).toEqual(['rec_1', 'rec_2']);
    expect(Object.keys(rows[0]?.document ?? {})).toEqual(Object.keys(clinical[0] ?? {}));
    expect(rows[0]?.document['lab_results']).toBe(clinical[0]?.['lab_results']);
    expect(rows[1]?.document).toBe(clinical[1]);
    expect(report.fields).toEqual([
      { field: 'patient_id', method: 'hash', changed: 1, kept: 0, suppressed: 0, skipped: 1 },
      { field: 'visits.by', method: 'hash', changed: 1, kept: 0, suppressed: 0, skipped: 1 },
      { field: 'nowhere.at.all', method: 'hash', changed: 0, kept: 0, suppressed: 0, skipped: 2 },
    ]);
  });

  it('count suppressed values as changed', () => {
    const { changed, skipped, report } = transform(
      [{ x: 'n/a' }, { x: 5 }, { x: null }, {}],
      'generalize',
      { fields: ['x'], bucket_size: 10 },
    );
    expect({ changed, skipped }).toEqual({ changed: 2, skipped: 1 });
    expect(report.fields).toEqual([
      { field: 'x', method: 'generalize', changed: 1, kept: 1, suppressed: 1, skipped: 1 },
    ]);
  });

  it('have members named like those of every object, and no others', () => {
    const document = jsonObject('{"__proto__":{"a":"x"},"constructor":"y"}');
    const { rows } = transform([document, { a: 1 }], 'redact', {
      fields: ['__proto__.a', 'constructor', 'toString'],
    });
    expect(JSON.stringify(rows[0]?.document)).toBe('{"__proto__":{"a":""},"constructor":""}');
    expect(rows[1]?.document).toEqual({ a: 1 });
  });

  it('are transformed fast: 1,000 rows, three hashed fields @whole', () => {
    const documents = Array.from({ length: 1_000 }, (_, index) => ({
      record_id: `rec_${index}`,
      patient_id: `P-${index}`,
      diagnosis: 'J45',
      age: index % 90,
      lab_results: { glucose: index / 7 },
    }));
    const parameters = { method: 'hash', fields: ['patient_id', 'diagnosis', 'age'] };
    const time = shortestTime(() => transform(documents, 'anonymize', parameters), 7);
    // A few milliseconds; the bound only catches a change of order.
    expect(time).toBeLessThan(100);
  });
});
