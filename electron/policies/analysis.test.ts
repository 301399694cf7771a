/** The analysis of a dataset: classes by name and by value, what is proposed, and how many rows look alike. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { analyse, Analyser, type AnalysisOptions } from './analysis.ts';
import { dateFormatsOf, kindOf } from './detectors.ts';
import { classOfAddress } from './field-names.ts';
import { policyOf, viewOf } from './testing/sample-policy.ts';

const rowsOf = (documents: readonly JsonObject[]) =>
  documents.map((document, index) => ({ seq: index + 1, document }));
const fieldOf = (values: readonly JsonValue[], name = 'x', options: AnalysisOptions = {}) => {
  const { fields } = analyse(rowsOf(values.map((value) => ({ [name]: value }))), options);
  const [field] = fields;
  if (field === undefined) throw new Error('no field');
  return field;
};
const many = (count: number, value: (index: number) => JsonValue) =>
  Array.from({ length: count }, (_, index) => value(index));

describe('A value', () => {
  it.each([
    ['ada@example.com', 'email'],
    ['Ada <ada@example.com>', 'email'],
    ['https://example.com/x', 'url'],
    ['see www.example.com', 'url'],
    ['192.168.0.1', 'ip'],
    ['2001:db8::1', 'ip'],
    ['123-45-6789', 'ssn'],
    ['000-45-6789', 'phone'],
    ['DE89 3704 0044 0532 0130 00', 'iban'],
    ['DE88 3704 0044 0532 0130 00', undefined],
    ['4539578763621486', 'card'],
    ['4539 5787 6362 1486', 'card'],
    ['4539578763621487', undefined],
    [4_539_578_763_621_486, 'card'],
    [4_539_578_763_621_487, undefined],
    ['+49 171 2345678', 'phone'],
    ['(030) 123456-7', 'phone'],
    ['1234567', undefined],
    ['1234567.25', undefined],
    ['2024-01-31', undefined],
    ['31.01.2024', undefined],
    ['@ada', 'handle'],
    ['@', undefined],
    ['48.1,11.5', 'coordinates'],
    ['48.1,211.5', undefined],
    ['iVBOR'.repeat(40), 'image'],
    ['a'.repeat(199), undefined],
    ['data:image/png;base64,iVBOR', 'image'],
    ['flu', undefined],
    [true, undefined],
    ['', undefined],
  ])('%j is of the kind %s', (value, kind) => {
    expect(kindOf(value)).toBe(kind);
  });

  it.each([
    ['3/4/1950', ['DD/MM/YYYY', 'MM/DD/YYYY']],
    ['13/4/1950', ['DD/MM/YYYY']],
    ['4/13/1950', ['MM/DD/YYYY']],
    ['1950-04-03T10:00:00Z', ['iso']],
    ['1950-04', []],
    ['1950', []],
    ['3.4.1950', ['DD.MM.YYYY']],
    ['30.2.1950', []],
  ])('%s is a date as %j', (text, formats) => {
    expect(dateFormatsOf(text)).toEqual(formats);
  });
});

describe('A field', () => {
  it.each([
    ['born', '3/4/1950', 'date'],
    ['age_years', '95', 'age'],
    ['contact', '+49 171 2345678', 'phone'],
    ['ip6', '2001:db8::1', 'ip'],
    ['gps', '48.1,11.5', 'coordinates'],
    ['photo_b64', 'iVBOR'.repeat(40), 'image'],
    ['twitter', '@ada', 'identifier'],
    ['notes', 'seen by Dr. Ada Weiß', 'free_text'],
    ['doctor', 'Dr. Weiß', 'name'],
    ['Vorname', 'Ada', 'name'],
    ['Straße', 'Am Markt', 'place'],
    ['patient.PLZ', '10115', 'postcode'],
    ['patient.diagnosis', 'flu', null],
    ['state', 'CA', null],
    ['fake_last_name', 'x', 'name'],
    ['admitted_at', 'x', 'date'],
    ['__proto__', 'x', null],
  ])('%s with %j is %s', (name, value, group) => {
    expect(fieldOf([value], name).class).toBe(group);
  });

  it('of which one value points to somebody is of that kind, and says how often', () => {
    const field = fieldOf([...many(40, () => 'none'), 'ada@example.com', ['x@y.de', 'z@y.de']]);
    expect(field).toMatchObject({ class: 'email', proposal: { method: 'withheld' } });
    expect(field.found).toEqual([{ kind: 'email', rows: 2 }]);
  });

  it.each<[string, JsonValue[], string | null, JsonObject]>([
    ['dates', ['2024-01-31', '2023-05-06T10:00:00Z'], 'date', { method: 'date_shift' }],
    [
      'days first',
      ['3/4/1950', '13/4/1950'],
      'date',
      { method: 'date_shift', date_format: 'DD/MM/YYYY' },
    ],
    [
      'months first',
      ['3/4/1950', '4/13/1950'],
      'date',
      { method: 'date_shift', date_format: 'MM/DD/YYYY' },
    ],
    ['dates but one', ['2024-01-31', 'soon'], null, { method: 'withheld' }],
    ['long texts', ['x'.repeat(30)], 'free_text', { method: 'withheld' }],
    ['six words', ['a b c d e f', 'a'], 'free_text', { method: 'withheld' }],
    ['nineteen different', many(19, (n) => n), 'measure', { method: 'clear' }],
    ['twenty different', many(20, (n) => n), 'identifier', { method: 'withheld' }],
    ['twenty with fractions', many(20, (n) => n + 0.5), 'measure', { method: 'clear' }],
    ['ninety-four in a hundred', many(100, (n) => Math.min(n, 93)), 'measure', { method: 'clear' }],
    [
      'ninety-five in a hundred',
      many(100, (n) => Math.min(n, 94)),
      'identifier',
      { method: 'withheld' },
    ],
    [
      'few values of eight rows',
      many(16, (n) => (n < 8 ? 'flu' : 'hiv')),
      'category',
      { method: 'clear' },
    ],
    ['one of seven rows', many(15, (n) => (n < 8 ? 'flu' : 'hiv')), null, { method: 'withheld' }],
    ['true and false', many(16, (n) => n < 8), 'category', { method: 'clear' }],
    ['fifty-one values', many(51 * 8, (n) => `c${n % 51}`), null, { method: 'withheld' }],
    ['nothing but null', [null, null], null, { method: 'withheld' }],
  ])('of %s', (_, values, group, proposal) => {
    expect(fieldOf(values)).toMatchObject({ class: group, proposal });
  });

  it.each<[string, JsonValue, JsonObject]>([
    ['age', 61, { method: 'generalize', bucket_size: 10, top: 90 }],
    ['zip_code', '10115', { method: 'generalize', zip3: true }],
    ['created_at', 1_700_000_000, { method: 'date_shift', date_format: 'epoch_s' }],
    ['created_at', 1_700_000_000_000, { method: 'date_shift', date_format: 'epoch_ms' }],
    ['birth_year', 1_950, { method: 'withheld' }],
    ['email', 'x', { method: 'withheld' }],
    ['patient_id', 'p1', { method: 'hash' }],
    ['claim_id', 'c1', { method: 'withheld' }],
  ])('%s with %j is proposed %j', (name, value, proposal) => {
    expect(fieldOf([value], name).proposal).toEqual(proposal);
  });

  it('is counted over all rows', () => {
    const rows = rowsOf([
      { record_id: 'rec_1', a: 'x', b: [1, 2] },
      { record_id: 'rec_2', a: null, b: [] },
      { record_id: 'rec_3', 'c.d': { e: true }, a: 'y'.repeat(100) },
      { record_id: 'rec_4', a: 'y'.repeat(100) },
    ]);
    const { fields, records } = analyse(rows);
    expect(records).toBe(4);
    const counted = fields.map(({ address, types, distinct, missing, longest }) => [
      address,
      types,
      distinct,
      missing,
      longest,
    ]);
    expect(counted).toEqual([
      ['a', ['string', 'null'], 2, 1, 100],
      ['b', ['number'], 2, 3, 1],
      ['c.d.e', ['boolean'], 1, 3, 4],
    ]);
  });
});

describe('The entity', () => {
  const rows = rowsOf([
    { claim_id: 'c1', patient_id: 'p1' },
    { claim_id: 'c2', patient_id: 'p1' },
  ]);
  const proposals = (options: AnalysisOptions) =>
    analyse(rows, options).fields.map(({ proposal }) => proposal.method);

  it('is the person that every row names, unless it was decided', () => {
    expect(analyse(rows).entity).toBe('patient_id');
    expect(proposals({})).toEqual(['withheld', 'hash']);
    expect(proposals({ entity: 'claim_id' })).toEqual(['hash', 'withheld']);
    expect(proposals({ entity: null })).toEqual(['withheld', 'withheld']);
    const [first] = rows;
    const some = [
      ...(first === undefined ? [] : [first]),
      { seq: 3, document: { claim_id: 'c3' } },
    ];
    expect(analyse(some).entity).toBeNull();
  });
});

describe('Rows that look alike', () => {
  const policy = {
    fields: {
      age: { method: 'generalize', bucket_size: 10 },
      sex: { method: 'clear' },
      zip: { method: 'withheld' },
    },
  };
  const viewed = { view: viewOf(policy), policy: policyOf(policy) };
  const rows = rowsOf(
    [
      ...many(6, (n) => ({ age: 20 + n, sex: 'f', zip: n })),
      ...many(3, (n) => ({ age: 30 + n, sex: 'f', zip: n })),
      { age: 31, sex: 'm', zip: 1 },
      { age: null, sex: 'm' },
      { sex: 'm' },
    ].map((document): JsonObject => Object(document)),
  );

  it('are counted as the view shows them', () => {
    const options = { viewed, quasiIdentifiers: ['age', 'sex', 'zip'] };
    expect(analyse(rows, options).class_sizes).toEqual({
      quasi_identifiers: ['age', 'sex', 'zip'],
      records: 12,
      least_k: 1,
      alone: 3,
      below_five: 6,
      histogram: [
        { size: 1, classes: 3 },
        { size: 3, classes: 1 },
        { size: 6, classes: 1 },
      ],
    });
    expect(analyse(rows, { viewed, quasiIdentifiers: ['sex'] }).class_sizes).toMatchObject({
      least_k: 3,
      alone: 0,
      below_five: 3,
    });
  });

  it('are none where nothing was chosen, or there are no rows', () => {
    expect(analyse(rows, { viewed }).class_sizes).toBeNull();
    expect(analyse([], { viewed, quasiIdentifiers: ['sex'] }).class_sizes).toMatchObject({
      records: 0,
      least_k: 0,
      histogram: [],
    });
  });

  it('are told of where a generalization hardly changes a field', () => {
    const fine = {
      fields: { age: { method: 'generalize', bucket_size: 1 }, sex: { method: 'clear' } },
    };
    const options = { viewed: { view: viewOf(fine), policy: policyOf(fine) } };
    expect(analyse(rows, options).hardly_changed).toEqual([
      { address: 'age', before: 9, after: 9 },
    ]);
    expect(analyse(rows, { viewed }).hardly_changed).toEqual([]);
  });
});

describe('More values than are kept at one time', () => {
  // A prime number of rows, so that no two fields repeat together.
  const rows = rowsOf(
    many(1_009, (n) => ({
      id: `p${n}`,
      text: 'x'.repeat(70) + (n % 500),
      n: n % 7,
      mixed: n % 2 === 0 ? n : String(n - 1),
      pair: [n % 13, n % 11],
    })).map((document): JsonObject => Object(document)),
  );
  const policy = {
    unlisted: 'clear',
    fields: { n: { method: 'generalize', bucket_size: 2 }, id: { method: 'hash' } },
  };
  const options = {
    viewed: { view: viewOf(policy), policy: policyOf(policy) },
    quasiIdentifiers: ['n', 'pair'],
  };

  it.each([100, 2_000])('are counted as exactly where %i are', (mostKept) => {
    const found = analyse(rows, { ...options, mostKept });
    expect(found.fields.map(({ address, distinct }) => [address, distinct])).toEqual([
      ['id', 1_009],
      ['text', 500],
      ['n', 7],
      ['mixed', 1_009],
      ['pair', 13],
    ]);
    expect(found).toEqual(analyse(rows, options));
    // Of 1,001 rows each pair has the ranges 0–1, 2–3, 4–5 twice and 6 once; eight rows more are in classes that are there.
    expect(found.class_sizes).toEqual({
      quasi_identifiers: ['n', 'pair'],
      records: 1_009,
      least_k: 1,
      alone: 142,
      below_five: 1_009,
      histogram: [
        { size: 1, classes: 142 },
        { size: 2, classes: 423 },
        { size: 3, classes: 7 },
      ],
    });
  });

  it('take a pass for each share of them', () => {
    const analyser = new Analyser({ mostKept: 300 });
    let passes = 0;
    let most = 0;
    do {
      passes += 1;
      for (const row of rows) analyser.add(row);
      most = Math.max(most, analyser.passes);
    } while (analyser.beginsAgain());
    expect(passes).toBe(most);
    // 2,538 values in all, of which 300 are kept at most.
    expect(passes).toBeGreaterThanOrEqual(9);
  });

  it('of rows that are used as maps end somewhere, and it is told', () => {
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, 1]));
    const analyser = new Analyser();
    analyser.add({ seq: 1, document: wide });
    expect(analyser.isComplete).toBe(true);
    analyser.add({ seq: 2, document: { f10000: 1 } });
    expect(analyser.isComplete).toBe(false);
  });
});

describe('Names', () => {
  it('speak for what is below them, the innermost first', () => {
    expect(classOfAddress('doctor.age')).toBe('age');
    expect(classOfAddress('doctor.speciality')).toBe('name');
    expect(classOfAddress('address.country')).toBeUndefined();
  });
});
