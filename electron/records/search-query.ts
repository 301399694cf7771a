/** What a search text can mean: an id, the start of a hash, a transaction, words inside the data. */

/** Digits from which on a hexadecimal text is also looked up as the start of a hash. */
const shortestHashPrefix = 4;
const hashDigits = 64;

export interface SearchQuery {
  /** Compared with record ids and transaction ids as it is. */
  readonly exact: string;
  /** First and last hash (32 bytes each) with the asked prefix. */
  readonly hashes: { readonly first: Buffer; readonly last: Buffer } | undefined;
  /** An FTS5 expression that finds the words, the last one as a prefix; never a syntax error. */
  readonly words: string | undefined;
}

/**
 * Reads a search text (`q`): any text is a valid one. `sha256:…` and a bare hexadecimal text of at
 * least four digits are also the start of a hash; everything but `sha256:…` is also words.
 */
export function parseSearch(text: string): SearchQuery {
  const exact = text.trim();
  const [, scheme, digits = ''] = /^(sha256:)?([0-9a-f]*)$/i.exec(exact) ?? [];
  const isHash = digits.length >= shortestHashPrefix && digits.length <= hashDigits;
  return {
    exact,
    hashes: isHash ? hashRange(digits) : undefined,
    words: scheme === undefined ? wordsExpression(text) : undefined,
  };
}

function hashRange(digits: string): { first: Buffer; last: Buffer } {
  return {
    first: Buffer.from(digits.padEnd(hashDigits, '0'), 'hex'),
    last: Buffer.from(digits.padEnd(hashDigits, 'f'), 'hex'),
  };
}

/**
 * Every word must occur. A word is quoted, so that no operator of FTS5 is read out of it; what has
 * neither letter nor digit is no word to the index either, and would match nothing.
 */
function wordsExpression(text: string): string | undefined {
  const words = text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}\p{Co}]/u.test(word));
  if (words.length === 0) return undefined;
  return `${words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')} *`;
}
