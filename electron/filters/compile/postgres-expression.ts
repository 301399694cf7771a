/** Regular expressions in the words of PostgreSQL, where both engines provably read them alike. */
import type { RegularExpression } from '../regular-expression.ts';

/** In an expression of PostgreSQL a count is at most this. */
const mostRepetition = 255;
const classes: Readonly<Record<string, string>> = {
  d: '[0-9]',
  D: '[^0-9]',
  w: '[0-9A-Za-z_]',
  W: '[^0-9A-Za-z_]',
  s: '[\\t\\n\\f\\r ]',
  S: '[^\\t\\n\\f\\r ]',
};
/** What else the other case of these letters is, beyond ASCII. */
const folds: Readonly<Record<string, string>> = { k: '\u212a', s: '\u017f' };
const simpleClass = /^\[\^?(?:[A-Za-z0-9 _]|[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9])+\]/;
const quantifier = /^(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/;
const punctuation = /^[ !"#%&',\-/:;<=>@_`~]$/;
const escapable = /^[\\.^$|?*+()[\]{}/-]$/;

/** The same expression for the operator `~` over texts with the collation C; undefined where it may mean something else. */
export function postgresExpression({
  source,
  options,
}: Pick<RegularExpression, 'source' | 'options'>): string | undefined {
  if (options.includes('m') || source.includes('\0') || !source.isWellFormed()) return undefined;
  const reader = new ExpressionReader(source, options.includes('i'), options.includes('s'));
  return reader.whole();
}

class ExpressionReader {
  readonly #source: string;
  readonly #ignoresCase: boolean;
  readonly #dot: string;
  #at = 0;

  constructor(source: string, ignoresCase: boolean, dotIsAll: boolean) {
    this.#source = source;
    this.#ignoresCase = ignoresCase;
    this.#dot = dotIsAll ? '.' : '[^\\n]';
  }

  whole(): string | undefined {
    const text = this.#alternatives();
    return this.#at === this.#source.length ? text : undefined;
  }

  #alternatives(): string | undefined {
    const branches: string[] = [];
    for (;;) {
      const branch = this.#branch();
      if (branch === undefined) return undefined;
      branches.push(branch === '' ? '(?:)' : branch);
      if (this.#source[this.#at] !== '|') return branches.join('|');
      this.#at += 1;
    }
  }

  #branch(): string | undefined {
    let text = '';
    if (this.#source[this.#at] === '^') {
      text = '^';
      this.#at += 1;
    }
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      if (this.#source[this.#at] === '$') {
        this.#at += 1;
        const next = this.#source[this.#at];
        return next === undefined || next === '|' || next === ')' ? `${text}$` : undefined;
      }
      const atom = this.#atom();
      const count = atom === undefined ? undefined : this.#count();
      if (atom === undefined || count === undefined) return undefined;
      text += atom + count;
    }
    return text;
  }

  /** How often an atom comes; empty where it comes once. */
  #count(): string | undefined {
    const [text, least, most] = quantifier.exec(this.#source.slice(this.#at)) ?? [''];
    this.#at += text.length;
    const isFar = [least, most].some((each) => Number(each ?? 0) > mostRepetition);
    const isTwice = text !== '' && quantifier.test(this.#source.slice(this.#at));
    const isWrong = most !== undefined && most !== '' && Number(most) < Number(least);
    return isFar || isTwice || isWrong ? undefined : text;
  }

  #atom(): string | undefined {
    const rest = this.#source.slice(this.#at);
    const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    if (character === '(') return this.#group(rest);
    if (character === '[') return this.#class(rest);
    if (character === '\\') return this.#escape(rest);
    this.#at += character.length;
    if (character === '.') return this.#dot;
    return this.#literal(character);
  }

  #group(rest: string): string | undefined {
    if (rest.startsWith('(?') && !rest.startsWith('(?:')) return undefined;
    this.#at += rest.startsWith('(?:') ? 3 : 1;
    const inner = this.#alternatives();
    if (inner === undefined || this.#source[this.#at] !== ')') return undefined;
    this.#at += 1;
    return `(?:${inner})`;
  }

  #class(rest: string): string | undefined {
    const [text] = simpleClass.exec(rest) ?? [];
    if (text === undefined || (this.#ignoresCase && /[A-Za-z]/.test(text))) return undefined;
    // What folds to letters beyond ASCII is in no class of digits, but in what is none of them.
    this.#at += text.length;
    return text;
  }

  #escape(rest: string): string | undefined {
    const character = rest[1] ?? '';
    this.#at += 2;
    if (escapable.test(character)) return `\\${character}`;
    const isLetters = character === 'w' || character === 'W';
    return this.#ignoresCase && isLetters ? undefined : classes[character];
  }

  #literal(character: string): string | undefined {
    if (/^[A-Za-z]$/.test(character)) {
      if (!this.#ignoresCase) return character;
      const lower = character.toLowerCase();
      return `[${lower}${lower.toUpperCase()}${folds[lower] ?? ''}]`;
    }
    if (/^[0-9_]$/.test(character)) return character;
    if (punctuation.test(character)) return character === ' ' ? ' ' : `\\${character}`;
    const isOther = character.length > 1 || character.charCodeAt(0) > 127 || character === '\n';
    return isOther && !this.#ignoresCase ? character : undefined;
  }
}
