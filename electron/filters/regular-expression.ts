/** Regular expressions with a linear-time guarantee: the language of RE2, on V8 only where that is as safe. */
import { RE2JS } from 're2js';
import { longestExpression } from './filter-limits.ts';
import { translatePlainExpression } from './plain-expression.ts';
import { requiredLiteral, wholeLiteral, type WholeLiteral } from './required-literal.ts';
import { faultOf, type Fault } from '../../shared/contract/faults.ts';

export interface RegularExpression {
  readonly source: string;
  /** Out of `ims`, each at most once. */
  readonly options: string;
  /** In time linear in the length of `text`, whatever the expression. */
  readonly matches: (text: string) => boolean;
  /** The engine that `matches` uses. */
  readonly engine: 'V8' | 'RE2';
  /** Where the expression is nothing but a text, possibly anchored: the database finds that itself. */
  readonly literal: WholeLiteral | undefined;
  /** A text that every match contains. */
  readonly required: string | undefined;
}

/** Why an expression is refused, in a sentence. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly fault: Fault;

  constructor(fault: Fault, options?: ErrorOptions) {
    super(fault.message, options);
    this.fault = fault;
  }
}

/** The counts of all `{n}`, `{n,}` and `{n,m}` together: what keeps compiling one cheap. */
const mostRepetition = 1_000;

/**
 * Reads an expression in RE2's syntax (no look-around, no back-references: nothing that could take
 * more than linear time). `.` is a code point, `$` the very end of the text, `\d \w \s` are ASCII.
 * @throws {ExpressionError}
 */
export function createRegularExpression(source: string, options: string): RegularExpression {
  if (source.length > longestExpression) {
    throw new ExpressionError(
      faultOf('filter_characters', { length: source.length, maximum: longestExpression }),
    );
  }
  if (!/^[ims]{0,3}$/.test(options) || new Set(options).size < options.length) {
    throw new ExpressionError(faultOf('regex_options'));
  }
  if (repetitionIn(source) > mostRepetition) {
    throw new ExpressionError(faultOf('regex_repeats', { maximum: mostRepetition }));
  }
  const expression = compile(source, options);
  const plain = translatePlainExpression(source, options);
  const native = plain === undefined ? undefined : new RegExp(plain.source, plain.flags);
  return {
    source,
    options,
    matches: native ? (text) => native.test(text) : (text) => expression.test(text),
    engine: native ? 'V8' : 'RE2',
    literal: options === '' ? wholeLiteral(source) : undefined,
    required: options.includes('i') ? undefined : requiredLiteral(source),
  };
}

function compile(source: string, options: string): RE2JS {
  let flags = 0;
  if (options.includes('i')) flags |= RE2JS.CASE_INSENSITIVE;
  if (options.includes('m')) flags |= RE2JS.MULTILINE;
  if (options.includes('s')) flags |= RE2JS.DOTALL;
  try {
    return RE2JS.compile(source, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExpressionError(
      faultOf('regex_syntax', { words: reason.replace(/^error parsing regexp: /, '') }),
      { cause: error },
    );
  }
}

function repetitionIn(source: string): number {
  let sum = 0;
  for (const [, least, most] of source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    sum += Math.max(Number(least), Number(most ?? 0));
  }
  return sum;
}
