/** Passwords of servers of databases: each in a file of its own beside the ledgers, 0600, in no ledger and no backup. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { plainSeal, type KeySeal } from '../../database/key-seal.ts';
import { writeWholeLater } from '../../database/durable-files.ts';
import { makeFolder } from '../../database/make-folder.ts';

const directoryName = 'source-connections';
const idForm = /^sconn_[0-9A-Z]{1,64}$/;
/** How a file ends that holds a password as the keychain sealed it, and one that holds it as it is. */
const endings = { sealed: '.sealed', plain: '.plain' } as const;

export class PasswordVault {
  readonly #dataRoot: string;
  readonly #seal: KeySeal;

  constructor(dataRoot: string, seal: KeySeal = plainSeal) {
    this.#dataRoot = dataRoot;
    this.#seal = seal;
  }

  async keep(connection: string, password: string): Promise<void> {
    const { bytes, sealed } = await this.#seal.seal(password);
    makeFolder(this.#folder, this.#dataRoot);
    const [ending, other] = sealed
      ? [endings.sealed, endings.plain]
      : [endings.plain, endings.sealed];
    await writeWholeLater(this.#folder, nameOf(connection) + ending, bytes);
    await rm(join(this.#folder, nameOf(connection) + other), { force: true });
  }

  /** Undefined where none is kept, or it cannot be read here. */
  async open(connection: string): Promise<string | undefined> {
    for (const [sealed, ending] of [
      [true, endings.sealed],
      [false, endings.plain],
    ] as const) {
      try {
        const bytes = await readFile(join(this.#folder, nameOf(connection) + ending));
        return await this.#seal.open(new Uint8Array(bytes), sealed);
      } catch {
        // The other file may hold it.
      }
    }
    return undefined;
  }

  async forget(connection: string): Promise<void> {
    for (const ending of Object.values(endings)) {
      await rm(join(this.#folder, nameOf(connection) + ending), { force: true });
    }
  }

  get #folder(): string {
    return join(this.#dataRoot, directoryName);
  }
}

/** @throws {TypeError} for what is no id of a connection */
function nameOf(connection: string): string {
  if (!idForm.test(connection)) throw new TypeError('It is no id of a connection.');
  return connection;
}
