/** Counts wrong keys of a client: after so many in a minute it waits. */
import type { Clock } from '../../shared/time.ts';

export const mostWrongKeys = 10;
const period = 60_000;
/** Clients that are counted at the same time; of more the one that was seen first is forgotten. */
const mostClients = 10_000;

export class WrongKeys {
  readonly #clock: Clock;
  /** When each attempt of a client came; those that turned out right are taken back. */
  readonly #attempts = new Map<string, number[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts an attempt as wrong before it is known, so that many at once are no more than ten. Answers what
   * takes it back, or how many seconds the client has to wait.
   */
  attempt(client: string): { readonly right: () => void } | { readonly wait: number } {
    const now = this.#clock();
    const recent = (this.#attempts.get(client) ?? []).filter(
      (at) => at > now - period && at <= now,
    );
    const [first = now] = recent;
    if (recent.length >= mostWrongKeys) {
      this.#attempts.set(client, recent);
      return { wait: Math.max(1, Math.ceil((first + period - now) / 1_000)) };
    }
    recent.push(now);
    this.#attempts.delete(client);
    this.#attempts.set(client, recent);
    for (const oldest of this.#attempts.keys()) {
      if (this.#attempts.size <= mostClients) break;
      this.#attempts.delete(oldest);
    }
    const right = () => {
      const kept = this.#attempts.get(client);
      const at = kept?.indexOf(now) ?? -1;
      if (at >= 0) kept?.splice(at, 1);
    };
    return { right };
  }
}
