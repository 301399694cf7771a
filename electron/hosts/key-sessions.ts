/** Sessions of browsers that are an API key: in memory, and for as long as the key is in force. */
import { createHash } from 'node:crypto';
import type { Clock } from '../../shared/time.ts';

/** The prefix has browsers take it from this host alone, over TLS, for every path. */
export const keySessionCookie = '__Host-proofdesk';

/** After so long without a request, and so long after it began, a session is over; milliseconds. */
export const sessionTimes = { idleMs: 12 * 3_600_000, longestMs: 7 * 24 * 3_600_000 } as const;
/** Sessions of one key; the one that was idle for longest gives way. */
export const sessionsOfKey = 32;
/** How often sessions that are over are put away, and their streams ended; milliseconds. */
const sweepEvery = 60_000;

const attributes = 'Secure; HttpOnly; SameSite=Strict; Path=/';

/** Takes the cookie away from a browser. */
export const endedCookie = `${keySessionCookie}=; Max-Age=0; ${attributes}`;

export interface KeySession {
  readonly keyId: string;
  readonly apiKey: string;
  /** Aborts when the session is over. */
  readonly over: AbortSignal;
}

interface Kept extends KeySession {
  readonly began: number;
  used: number;
  readonly ending: AbortController;
}

export class KeySessions {
  readonly #clock: Clock;
  readonly #random: (bytes: number) => Uint8Array;
  /** By the SHA-256 of their token: how long a search takes tells nothing of one. */
  readonly #kept = new Map<string, Kept>();
  readonly #sweeping: NodeJS.Timeout;

  constructor(clock: Clock, random: (bytes: number) => Uint8Array) {
    this.#clock = clock;
    this.#random = random;
    this.#sweeping = setInterval(() => this.sweep(), sweepEvery).unref();
  }

  /** Begins a session; answers the value of `Set-Cookie`. */
  begin(apiKey: string, keyId: string): string {
    const ofKey = [...this.#kept].filter(([, each]) => each.keyId === keyId);
    const oldest = ofKey.toSorted(([, one], [, other]) => one.used - other.used);
    for (const [digest] of oldest.slice(0, Math.max(0, ofKey.length - sessionsOfKey + 1)))
      this.#end(digest);
    const token = Buffer.from(this.#random(32)).toString('base64url');
    const ending = new AbortController();
    const now = this.#clock();
    const session = { keyId, apiKey, began: now, used: now, ending, over: ending.signal };
    this.#kept.set(digestOf(token), session);
    return `${keySessionCookie}=${token}; ${attributes}`;
  }

  /** The session that a Cookie header carries, which it keeps alive. */
  find(cookieHeader: string | null): KeySession | undefined {
    for (const digest of digestsIn(cookieHeader)) {
      const session = this.#kept.get(digest);
      if (session === undefined) continue;
      if (this.#isOver(session)) {
        this.#end(digest);
        continue;
      }
      session.used = this.#clock();
      return session;
    }
    return undefined;
  }

  /** Ends the sessions that a Cookie header carries. */
  end(cookieHeader: string | null): void {
    for (const digest of digestsIn(cookieHeader)) this.#end(digest);
  }

  /** Ends those whose time is up. */
  sweep(): void {
    for (const [digest, session] of this.#kept) if (this.#isOver(session)) this.#end(digest);
  }

  close(): void {
    clearInterval(this.#sweeping);
    for (const digest of this.#kept.keys()) this.#end(digest);
  }

  #isOver({ began, used }: Kept): boolean {
    const now = this.#clock();
    return now - used >= sessionTimes.idleMs || now - began >= sessionTimes.longestMs;
  }

  #end(digest: string): void {
    const session = this.#kept.get(digest);
    this.#kept.delete(digest);
    session?.ending.abort();
  }
}

/** Digests of the tokens in a Cookie header: a browser may have sent more than one of the name. */
function digestsIn(header: string | null): string[] {
  const begins = `${keySessionCookie}=`;
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(begins))
    .slice(0, 4)
    .map((pair) => digestOf(pair.slice(begins.length)));
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
