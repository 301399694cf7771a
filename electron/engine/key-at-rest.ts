/** The key of a ledger as it lies on the disk: plain, or under a passphrase that this process was told. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { BroughtKey } from '../../shared/contract/signing-key.ts';
import type { Clock } from '../../shared/time.ts';

/** A file of signing keys under a passphrase. */
export interface SealedKey {
  readonly sealed: string;
  readonly path: string;
}

export interface KeyAtRestOptions {
  /** The key beside a ledger, made for one that is to be begun. */
  readonly load: (directory: string) => Promise<Uint8Array | SealedKey>;
  /** Writes the file that `load` reads; undefined where the system protects the key. */
  readonly keep: ((directory: string, content: Uint8Array | string) => Promise<void>) | undefined;
  /** What the host was told to open keys with; undefined where it was told nothing. */
  readonly passphrase: (() => Promise<string | undefined>) | undefined;
  /** The seed in a file, taken apart on another thread. @throws {ApiError} `validation_error` */
  readonly open: (key: BroughtKey) => Promise<Uint8Array>;
  /** The file with all keys of the ledger that is open. */
  readonly seal: (passphrase: string) => Promise<string>;
  readonly clock: Clock;
}

/** Tries that may fail within `tryPeriod`; milliseconds. */
const mostTries = 5;
const tryPeriod = 60_000;

/** Nothing of a passphrase stays; a seed that was opened stays for as long as the process runs. */
export class KeyAtRest {
  readonly #options: KeyAtRestOptions;
  readonly #opened = new Map<string, { readonly sealed: string; readonly seed: Uint8Array }>();
  #tries: number[] = [];

  constructor(options: KeyAtRestOptions) {
    this.#options = options;
  }

  /** @throws {KeyLockedError} where it is under a passphrase that nobody told */
  async seed(directory: string): Promise<Uint8Array> {
    const found = await this.#options.load(directory);
    if (found instanceof Uint8Array) return found;
    const known = this.#opened.get(directory);
    if (known?.sealed === found.sealed) return known.seed;
    const passphrase = await this.#told(found.path);
    return this.#open(directory, found, passphrase).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      throw new KeyLockedError(
        found.path,
        'The passphrase that the host was given does not open it.',
      );
    });
  }

  /**
   * Opens a key with what a person typed.
   * @throws {ApiError} `validation_error`, `conflict` where none is locked, `rate_limit_exceeded`
   */
  async unlock(directory: string, passphrase: string): Promise<void> {
    const found = await this.#options.load(directory);
    if (found instanceof Uint8Array) {
      throw new ApiError('conflict', 'The key of this ledger is not under a passphrase.');
    }
    await this.#try('passphrase', () => this.#open(directory, found, passphrase));
  }

  /** Tells whether the file with the key is under a passphrase; undefined where the system protects it. */
  async isSealed(directory: string): Promise<boolean | undefined> {
    if (this.#options.keep === undefined) return undefined;
    return !((await this.#options.load(directory)) instanceof Uint8Array);
  }

  /**
   * Puts the key under a passphrase, under another one, or under none.
   * @param current the passphrase that it is under
   * @throws {ApiError} `validation_error`, `conflict` where the system protects it, `rate_limit_exceeded`
   */
  async protect(
    directory: string,
    { passphrase, current }: { readonly passphrase: string | null; readonly current?: string },
  ): Promise<void> {
    const { keep, load, seal } = this.#options;
    if (keep === undefined) {
      throw new ApiError('conflict', 'This application has the system protect the key.');
    }
    const found = await load(directory);
    let seed = found instanceof Uint8Array ? found : undefined;
    if (!(found instanceof Uint8Array)) {
      if (current === undefined) throw validationError([faultAt('current', 'required')]);
      seed = await this.#try('current', () => this.#open(directory, found, current));
    }
    if (seed === undefined) throw new Error('A key was neither plain nor opened.');
    if (passphrase === null) {
      await keep(directory, seed);
      this.#opened.delete(directory);
      return;
    }
    const sealed = await seal(passphrase);
    this.#opened.set(directory, { sealed, seed });
    await keep(directory, sealed);
  }

  async #told(path: string): Promise<string> {
    try {
      const passphrase = await this.#options.passphrase?.();
      if (passphrase !== undefined) return passphrase;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new KeyLockedError(path, `The file with its passphrase cannot be read: ${reason}`);
    }
    throw new KeyLockedError(
      path,
      'Enter the passphrase in the console, or give --passphrase-file.',
    );
  }

  async #open(directory: string, { sealed }: SealedKey, passphrase: string): Promise<Uint8Array> {
    const seed = await this.#options.open({ file: sealed, passphrase });
    this.#opened.set(directory, { sealed, seed });
    return seed;
  }

  /** Counted before it is known what comes of it: many at once are many. */
  async #try<Result>(field: string, open: () => Promise<Result>): Promise<Result> {
    const now = this.#options.clock();
    this.#tries = this.#tries.filter((at) => at > now - tryPeriod && at <= now);
    const [first] = this.#tries;
    if (first !== undefined && this.#tries.length >= mostTries) {
      const seconds = Math.max(1, Math.ceil((first + tryPeriod - now) / 1_000));
      throw new ApiError(
        'rate_limit_exceeded',
        `There were ${mostTries} tries within a minute. Try again in ${seconds} s.`,
        { headers: { 'retry-after': String(seconds) } },
      );
    }
    this.#tries.push(now);
    try {
      const result = await open();
      this.#tries = [];
      return result;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'validation_error') throw error;
      throw validationError(error.fields.map((each) => ({ ...each, field })));
    }
  }
}

/** The key is there and nobody told its passphrase: the ledger stays closed, and nothing is lost. */
export class KeyLockedError extends Error {
  readonly fault = 'key_locked';
  readonly path: string;

  constructor(path: string, what: string) {
    super(`The key ${path} is under a passphrase. ${what}`);
    this.name = 'KeyLockedError';
    this.path = path;
  }
}
