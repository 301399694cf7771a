/** Strict JSON intake and RFC 8785 output: the one text that a value has before it is hashed. */
import { faultOf, type Fault } from '../contract/faults.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';
import { limits } from '../contract/limits.ts';

/**
 * Why a JSON text is refused. `path` is the dotted path of the member at fault (empty at the root),
 * `position` the offset in UTF-16 units where it was noticed.
 */
export class StrictJsonError extends Error {
  readonly fault: Fault;
  readonly path: string;
  readonly position: number;

  constructor(fault: Fault, path: string, position: number) {
    super(fault.message);
    this.name = 'StrictJsonError';
    this.fault = fault;
    this.path = path;
    this.position = position;
  }
}

/**
 * An object without inherited members whose shape the engine can still optimise: `Object.create(null)`
 * is a hash table in V8 and three times slower to fill. `__proto__` is an ordinary member of it.
 */
class PlainObject {
  [name: string]: JsonValue;
}
Object.setPrototypeOf(PlainObject.prototype, null);
Reflect.deleteProperty(PlainObject.prototype, 'constructor');
Object.freeze(PlainObject.prototype);

const quote = 0x22;
const backslash = 0x5c;
const largestExactPowerOfTen = 22;
const powersOfTen = Array.from({ length: largestExactPowerOfTen + 1 }, (_, power) => 10 ** power);
/** From here on ECMAScript, and so RFC 8785, writes an exponent: no integer in canonical text. */
const firstExponentialNumber = 1e21;

// One parse at a time: JavaScript runs to completion, and module variables are faster than members.
let source = '';
let length = 0;
let position = 0;
let depthLimit = 0;
/** Member names and array indexes on the way to the value being read. */
const path: (string | number)[] = [];

/**
 * Reads a JSON text without losing anything of it (docs/ledger-format.md, "Values"; RFC 8259, RFC 7493).
 * Objects have no inherited members. Beyond what `JSON.parse` refuses it refuses duplicate names
 * (compared after unescaping), integers beyond ±(2^53−1), numbers that overflow or vanish, lone
 * surrogates, nesting deeper than `depth` (128 unless told), and a leading byte order mark.
 * @throws {StrictJsonError}
 */
export function parseStrictJson(
  text: string,
  options: { readonly depth?: number } = {},
): JsonValue {
  source = text;
  length = text.length;
  position = 0;
  depthLimit = options.depth ?? limits.jsonDepth;
  try {
    if (text.charCodeAt(0) === 0xfeff) fail(faultOf('json_mark'), 0, 0);
    skipSpace();
    const value = readValue(0);
    skipSpace();
    if (position < length) fail(faultOf('json_text_after'), 0);
    return value;
  } finally {
    source = '';
    path.length = 0;
  }
}

function fail(fault: Fault, depth: number, at: number = position): never {
  const where = path.slice(0, depth).join('.');
  throw new StrictJsonError(fault, where, at);
}

function failAtCharacter(depth: number): never {
  if (position >= length) fail(faultOf('json_ends'), depth);
  const character = String.fromCodePoint(source.codePointAt(position) ?? 0);
  fail(faultOf('json_character', { character: JSON.stringify(character) }), depth);
}

function skipSpace(): void {
  for (;;) {
    const code = source.charCodeAt(position);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    position += 1;
  }
}

function readValue(depth: number): JsonValue {
  switch (source.charCodeAt(position)) {
    case quote:
      return readString(depth);
    case 0x7b:
      return readObject(depth);
    case 0x5b:
      return readArray(depth);
    case 0x74:
      return readWord('true', true, depth);
    case 0x66:
      return readWord('false', false, depth);
    case 0x6e:
      return readWord('null', null, depth);
    default:
      return readNumber(depth);
  }
}

function readWord<Value extends boolean | null>(word: string, value: Value, depth: number): Value {
  if (!source.startsWith(word, position)) failAtCharacter(depth);
  position += word.length;
  return value;
}

function readObject(depth: number): JsonObject {
  if (depth >= depthLimit) fail(faultOf('json_deep', { depth: depthLimit }), depth);
  const object = new PlainObject();
  position += 1;
  skipSpace();
  if (source.charCodeAt(position) === 0x7d) {
    position += 1;
    return object;
  }
  for (;;) {
    if (source.charCodeAt(position) !== quote) failAtCharacter(depth);
    const at = position;
    const name = readString(depth);
    path[depth] = name;
    if (object[name] !== undefined) {
      fail(faultOf('json_twice', { member: JSON.stringify(name) }), depth + 1, at);
    }
    if (source.charCodeAt(position) !== 0x3a) {
      skipSpace();
      if (source.charCodeAt(position) !== 0x3a) failAtCharacter(depth);
    }
    position += 1;
    skipSpace();
    object[name] = readValue(depth + 1);
    skipSpace();
    const code = source.charCodeAt(position);
    if (code === 0x2c) {
      position += 1;
      skipSpace();
    } else if (code === 0x7d) {
      position += 1;
      return object;
    } else {
      failAtCharacter(depth);
    }
  }
}

function readArray(depth: number): JsonValue[] {
  if (depth >= depthLimit) fail(faultOf('json_deep', { depth: depthLimit }), depth);
  const array: JsonValue[] = [];
  position += 1;
  skipSpace();
  if (source.charCodeAt(position) === 0x5d) {
    position += 1;
    return array;
  }
  for (;;) {
    path[depth] = array.length;
    array.push(readValue(depth + 1));
    skipSpace();
    const code = source.charCodeAt(position);
    if (code === 0x2c) {
      position += 1;
      skipSpace();
    } else if (code === 0x5d) {
      position += 1;
      return array;
    } else {
      failAtCharacter(depth);
    }
  }
}

function readString(depth: number): string {
  const written = source;
  const start = position + 1;
  let at = start;
  for (;;) {
    const code = written.charCodeAt(at);
    if (code === quote) {
      position = at + 1;
      return written.slice(start, at);
    }
    // Also the end of the text (NaN), escapes, control characters and surrogates leave the fast path.
    if (!(code >= 0x20 && code < 0xd800) || code === backslash) {
      return readLongString(start, at, depth);
    }
    at += 1;
  }
}

/** The rest of a string that has an escape, a surrogate, or a fault; `at` is its place. */
function readLongString(start: number, at: number, depth: number): string {
  let text = '';
  let from = start;
  for (;;) {
    const code = source.charCodeAt(at);
    if (code === quote) {
      text += source.slice(from, at);
      position = at + 1;
      if (!text.isWellFormed()) fail(faultOf('json_surrogate'), depth, start - 1);
      return text;
    }
    if (code === backslash) {
      text += source.slice(from, at);
      position = at;
      text += readEscape(depth);
      at = position;
      from = at;
    } else if (code >= 0x20) {
      at += 1;
    } else {
      position = at;
      if (at >= length) fail(faultOf('json_ends_in_string'), depth);
      fail(faultOf('json_control'), depth);
    }
  }
}

function readEscape(depth: number): string {
  const at = position;
  const code = source[at + 1];
  position = at + 2;
  switch (code) {
    case '"':
    case '\\':
    case '/':
      return code;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'u': {
      const digits = source.slice(at + 2, at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
        fail(faultOf('json_hex'), depth, at);
      }
      position = at + 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    case undefined:
    default:
      return fail(faultOf('json_escape'), depth, at);
  }
}

function readNumber(depth: number): number {
  const start = position;
  let at = start;
  const negative = source.charCodeAt(at) === 0x2d;
  if (negative) at += 1;
  const firstDigit = at;
  let code = source.charCodeAt(at);
  let mantissa = 0;
  while (code >= 0x30 && code <= 0x39) {
    mantissa = mantissa * 10 + (code - 0x30);
    code = source.charCodeAt((at += 1));
  }
  const integerDigits = at - firstDigit;
  if (integerDigits === 0) {
    position = at;
    failAtCharacter(depth);
  }
  if (integerDigits > 1 && source.charCodeAt(firstDigit) === 0x30) {
    fail(faultOf('json_zero'), depth, start);
  }
  let fractionDigits = 0;
  if (code === 0x2e) {
    const firstFractionDigit = at + 1;
    code = source.charCodeAt((at += 1));
    while (code >= 0x30 && code <= 0x39) {
      mantissa = mantissa * 10 + (code - 0x30);
      code = source.charCodeAt((at += 1));
    }
    fractionDigits = at - firstFractionDigit;
    if (fractionDigits === 0) {
      position = at;
      failAtCharacter(depth);
    }
  }
  const hasExponent = code === 0x65 || code === 0x45;
  if (hasExponent) {
    code = source.charCodeAt((at += 1));
    if (code === 0x2b || code === 0x2d) code = source.charCodeAt((at += 1));
    if (!(code >= 0x30 && code <= 0x39)) {
      position = at;
      failAtCharacter(depth);
    }
    while (code >= 0x30 && code <= 0x39) code = source.charCodeAt((at += 1));
  }
  position = at;
  const digits = integerDigits + fractionDigits;
  if (digits <= 15 && !hasExponent) {
    // Both operands are exact, so the quotient is the correctly rounded value (Clinger 1990).
    const value = fractionDigits === 0 ? mantissa : mantissa / (powersOfTen[fractionDigits] ?? NaN);
    return negative && value !== 0 ? -value : value;
  }
  return readLongNumber(
    source.slice(start, at),
    fractionDigits === 0 && !hasExponent,
    start,
    depth,
  );
}

function readLongNumber(text: string, integer: boolean, start: number, depth: number): number {
  const value = Number(text);
  const size = Math.abs(value);
  if (size > Number.MAX_SAFE_INTEGER && (integer || size < firstExponentialNumber)) {
    fail(faultOf('json_integer'), depth, start);
  }
  if (size === Infinity) fail(faultOf('json_large'), depth, start);
  if (value === 0) {
    if (/^[^eE]*[1-9]/.test(text)) {
      fail(faultOf('json_small'), depth, start);
    }
    return 0;
  }
  return value;
}

/** `"name":` for member names met before; data has few names, and many values. */
const quotedNames = new Map<string, string>();
const quotedNamesLimit = 4096;

/**
 * Writes a value as RFC 8785 canonical JSON: members in the order of their names' UTF-16 units
 * (integer-like names too), no white space, numbers and strings as ECMAScript writes them, -0 as 0.
 * @throws {StrictJsonError} for a lone surrogate or a number that is not finite
 */
export function canonicalJson(value: JsonValue): string {
  return write(value);
}

function write(value: unknown): string {
  if (typeof value === 'string') return quoteString(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new StrictJsonError(faultOf('json_not_finite'), '', 0);
    return String(value);
  }
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (Array.isArray(value)) return writeArray(value);
  if (isJsonObject(value)) return writeObject(value);
  throw new StrictJsonError(faultOf('json_kind', { kind: typeof value }), '', 0);
}

function writeArray(array: readonly unknown[]): string {
  let text = '[';
  for (const element of array) {
    if (text.length > 1) text += ',';
    text += write(element);
  }
  return `${text}]`;
}

function writeObject(object: JsonObject): string {
  let text = '{';
  for (const name of sortedNames(object)) {
    if (text.length > 1) text += ',';
    text += quotedName(name) + write(object[name]);
  }
  return `${text}}`;
}

/** Own member names in the order of their UTF-16 units (RFC 8785 §3.2.3), which is JavaScript's own. */
function sortedNames(object: JsonObject): string[] {
  const names = Object.keys(object);
  let before = '';
  for (const name of names) {
    if (before > name) return names.toSorted();
    before = name;
  }
  return names;
}

function quotedName(name: string): string {
  let quoted = quotedNames.get(name);
  if (quoted === undefined) {
    quoted = `${quoteString(name)}:`;
    if (name.length <= 64) {
      if (quotedNames.size >= quotedNamesLimit) quotedNames.clear();
      quotedNames.set(name, quoted);
    }
  }
  return quoted;
}

/** Anything but printable characters, without quote, backslash and surrogates. */
const needsCare = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** A string as RFC 8785 §3.2.2.2 writes it: what `JSON.stringify` does for a well-formed string. */
export function quoteString(text: string): string {
  if (!needsCare.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new StrictJsonError(faultOf('json_surrogate'), '', 0);
  return JSON.stringify(text);
}
