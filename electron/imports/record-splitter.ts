/** Cuts a file into records with their line numbers: NDJSON lines, or CSV records over several lines. */

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;

/** One record in a piece of the file; `end` is before its line feed. */
export interface RecordSpan {
  /** 1-based number of the line it starts on. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Larger than the limit: its bytes are not there. */
  readonly oversized: boolean;
}

export interface RecordSpans {
  /** What `start` and `end` count in. */
  readonly bytes: Buffer;
  readonly spans: readonly RecordSpan[];
}

export interface SplitterOptions {
  /** Bytes of one record. */
  readonly maximumBytes: number;
  /**
   * The byte between cells, when a line feed within quotes is part of a record (RFC 4180).
   * Undefined: every line feed ends a record, and nothing else does.
   */
  readonly delimiter?: number;
}

/** Where in a CSV record the next byte is. */
type Place = 'cell start' | 'plain cell' | 'quoted cell' | 'after quote';

/**
 * Takes the pieces of a file in order. What is kept between two pieces is one unfinished record, and
 * never more than the limit: of a larger one only the number of its line is kept.
 */
export class RecordSplitter {
  readonly #options: SplitterOptions;
  /** The unfinished record; scanned already. */
  #rest: Buffer = Buffer.alloc(0);
  #place: Place = 'cell start';
  /** Of the unfinished record. */
  #line = 1;
  /** Line feeds inside the unfinished record. */
  #lineFeeds = 0;
  #oversized = false;

  constructor(options: SplitterOptions) {
    this.#options = options;
  }

  /** Tells whether the unfinished record is beyond the limit already. */
  get isOversized(): boolean {
    return this.#oversized;
  }

  /** The records that end in this piece. */
  push(piece: Buffer): RecordSpans {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const spans: RecordSpan[] = [];
    let start = 0;
    let from = this.#rest.length;
    for (;;) {
      const end = this.#findEnd(bytes, from);
      if (end < 0) break;
      spans.push(this.#finish(start, end));
      start = end + 1;
      from = start;
    }
    this.#keep(bytes.subarray(start));
    return { bytes, spans };
  }

  /** The record that the file ends with when it does not end with a line feed. */
  end(): RecordSpans {
    const bytes = this.#rest;
    const isThere = bytes.length > 0 || this.#oversized;
    return { bytes, spans: isThere ? [this.#finish(0, bytes.length)] : [] };
  }

  #finish(start: number, end: number): RecordSpan {
    const oversized = this.#oversized || end - start > this.#options.maximumBytes;
    const span = { line: this.#line, start: oversized ? end : start, end, oversized };
    this.#line += this.#lineFeeds + 1;
    this.#lineFeeds = 0;
    this.#oversized = false;
    this.#place = 'cell start';
    return span;
  }

  #keep(rest: Buffer): void {
    if (this.#oversized || rest.length > this.#options.maximumBytes) {
      this.#oversized = true;
      this.#rest = Buffer.alloc(0);
    } else {
      // A copy: the rest must not hold on to the whole piece.
      this.#rest = Buffer.from(rest);
    }
  }

  /** The offset of the line feed that ends the record, or -1. */
  #findEnd(bytes: Buffer, from: number): number {
    const { delimiter } = this.#options;
    if (delimiter === undefined) return bytes.indexOf(lineFeed, from);
    if (this.#place === 'cell start' || this.#place === 'plain cell') {
      // Most records have no quotes at all: then the next line feed ends them.
      const end = bytes.indexOf(lineFeed, from);
      const firstQuote = bytes.subarray(from, end < 0 ? bytes.length : end).indexOf(quote);
      if (end >= 0 && firstQuote < 0) return end;
    }
    let place = this.#place;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (place === 'quoted cell') {
        if (byte === quote) place = 'after quote';
        else if (byte === lineFeed) this.#lineFeeds += 1;
      } else if (byte === lineFeed) {
        return at;
      } else if (byte === delimiter) {
        place = 'cell start';
      } else if (byte === quote && (place === 'cell start' || place === 'after quote')) {
        // The second of two quotes within quotes is one of the text, and the cell goes on.
        place = 'quoted cell';
      } else {
        place = 'plain cell';
      }
    }
    this.#place = place;
    return -1;
  }
}

/** Tells whether a record is an empty line, of either line ending. */
export function isBlank(bytes: Buffer, span: RecordSpan): boolean {
  const length = span.end - span.start;
  return (
    !span.oversized && (length === 0 || (length === 1 && bytes[span.start] === carriageReturn))
  );
}
