/** Topics of changes that are told at once, and, where many come, together. */
import type { ChangeTopic } from '../../shared/contract/workspace.ts';

/** Changes that follow one that was told within this time are told together; milliseconds. */
const gatherMs = 50;

export class GatheredTopics {
  readonly #tell: (topics: readonly ChangeTopic[]) => void;
  readonly #more = new Set<ChangeTopic>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (topics: readonly ChangeTopic[]) => void) {
    this.#tell = tell;
  }

  add(topics: readonly ChangeTopic[]): void {
    if (this.#timer === undefined) this.#told(topics);
    else for (const topic of topics) this.#more.add(topic);
  }

  #told(topics: readonly ChangeTopic[]): void {
    this.#tell(topics);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const more = [...this.#more];
      this.#more.clear();
      if (more.length > 0) this.#told(more);
    }, gatherMs);
    this.#timer.unref();
  }
}
