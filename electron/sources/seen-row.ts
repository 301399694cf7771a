/** A row as a session sees it: through the view of its grant, and taken apart only where that is needed. */
import type { JsonObject } from '../../shared/contract/json.ts';
import { parseDocument } from '../datasets/datasets-store.ts';
import type { View } from '../policies/view.ts';

/** A row as it is stored. */
export interface StoredRow {
  readonly seq: number;
  /** The text of its key, where that names it. */
  readonly key?: string | undefined;
  /** JSON. */
  readonly text: string;
}

export class SeenRow {
  readonly seq: number;
  readonly key: string | undefined;
  readonly #stored: string;
  readonly #view: View;
  #document: JsonObject | undefined;

  constructor({ seq, key, text }: StoredRow, view: View) {
    this.seq = seq;
    this.key = key;
    this.#stored = text;
    this.#view = view;
  }

  get document(): JsonObject {
    return (this.#document ??= this.#view.row({
      seq: this.seq,
      key: this.key,
      document: parseDocument(this.#stored),
    }));
  }

  /** JSON text. */
  get text(): string {
    return this.#view.isWhole ? this.#stored : JSON.stringify(this.document);
  }
}

/** A row that is given out, with the salt that the leaves of it are made of. */
export class SaltedRow extends SeenRow {
  readonly #salt: Uint8Array | (() => Uint8Array);
  /** Its number where the ledger holds it: what a receipt keeps of it. */
  readonly heldSeq: number | undefined;

  /** @param row `isHeld` false for one that the ledger does not hold; a salt that is computed, once it is asked for */
  constructor(
    row: StoredRow & {
      readonly salt: Uint8Array | (() => Uint8Array);
      readonly isHeld?: boolean;
    },
    view: View,
  ) {
    super(row, view);
    this.#salt = row.salt;
    this.heldSeq = row.isHeld === false ? undefined : row.seq;
  }

  get salt(): Uint8Array {
    return typeof this.#salt === 'function' ? this.#salt() : this.#salt;
  }
}
