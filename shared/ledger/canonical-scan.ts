/** Canonical text straight from JSON text, for bulk intake: most of a line is copied, never rebuilt. */
import { limits } from '../contract/limits.ts';
import { canonicalJson, parseStrictJson, quoteString, StrictJsonError } from './canonical-json.ts';

/** One member of an object: its name, unescaped, and its value as RFC 8785 text. */
export interface CanonicalMember {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a JSON object as strictly as `parseStrictJson` and returns its members in RFC 8785 order,
 * their values in canonical form; undefined when the text is another kind of value.
 * @throws {StrictJsonError}
 */
export function canonicalMembers(text: string): CanonicalMember[] | undefined {
  // The scan accepts only what it is sure of; whatever else there is, the strict parser judges. So
  // both refuse the same texts for the same reasons, and a property test holds them together.
  const members = scan(text);
  if (members !== undefined) return members;
  const value = parseStrictJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.keys(value)
    .toSorted()
    .map((name) => ({ name, text: canonicalJson(value[name] ?? null) }));
}

/** Thrown where the scan is not sure. Not an error: never seen outside. */
const notSure = Symbol('notSure');

/** What a reader returns when the source between its start and `position` is canonical already. */
const asWritten = '';

/** Objects with more members, not in order, are sorted by the library instead. */
const insertionSortLimit = 64;

// One scan at a time: JavaScript runs to completion, and module variables are faster than members.
let source = '';
let position = 0;

/** A stack of the members under way: name start and end, value start and end in the source. */
let spans = new Int32Array(4 * 64);
/** Their values' canonical text, or `asWritten`. */
const texts: string[] = [];
let top = 0;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

function scan(text: string): CanonicalMember[] | undefined {
  if (!text.isWellFormed()) return undefined;
  source = text;
  position = 0;
  top = 0;
  try {
    skipSpace();
    if (source.charCodeAt(position) !== 0x7b) return undefined;
    if (!readMembers(0, 0)) sortMembers(0);
    skipSpace();
    return position < source.length ? undefined : takeMembers();
  } catch (error) {
    const doubt =
      error === notSure || error instanceof StrictJsonError || error instanceof SyntaxError;
    if (doubt) return undefined;
    throw error;
  } finally {
    source = '';
    texts.length = 0;
  }
}

function takeMembers(): CanonicalMember[] {
  const members: CanonicalMember[] = [];
  for (let index = 0; index < top; index += 1) {
    const at = index * 4;
    members.push({
      name: source.slice(spans[at], spans[at + 1]),
      text: texts[index] || source.slice(spans[at + 2], spans[at + 3]),
    });
  }
  return members;
}

/** Whether there was any white space to skip. */
function skipSpace(): boolean {
  const start = position;
  for (;;) {
    const code = source.charCodeAt(position);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
    position += 1;
  }
  return position > start;
}

function readValue(depth: number): string {
  switch (source.charCodeAt(position)) {
    case quote:
      return readString();
    case 0x7b:
      return readObject(depth);
    case 0x5b:
      return readArray(depth);
    case 0x74:
      return readWord('true');
    case 0x66:
      return readWord('false');
    case 0x6e:
      return readWord('null');
    default:
      return readNumber();
  }
}

function readWord(word: string): string {
  if (!source.startsWith(word, position)) throw notSure;
  position += word.length;
  return asWritten;
}

function readObject(depth: number): string {
  const base = top;
  if (readMembers(base, depth)) {
    top = base;
    return asWritten;
  }
  sortMembers(base);
  let text = '{';
  for (let index = base; index < top; index += 1) {
    if (index > base) text += ',';
    text += memberText(index);
  }
  top = base;
  return `${text}}`;
}

/** `"name":value`, in one piece where the source has it so. */
function memberText(index: number): string {
  const at = index * 4;
  const nameStart = (spans[at] ?? 0) - 1;
  const nameEnd = (spans[at + 1] ?? 0) + 1;
  const valueStart = spans[at + 2] ?? 0;
  const text = texts[index];
  if (text === asWritten && nameEnd + 1 === valueStart) {
    return source.slice(nameStart, spans[at + 3]);
  }
  return `${source.slice(nameStart, nameEnd)}:${text || source.slice(valueStart, spans[at + 3])}`;
}

/** Pushes an object's members from `base` on; true when the whole object is canonical as written. */
function readMembers(base: number, depth: number): boolean {
  if (depth >= limits.jsonDepth) throw notSure;
  position += 1;
  let canonical = !skipSpace();
  if (source.charCodeAt(position) === 0x7d) {
    position += 1;
    return canonical;
  }
  for (;;) {
    const nameStart = position + 1;
    const nameEnd = readName();
    if (skipSpace()) canonical = false;
    if (source.charCodeAt(position) !== colon) throw notSure;
    position += 1;
    if (skipSpace()) canonical = false;
    const valueStart = position;
    const text = readValue(depth + 1);
    pushMember(nameStart, nameEnd, valueStart, text);
    if (canonical) canonical = text === asWritten && inOrder(base);
    if (skipSpace()) canonical = false;
    const code = source.charCodeAt(position);
    position += 1;
    if (code === 0x7d) return canonical;
    if (code !== comma) throw notSure;
    if (skipSpace()) canonical = false;
  }
}

/** Moves past a name without escapes and returns where it ends. */
function readName(): number {
  const text = source;
  if (text.charCodeAt(position) !== quote) throw notSure;
  let at = position + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) break;
    if (!(code >= 0x20) || code === backslash) throw notSure;
    at += 1;
  }
  position = at + 1;
  return at;
}

function pushMember(nameStart: number, nameEnd: number, valueStart: number, text: string): void {
  const at = top * 4;
  if (at === spans.length) {
    const larger = new Int32Array(spans.length * 2);
    larger.set(spans);
    spans = larger;
  }
  spans[at] = nameStart;
  spans[at + 1] = nameEnd;
  spans[at + 2] = valueStart;
  spans[at + 3] = position;
  texts[top] = text;
  top += 1;
}

/** Whether the member on top follows the one below it; true for the first of an object. */
function inOrder(base: number): boolean {
  return top - 1 === base || compareNames(top - 2, top - 1) < 0;
}

/** Order of two names by UTF-16 units (RFC 8785 §3.2.3). */
function compareNames(left: number, right: number): number {
  let a = spans[left * 4] ?? 0;
  let b = spans[right * 4] ?? 0;
  const endA = spans[left * 4 + 1] ?? 0;
  const endB = spans[right * 4 + 1] ?? 0;
  for (; a < endA && b < endB; a += 1, b += 1) {
    const difference = source.charCodeAt(a) - source.charCodeAt(b);
    if (difference !== 0) return difference;
  }
  return endA - a - (endB - b);
}

/** Sorts the members from `base` on. Names given twice are for the strict parser to refuse. */
function sortMembers(base: number): void {
  for (let index = base + 1; index < top; index += 1) {
    let place = index;
    while (place > base) {
      const order = compareNames(place - 1, index);
      if (order === 0) throw notSure;
      if (order < 0) break;
      place -= 1;
    }
    if (place === index) continue;
    if (top - base > insertionSortLimit) throw notSure;
    moveMember(index, place);
  }
}

function moveMember(from: number, to: number): void {
  const nameStart = spans[from * 4] ?? 0;
  const nameEnd = spans[from * 4 + 1] ?? 0;
  const valueStart = spans[from * 4 + 2] ?? 0;
  const valueEnd = spans[from * 4 + 3] ?? 0;
  const text = texts[from] ?? '';
  spans.copyWithin((to + 1) * 4, to * 4, from * 4);
  for (let index = from; index > to; index -= 1) texts[index] = texts[index - 1] ?? '';
  spans[to * 4] = nameStart;
  spans[to * 4 + 1] = nameEnd;
  spans[to * 4 + 2] = valueStart;
  spans[to * 4 + 3] = valueEnd;
  texts[to] = text;
}

function readArray(depth: number): string {
  if (depth >= limits.jsonDepth) throw notSure;
  const start = position;
  position += 1;
  // From the first deviation on, the text is collected instead of taken from the source at the end.
  let text = skipSpace() ? '[' : asWritten;
  if (source.charCodeAt(position) === 0x5d) {
    position += 1;
    return text === asWritten ? asWritten : '[]';
  }
  for (;;) {
    const elementStart = position;
    const element = readValue(depth + 1);
    if (text === asWritten && element !== asWritten) text = source.slice(start, elementStart);
    if (text !== asWritten) text += element || source.slice(elementStart, position);
    const elementEnd = position;
    if (skipSpace() && text === asWritten) text = source.slice(start, elementEnd);
    const code = source.charCodeAt(position);
    position += 1;
    if (code === 0x5d) return text === asWritten ? asWritten : `${text}]`;
    if (code !== comma) throw notSure;
    const afterComma = position;
    if (text !== asWritten) text += ',';
    if (skipSpace() && text === asWritten) text = source.slice(start, afterComma);
  }
}

function readString(): string {
  const written = source;
  const start = position;
  let at = start + 1;
  let escaped = false;
  for (;;) {
    const code = written.charCodeAt(at);
    if (code === quote) break;
    if (!(code >= 0x20)) throw notSure;
    if (code === backslash) {
      escaped = true;
      at += 1;
    }
    at += 1;
  }
  position = at + 1;
  if (!escaped) return asWritten;
  const literal = written.slice(start, position);
  const text: unknown = JSON.parse(literal);
  if (typeof text !== 'string') throw notSure;
  return quoteString(text);
}

function readNumber(): string {
  const text = source;
  const start = position;
  let at = start;
  let code = text.charCodeAt(at);
  if (code === 0x2d) code = text.charCodeAt((at += 1));
  const integerStart = at;
  const firstDigit = code;
  while (code >= 0x30 && code <= 0x39) code = text.charCodeAt((at += 1));
  const integerDigits = at - integerStart;
  if (integerDigits === 0 || (firstDigit === 0x30 && integerDigits > 1)) throw notSure;
  let fractionDigits = 0;
  let smallFraction = false;
  let lastDigit = firstDigit;
  if (code === 0x2e) {
    code = text.charCodeAt((at += 1));
    const fractionStart = at;
    while (code === 0x30) code = text.charCodeAt((at += 1));
    smallFraction = at - fractionStart > 5 && firstDigit === 0x30;
    lastDigit = 0x30;
    while (code >= 0x30 && code <= 0x39) {
      lastDigit = code;
      code = text.charCodeAt((at += 1));
    }
    fractionDigits = at - fractionStart;
  }
  position = at;
  if ((code | 0x20) === 0x65) return readLongNumber(start);
  // A decimal of up to 15 digits is the shortest text of its double, so it is canonical as written,
  // unless it ends in a zero, is -0, or is small enough for an exponent.
  if (lastDigit === 0x30 && (fractionDigits > 0 || (integerDigits === 1 && at - start === 2))) {
    return readLongNumber(start);
  }
  if (integerDigits + fractionDigits <= 15 && !smallFraction) return asWritten;
  const literal = text.slice(start, at);
  const value = Number(literal);
  const plain = fractionDigits > 0 && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return plain && String(value) === literal ? asWritten : readLongNumber(start);
}

/** Any other number, from its start: the text of the double it stands for. */
function readLongNumber(start: number): string {
  let at = start;
  for (;;) {
    const code = source.charCodeAt(at);
    const digit = code >= 0x30 && code <= 0x39;
    if (!digit && code !== 0x2b && code !== 0x2d && code !== 0x2e && (code | 0x20) !== 0x65) break;
    at += 1;
  }
  position = at;
  const literal = source.slice(start, at);
  const text = canonicalJson(parseStrictJson(literal));
  return text === literal ? asWritten : text;
}
