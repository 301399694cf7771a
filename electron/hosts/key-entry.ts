/** Into the console over a server door: with an API key, as that key and never as the operator. */
import { meSchema } from '../../shared/contract/access.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import type { SignInProblem } from '../../shared/contract/sign-in.ts';
import type { Clock } from '../../shared/time.ts';
import { askedBy, type Principal, type ServeRequest } from '../serve-request.ts';
import { countedAs } from './client-address.ts';
import {
  cookieCounts,
  enter,
  keyIn,
  readForm,
  refuseEntry,
  seeConsole,
  type Entry,
  type Peer,
  type RefusedEntry,
} from './entry.ts';
import { endedCookie, KeySessions } from './key-sessions.ts';
import { plainText } from './static-files.ts';
import { WrongKeys } from './wrong-keys.ts';

const anonymous: Principal = { kind: 'anonymous' };
const way = 'api_key';

export interface KeyEntryOptions {
  readonly serve: ServeRequest;
  /** Name of the server, for its page. */
  readonly name: string;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
}

/** The session is the key: it goes with each request of the browser, and the gate judges it as any other. */
export function createKeyEntry({ serve, name, clock, random }: KeyEntryOptions): Entry {
  const sessions = new KeySessions(clock, random);
  const wrongKeys = new WrongKeys(clock);
  const cookieOf = ({ headers }: Request) => headers.get('cookie');
  const refuse = (request: Request, problem: SignInProblem, more: RefusedEntry = {}) =>
    refuseEntry(request, problem, way, { ...more, name });

  const signIn = async (request: Request, { client }: Peer): Promise<Response> => {
    const key = keyIn(await readForm(request));
    if (key === undefined) return refuse(request, 'unknownKey');
    const attempt = wrongKeys.attempt(countedAs(client));
    if ('wait' in attempt) {
      return refuse(request, 'tooMany', {
        status: 429,
        headers: { 'retry-after': String(attempt.wait) },
      });
    }
    const found = await keyIdOf(serve, key, request);
    if (found === undefined) return refuse(request, 'unknownKey');
    attempt.right();
    if (found === 'unanswered') {
      return refuse(request, 'notReady', { status: 503, headers: { 'retry-after': '1' } });
    }
    sessions.end(cookieOf(request));
    return enter(request, sessions.begin(key, found.keyId));
  };

  return {
    way,
    holds: (cookie) => sessions.find(cookie) !== undefined,
    recognise(request) {
      const session = cookieCounts(request) ? sessions.find(cookieOf(request)) : undefined;
      return session && { principal: anonymous, apiKey: session.apiKey, over: session.over };
    },
    welcome: (request) => refuse(request, 'notYet'),
    async signIn(request, _url, peer) {
      if (request.method === 'POST') return signIn(request, peer);
      if (request.method !== 'GET') {
        return plainText(405, 'Open this address in a browser.', { allow: 'GET, POST' });
      }
      if (sessions.find(cookieOf(request)) !== undefined) return seeConsole(request);
      return refuse(request, 'notYet');
    },
    signOut(request) {
      if (request.method !== 'POST') return plainText(405, 'Ask with POST.', { allow: 'POST' });
      if (!cookieCounts(request)) return plainText(403, 'Only the console itself signs out.');
      sessions.end(cookieOf(request));
      return seeConsole(request, { 'set-cookie': endedCookie });
    },
    refused: (request) => sessions.end(cookieOf(request)),
    close: () => sessions.close(),
  };
}

/** The id of a key in force, by the API's own word; undefined for a key that it refuses. */
async function keyIdOf(
  serve: ServeRequest,
  key: string,
  { url, signal }: Request,
): Promise<{ readonly keyId: string } | 'unanswered' | undefined> {
  let asking: Request;
  try {
    asking = new Request(new URL('/v1/me', url), { headers: { 'x-api-key': key }, signal });
  } catch {
    // No header can carry it: it is no key.
    return undefined;
  }
  const response = await serve(askedBy(asking, { mount: 'server', principal: anonymous }));
  if (response.status === 401) return undefined;
  if (response.status !== 200) return 'unanswered';
  const me = meSchema.pick({ key_id: true }).safeParse(jsonOrUndefined(await response.text()));
  const keyId = me.data?.key_id ?? undefined;
  return keyId === undefined ? 'unanswered' : { keyId };
}
