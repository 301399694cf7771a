/** Texts that a match of an expression must contain: what the database can look for by itself. */

/** An expression that is one text: `abc`, `^abc`, `abc$` or `^abc$`. */
export interface WholeLiteral {
  readonly text: string;
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

const metacharacters = new Set('\\^$.|?*+()[]{}');
/** Escapes that stand for one character of some kind, or for a place; others may span more of the pattern. */
const knownEscapes = new Set('dDwWsSbB');

interface Token {
  /** The character, where it is one for sure. */
  readonly literal: string | undefined;
  readonly length: number;
}

/** The text that the whole expression is, or undefined. For expressions without options. */
export function wholeLiteral(source: string): WholeLiteral | undefined {
  const atStart = source.startsWith('^');
  const atEnd = source.endsWith('$') && !/\\(?:\\\\)*\$$/.test(source);
  const body = source.slice(atStart ? 1 : 0, atEnd ? -1 : undefined);
  let text = '';
  for (let index = 0; index < body.length;) {
    const token = readToken(body, index);
    if (token?.literal === undefined) return undefined;
    text += token.literal;
    index += token.length;
  }
  return { text, atStart, atEnd };
}

/**
 * The longest text outside groups, classes and options that every match contains, or undefined. For
 * expressions that heed case.
 */
export function requiredLiteral(source: string): string | undefined {
  // Alternatives, and switches such as (?i), change what the rest means.
  if (source.includes('|') || source.includes('(?')) return undefined;
  let longest = '';
  let run = '';
  let depth = 0;
  const endRun = (): void => {
    if (run.length > longest.length) longest = run;
    run = '';
  };
  for (let index = 0; index < source.length;) {
    const character = source.charAt(index);
    if (character === '[') {
      endRun();
      const end = classEnd(source, index);
      if (end === undefined) return undefined;
      index = end;
    } else if (character === '(' || character === ')') {
      endRun();
      depth += character === '(' ? 1 : -1;
      index += 1;
    } else if (character === '{') {
      run = dropLast(run);
      endRun();
      const end = source.indexOf('}', index);
      if (end < 0) return undefined;
      index = end + 1;
    } else if (character === '*' || character === '?') {
      run = dropLast(run);
      endRun();
      index += 1;
    } else {
      const token = readToken(source, index);
      if (token === undefined) {
        if (character === '\\') return undefined;
        endRun();
        index += 1;
      } else {
        if (token.literal === undefined) endRun();
        else if (depth === 0) run += token.literal;
        index += token.length;
      }
    }
  }
  endRun();
  return longest === '' ? undefined : longest;
}

function readToken(source: string, index: number): Token | undefined {
  const character = String.fromCodePoint(source.codePointAt(index) ?? 0);
  if (character !== '\\') {
    if (metacharacters.has(character)) return undefined;
    return { literal: character, length: character.length };
  }
  const escaped = source.charAt(index + 1);
  if (metacharacters.has(escaped)) return { literal: escaped, length: 2 };
  return knownEscapes.has(escaped) ? { literal: undefined, length: 2 } : undefined;
}

/** Behind the class that begins at `start`; undefined for one too unusual to follow. */
function classEnd(source: string, start: number): number | undefined {
  const end = source.indexOf(']', start + 1);
  const body = source.slice(start + 1, end);
  return end < 0 || body === '' || body === '^' || /[[\\]/.test(body) ? undefined : end + 1;
}

function dropLast(text: string): string {
  return text.replace(/.$/su, '');
}
