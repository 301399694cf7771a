/** Where the elements of a list stand in the text of a body, so that each can be read by itself. */

/** Offsets in UTF-16 units; `end` is behind the last one. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openObject = 0x7b;
const closeObject = 0x7d;
const openArray = 0x5b;
const closeArray = 0x5d;
const wordEnds = new Set([comma, closeArray, closeObject, 0x20, 0x0a, 0x0d, 0x09]);

/**
 * The places of the elements of the list that is the one member of an object, `{"name":[…]}`; of a longer one
 * no more than one above `most`. Undefined where the text is anything else. Elements are not judged: the text
 * is JSON where each of them is.
 */
export function elementPlaces(text: string, name: string, most: number): Place[] | undefined {
  const reader = new PlaceReader(text);
  if (!reader.takes(openObject)) return undefined;
  if (reader.takeName() !== name || !reader.takes(colon) || !reader.takes(openArray)) {
    return undefined;
  }
  const places: Place[] = [];
  if (!reader.takes(closeArray)) {
    for (;;) {
      places.push(reader.takeValue());
      if (places.length > most) return places;
      if (reader.takes(closeArray)) break;
      if (!reader.takes(comma)) return undefined;
    }
  }
  return reader.takes(closeObject) && reader.isOver() ? places : undefined;
}

class PlaceReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Moves past white space and this character; false, and no further than the white space, where it is another. */
  takes(code: number): boolean {
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) !== code) return false;
    this.#at += 1;
    return true;
  }

  isOver(): boolean {
    this.#skipSpace();
    return this.#at >= this.#text.length;
  }

  /** The name of a member, unescaped; undefined where there is none. */
  takeName(): string | undefined {
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) !== quote) return undefined;
    const start = this.#at;
    this.#skipString();
    try {
      const name: unknown = JSON.parse(this.#text.slice(start, this.#at));
      return typeof name === 'string' ? name : undefined;
    } catch {
      return undefined;
    }
  }

  /** Moves past one value, whatever it is. */
  takeValue(): Place {
    this.#skipSpace();
    const start = this.#at;
    const code = this.#text.charCodeAt(start);
    if (code === quote) this.#skipString();
    else if (code === openObject || code === openArray) this.#skipNested();
    else this.#skipWord();
    return { start, end: this.#at };
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  /** From its first quote to behind its last, or to the end of the text. */
  #skipString(): void {
    const text = this.#text;
    let at = this.#at + 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === quote) break;
      if (!(at < text.length)) break;
      at += code === backslash ? 2 : 1;
    }
    this.#at = Math.min(at + 1, text.length);
  }

  /** To behind the bracket that closes the one it begins with. Which kind of bracket, whoever reads the value sees. */
  #skipNested(): void {
    const text = this.#text;
    let depth = 0;
    while (this.#at < text.length) {
      const code = text.charCodeAt(this.#at);
      if (code === quote) {
        this.#skipString();
        continue;
      }
      this.#at += 1;
      if (code === openObject || code === openArray) depth += 1;
      else if (code === closeObject || code === closeArray) depth -= 1;
      if (depth === 0) return;
    }
  }

  #skipWord(): void {
    while (this.#at < this.#text.length && !wordEnds.has(this.#text.charCodeAt(this.#at))) {
      this.#at += 1;
    }
  }
}
