/** Strict intake and RFC 8785 output: the examples of the standards, what is refused, and the algebra. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonValue } from '../contract/json.ts';
import { canonicalJson, parseStrictJson, StrictJsonError } from './canonical-json.ts';
import { canonicalMembers } from './canonical-scan.ts';

function refusal(text: string): StrictJsonError {
  try {
    parseStrictJson(text);
  } catch (error) {
    if (error instanceof StrictJsonError) return error;
    throw error;
  }
  throw new Error(`${text} was not refused`);
}

function canonicalByNative(text: string): string {
  const value: JsonValue = JSON.parse(text);
  return canonicalJson(value);
}

describe('parseStrictJson', () => {
  it('reads what JSON.parse reads', () => {
    const texts = [
      'null',
      ' true ',
      '[]',
      '{}',
      '[ ]',
      '{ }',
      '"\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\"\\\\"',
      '{"a":[1,2.5,-3e2,{"b":null}],"c":"\u2028\u007f"}',
      '\t[\r\n1 , 2\n]\r',
      '0.1',
      '-0.5',
      '5e-324',
      '1.7976931348623157e308',
      '123456789012345.678',
    ];
    for (const text of texts) {
      expect(canonicalJson(parseStrictJson(text))).toBe(canonicalByNative(text));
    }
  });

  it('refuses a name given twice, after unescaping', () => {
    expect(refusal('{"a":1,"a":2}')).toMatchObject({
      path: 'a',
      position: 7,
      message: 'has the member "a" twice',
    });
    expect(refusal('{"input":{"x":1,"\\u0078":2}}').path).toBe('input.x');
    expect(refusal('{"__proto__":1,"__proto__":2}').path).toBe('__proto__');
  });

  it.each([
    '9007199254740992',
    '-9007199254740992',
    '9007199254740993',
    '100000000000000000000000',
    '1e20',
    '9007199254740993.5',
  ])('refuses the integer %s and says to send a string', (text) => {
    expect(refusal(`{"n":[${text}]}`)).toMatchObject({ path: 'n.0', position: 6 });
    expect(refusal(text).message).toContain('send it as a string');
  });

  it('keeps the greatest safe integers, and large numbers that are no integers in canonical text', () => {
    expect(parseStrictJson('[9007199254740991,-9007199254740991,1e21,1.5e300]')).toEqual([
      9007199254740991, -9007199254740991, 1e21, 1.5e300,
    ]);
  });

  it.each(['1e400', '-1e400', `1${'0'.repeat(400)}`, '1e999999999999'])(
    'refuses %s, which overflows',
    (text) => {
      expect(refusal(text).message).toContain('send it as a string');
    },
  );

  it.each(['1e-400', '-1e-400', '0.1e-399', `0.${'0'.repeat(400)}1`])(
    'refuses %s, which would become 0',
    (text) => {
      expect(refusal(text).message).toContain('too small');
    },
  );

  it('reads every zero as 0', () => {
    for (const text of ['0', '-0', '0.0', '-0.0', '0e5', '-0e-999', '0.000e-400']) {
      expect(Object.is(parseStrictJson(text), 0)).toBe(true);
    }
  });

  it('refuses lone surrogates in names and values, escaped or not', () => {
    for (const half of ['\\ud800', '\\uDFFF', '\ud800', '\udc00', '\\ude00\\ud83d', '\\ud83dx']) {
      expect(refusal(`{"v":"${half}"}`).message).toContain('lone surrogate');
      expect(refusal(`{"${half}":1}`).message).toContain('lone surrogate');
    }
    expect(refusal('{"a":{"b":["\\ud800"]}}').path).toBe('a.b.0');
    expect(parseStrictJson('"\\ud83d\ude00"')).toBe('\u{1f600}');
  });

  it('refuses nesting deeper than 128 without running out of stack', () => {
    expect(() => parseStrictJson('['.repeat(128) + ']'.repeat(128))).not.toThrow();
    expect(refusal('['.repeat(129) + ']'.repeat(129)).message).toContain('deeper than 128');
    expect(refusal('['.repeat(3_000_000)).message).toContain('deeper than 128');
    expect(refusal('{"a":'.repeat(1_000_000)).message).toContain('deeper than 128');
    expect(() => parseStrictJson('[[[]]]', { depth: 2 })).toThrow('deeper than 2');
  });

  it('takes the names of inherited members as ordinary data', () => {
    const value = parseStrictJson('{"__proto__":{"x":1},"constructor":2,"toString":3}');
    if (!isJsonObject(value)) throw new Error('not an object');
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(value['x']).toBeUndefined();
    const empty = parseStrictJson('{}');
    if (!isJsonObject(empty)) throw new Error('not an object');
    expect(empty['constructor']).toBeUndefined();
    expect(empty['__proto__']).toBeUndefined();
    expect('hasOwnProperty' in empty).toBe(false);
  });

  it.each([
    ['', 'ends before'],
    ['   ', 'ends before'],
    ['{"a":1', 'ends before'],
    ['"abc', 'ends inside a string'],
    ['{"a":1}x', 'after the end'],
    ['1 2', 'after the end'],
    ['\ufeff{}', 'byte order mark'],
    ['{a:1}', 'unexpected character "a"'],
    ["{'a':1}", 'unexpected character'],
    ['[1,]', 'unexpected character'],
    ['{"a":1,}', 'unexpected character'],
    ['{,}', 'unexpected character'],
    ['[1 2]', 'unexpected character'],
    ['{"a" 1}', 'unexpected character'],
    ['tru', 'unexpected character'],
    ['NaN', 'unexpected character'],
    ['Infinity', 'unexpected character'],
    ['+1', 'unexpected character'],
    ['.5', 'unexpected character'],
    ['01', 'leading zero'],
    ['-01', 'leading zero'],
    ['1.', 'ends before'],
    ['1.e5', 'unexpected character'],
    ['1e', 'ends before'],
    ['1e+', 'ends before'],
    ['-', 'ends before'],
    ['0x10', 'after the end'],
    ['"\n"', 'control character'],
    ['"\\x41"', 'unknown escape'],
    ['"\\u12g4"', 'four hexadecimal digits'],
    ['"\\', 'unknown escape'],
    ['\u00a01', 'unexpected character'],
    ['[1]\u0000', 'after the end'],
  ])('refuses %j', (text, message) => {
    expect(refusal(text).message).toContain(message);
  });

  it('reads another text after a refusal', () => {
    expect(() => parseStrictJson('{"a":{"b":')).toThrow(StrictJsonError);
    expect(canonicalJson(parseStrictJson('{"c":1}'))).toBe('{"c":1}');
    expect(refusal('}').path).toBe('');
  });
});

describe('canonicalJson', () => {
  it('writes the examples of RFC 8785', () => {
    expect(
      canonicalJson(
        parseStrictJson(
          String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
        ),
      ),
    ).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
    const sorted = canonicalJson(
      parseStrictJson(
        String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
      ),
    );
    expect([...sorted.matchAll(/:"([^"]*)"/g)].map((match) => match[1])).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('writes the numbers of RFC 8785, appendix B', () => {
    const samples: [bits: string, text: string][] = [
      ['0000000000000000', '0'],
      ['8000000000000000', '0'],
      ['0000000000000001', '5e-324'],
      ['8000000000000001', '-5e-324'],
      ['7fefffffffffffff', '1.7976931348623157e+308'],
      ['4340000000000000', '9007199254740992'],
      ['c340000000000000', '-9007199254740992'],
      ['4430000000000000', '295147905179352830000'],
      ['44b52d02c7e14af5', '9.999999999999997e+22'],
      ['44b52d02c7e14af6', '1e+23'],
      ['444b1ae4d6e2ef4e', '999999999999999700000'],
      ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
      ['3eb0c6f7a0b5ed8d', '0.000001'],
      ['41b3de4355555553', '333333333.3333332'],
      ['41b3de4355555557', '333333333.33333343'],
      ['becbf647612f3696', '-0.0000033333333333333333'],
      ['43143ff3c1cb0959', '1424953923781206.2'],
    ];
    for (const [bits, text] of samples) {
      const view = new DataView(new ArrayBuffer(8));
      view.setBigUint64(0, BigInt(`0x${bits}`));
      expect(canonicalJson(view.getFloat64(0))).toBe(text);
    }
  });

  it('orders integer-like names as text', () => {
    expect(canonicalJson(parseStrictJson('{"10":1,"9":2,"-1":3,"a":4,"":5}'))).toBe(
      '{"":5,"-1":3,"10":1,"9":2,"a":4}',
    );
  });

  it('refuses what has no canonical form', () => {
    for (const value of [Number.NaN, Infinity, '\ud800', { '\udc00': 1 }, [Infinity]]) {
      expect(() => canonicalJson(value)).toThrow(StrictJsonError);
    }
  });
});

/** Any JSON text, with white space, escapes and number forms that are not canonical. */
const jsonText = fc
  .tuple(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 0, max: 3 }))
  .map(([value, indent]) => JSON.stringify(value, undefined, indent));
const awkwardText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a":',
        '"b":',
        '"__proto__":',
        '"10":',
        '"9":',
      ),
      fc.constantFrom('0', '-0', '1.50', '0.1', '12e3', '1E-7', '0.0000001', '0.00001', '-1', '00'),
      fc.constantFrom('9007199254740993', '123456789.123456789', '1e400', '5e-324', '0.000000'),
      fc.constantFrom('"x"', '"\\n"', '"\\u0041"', '"\u{1f600}"', '"\ud800"', '"\\ud800"', '"\t"'),
      fc.constantFrom('true', 'false', 'null', ' ', '\n', 'nul', '"'),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

/** Strict intake and canonical output; undefined for what strict intake refuses. */
function canonicalByStrict(text: string): string | undefined {
  try {
    return canonicalJson(parseStrictJson(text));
  } catch (error) {
    if (error instanceof StrictJsonError) return undefined;
    throw error;
  }
}

function canonicalByNativeIfAny(text: string): string | undefined {
  try {
    return canonicalByNative(text);
  } catch {
    return undefined;
  }
}

describe.each([
  ['properties', 0.1],
  ['properties, all rounds @whole', 1],
])('%s', (_title, part) => {
  it('strict intake agrees with JSON.parse on what both accept', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, awkwardText), (text) => {
        const canonical = canonicalByStrict(text);
        expect(canonical ?? canonicalByNativeIfAny(text)).toBe(canonicalByNativeIfAny(text));
      }),
      { numRuns: 5_000 * part },
    );
  });

  it('canonical text is read back as itself', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const canonical = canonicalByStrict(text) ?? 'null';
        expect(canonicalByStrict(canonical)).toBe(canonical);
      }),
      { numRuns: 2_000 * part },
    );
  });

  it('canonical text does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (object) => {
        const shuffled = Object.fromEntries(Object.entries(object).toReversed());
        expect(canonicalJson(shuffled)).toBe(canonicalJson(object));
      }),
    );
  });

  it('every double is read back as itself', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = canonicalJson(number);
        if (Math.abs(number) > Number.MAX_SAFE_INTEGER && /^-?\d+$/.test(text)) return;
        expect(parseStrictJson(text)).toBe(number + 0);
      }),
      { numRuns: 5_000 * part },
    );
  });

  it('the scan for bulk intake gives what parsing and writing gives, or refuses alike', () => {
    const objectText = fc.oneof(
      jsonText.map((text) => `{"a":${text},"b" : ${text} }`),
      awkwardText.map((text) => `{${text}}`),
      awkwardText.map((text) => `{"z":[${text}],"a":{"c":${text}}}`),
      jsonText,
    );
    fc.assert(
      fc.property(objectText, (text) => {
        let expected: unknown;
        try {
          const value = parseStrictJson(text);
          expected = isJsonObject(value)
            ? Object.keys(value)
                .toSorted()
                .map((name) => ({ name, text: canonicalJson(value[name] ?? null) }))
            : undefined;
        } catch (error) {
          expected = String(error);
        }
        let actual: unknown;
        try {
          actual = canonicalMembers(text);
        } catch (error) {
          actual = String(error);
        }
        expect(actual).toEqual(expected);
      }),
      { numRuns: 10_000 * part },
    );
  });

  it('the scan sorts many members, and finds a name given twice among them', () => {
    const names = Array.from({ length: 500 }, (_, index) => `"k${(index * 7919) % 500}":${index}`);
    const members = canonicalMembers(`{${names.join(',')}}`);
    expect(members?.map((member) => member.name)).toEqual(
      Array.from({ length: 500 }, (_, index) => `k${index}`).toSorted(),
    );
    expect(() => canonicalMembers(`{${names.join(',')},"k3":0}`)).toThrow('"k3" twice');
  });
});
