/** The engines agree, the guarantee holds, and what SQL looks for is in every match. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { rounds } from '../testing/rounds.ts';
import { shortestTime } from '../testing/shortest-time.ts';
import {
  createRegularExpression,
  ExpressionError,
  type RegularExpression,
} from './regular-expression.ts';
import type { WholeLiteral } from './required-literal.ts';

const piece = fc.constantFrom(
  'a',
  'b',
  'A',
  'k',
  's',
  'é',
  '😀',
  ' ',
  '-',
  '\\.',
  '\\\\',
  '\\d',
  '\\w',
  '\\W',
  '\\D',
  '.',
  '[ab]',
  '[^a]',
  '[a-z]',
  '^',
  '$',
  '|',
  '*',
  '+',
  '?',
  '(a|b)',
  '(?:ab)',
  '{2}',
  '\\b',
  '\\s',
  '\\-',
);
const source = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
const options = fc.constantFrom('', 'i', 's', 'm', 'im');
const text = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'A',
      'K',
      'k',
      '\u212a',
      'ſ',
      's',
      'é',
      '😀',
      ' ',
      '-',
      '.',
      '\\',
      '1',
      '\n',
      '\r',
      '\u2028',
    ),
    {
      maxLength: 8,
    },
  )
  .map((characters) => characters.join(''));

function flagsOf(letters: string): number {
  return (
    (letters.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
    (letters.includes('m') ? RE2JS.MULTILINE : 0) |
    (letters.includes('s') ? RE2JS.DOTALL : 0)
  );
}

function referenceFor(pattern: string, letters: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern, flagsOf(letters));
  } catch {
    return undefined;
  }
}

function expressionFor(pattern: string, letters: string): RegularExpression | undefined {
  try {
    return createRegularExpression(pattern, letters);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

function literalMatches(literal: WholeLiteral | undefined, each: string): boolean | undefined {
  if (literal === undefined) return undefined;
  const { text: found, atStart, atEnd } = literal;
  if (atStart && atEnd) return each === found;
  if (atStart) return each.startsWith(found);
  return atEnd ? each.endsWith(found) : each.includes(found);
}

describe('a regular expression', () => {
  it('matches what RE2 matches, whichever engine it uses', () => {
    let native = 0;
    fc.assert(
      fc.property(source, options, fc.array(text, { maxLength: 20 }), (pattern, letters, texts) => {
        const reference = referenceFor(pattern, letters);
        const expression = expressionFor(pattern, letters);
        expect(expression === undefined).toBe(reference === undefined);
        if (expression?.engine === 'V8') native += 1;
        for (const each of texts) {
          const isMatch = reference?.test(each);
          expect(expression?.matches(each)).toBe(isMatch);
          expect(isMatch !== true || each.includes(expression?.required ?? '')).toBe(true);
          expect(literalMatches(expression?.literal, each) ?? isMatch).toBe(isMatch);
        }
      }),
      { numRuns: rounds({ usual: 300, all: 1_500 }) },
    );
    expect(native).toBeGreaterThan(rounds({ usual: 30, all: 100 }));
  });

  it.each([
    ['fever', 'V8'],
    ['^type [12]$', 'V8'],
    ['diabetes|asthma', 'V8'],
    ['^a.*b', 'V8'],
    ['a.*b', 'RE2'],
    ['^a*a*b', 'RE2'],
    ['a?a?aa', 'RE2'],
    ['(a|b)+', 'RE2'],
    ['^(a+)+$', 'RE2'],
  ])('%s is matched by %s', (pattern, engine) => {
    expect(createRegularExpression(pattern, '').engine).toBe(engine);
  });

  it.each(['^(a+)+$', '(x+x+)+y', '(a|aa)+$', '(.*)*x', '^a.*b', 'a.*b.*c'])(
    'takes linear time: %s',
    (pattern) => {
      const expression = createRegularExpression(pattern, '');
      const text = `${'a'.repeat(20_000)}!`;
      expect(expression.matches(text)).toBe(false);
      expect(shortestTime(() => expression.matches(text))).toBeLessThan(100);
    },
  );

  it.each([
    ['(?=a)', '', /RE2/],
    ['(a)\\1', '', /RE2/],
    ['(', '', /RE2/],
    ['a', 'x', /options/],
    ['a', 'ii', /options/],
    ['a'.repeat(513), '', /513 characters/],
    ['(a{500}){3}', '', /RE2|repeat/],
    ['a{600}b{600}', '', /repeats too much/],
  ])('is refused: %s with options "%s"', (pattern, letters, reason) => {
    expect(() => createRegularExpression(pattern, letters)).toThrow(reason);
  });

  it.each([
    ['a\\.b+c', 'a.b'],
    ['x(foo)barbaz?', 'barba'],
    ['(foo|bar)', undefined],
    ['[abc]long', 'long'],
    ['\\pLong', undefined],
    ['(?i)abc', undefined],
    ['ab{0}cd', 'cd'],
  ])('%s requires %s', (pattern, required) => {
    expect(createRegularExpression(pattern, '').required).toBe(required);
  });
});
