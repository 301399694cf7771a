/** Parameters: what each method takes, and every invalid field named at once. */
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../shared/contract/errors.ts';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { parseTransformation } from './parse-transformation.ts';

/** The refusal's fields and messages; empty where the parameters are taken. */
function faults(name: string, parameters: JsonValue): Record<string, string> {
  try {
    parseTransformation(name, parameters);
    return {};
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_error') throw error;
    return Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
  }
}

describe('transformation parameters', () => {
  it.each<[string, JsonObject, string]>([
    ['anonymize', { fields: ['a'], method: 'hash' }, 'hash'],
    ['anonymize', { fields: ['a.b'], method: 'drop' }, 'drop'],
    ['anonymize', { fields: ['a'], method: 'replace', value: null }, 'replace'],
    ['anonymize', { fields: ['a'], method: 'noise', scale: 0.5 }, 'noise'],
    ['anonymize', { fields: ['a'], method: 'date_shift', group_by: 'patient.id' }, 'date_shift'],
    ['pseudonymize', { fields: ['a'] }, 'hash'],
    ['pseudonymize', { fields: ['a'], method: 'hash' }, 'hash'],
    ['generalize', { fields: ['a'], bucket_size: 10 }, 'generalize'],
    ['generalize', { fields: ['a'], method: 'generalize', bucket_size: 10, top: 90 }, 'generalize'],
    ['mask', { fields: ['a'], char: '\u{1f600}' }, 'mask'],
    ['redact', { fields: ['a'] }, 'redact'],
  ])('%s %j is %s', (name, parameters, method) => {
    const transformation = parseTransformation(name, parameters);
    expect(transformation).toMatchObject({ name, method });
    expect(transformation.recorded).toMatchObject(parameters);
  });

  it('names every invalid field at once, by its path in the body', () => {
    expect(
      faults('anonymize', {
        fields: ['ok', '', 'a..b', 'ok', 'ok.inner', 'a.b.c.d.e.f.g.h.i', 7],
        method: 'mask',
        keep_first: -1,
        keep_last: 1.5,
        char: 'xx',
        scale: 1,
      }),
    ).toEqual({
      'parameters.fields.1': 'must not be empty',
      'parameters.fields.2': 'must not have an empty name between dots',
      'parameters.fields.5': 'must have at most 8 names',
      'parameters.fields.6': 'must be a dotted field name',
      'parameters.keep_first': 'must be at least 0',
      'parameters.keep_last': 'must be an integer',
      'parameters.char': 'must be one character',
      'parameters.scale': 'is not a known member',
    });
    expect(faults('mask', { fields: ['ok', 'ok', 'ok.inner'] })).toEqual({
      'parameters.fields.1': 'is named twice',
      'parameters.fields.2': 'is inside ok, which is named too',
    });
  });

  it('judges the fields also where the name or the method is unknown', () => {
    expect(Object.keys(faults('encrypt', { fields: [] }))).toEqual([
      'transformation',
      'parameters.fields',
    ]);
    expect(faults('anonymize', {})).toEqual({
      'parameters.method':
        'is required: one of hash, mask, redact, replace, generalize, date_shift, noise, drop',
      'parameters.fields': 'is required',
    });
    expect(faults('pseudonymize', { method: 'mask', fields: ['a'] })).toEqual({
      'parameters.method': 'must be one of hash',
    });
    expect(faults('anonymize', [])).toEqual({ parameters: 'must be an object' });
  });

  it.each<[JsonObject, Record<string, string>]>([
    [{ method: 'replace' }, { value: 'is required' }],
    [{ method: 'replace', map: { a: 1 } }, { default: 'is required' }],
    [
      { method: 'replace', value: 1, map: {}, default: 1 },
      { map: 'must not be sent with a value' },
    ],
    [
      { method: 'replace', map: { a: { b: 1 } }, default: 'x' },
      { 'map.a': 'must be a string, a number, true, false or null' },
    ],
    [{ method: 'generalize' }, { '': 'must have one of bucket_size, bins, top, zip3, date_part' }],
    [{ method: 'generalize', bucket_size: 0 }, { bucket_size: 'must be greater than 0' }],
    [
      { method: 'generalize', bins: [3, 3] },
      { bins: 'must be in ascending order without repetition' },
    ],
    [
      { method: 'generalize', bins: [1], labels: ['a'] },
      { labels: 'must have 2 strings, one more than bins' },
    ],
    [{ method: 'generalize', zip3: true, top: 1 }, { zip3: 'must not be sent with top' }],
    [
      { method: 'generalize', top: 1, date_format: 'iso' },
      { date_format: 'is only used with date_part' },
    ],
    [
      { method: 'generalize', date_part: 'week' },
      { date_part: 'must be one of year, quarter, month, day' },
    ],
    [{ method: 'noise' }, { scale: 'is required' }],
    [
      { method: 'noise', scale: 1, minimum: 2, maximum: 1 },
      { maximum: 'must not be below minimum' },
    ],
    // No key, no scale of days and no count of a lab's own protects what is the holder's.
    [{ method: 'date_shift', max_days: 1 }, { max_days: 'is not a known member' }],
    [{ method: 'hash', key_scope: 'dataset' }, { key_scope: 'is not a known member' }],
    [{ method: 'hash', risk: { quasi_identifiers: ['a'] } }, { risk: 'is not a known member' }],
  ])('refuses %j', (parameters, expected) => {
    const named = Object.entries(expected).map(([field, message]) => [
      `parameters.${field}`.replace(/\.$/, ''),
      message,
    ]);
    expect(faults('anonymize', { fields: ['a'], ...parameters })).toEqual(
      Object.fromEntries(named),
    );
  });

  it('refuses inherited and prototype names as parameters', () => {
    expect(faults('constructor', { fields: ['a'] })).toHaveProperty('transformation');
    expect(faults('anonymize', { fields: ['a'], method: '__proto__' })).toHaveProperty([
      'parameters.method',
    ]);
    const hidden = parseStrictJson('{"__proto__":{"method":"hash"},"fields":["a"]}');
    expect(faults('anonymize', hidden)).toHaveProperty(['parameters.method']);
    const extra = parseStrictJson('{"__proto__":1,"method":"hash","fields":["a"]}');
    expect(faults('anonymize', extra)).toEqual({
      'parameters.__proto__': 'is not a known member',
    });
  });
});
