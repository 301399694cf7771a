/** The digest of a folder as OpenSSF model signing v1.0 has it: the subject of its in-toto statement. */
import { createHash } from 'node:crypto';

/** One file of a model: its path with `/`, and the SHA-256 of its bytes (hexadecimal). */
export interface ModelFile {
  readonly path: string;
  readonly sha256: string;
}

/** Names that the reference implementation leaves out of a folder, unless told otherwise. */
export const ignoredPaths = [
  '.git',
  '.gitattributes',
  '.github',
  '.gitignore',
  'model.sig',
] as const;

/** Tells whether model signing leaves a file out: one of the ignored paths, or below one. */
export function isIgnored(path: string): boolean {
  return ignoredPaths.some((ignored) => path === ignored || path.startsWith(`${ignored}/`));
}

/**
 * SHA-256 over the raw digests of the files, one after another, in the order of their paths
 * (hexadecimal): method `files`, hash `sha256` of the model signing predicate
 * `https://model_signing/signature/v1.0`. Ignored files must be left out by the caller.
 */
export function rootDigest(files: readonly ModelFile[]): string {
  const hash = createHash('sha256');
  for (const { sha256 } of sortedByPath(files)) hash.update(Buffer.from(sha256, 'hex'));
  return hash.digest('hex');
}

/** In the order of model signing: part by part, each by code points. `a/b` is before `a.txt`. */
export function sortedByPath<File extends ModelFile>(files: readonly File[]): File[] {
  return files
    .map((file) => ({ file, parts: file.path.split('/').map((part) => Buffer.from(part)) }))
    .toSorted((left, right) => compareParts(left.parts, right.parts))
    .map(({ file }) => file);
}

/** UTF-8 sorts as code points do. */
function compareParts(left: readonly Buffer[], right: readonly Buffer[]): number {
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = Buffer.compare(part, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
