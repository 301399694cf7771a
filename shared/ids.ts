/** Identifiers: a prefix that names the kind, and 26 opaque characters that sort by time. */
import type { Clock } from './time.ts';

/** Prefixes of ids, by what they name. */
export type IdPrefix =
  | 'rec'
  | 'job'
  | 'case'
  | 'req'
  | 'int'
  | 'key'
  | 'card'
  | 'ev'
  | 'ds'
  | 'sconn'
  | 'sess'
  | 'grant'
  | 'pol'
  | 'transform'
  | 'op'
  | 'acct'
  | 'inv'
  | 'cn'
  | 'pay'
  | 'pm'
  | 'payout'
  | 'adj'
  | 'charge'
  | 'credit'
  | 'assign'
  | 'limit'
  | 'alert'
  | 'agg'
  | 'conn'
  | 'run'
  | 'rest'
  | 'usr'
  | 'prof'
  | 'psr'
  | 'fig'
  | 'preq'
  | 'ers'
  | 'evt'
  | 'hook'
  | 'dlv';

/** `prefix_` and 26 Crockford base32 digits: 48 bits of milliseconds, 80 random bits. */
export type CreateId = (prefix: IdPrefix) => string;

/** Fills an array of this many bytes from a source that cannot be guessed. */
export type RandomBytes = (bytes: number) => Uint8Array;

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeDigits = 10;
const randomDigits = 16;

/**
 * Makes ids that strictly increase within this factory whatever the prefix, also when the clock
 * stands still or goes back: then the random part of the id before is counted up by one.
 */
export function createIdFactory(source: { now: Clock; random: RandomBytes }): CreateId {
  let lastTime = -1;
  let timeText = '';
  /** One value of 0…31 per digit, the most significant first. */
  const random = new Uint8Array(randomDigits);
  /** The digits that seldom change, and the last two, which nearly always do. */
  let head = '';

  function renew(time: number): void {
    lastTime = time;
    timeText = encodeTime(time);
    const bytes = source.random(randomDigits);
    for (let index = 0; index < randomDigits; index += 1) {
      random[index] = (bytes[index] ?? 0) & 31;
    }
    head = encodeHead();
  }

  function encodeHead(): string {
    let text = timeText;
    for (let index = 0; index < randomDigits - 2; index += 1) text += digits[random[index] ?? 0];
    return text;
  }

  function increment(): void {
    let index = randomDigits - 1;
    while (index >= 0 && random[index] === 31) {
      random[index] = 0;
      index -= 1;
    }
    if (index < 0) {
      renew(lastTime + 1);
      return;
    }
    random[index] = (random[index] ?? 0) + 1;
    if (index < randomDigits - 2) head = encodeHead();
  }

  return (prefix) => {
    const now = source.now();
    if (now > lastTime) renew(now);
    else increment();
    return `${prefix}_${head}${digits[random[randomDigits - 2] ?? 0]}${digits[random[randomDigits - 1] ?? 0]}`;
  };
}

function encodeTime(milliseconds: number): string {
  let rest = milliseconds;
  let text = '';
  for (let index = 0; index < timeDigits; index += 1) {
    text = `${digits[rest % 32]}${text}`;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Tells whether the text has the form of an id with this prefix. */
export function isId(text: string, prefix: IdPrefix): boolean {
  return (
    text.startsWith(`${prefix}_`) && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text.slice(prefix.length + 1))
  );
}
