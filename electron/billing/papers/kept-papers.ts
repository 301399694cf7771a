/** Papers as whoever asks gets them: the bytes that are kept, and where none can be kept those that are made now. */
import type { ReaderDatabase } from '../../database/open-database.ts';
import type { PaperOrders } from './paper-orders.ts';
import { PapersStore, type PaperPlace } from './papers-store.ts';

export interface PaperReading {
  readonly database: ReaderDatabase;
  /** Whether this is the demo, whose papers say so. */
  readonly isDemo: boolean;
  /** Has the writer keep a paper that is not kept yet, where the ledger can be appended to. */
  readonly keepPaper: (place: PaperPlace) => Promise<void>;
}

/** Over a reader's connection. */
export class KeptPapers {
  readonly #options: PaperReading;
  readonly #store: PapersStore;
  #orders: Promise<PaperOrders> | undefined;

  constructor(options: PaperReading) {
    this.#options = options;
    this.#store = new PapersStore(options.database);
  }

  /** Loaded with the first paper. */
  orders(): Promise<PaperOrders> {
    const { database, isDemo } = this.#options;
    return (this.#orders ??= import('./paper-orders.ts').then(
      ({ PaperOrders: Orders }) => new Orders(database, { isDemo }),
    ));
  }

  /**
   * The bytes of a paper, from then on the same. Of one that was taken since an erased value stands on it, they are made
   * of what is left.
   * @throws {ApiError} `not_found` where there is nothing that it is of
   */
  async pdf(place: PaperPlace): Promise<Uint8Array> {
    const known = this.#store.pdf(place);
    if (known !== undefined) return known;
    const orders = await this.orders();
    const order = orders.of(place);
    await this.#options.keepPaper(place);
    const kept = this.#store.pdf(place);
    if (kept !== undefined) return kept;
    const { drawPaper } = await import('../documents/draw-paper.ts');
    return drawPaper(order);
  }

  /** `sha256:<hex>` of a paper; null where it cannot be kept. */
  async sha256(place: PaperPlace): Promise<string | null> {
    const known = this.#store.sha256(place);
    if (known !== undefined) return known;
    await this.#options.keepPaper(place);
    return this.#store.sha256(place) ?? null;
  }
}
