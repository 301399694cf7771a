/** Signs checkpoints of what is durable: after a batch, 30 s after a change, on demand, on shutdown. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { WriteLock } from '../access/write-lock.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { Place } from '../database/open-place.ts';
import type { Schedule } from '../database/schedule.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { checkpointText, type LedgerKey } from '../ledger/ledger-key.ts';
import { readTreeRoot } from '../ledger/tree-store.ts';
import { IndexPlaces } from '../proof/index-keeper.ts';
import type { CheckpointFiles } from './checkpoint-files.ts';

/** How long after the first change that none covers a checkpoint is signed; milliseconds. */
export const signAfter = 30_000;
/** How often one is signed where nothing changes; milliseconds. */
export const signIdle = 24 * 60 * 60 * 1000;

export interface CheckpointSignerOptions {
  readonly database: WriterDatabase;
  readonly files: CheckpointFiles;
  readonly lock: WriteLock;
  /** Of the ledger: nothing is signed into a folder that is not its own. */
  readonly place: Place;
  /** Throws while nothing may be appended: then nothing is signed either. */
  readonly key: () => LedgerKey;
  readonly schedule: Schedule;
  /** Told after one was signed and kept. */
  readonly onSigned?: () => void;
  /** Takes the reason why a checkpoint could not be signed in its time. */
  readonly onFailure: (error: unknown) => void;
}

export class CheckpointSigner {
  readonly #options: CheckpointSignerOptions;
  readonly #chain: ChainStore;
  readonly #indexes: IndexPlaces;
  #signed: { readonly size: number; readonly note: string } | undefined;
  #cancel: (() => void) | undefined;
  #cancelIdle: (() => void) | undefined;

  constructor(options: CheckpointSignerOptions) {
    this.#options = options;
    this.#chain = new ChainStore(options.database);
    this.#indexes = new IndexPlaces(options.database);
    this.#waitIdle();
  }

  /** The note of the ledger as it is now; the same state is signed once and kept once. */
  async sign(): Promise<string> {
    return this.#options.lock.run(() => this.#sign());
  }

  /**
   * Appends, and signs what there is then, with nothing in between.
   * @returns the note; undefined where `append` answers so, and then nothing is signed
   */
  async signAfter(append: () => number | undefined): Promise<string | undefined> {
    return this.#options.lock.run(() => (append() === undefined ? undefined : this.#sign()));
  }

  /** The signed note over the sums of a bundle whose checkpoint has this size (docs/ledger-format.md, "Bundles"). */
  async signSums(size: number, text: string): Promise<string> {
    return this.#options.lock.run(() => {
      const key = this.#options.key();
      if (readKeyHistory(this.#options.database).history.at(size) !== key.vkey) {
        throw new ApiError(
          'conflict',
          'The key of the ledger was changed meanwhile. Export the bundle again.',
        );
      }
      return key.signSums(text);
    });
  }

  /** Something was appended: a checkpoint follows, one for all that comes until then. */
  noticed(): void {
    this.#cancel ??= this.#options.schedule(signAfter, () => {
      this.#cancel = undefined;
      this.#signInTime();
    });
  }

  /** Signs what is left, where it may. The caller holds the lock, and closes the database after. */
  close(): void {
    this.stop();
    try {
      this.#sign();
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  /** Nothing is signed any more unless it is asked for: a case has no key here. */
  stop(): void {
    this.#cancel?.();
    this.#cancelIdle?.();
  }

  #waitIdle(): void {
    this.#cancelIdle = this.#options.schedule(signIdle, () => {
      this.#signInTime();
      this.#waitIdle();
    });
  }

  #signInTime(): void {
    this.sign().catch((error: unknown) => this.#options.onFailure(error));
  }

  #sign(): string {
    const { database, files, place, key } = this.#options;
    if (database.inTransaction) throw new Error('What is not committed yet cannot be signed.');
    const ledgerKey = key();
    const size = this.#chain.size();
    if (size === 0) throw new ApiError('engine_unavailable', 'The ledger has no entries yet.');
    if (this.#signed?.size === size) return this.#signed.note;
    const root = Buffer.from(readTreeRoot(database, size), 'hex');
    const note = ledgerKey.signNote(checkpointText(ledgerKey.origin, size, root));
    place.confirm();
    const index = this.#indexes.newest();
    files.keep(note, index === undefined ? undefined : index + 1);
    this.#signed = { size, note };
    this.#options.onSigned?.();
    return note;
  }
}
