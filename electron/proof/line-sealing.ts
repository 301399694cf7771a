/** Seals the lines that no batch covers: from time to time, when asked, and at the end. */
import type { WriteContext } from '../area.ts';
import { repeating } from '../database/schedule.ts';

/** How long a line is open at most where nothing fails; milliseconds. */
export const sealEvery = 5 * 60 * 1_000;

export type SealingMeans = Pick<
  WriteContext,
  'sealer' | 'transaction' | 'lock' | 'schedule' | 'isClosing' | 'log'
> & {
  readonly signer: Pick<WriteContext['signer'], 'noticed'>;
  readonly supervisor: Pick<WriteContext['supervisor'], 'changed'>;
};

export class LineSealing {
  readonly #means: SealingMeans;
  readonly #end: () => void;

  constructor(means: SealingMeans) {
    this.#means = means;
    this.#end = repeating(means.schedule, sealEvery, () => {
      if (!means.isClosing()) void this.#sealInTime();
    });
  }

  /** Seals every open line of every stream. Returns whether there were any; a ledger that nothing can be appended to keeps them open. */
  async seal(): Promise<boolean> {
    const { lock, signer, supervisor } = this.#means;
    const isSealed = await lock.run(() => this.#seal());
    if (isSealed) {
      signer.noticed();
      supervisor.changed(['audit']);
    }
    return isSealed;
  }

  /** Seals what is left, and nothing more from then on. */
  async close(): Promise<void> {
    this.#end();
    await this.#sealInTime();
  }

  #seal(): boolean {
    const { sealer, transaction } = this.#means;
    // A transaction that seals nothing would still keep the time.
    return sealer.hasOpen() && transaction(() => sealer.sealAll());
  }

  async #sealInTime(): Promise<void> {
    try {
      await this.seal();
    } catch (error) {
      const reason = String(error);
      this.#means.log(JSON.stringify({ level: 'warn', event: 'lines_not_sealed', reason }));
    }
  }
}
