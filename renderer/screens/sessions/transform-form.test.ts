import { afterEach, describe, expect, it } from 'vitest';
import { methodsOf, transformationNames } from '../../../shared/contract/transformations.ts';
import { setFormats } from '../../i18n/locale.ts';
import {
  askedFor,
  formOf,
  parameterFaults,
  parametersOf,
  parametersOfForm,
  waysOf,
  withMethod,
} from './transform-form.ts';

afterEach(() => setFormats('language', 'en', 'en'));

describe('parametersOfForm', () => {
  it('names the method where there is more than one', () => {
    expect(parametersOfForm(formOf('anonymize', ['name']))).toEqual({
      fields: ['name'],
      method: 'hash',
    });
    expect(parametersOfForm(formOf('redact', ['name']))).toEqual({ fields: ['name'] });
  });

  it('takes numbers, lists, maps and scalars as what they are', () => {
    const generalize = formOf('generalize', ['age']);
    expect(parametersOfForm({ ...generalize, values: { bucket_size: '5', origin: '' } })).toEqual({
      fields: ['age'],
      bucket_size: 5,
    });
    expect(
      parametersOfForm({
        ...generalize,
        way: 'bins',
        values: { bins: '18, 40, 65', labels: 'a, b, c, d' },
      }),
    ).toEqual({ fields: ['age'], bins: [18, 40, 65], labels: ['a', 'b', 'c', 'd'] });
    expect(parametersOfForm({ ...generalize, way: 'zip3' })).toEqual({
      fields: ['age'],
      zip3: true,
    });
    const replace = withMethod(formOf('anonymize', ['sex']), 'replace');
    expect(
      parametersOfForm({ ...replace, way: 'map', values: { map: '{"f": 1}', default: 'null' } }),
    ).toEqual({ fields: ['sex'], method: 'replace', map: { f: 1 }, default: null });
  });

  it('reads numbers in the signs of German', () => {
    setFormats('language', 'de', 'en');
    const generalize = formOf('generalize', ['age']);
    const bins = (text: string) =>
      parametersOfForm({ ...generalize, way: 'bins', values: { bins: text } })['bins'];
    expect([bins('0,5; 1,25'), bins('18, 40, 65')]).toEqual([
      [0.5, 1.25],
      [18, 40, 65],
    ]);
    const replace = withMethod(formOf('anonymize', ['sex']), 'replace');
    const values = ['0,5', '1.234', '7', 'true', '1,2,3'].map(
      (value) => parametersOfForm({ ...replace, values: { value } })['value'],
    );
    expect(values).toEqual([0.5, '1.234', 7, true, '1,2,3']);
  });
});

describe('parameterFaults', () => {
  it('stand at their parameter, in the words of the API', () => {
    expect(parameterFaults(formOf('redact'))).toEqual({ fields: 'must name at least one field' });
    expect(
      parameterFaults({ ...formOf('generalize', ['age']), values: { bucket_size: '-1' } }),
    ).toEqual({ bucket_size: 'must be greater than 0' });
    expect(parameterFaults(withMethod(formOf('anonymize', ['age']), 'noise'))).toHaveProperty(
      'scale',
    );
  });

  it('are none for every method once what is required is given', () => {
    const given: Record<string, string> = {
      value: 'x',
      map: '{"a":"b"}',
      default: 'c',
      bucket_size: '5',
      bins: '1,2',
      top: '90',
      date_part: 'year',
      scale: '1',
    };
    for (const name of transformationNames) {
      for (const method of methodsOf[name]) {
        const form = withMethod(formOf(name, ['age']), method);
        const ways = waysOf[method];
        for (const way of ways ?? [undefined]) {
          const required = askedFor({ ...form, way }).filter((each) => each.required === true);
          const values = Object.fromEntries(
            required.map((each) => [each.name, given[each.name] ?? '']),
          );
          expect(parameterFaults({ ...form, way, values }), `${name} ${method} ${way}`).toEqual({});
        }
      }
    }
  });
});

it.each(Object.entries(parametersOf))('%s asks for no parameter twice in one way', (_, specs) => {
  const names = specs.map((each) => `${each.way ?? ''}.${each.name}`);
  expect(new Set(names).size).toBe(names.length);
});
