/** The view of a grant: which fields of a row are seen, and how. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { keysOfOther, viewOf } from './testing/sample-policy.ts';

const seen = (
  policy: JsonObject,
  document: JsonObject,
  options: Parameters<typeof viewOf>[1] = {},
): JsonValue =>
  JSON.parse(
    JSON.stringify(viewOf({ record_ids: 'kept', ...policy }, options).row({ seq: 1, document })),
  );

const patient = {
  record_id: 'rec_1',
  patient_id: 'p1',
  name: 'Ada',
  age: 61,
  admitted: '1933-04-05',
  salary: 30_000,
  diagnosis: 'flu',
  email: 'ada@example.com',
};
const fields = {
  patient_id: { method: 'hash' },
  name: { method: 'withheld' },
  age: { method: 'generalize', bucket_size: 10, top: 90 },
  admitted: { method: 'date_shift' },
  salary: { method: 'statistics', min: 0, max: 200_000, step: 100 },
  diagnosis: { method: 'clear' },
};
const policy = { entity: 'patient_id', fields };

describe('A view', () => {
  it('has of each row what the policy lets out, and nothing that it does not name', () => {
    expect(seen(policy, patient)).toEqual({
      record_id: 'rec_1',
      patient_id: 'hmac-sha256:e7e1c27318b19e58f47c15845ed0d261',
      age: '[60,70)',
      admitted: '1932-08-14',
      diagnosis: 'flu',
    });
  });

  it('of statistics has the statistics fields, and no id of a row', () => {
    expect(seen(policy, patient, { kind: 'statistics' })).toEqual({
      patient_id: 'hmac-sha256:e7e1c27318b19e58f47c15845ed0d261',
      age: '[60,70)',
      admitted: '1932-08-14',
      salary: 30_000,
      diagnosis: 'flu',
    });
  });

  it('of a grant has the fields of that grant alone', () => {
    expect(seen(policy, patient, { fields: ['age', 'name', 'email'] })).toEqual({
      record_id: 'rec_1',
      age: '[60,70)',
    });
    expect(seen({ unlisted: 'clear' }, patient, { fields: [] })).toEqual({ record_id: 'rec_1' });
  });

  it('leaves null as it is, and takes what a method cannot', () => {
    expect(seen(policy, { age: null, admitted: 'soon', patient_id: null })).toEqual({
      age: null,
      admitted: null,
      patient_id: null,
    });
  });

  it('is the row itself where everything is clear', () => {
    const view = viewOf({ unlisted: 'clear', record_ids: 'kept' });
    expect(view.isWhole).toBe(true);
    expect(view.row({ seq: 1, document: patient })).toBe(patient);
    expect(viewOf({ unlisted: 'clear' }).isWhole).toBe(false);
    expect(viewOf({ unlisted: 'clear', record_ids: 'kept' }, { kind: 'statistics' }).isWhole).toBe(
      false,
    );
  });

  it('has record ids of the grant where they are not kept', () => {
    const view = viewOf({ unlisted: 'clear' });
    const id = view.idOf(9) ?? '';
    expect(view.row({ seq: 9, document: patient })['record_id']).toBe(id);
    expect(view.seqOf(id)).toBe(9);
    expect(viewOf({ unlisted: 'clear' }, { keys: keysOfOther }).seqOf(id)).toBeUndefined();
    expect(view.row({ seq: 9, document: { record_id: 'rec_1', age: 1 } })['age']).toBe(1);
  });
});

describe('An address', () => {
  it('is one field, whether its names are in one another or joined by a dot', () => {
    const rules = { fields: { 'patient.ssn': { method: 'withheld' } }, unlisted: 'clear' };
    expect(seen(rules, { 'patient.ssn': 1, patient: { ssn: 2, age: 3 }, ssn: 4 })).toEqual({
      patient: { age: 3 },
      ssn: 4,
    });
    const hashed = { fields: { 'patient.ssn': { method: 'hash' } } };
    const { 'patient.ssn': joined, patient: nested } = viewOf(hashed).row({
      seq: 1,
      document: { 'patient.ssn': 1, patient: { ssn: 1 } },
    });
    expect(nested).toEqual({ ssn: joined });
  });

  it('covers all below it, each value under its own address', () => {
    const below = viewOf({ fields: { patient: { method: 'hash' } } });
    const document = { patient: { a: 1, b: [1, { a: 1 }] }, 'patient.a': 1 };
    const viewed = below.row({ seq: 1, document });
    const alone = viewOf({ fields: { 'patient.a': { method: 'hash' } } });
    const { patient: only } = alone.row({ seq: 1, document: { patient: { a: 1 } } });
    const a = Object(only)['a'];
    expect(a).toMatch(/^hmac-sha256:[0-9a-f]{32}$/);
    const b = Object(viewed['patient'])['b'];
    expect(viewed).toEqual({ patient: { a, b }, 'patient.a': a });
    expect(new Set([a, b[0], b[1].a]).size).toBe(3);
  });

  it('leads through arrays, whose elements stay at their places', () => {
    const rules = { fields: { 'labs.value': { method: 'clear' } } };
    expect(
      seen(rules, { labs: [{ value: 1, note: 'x' }, { note: 'y' }, 5, { value: 2 }] }),
    ).toEqual({ labs: [{ value: 1 }, {}, null, { value: 2 }] });
    expect(seen(rules, { labs: [{ note: 'y' }, 5, []] })).toEqual({});
    expect(seen(rules, { labs: 'none' })).toEqual({});
    expect(seen({ ...rules, unlisted: 'clear' }, { labs: 'none', x: [], y: {} })).toEqual({
      labs: 'none',
      x: [],
      y: {},
    });
  });

  it('of a grant may lie above the rules, or inside one', () => {
    const rules = {
      fields: { 'patient.ssn': { method: 'withheld' }, contact: { method: 'redact' } },
      unlisted: 'clear',
    };
    const document = { patient: { ssn: 1, age: 2 }, contact: { mail: 'x', phone: 'y' }, other: 3 };
    expect(seen(rules, document, { fields: ['patient', 'contact.mail'] })).toEqual({
      patient: { age: 2 },
      contact: { mail: '' },
    });
    expect(seen(rules, document, { fields: ['patient.age', 'patient'] })).toEqual({
      patient: { age: 2 },
    });
  });

  it('may be any name that JSON has', () => {
    const document: JsonObject = JSON.parse('{"__proto__": {"a": 1, "b": 2}, "": 3, "a..b": 4}');
    const rules: JsonObject = JSON.parse(
      '{"__proto__.a": {"method": "clear"}, "a..b": {"method": "clear"}}',
    );
    expect(JSON.stringify(viewOf({ fields: rules }).row({ seq: 1, document }))).toBe(
      '{"__proto__":{"a":1},"a..b":4}',
    );
  });
});

describe('A path', () => {
  const rules = {
    fields: {
      'labs.value': { method: 'clear' },
      'labs.note': { method: 'withheld' },
      name: { method: 'withheld' },
      age: { method: 'generalize', bucket_size: 10 },
      salary: { method: 'statistics' },
      '0': { method: 'clear' },
      'codes.0': { method: 'clear' },
    },
  };
  it.each([
    ['labs.value', 'clear'],
    ['labs.value.deeper', 'clear'],
    ['labs.0.value', 'treated'],
    ['labs.note', 'withheld'],
    ['labs.0.note', 'withheld'],
    ['labs.0', 'treated'],
    ['labs', 'treated'],
    ['labs.other', 'withheld'],
    ['name', 'withheld'],
    ['name.0', 'withheld'],
    ['age', 'treated'],
    ['salary', 'withheld'],
    ['unknown', 'withheld'],
    ['0', 'clear'],
    ['codes.0', 'treated'],
    ['record_id', 'treated'],
  ])('%s is %s', (path, state) => {
    expect(viewOf(rules).stateOf(path)).toBe(state);
  });

  it.each([
    ['labs', 'treated'],
    ['labs.0.value', 'clear'],
    ['labs.0.note', 'withheld'],
    ['unknown', 'clear'],
    ['record_id', 'clear'],
  ])('%s is %s where the rest is clear and ids are kept', (path, state) => {
    expect(viewOf({ ...rules, unlisted: 'clear', record_ids: 'kept' }).stateOf(path)).toBe(state);
  });

  it.each([
    ['salary', 'clear'],
    ['record_id', 'withheld'],
    ['record_id.0', 'withheld'],
  ])('%s is %s in statistics', (path, state) => {
    const kept = { ...rules, record_ids: 'kept' };
    expect(viewOf(kept, { kind: 'statistics' }).stateOf(path)).toBe(state);
  });

  it('outside of what a grant was given is withheld', () => {
    const view = viewOf({ unlisted: 'clear' }, { fields: ['patient.age', 'site'] });
    const states = ['patient.age', 'patient', 'patient.ssn', 'site', 'name'].map((path) =>
      view.stateOf(path),
    );
    expect(states).toEqual(['clear', 'treated', 'withheld', 'clear', 'withheld']);
  });
});
