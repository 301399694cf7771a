/** What each kind of option takes; every refusal is one sentence that names the option. */
import { limits } from '../../shared/contract/limits.ts';
import { isIP, isIPv4 } from 'node:net';
import { serverKeyOf } from '../../shared/source-server.ts';
import { Allowance } from '../webhooks/address-rules.ts';
import { trustedProxies } from './client-address.ts';

/** An address of this machine to listen at; port 0 picks a free one. */
export interface ListenAddress {
  /** An IP address; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Tells whether nobody but this machine reaches an address. */
export function isLoopback(host: string): boolean {
  return host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** @throws {RangeError} */
export function numberOption(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new RangeError(`--${name} needs a number from ${least} to ${most}.`);
}

/** `127.0.0.1:8080`, `[::]:8443`, `localhost:80`. @throws {RangeError} */
export function addressOption(name: string, text: string): ListenAddress {
  const parts = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text);
  const written = parts?.[1] ?? parts?.[2];
  const host = written === 'localhost' ? '127.0.0.1' : written;
  const port = Number(parts?.[3]);
  const family = host === undefined ? 0 : isIP(host);
  const fits = family === (parts?.[1] === undefined ? 4 : 6);
  if (host === undefined || family === 0 || !fits || !(port <= 65_535)) {
    throw new RangeError(
      `--${name} needs an address of this machine with a port, such as 0.0.0.0:8443, not "${text}".`,
    );
  }
  return { host, port };
}

/** Origin of `https://name[:port]`. @throws {RangeError} */
export function publicUrlOption(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url !== undefined &&
    url.protocol === 'https:' &&
    url.hostname !== '' &&
    !url.hostname.endsWith('.') &&
    url.href === `${url.origin}/`;
  if (!isPlain) {
    throw new RangeError(
      `--${name} needs an address such as https://ledger.example, without a path, not "${text}".`,
    );
  }
  return url.origin;
}

/** @throws {RangeError} for an empty one */
export function fileOption(name: string, text: string | undefined): string | undefined {
  if (text === '') throw new RangeError(`--${name} needs a file.`);
  return text;
}

/** `true` where nothing else is said. @throws {RangeError} */
export function flagOption(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw new RangeError(`--${name} is true or false, not "${text}".`);
}

/** @throws {RangeError} */
export function choiceOption<Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (text === undefined) return undefined;
  const found = choices.find((each) => each === text);
  if (found !== undefined) return found;
  throw new RangeError(`--${name} is ${choices.join(' or ')}, not "${text}".`);
}

const longestDrain = 10 * 60_000;
const unitMs = { ms: 1, s: 1_000, m: 60_000 } as const;

/** `500ms`, `5s`, `1m`; milliseconds. @throws {RangeError} */
export function durationOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const parts = /^(\d{1,6})(ms|s|m)$/.exec(text);
  const unit = parts?.[2];
  const factor = unit === 'ms' || unit === 's' || unit === 'm' ? unitMs[unit] : Number.NaN;
  const value = Number(parts?.[1]) * factor;
  if (value <= longestDrain) return value;
  throw new RangeError(`--${name} needs a time up to 10m, such as 5s, not "${text}".`);
}

/** `7d`; days. @throws {RangeError} */
export function daysOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = Number(/^(\d{1,4})d$/.exec(text)?.[1]);
  if (days >= 1 && days <= limits.replicaDays) return days;
  throw new RangeError(
    `--${name} needs a number of days up to ${limits.replicaDays}d, such as 7d, not "${text}".`,
  );
}

/** `2026-11-01`; its first instant, UTC, in milliseconds. @throws {RangeError} */
export function dayOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const day = /^20\d\d-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00.000Z`) : undefined;
  // A day that its month does not have is another one.
  const isDay = day !== undefined && !Number.isNaN(day.getTime()) && day.toJSON().startsWith(text);
  if (isDay) return day.getTime();
  throw new RangeError(`--${name} needs a day, such as 2026-11-01, not "${text}".`);
}

/** @throws {RangeError} */
export function rangesOption(name: string, texts: readonly string[]): readonly string[] {
  try {
    trustedProxies(texts);
  } catch (error) {
    throw new RangeError(`--${name}: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
  return texts;
}

/** Hosts, perhaps with a port, and networks. @throws {RangeError} */
export function allowedOption(name: string, texts: readonly string[]): readonly string[] {
  try {
    void new Allowance(texts);
  } catch (error) {
    throw new RangeError(`--${name}: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
  return texts;
}

/** Servers, each as `serverKey` has it. @throws {RangeError} for what is neither a name nor an address, perhaps with a port */
export function hostsOption(name: string, texts: readonly string[]): readonly string[] {
  return texts.map((text) => {
    const key = serverKeyOf(text);
    if (key !== undefined) return key;
    throw new RangeError(`--${name} needs a server such as db.example:5432, not ${text}.`);
  });
}
