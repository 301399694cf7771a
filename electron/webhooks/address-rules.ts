/** Where events may be sent: to no address of this machine, of a private network or of no use, unless the operator widened it. */
import { BlockList, isIP } from 'node:net';
import { faultOf, type Fault } from '../../shared/contract/faults.ts';

/** IPv4 networks that nothing is sent to: this machine, private and special ones (IANA). */
const refused4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** IPv6 networks that are given out to the world, and the parts of them that lead elsewhere. */
const global6 = ['2000::/3'];
const refused6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const loopback = ['127.0.0.0/8', '::1/128'];

const refused = networks([...refused4, ...refused6]);
const global = networks(global6);
const ownMachine = networks(loopback);

type Family = 'ipv4' | 'ipv6';

function networks(list: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const each of list) {
    const [address = '', bits] = each.split('/');
    blocks.addSubnet(address, Number(bits), familyOf(address));
  }
  return blocks;
}

function familyOf(address: string): Family {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Whether a network has an address; none has one with a zone. */
function has(blocks: BlockList, address: string): boolean {
  return !address.includes('%') && blocks.check(address, familyOf(address));
}

/** Tells whether an address (as the system's resolver writes it) is one of the world's. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !has(refused, address);
  return version === 6 && has(global, address) && !has(refused, address);
}

/** Hosts and networks that the operator allows besides: names, perhaps with a port, and networks. */
export class Allowance {
  readonly #names = new Set<string>();
  readonly #networks = new BlockList();

  /** @throws {RangeError} for an entry that is neither a name nor a network */
  constructor(entries: readonly string[] = []) {
    for (const entry of entries) this.#add(entry);
  }

  /** Whether the name of an address is allowed, wherever it leads. */
  allowsName(url: URL): boolean {
    return this.#names.has(url.hostname) || this.#names.has(`${url.hostname}:${portOf(url)}`);
  }

  allowsAddress(address: string): boolean {
    return isIP(address) !== 0 && has(this.#networks, address);
  }

  #add(entry: string): void {
    const [address = '', bits, ...more] = entry.split('/');
    const version = isIP(address);
    const most = version === 6 ? 128 : 32;
    const isNetwork = version !== 0 && more.length === 0 && !address.includes('%');
    if (isNetwork && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))) {
      this.#networks.addSubnet(address, Number(bits ?? most), familyOf(address));
      return;
    }
    const url = entry.includes('/') ? null : URL.parse(`https://${entry}`);
    const isName = url !== null && url.username === '' && !/[?#@]/.test(entry);
    if (!isName) throw new RangeError(`${entry} is neither a host nor a network.`);
    this.#names.add(/:\d+$/.test(entry) ? `${url.hostname}:${portOf(url)}` : url.hostname);
  }
}

export type JudgedUrl =
  | { readonly kind: 'good'; readonly url: URL }
  | { readonly kind: 'bad'; readonly fault: Fault };

/**
 * Judges an address by what it says itself; where its name leads is judged before each connection.
 * @param allowance of the operator, for an address that the operator set
 */
export function judgeUrl(text: string, allowance?: Allowance): JudgedUrl {
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return bad(faultOf('webhook_address'));
  if (url.username !== '' || url.password !== '') return bad(faultOf('webhook_without_user'));
  if (url.hash !== '' || text.includes('#')) return bad(faultOf('webhook_without_fragment'));
  const host = hostOf(url);
  const isOwn = isLoopbackName(host);
  const isAllowed =
    allowance !== undefined && (allowance.allowsName(url) || allowance.allowsAddress(host));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn && isAllowed)) {
    return bad(faultOf('webhook_https'));
  }
  const isInward = isOwn || (isIP(host) !== 0 && !isPublicAddress(host));
  return isInward && !isAllowed ? bad(faultOf('webhook_inward')) : { kind: 'good', url };
}

/** Tells whether each of the addresses that a name leads to may be connected to; one that may not refuses all. */
export function mayConnect(url: URL, addresses: readonly string[], allowance?: Allowance): boolean {
  if (addresses.length === 0) return false;
  // What is sent in clear stays on this machine, whatever its name says.
  if (url.protocol === 'http:' && !addresses.every((each) => has(ownMachine, each))) return false;
  if (allowance?.allowsName(url) === true) return true;
  return addresses.every(
    (each) => isPublicAddress(each) || allowance?.allowsAddress(each) === true,
  );
}

/** The host without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function portOf(url: URL): string {
  return url.port === '' ? (url.protocol === 'http:' ? '80' : '443') : url.port;
}

function isLoopbackName(host: string): boolean {
  return /^(?:.*\.)?localhost\.?$/.test(host) || (isIP(host) !== 0 && has(ownMachine, host));
}

function bad(fault: Fault): JudgedUrl {
  return { kind: 'bad', fault };
}
