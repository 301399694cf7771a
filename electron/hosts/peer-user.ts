/** Whose program is at the other end of a connection of this machine, where the system tells (Linux). */
import { readFile } from 'node:fs/promises';
import { isIPv4, type Socket } from 'node:net';
import { endianness } from 'node:os';

/** An end of a connection. */
export interface End {
  /** An IPv4 address, also as `::ffff:127.0.0.1`. */
  readonly address: string;
  readonly port: number;
}

/** The system's tables of connections: those over IPv4, and those of programs that speak IPv6 as well. */
const tables = ['/proc/net/tcp', '/proc/net/tcp6'];

/** State of a connection that both ends hold: one that was let go says nothing of its user any more. */
const established = '01';

/**
 * Tells whether the program that has connected belongs to the user of this process, or to root, who may
 * read this process anyway. Where the system has no such tables nothing is known against it.
 */
export async function isOwnPeer(socket: Socket): Promise<boolean> {
  const own = process.getuid?.();
  if (process.platform !== 'linux' || own === undefined) return true;
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  if (remoteAddress === undefined || remotePort === undefined) return false;
  if (localAddress === undefined || localPort === undefined) return false;
  const peer = { address: remoteAddress, port: remotePort };
  const here = { address: localAddress, port: localPort };
  const texts = await Promise.all(tables.map((path) => readFile(path, 'latin1').catch(() => '')));
  if (texts.every((text) => text === '')) return true;
  const uid = texts.map((text) => userOfEnd(text, peer, here)).find((each) => each !== undefined);
  return uid === own || uid === 0;
}

/** The user id in a table of connections for the end `peer` of the connection to `here`. */
export function userOfEnd(table: string, peer: End, here: End): number | undefined {
  const [peers, heres] = [writtenEnd(peer), writtenEnd(here)];
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', state, , , , uid] = line.trim().split(/\s+/);
    if (state === established && peers.includes(local) && heres.includes(remote)) {
      return Number(uid);
    }
  }
  return undefined;
}

/** `0100007F:1F90`: the bytes of the address as this machine orders a number; over IPv6 behind its prefix. */
function writtenEnd({ address, port }: End): readonly string[] {
  const plain = address.replace(/^::ffff:/i, '');
  if (!isIPv4(plain)) return [];
  const bytes = plain.split('.').map(Number);
  const isLittle = endianness() === 'LE';
  const word = hex(isLittle ? bytes.toReversed() : bytes);
  const mapped = `${'0'.repeat(16)}${isLittle ? 'FFFF0000' : '0000FFFF'}${word}`;
  const suffix = `:${hex([port >> 8, port & 0xff])}`;
  return [word + suffix, mapped + suffix];
}

function hex(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}
