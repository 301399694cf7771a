/** How a browser gets in: a one-time token in a link, or the API key, traded for a session cookie. */
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../shared/time.ts';

/** Links that wait for their visit at the same time. */
const mostLinks = 32;

export interface ConsoleSession {
  /** A token for one link; unused, it is worth nothing after so many seconds. */
  createToken(seconds: number): string;
  /** The session cookie for the right token, which is used up by it; otherwise nothing. */
  redeem(token: string): string | undefined;
  /** Whether an API key is a way in. */
  readonly takesKey: boolean;
  /** The session cookie for the right API key; otherwise nothing. */
  redeemKey(apiKey: string): string | undefined;
  /** Whether this is the API key: of no use where that is no way in. */
  confirms(apiKey: string | null): boolean;
  /** Whether a Cookie header carries the session. */
  holds(cookieHeader: string | null): boolean;
}

/**
 * A session for the server on `port`. The cookie is for this host on every port (cookies know no
 * ports), hence its name carries the port, and its value is worth nothing to another start.
 */
export function createConsoleSession(options: {
  readonly port: number;
  /** Without one, only links let a browser in. */
  readonly apiKey: string | undefined;
  readonly random: (bytes: number) => Uint8Array;
  readonly clock: Clock;
}): ConsoleSession {
  const secret = () => Buffer.from(options.random(32)).toString('base64url');
  const name = `proofdesk_${options.port}`;
  const value = secret();
  const cookie = `${name}=${value}; HttpOnly; SameSite=Strict; Path=/`;
  const isKey = (given: string) =>
    options.apiKey !== undefined && sameText(given.trim(), options.apiKey);
  /** Unused tokens, and until when they count; the oldest first. */
  const unused = new Map<string, number>();

  return {
    takesKey: options.apiKey !== undefined,
    createToken(seconds) {
      const token = secret();
      unused.set(token, options.clock() + seconds * 1_000);
      for (const oldest of unused.keys()) if (unused.size > mostLinks) unused.delete(oldest);
      return token;
    },
    redeem(given) {
      const [token, until] = [...unused].find(([each]) => sameText(given, each)) ?? [];
      if (token === undefined || until === undefined) return undefined;
      unused.delete(token);
      return options.clock() < until ? cookie : undefined;
    },
    redeemKey: (given) => (isKey(given) ? cookie : undefined),
    confirms: (given) => given !== null && isKey(given),
    holds: (header) =>
      (header ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .some(
          (pair) => pair.startsWith(`${name}=`) && sameText(pair.slice(name.length + 1), value),
        ),
  };
}

/** Equality that takes the same time wherever two texts of one length differ. */
function sameText(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}
