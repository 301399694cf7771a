/** Random bytes in small portions without a call of the operating system for each. */
import type { RandomBytes } from '../../shared/ids.ts';

const poolBytes = 16 * 1024;

/** The same source, asked for 16 KiB at a time. A portion is handed out once and is the caller's. */
export function poolRandom(random: RandomBytes): RandomBytes {
  let pool = new Uint8Array(0);
  let used = 0;
  return (bytes) => {
    if (bytes > poolBytes) return random(bytes);
    if (used + bytes > pool.length) {
      pool = new Uint8Array(random(poolBytes));
      used = 0;
    }
    used += bytes;
    return pool.subarray(used - bytes, used);
  };
}
