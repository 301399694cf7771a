/** Whose a connection is, read out of the tables of the system. */
import { describe, expect, test } from 'vitest';
import { endianness } from 'node:os';
import { userOfEnd } from './peer-user.ts';

const peer = { address: '127.0.0.1', port: 0x9b81 };
const here = { address: '127.0.0.1', port: 4000 };
const address = endianness() === 'LE' ? '0100007F' : '7F000001';
const prefix = `${'0'.repeat(16)}${endianness() === 'LE' ? 'FFFF0000' : '0000FFFF'}`;

const line = (local: string, remote: string, state: string, uid: number) =>
  `   4: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 12277 1 0000000000000000 20 4 30 10 -1`;

const table = (...lines: readonly string[]) =>
  [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid',
    ...lines,
  ].join('\n');

describe('The user at the other end of a connection', () => {
  test('is that of the other end, not that of this one', () => {
    const text = table(
      line(`${address}:0FA0`, '00000000:0000', '0A', 1),
      line(`${address}:0FA0`, `${address}:9B81`, '01', 1000),
      line(`${address}:9B81`, `${address}:0FA0`, '01', 1001),
    );
    expect(userOfEnd(text, peer, here)).toBe(1001);
    expect(userOfEnd(text, here, peer)).toBe(1000);
    expect(userOfEnd(text, { ...peer, port: 1 }, here)).toBeUndefined();
  });

  test('is found where the program speaks IPv6 as well', () => {
    const text = table(line(`${prefix}${address}:9B81`, `${prefix}${address}:0FA0`, '01', 1001));
    expect(userOfEnd(text, peer, here)).toBe(1001);
    expect(userOfEnd(text, { ...peer, address: '::ffff:127.0.0.1' }, here)).toBe(1001);
  });

  test('is nobody once the program has let the connection go: the table says root then', () => {
    for (const state of ['04', '05', '06', '0A']) {
      const text = table(line(`${address}:9B81`, `${address}:0FA0`, state, 0));
      expect(userOfEnd(text, peer, here)).toBeUndefined();
    }
  });

  test('is nobody in a table that is empty or something else', () => {
    for (const text of ['', table(), 'nothing', 'x y z 01']) {
      expect(userOfEnd(text, peer, here)).toBeUndefined();
    }
  });
});
