/** Whose address a request has: nobody chooses it by a header, but for proxies that are trusted. */
import { describe, expect, test } from 'vitest';
import { clientAddress, countedAs, trustedProxies } from './client-address.ts';

describe('the client', () => {
  const trusted = trustedProxies(['10.0.0.0/8', 'fd00::/8', '192.0.2.7']);

  test.each([
    ['203.0.113.9', [], '203.0.113.9'],
    ['203.0.113.9', ['1.2.3.4'], '203.0.113.9'],
    ['10.0.0.1', ['1.2.3.4'], '1.2.3.4'],
    ['::ffff:10.0.0.1', ['1.2.3.4'], '1.2.3.4'],
    ['10.0.0.1', ['6.6.6.6, 1.2.3.4'], '1.2.3.4'],
    ['10.0.0.1', ['6.6.6.6', '1.2.3.4'], '1.2.3.4'],
    ['10.0.0.1', ['6.6.6.6, 1.2.3.4, 10.9.9.9, 192.0.2.7'], '1.2.3.4'],
    ['fd00::1', ['2001:db8::5'], '2001:db8::5'],
    ['10.0.0.1', ['10.0.0.2'], '10.0.0.2'],
    ['10.0.0.1', [], '10.0.0.1'],
    ['10.0.0.1', ['unknown'], '10.0.0.1'],
    ['10.0.0.1', ['1.2.3.4, <script>'], '10.0.0.1'],
    ['10.0.0.1', ['1.2.3.4:80'], '10.0.0.1'],
    [undefined, ['1.2.3.4'], ''],
  ])('of %s that names %j is %s', (remote, named, client) => {
    expect(clientAddress(remote, named, trusted)).toBe(client);
  });

  test('is the other end where no proxy is trusted', () => {
    expect(clientAddress('127.0.0.1', ['1.2.3.4'], undefined)).toBe('127.0.0.1');
  });
});

test.each([
  '10.0.0.0/33',
  '10.0.0/8',
  'proxy',
  '',
  '10.0.0.1/',
  '10.0.0.1/8/8',
  '::1/129',
  '::1/-1',
])('%j is no range', (range) => {
  expect(() => trustedProxies([range])).toThrow(`"${range}" is not an address`);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (address, counted) => {
  expect(countedAs(address)).toBe(counted);
});
