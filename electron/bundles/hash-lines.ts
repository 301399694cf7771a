/** Paths of hashes as the files of a bundle hold them: base64 of 32 bytes each, the lowest first. */
import { fromBase64 } from '../../shared/base64.ts';
import { hashWidth } from '../../shared/ledger/merkle.ts';

/** More than the path in any tree. */
const mostHashes = 63;

export function hashTexts(path: readonly Uint8Array[]): string[] {
  return path.map((hash) =>
    Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('base64'),
  );
}

/** A path as lines of a file; nothing where there are no hashes. */
export function hashLines(path: readonly Uint8Array[]): string {
  return hashTexts(path)
    .map((text) => `${text}\n`)
    .join('');
}

/** The hashes of texts; undefined where one is no canonical base64 of 32 bytes, or there are too many. */
export function readHashes(texts: readonly unknown[]): Uint8Array[] | undefined {
  if (texts.length > mostHashes) return undefined;
  const hashes = texts.flatMap((text) => {
    const bytes = typeof text === 'string' ? fromBase64(text) : undefined;
    return bytes?.length === hashWidth ? [bytes] : [];
  });
  return hashes.length === texts.length ? hashes : undefined;
}

/** The hashes of a file's lines, each with its line feed; undefined for any other text. */
export function readHashLines(text: string): Uint8Array[] | undefined {
  if (text === '') return [];
  return text.endsWith('\n') ? readHashes(text.slice(0, -1).split('\n')) : undefined;
}
