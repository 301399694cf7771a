/**
 * Keeps papers as they are first made, each with a fact that states its SHA-256: whoever asks for one later gets the same
 * bytes, whatever fonts, words and parties are then. What an invoice is closed with is kept by its run.
 */
import type { Facts } from '../../proof/facts.ts';
import type { DrawnPaper } from '../documents/draw-papers-task.ts';
import type { PaperOrder } from '../documents/paper-order.ts';
import type { PaperPlace, PapersStore } from './papers-store.ts';

/** Papers that are made at once. */
const atOnce = 20;
/** While a paper is drawn what it shows may change: so often it is drawn anew. */
const mostAttempts = 5;

interface OrderSource {
  /** @throws {ApiError} `not_found` */
  readonly of: (place: PaperPlace) => PaperOrder;
}

/** A paper that is to be drawn. */
interface Ordered {
  readonly place: PaperPlace;
  readonly order: PaperOrder;
}

export interface KeeperMeans {
  readonly papers: PapersStore;
  readonly facts: Facts;
  /** Loaded with the first paper. */
  readonly orders: () => Promise<OrderSource>;
  /** One for each order, in their order. */
  readonly draw: (orders: readonly PaperOrder[]) => Promise<readonly DrawnPaper[]>;
  /** One transaction, in turn with all who write. */
  readonly write: <Result>(run: (now: string) => Result) => Promise<Result>;
  readonly isClosing: () => boolean;
  /** Takes why a paper could not be made. */
  readonly failed: (place: PaperPlace, reason: string) => void;
}

export class PaperKeeper {
  readonly #means: KeeperMeans;
  readonly #going = new Set<Promise<void>>();
  /** How many things there were when none was without its paper. */
  #looked: number | undefined;
  #working: Promise<void> | undefined;

  constructor(means: KeeperMeans) {
    this.#means = means;
  }

  /** Keeps the paper of one thing, unless it is kept; does nothing where it cannot be made. */
  keep(place: PaperPlace): Promise<void> {
    return this.#held(this.#keepSome([place]));
  }

  /** Keeps the papers of all that have none; asked again while it works, it is the same work. */
  work(): Promise<void> {
    this.#working ??= this.#held(this.#work()).finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  /** Resolves once nothing of it writes any more. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#going);
  }

  #held(work: Promise<void>): Promise<void> {
    this.#going.add(work);
    return work.finally(() => this.#going.delete(work));
  }

  async #work(): Promise<void> {
    const { papers, isClosing } = this.#means;
    const things = papers.things();
    if (things === this.#looked) return;
    let left = papers.unkept(atOnce);
    while (left.length > 0 && !isClosing()) {
      await this.#keepSome(left);
      const next = papers.unkept(atOnce);
      const [first] = left;
      // What cannot be made stays first: it is tried again once there is more to do.
      if (next.some(({ kind, about }) => kind === first?.kind && about === first.about)) break;
      left = next;
    }
    this.#looked = things;
  }

  async #keepSome(places: readonly PaperPlace[]): Promise<void> {
    const { orders, isClosing } = this.#means;
    const source = await orders();
    let left = places;
    for (let attempt = 0; attempt < mostAttempts && left.length > 0; attempt += 1) {
      if (isClosing()) return;
      left = await this.#attempt(left, source);
    }
  }

  /** Returns those whose paper shows something else by now. */
  async #attempt(places: readonly PaperPlace[], source: OrderSource): Promise<PaperPlace[]> {
    const { papers, draw, isClosing, failed } = this.#means;
    const orders = this.#ordersOf(
      places.filter((place) => papers.sha256(place) === undefined),
      source,
    );
    const drawn = orders.length === 0 ? [] : await draw(orders.map(({ order }) => order));
    const changed: PaperPlace[] = [];
    for (const [index, { place, order }] of orders.entries()) {
      const paper = drawn[index] ?? { reason: 'It was not made.' };
      if (isClosing()) return [];
      if ('reason' in paper) failed(place, paper.reason);
      else if (!(await this.#write({ place, order }, paper.pdf, source))) changed.push(place);
    }
    return changed;
  }

  /** The orders of papers; one that cannot be made is told, and left out. */
  #ordersOf(places: readonly PaperPlace[], source: OrderSource): Ordered[] {
    return places.flatMap((place) => {
      try {
        return [{ place, order: source.of(place) }];
      } catch (error) {
        this.#means.failed(place, error instanceof Error ? error.message : String(error));
        return [];
      }
    });
  }

  /** Writes a paper; false where it would show something else by now. */
  #write({ place, order }: Ordered, pdf: Uint8Array, source: OrderSource): Promise<boolean> {
    const { papers, write, facts } = this.#means;
    return write((now) => {
      if (papers.sha256(place) !== undefined) return true;
      if (textOf(source.of(place)) !== textOf(order)) return false;
      const change = { set: { kept_at: now } };
      facts.write('papers', [place.kind, place.about], change, { pdf: Buffer.from(pdf) });
      return true;
    });
  }
}

/** All that a paper shows, as a text to compare. */
function textOf(order: PaperOrder): string {
  return JSON.stringify(order, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
