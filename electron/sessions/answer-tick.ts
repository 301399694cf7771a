/** Answers are given at full ticks from their start: how long a question took tells less of what it met. */

/** Milliseconds between two ticks. */
export const tickMs = 50;

export interface TickMeans {
  /** Milliseconds from any beginning, never back. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export class AnswerTicks {
  readonly #means: TickMeans;

  constructor(means: TickMeans) {
    this.#means = means;
  }

  /** Begins to count: what it returns waits for the next full tick. */
  begin(): () => Promise<void> {
    const started = this.#means.now();
    return async () => {
      const elapsed = this.#means.now() - started;
      const ticks = Math.max(1, Math.ceil(elapsed / tickMs));
      await this.#means.sleep(ticks * tickMs - elapsed);
    };
  }
}
