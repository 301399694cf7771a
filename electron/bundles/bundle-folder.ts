/** An unpacked bundle: its files in a folder, and its proofs, a million of them it may be, in one database beside it. */
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Database, Statement } from 'better-sqlite3';
import { makeFolder } from '../database/make-folder.ts';
import { openDraft, openKept } from '../database/open-database.ts';

/** A file of the bundle by its name: one of the folder by its place, a proof by its text. */
export type BundlePart =
  | { readonly name: string; readonly path: string }
  | { readonly name: string; readonly text: string };

const schema = 'CREATE TABLE proofs (name TEXT PRIMARY KEY, text TEXT NOT NULL)';

/** Names are with forward slashes. Close it. */
export class BundleFolder {
  /** Of the files. */
  readonly path: string;
  readonly #proofs: Database | undefined;
  readonly #add: Statement<[string, string]> | undefined;
  readonly #find: Statement<[string], string> | undefined;
  #proofBytes = 0;

  private constructor(path: string, proofs: Database | undefined, isNew: boolean) {
    this.path = path;
    this.#proofs = proofs;
    if (isNew) {
      proofs?.exec(`${schema}; BEGIN`);
      this.#add = proofs?.prepare('INSERT OR IGNORE INTO proofs VALUES (?, ?)');
    }
    this.#find = proofs
      ?.prepare<[string], string>('SELECT text FROM proofs WHERE name = ?')
      .pluck();
  }

  /** An empty one in a folder that is there. What is put in is kept once it is closed. */
  static make(directory: string): BundleFolder {
    const path = join(directory, 'bundle');
    makeFolder(path, directory);
    return new BundleFolder(path, openDraft(join(directory, 'proofs.db')), true);
  }

  /** One that was made, for reading. */
  static open(directory: string): BundleFolder {
    const proofs = join(directory, 'proofs.db');
    return new BundleFolder(
      join(directory, 'bundle'),
      existsSync(proofs) ? openKept(proofs) : undefined,
      false,
    );
  }

  /** Where a file has to be written; its folder is there. */
  placeOf(name: string): string {
    const path = join(this.path, name);
    makeFolder(dirname(path), dirname(this.path));
    return path;
  }

  /** Writes a file of mode 0600. */
  put(name: string, content: string | Uint8Array): void {
    writeFileSync(this.placeOf(name), content, { mode: 0o600 });
  }

  remove(name: string): void {
    rmSync(join(this.path, name), { force: true });
  }

  /** Adds a proof; false where there is one of this name. */
  addProof(name: string, text: string): boolean {
    const isNew = this.#add?.run(name, text).changes === 1;
    if (isNew) this.#proofBytes += text.length;
    return isNew;
  }

  /** Bytes of all files, and of the proofs that were added. */
  bytes(): number {
    const files = filesBelow(this.path).map((name) => statSync(join(this.path, name)).size);
    return files.reduce((sum, each) => sum + each, this.#proofBytes);
  }

  /** The text of a proof; empty where there is none. */
  proof(name: string): string {
    return this.#find?.get(name) ?? '';
  }

  /** How many proofs there are. */
  proofs(): number {
    return this.#proofs?.prepare<[], number>('SELECT count(*) FROM proofs').pluck().get() ?? 0;
  }

  /** All that is in it, by name. Nothing may be put in meanwhile. */
  *parts(): Generator<BundlePart> {
    const files = filesBelow(this.path);
    let next = 0;
    for (const proof of this.#sortedProofs()) {
      for (let name = files[next]; name !== undefined && name < proof.name; name = files[next]) {
        yield { name, path: join(this.path, name) };
        next += 1;
      }
      yield proof;
    }
    for (const name of files.slice(next)) yield { name, path: join(this.path, name) };
  }

  close(): void {
    if (this.#proofs?.inTransaction === true) this.#proofs.exec('COMMIT');
    this.#proofs?.close();
  }

  #sortedProofs(): Iterable<{ readonly name: string; readonly text: string }> {
    return (
      this.#proofs
        ?.prepare<[], { name: string; text: string }>('SELECT name, text FROM proofs ORDER BY name')
        .iterate() ?? []
    );
  }
}

/** The names of all files below a folder, with forward slashes, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) =>
      join(each.parentPath, each.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .toSorted();
}
