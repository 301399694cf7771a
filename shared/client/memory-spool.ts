/** Decisions that wait in memory. */
import { clientLimits } from './limits.ts';
import type { Spool } from './types.ts';

const encoder = new TextEncoder();

/** Holds up to `room` lines; the newest is the one that finds no room. */
export function memorySpool(room: number = clientLimits.queue): Spool {
  let lines: { readonly text: string; readonly bytes: number }[] = [];
  return {
    isLasting: false,
    get waiting() {
      return lines.length;
    },
    damaged: 0,
    append(text) {
      if (lines.length >= room) return false;
      lines.push({ text, bytes: encoder.encode(text).length });
      return true;
    },
    read({ items, bytes }) {
      let sum = 0;
      const read: string[] = [];
      for (const line of lines) {
        sum += line.bytes;
        if (read.length === items || (read.length > 0 && sum > bytes)) break;
        read.push(line.text);
      }
      return read;
    },
    remove(count) {
      lines = lines.slice(count);
    },
    refuse() {},
    close() {
      const lost = lines.length;
      lines = [];
      return lost;
    },
  };
}
