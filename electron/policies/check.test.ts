/** What is refused of a policy and of a grant's fields, each named with what was meant. */
import { describe, expect, it } from 'vitest';
import { bodyFaults } from '../../shared/contract/intake.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { policySchema } from '../../shared/contract/policies.ts';
import { valuesAtAddress } from '../../shared/policies/addresses.ts';
import { Addresses } from './address.ts';
import { grantFieldFaults, policyFaults, undecidedFields } from './check.ts';
import { policyOf } from './testing/sample-policy.ts';

const addresses = new Addresses([
  {
    record_id: 'rec_1',
    patient_id: 'p1',
    fake_last_name: 'x',
    fake_first_name: 'y',
    'patient.ssn': 1,
    patient: { age: 5 },
    labs: [{ value: 1 }, { note: 'x' }],
    salary: 1,
  },
]);

const told = (faults: readonly { readonly field: string; readonly message: string }[]) =>
  faults.map(({ field, message }) => `${field} ${message}`);
const refused = (members: JsonObject, versions: readonly JsonObject[] = []) =>
  told(policyFaults(policyOf(members), { addresses, versions: versions.map(policyOf) }));
const rule = (address: string, members: JsonObject): JsonObject => ({
  fields: { [address]: members },
});
const bounds = (min: number, max: number, step: number) =>
  rule('salary', { method: 'statistics', min, max, step });

describe('Addresses', () => {
  it('of rows are those of values and of what they are inside of', () => {
    expect(addresses.all().toSorted()).toEqual([
      'fake_first_name',
      'fake_last_name',
      'labs',
      'labs.note',
      'labs.value',
      'patient',
      'patient.age',
      'patient.ssn',
      'patient_id',
      'record_id',
      'salary',
    ]);
  });

  it('lead to every value that has them, wherever it stands', () => {
    const document: JsonObject = {
      'a.b': 1,
      a: [{ b: [2, [3]] }, { 'b.c': 4, b: { c: 5 } }, 6],
      'a.': 7,
      '': { '': 8 },
    };
    expect(valuesAtAddress(document, 'a.b')).toEqual([2, 3, { c: 5 }, 1]);
    expect(valuesAtAddress(document, 'a.b.c')).toEqual([5, 4]);
    expect(valuesAtAddress(document, 'a.')).toEqual([7]);
    expect(valuesAtAddress(document, '.')).toEqual([8]);
    expect(valuesAtAddress(document, 'none')).toEqual([]);
  });
});

describe('A policy is refused', () => {
  it.each<[JsonObject, string[]]>([
    [
      rule('fake_last_nam', { method: 'hash' }),
      [
        'fields.fake_last_nam names fake_last_nam, which no row of the dataset has; near it: fake_last_name',
      ],
    ],
    [
      rule('labs.1', { method: 'hash' }),
      ['fields.labs.1 names 1, a place in an array; the field is labs'],
    ],
    [
      rule('labs.0.value', { method: 'hash' }),
      ['fields.labs.0.value names 0, a place in an array; the field is labs.value'],
    ],
    [
      rule('record_id', { method: 'hash' }),
      ['fields.record_id is told by record_ids, and by no rule'],
    ],
    [
      { fields: { patient: { method: 'hash' }, 'patient.ssn': { method: 'clear' } } },
      ['fields.patient.ssn is inside patient, which is named too'],
    ],
    [
      { entity: 'patientid2', ...rule('salary', { method: 'clear' }) },
      ['entity names patientid2, which no row of the dataset has; near it: patient_id, patient'],
    ],
    [bounds(5, 5, 1), ['fields.salary.max must be greater than min']],
    [bounds(0.05, 1.1, 0.1), ['fields.salary.min must be a multiple of 0.1']],
    [
      bounds(0, 1_000_001, 1),
      ['fields.salary.step must leave at most 1000000 steps between min and max'],
    ],
    [
      rule('salary', { method: 'statistics', min: 0 }),
      ['fields.salary.max is required', 'fields.salary.step is required'],
    ],
  ])('%j', (members, faults) => {
    expect(refused(members)).toEqual(faults);
  });

  it('with three near names at most', () => {
    const many = new Addresses([{ abcd1: 1, abcd2: 1, abcd3: 1, abcd4: 1 }]);
    const [fault] = policyFaults(policyOf(rule('abcd', { method: 'hash' })), {
      addresses: many,
      versions: [],
    });
    expect(fault?.params['near']).toBe('abcd1, abcd2, abcd3');
  });

  it('before there are rows, where it names fields', () => {
    const empty = { addresses: new Addresses(), versions: [] };
    const named = policyOf({ entity: 'a', ...rule('a', { method: 'hash' }) });
    expect(told(policyFaults(named, empty))).toEqual([
      'fields names fields of a dataset without rows: import rows first',
      'entity names fields of a dataset without rows: import rows first',
    ]);
    expect(policyFaults(policyOf({ access: 'open', unlisted: 'clear' }), empty)).toEqual([]);
  });

  it('with another scale of noise than was ever published, however the field was named', () => {
    const noise = (address: string, scale: number) =>
      rule(address, { method: 'noise', scale, step: 1 });
    const kept = 'must stay 2: another scale would be a second draw of the same values';
    expect(refused(noise('salary', 3), [noise('salary', 2), {}])).toEqual([
      `fields.salary.scale ${kept}`,
    ]);
    expect(refused(noise('patient', 3), [noise('patient.age', 2)])).toEqual([
      `fields.patient.scale ${kept}`,
    ]);
    expect(refused(noise('patient.age', 3), [noise('patient', 2)])).toEqual([
      `fields.patient.age.scale ${kept}`,
    ]);
    expect(refused(noise('salary', 2), [noise('salary', 2), noise('patient', 9)])).toEqual([]);
  });
});

describe('A policy is taken', () => {
  it.each<[JsonObject]>([
    [bounds(0, 200_000, 100)],
    [bounds(-0.3, 0.3, 0.1)],
    [bounds(0, 1_000_000, 1)],
    [rule('salary', { method: 'statistics' })],
    [rule('patient.ssn', { method: 'hash' })],
    [rule('labs', { method: 'hash' })],
    [{ entity: 'patient_id' }],
  ])('%j', (members) => {
    expect(refused(members)).toEqual([]);
  });
});

describe('The schema of a policy', () => {
  it('takes what protects most for what is left out', () => {
    expect(policyOf({})).toEqual({
      access: 'on_request',
      unlisted: 'withheld',
      record_ids: 'per_grant',
      entity: null,
      notice_hours: 24,
      kinds: ['rows'],
      fields: {},
      statistics: {
        min_entities: 8,
        rows_per_entity: 1,
        round_counts: 5,
        epsilon_per_answer: 0.5,
        epsilon: 10,
        epsilon_total: 50,
      },
    });
    expect(policyOf({ statistics: { epsilon: 5 } }).statistics).toMatchObject({
      epsilon: 5,
      min_entities: 8,
    });
  });

  const many = Object.fromEntries(
    Array.from({ length: 501 }, (_, index) => [`f${index}`, { method: 'hash' }]),
  );
  it.each<[JsonObject, string[]]>([
    [
      rule('age', { method: 'tokenize' }),
      [
        'fields.age.method must be one of clear, withheld, statistics, hash, date_shift, noise, mask, generalize, replace, redact',
      ],
    ],
    [rule('age', {}), ['fields.age.method is required']],
    [{ fields: { age: 'hash' } }, ['fields.age must be an object']],
    [{ fields: [] }, ['fields must be an object']],
    [
      rule('age', { method: 'generalize' }),
      ['fields.age must have one of bucket_size, bins, top, zip3, date_part'],
    ],
    [
      rule('age', { method: 'generalize', bucket_size: 0 }),
      ['fields.age.bucket_size must be greater than 0'],
    ],
    [rule('age', { method: 'noise', scale: 1 }), ['fields.age.step is required']],
    [
      rule('a', { method: 'replace', value: 'x', map: { p1: 'y' } }),
      ['fields.a.map is not a known member'],
    ],
    [rule('a', { method: 'date_shift', max_days: 1 }), ['fields.a.max_days is not a known member']],
    [rule('a', { method: 'mask', char: '😀😀' }), ['fields.a.char must be one character']],
    [{ statistics: { epsilon: 60 } }, ['statistics.epsilon must not be above epsilon_total']],
    [
      { statistics: { epsilon_per_answer: 11 } },
      ['statistics.epsilon_per_answer must not be above epsilon'],
    ],
    [{ statistics: { epsilon: 0.1234567 } }, ['statistics.epsilon must have at most 6 decimals']],
    [{ statistics: { epsilon: 0.3 } }, ['statistics.epsilon must not be below epsilon_per_answer']],
    [{ statistics: { min_entities: 1 } }, ['statistics.min_entities must be at least 2']],
    [{ unlisted: 'hash' }, ['unlisted must be one of withheld, clear']],
    [{ k: 5 }, ['k is not a known member']],
  ])('refuses %j', (members, faults) => {
    expect(told(bodyFaults(members, policySchema))).toEqual(faults);
  });

  it('refuses too many rules, and addresses that are too long', () => {
    expect(told(bodyFaults({ fields: many }, policySchema))).toEqual([
      'fields must have at most 500 members',
    ]);
    const long = 'x'.repeat(513);
    expect(told(bodyFaults(rule(long, { method: 'hash' }), policySchema))).toEqual([
      `fields.${long} must be at most 512 characters`,
    ]);
  });

  it('refuses more than 32 KiB', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `f${index}`,
        { method: 'replace', value: 'ä'.repeat(500) },
      ]),
    );
    expect(told(bodyFaults({ fields: wide }, policySchema))).toEqual([
      'body must have at most 32768 bytes as JSON',
    ]);
  });
});

describe('Fields of a grant', () => {
  const policy = policyOf({
    fields: {
      patient_id: { method: 'hash' },
      patient: { method: 'clear' },
      salary: { method: 'statistics' },
      'labs.value': { method: 'clear' },
    },
  });

  it('are those that the view has', () => {
    const asked = ['patient_id', 'patient.age', 'labs', 'record_id'];
    expect(grantFieldFaults(asked, policy, 'rows', addresses)).toEqual([]);
    expect(grantFieldFaults(['salary'], policy, 'statistics', addresses)).toEqual([]);
  });

  it('that are withheld or of no row are named', () => {
    const asked = ['salary', 'fake_last_name', 'labs.note', 'patientid', 'fake_last_nam'];
    expect(told(grantFieldFaults(asked, policy, 'rows', addresses))).toEqual([
      'fields.0 must not name salary: it is withheld by the holder',
      'fields.1 must not name fake_last_name: it is withheld by the holder',
      'fields.2 must not name labs.note: it is withheld by the holder',
      'fields.3 names patientid, which no row of the dataset has; near it: patient_id, patient',
      // Names that are withheld are not offered.
      'fields.4 names fake_last_nam, which no row of the dataset has; near it: record_id, patient_id, patient',
    ]);
    expect(told(grantFieldFaults(['record_id'], policy, 'statistics', addresses))).toEqual([
      'fields.0 must not name record_id: it is withheld by the holder',
    ]);
  });
});

describe('Fields that wait for a decision', () => {
  it('are those of values that no rule covers', () => {
    const rules = { patient: { method: 'clear' }, 'labs.value': { method: 'withheld' } };
    expect(undecidedFields(policyOf({ fields: rules }), addresses)).toEqual([
      'patient_id',
      'fake_last_name',
      'fake_first_name',
      'labs.note',
      'salary',
    ]);
  });
});
