/** Proof of facts and lines: what no batch covers is sealed in its time. */
import type { Area } from '../area.ts';
import { LineSealing } from './line-sealing.ts';

/** Has the writer seal every line that no batch covers. */
export const sealingTask = 'seal-lines';

export const proofArea = {
  openWrites: (context) => {
    const sealing = new LineSealing(context);
    return {
      handlers: {},
      tasks: { [sealingTask]: () => sealing.seal() },
      close: () => sealing.close(),
    };
  },
} satisfies Area;
