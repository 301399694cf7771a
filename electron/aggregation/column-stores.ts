/** The columns of the datasets in use: each dataset its own, the ones not used for longest forgotten. */
import { ColumnStore } from './column-store.ts';

export interface ColumnStoresOptions {
  /** Datasets whose columns are kept. */
  readonly mostDatasets: number;
  /** Bytes of the columns of one dataset. */
  readonly mostBytes: number;
}

export class ColumnStores {
  readonly #options: ColumnStoresOptions;
  readonly #stores = new Map<number, ColumnStore>();

  constructor(options: ColumnStoresOptions) {
    this.#options = options;
  }

  /** The columns of a dataset, empty at first. */
  of(dataset: number): ColumnStore {
    const store = this.#stores.get(dataset) ?? new ColumnStore(this.#options.mostBytes);
    this.#stores.delete(dataset);
    this.#stores.set(dataset, store);
    const [oldest] = this.#stores.keys();
    if (oldest !== undefined && this.#stores.size > this.#options.mostDatasets) {
      this.#stores.delete(oldest);
    }
    return store;
  }
}
