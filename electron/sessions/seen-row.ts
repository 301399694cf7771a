/** A row as a session sees it: through the view of its grant, and taken apart only where that is needed. */
import type { JsonObject } from '../../shared/contract/json.ts';
import { parseDocument } from '../datasets/datasets-store.ts';
import type { View } from '../policies/view.ts';

export class SeenRow {
  readonly seq: number;
  readonly #stored: string;
  readonly #view: View;
  #document: JsonObject | undefined;

  /** @param stored the row as JSON text, as it is stored */
  constructor(seq: number, stored: string, view: View) {
    this.seq = seq;
    this.#stored = stored;
    this.#view = view;
  }

  get document(): JsonObject {
    return (this.#document ??= this.#view.row({
      seq: this.seq,
      document: parseDocument(this.#stored),
    }));
  }

  /** JSON text. */
  get text(): string {
    return this.#view.isWhole ? this.#stored : JSON.stringify(this.document);
  }
}
