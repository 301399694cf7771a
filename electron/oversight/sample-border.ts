/** Where a sample ends among the hashes of records. */
import { sampleThreshold } from '../../shared/oversight/sample.ts';

const allNumbers = 0xff_ff_ff_ff;
/** Longer than any hash. */
const beyondEveryHash = Buffer.alloc(33, 0xff);

/** The least hash that is not in a sample, as far as its first bytes tell. */
export function firstBeyond(percent: number): Buffer {
  const threshold = sampleThreshold(percent);
  if (threshold > allNumbers) return beyondEveryHash;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(threshold);
  return bytes;
}
