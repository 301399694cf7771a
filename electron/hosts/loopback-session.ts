/** How a browser gets in: a one-time token in a link, or the API key, traded for a session cookie. */
import { timingSafeEqual } from 'node:crypto';

export interface LoopbackSession {
  /** The one-time token of the link that is printed. */
  readonly token: string;
  /** The session cookie for the right token, which is used up by it; otherwise nothing. */
  redeem(token: string): string | undefined;
  /** The session cookie for the right API key; otherwise nothing. */
  redeemKey(apiKey: string): string | undefined;
  /** Whether a Cookie header carries the session. */
  holds(cookieHeader: string | null): boolean;
}

/**
 * A session for the server on `port`. The cookie is for this host on every port (cookies know no
 * ports), hence its name carries the port, and its value is worth nothing to another start.
 */
export function createLoopbackSession(options: {
  readonly port: number;
  readonly apiKey: string;
  readonly random: (bytes: number) => Uint8Array;
}): LoopbackSession {
  const secret = () => Buffer.from(options.random(32)).toString('base64url');
  const name = `proofdesk_${options.port}`;
  const value = secret();
  const cookie = `${name}=${value}; HttpOnly; SameSite=Strict; Path=/`;
  const token = secret();
  let unused = true;

  return {
    token,
    redeem(given) {
      if (!unused || !sameText(given, token)) return undefined;
      unused = false;
      return cookie;
    },
    redeemKey: (given) => (sameText(given.trim(), options.apiKey) ? cookie : undefined),
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
