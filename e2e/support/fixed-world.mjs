/** Loaded into a host, all its threads: its clock stands still and its chance is always the same, so that pictures can be compared. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import { threadId } from 'node:worker_threads';

const now = Number(process.env['PROOFDESK_FIXED_TIME']);
const RealDate = Date;

globalThis.Date = class FixedDate extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now] : given));
  }

  static now() {
    return now;
  }
};

/** One sequence for each thread: ids of two threads never meet. */
let state = (threadId + 1) * 2_654_435_761;
function nextByte() {
  state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) | 0;
  return (state >>> 11) & 255;
}
function fill(bytes) {
  for (let place = 0; place < bytes.length; place += 1) bytes[place] = nextByte();
  return bytes;
}

crypto.randomBytes = (size) => fill(Buffer.alloc(size));
syncBuiltinESMExports();
