/** Where a request came from: the other end of its connection, or whom a proxy that is trusted names. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Proxies whose `X-Forwarded-For` is believed. */
export type TrustedProxies = Pick<BlockList, 'check'>;

/**
 * The list of some addresses and ranges in CIDR notation.
 * @throws {RangeError} naming one that is neither
 */
export function trustedProxies(ranges: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits, ...more] = range.split('/');
    const family = isIP(address);
    const longest = family === 4 ? 32 : 128;
    const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    if (family === 0 || more.length > 0 || prefix < 0 || prefix > longest) {
      throw new RangeError(`"${range}" is not an address or a range such as 10.0.0.0/8.`);
    }
    list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

/**
 * The client of a request: `remote`, unless that is a trusted proxy; then the rightmost address in
 * `forwardedFor` that is none. What stands left of that address anybody may have written.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: readonly string[],
  trusted: TrustedProxies | undefined,
): string {
  let client = plainAddress(remote ?? '');
  const named = forwardedFor.flatMap((each) => each.split(',')).toReversed();
  for (const each of named) {
    if (!isTrusted(client, trusted)) break;
    const address = plainAddress(each.trim());
    if (isIP(address) === 0) break;
    client = address;
  }
  return client;
}

function isTrusted(address: string, trusted: TrustedProxies | undefined): boolean {
  const family = isIP(address);
  if (family === 0 || trusted === undefined) return false;
  return trusted.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** IPv4 addresses in the form of IPv6, as sockets have them, in their own. */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(.*)$/i.exec(address)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : address;
}

/** By what a client is counted: who has an IPv6 network has all addresses of it. */
export function countedAs(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter((each) => each !== '');
  const right = tail.split(':').filter((each) => each !== '');
  const gap = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((each) => Number.parseInt(each, 16).toString(16))
    .join(':')}::/64`;
}
