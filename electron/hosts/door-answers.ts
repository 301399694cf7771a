/** What answers a request that its door has let through: the API, the sign-in page, or a file of the console. */
import { confirmHeader } from '../../shared/contract/access.ts';
import {
  keySessionHeader,
  signInHeader,
  signInPath,
  signOutPath,
} from '../../shared/contract/sign-in.ts';
import { withResourceHeaders } from '../policy/content-security-policy.ts';
import { makesOperator, type Door } from '../policy/door.ts';
import type { Asked, Caller, Principal, ServeRequest } from '../serve-request.ts';
import { sendsKey, type Entry, type Peer, type Recognised } from './entry.ts';
import { languageOf, reloadPage, signInStyle, signInStylePath } from './sign-in-page.ts';
import type { ServeFile } from './static-files.ts';

export interface DoorAnswersOptions {
  readonly door: Door;
  readonly serve: ServeRequest;
  readonly serveFile: ServeFile;
  readonly entry: Entry;
}

export type DoorAnswers = (asked: Asked, peer: Peer) => Promise<Response>;

const anonymous: Principal = { kind: 'anonymous' };

/** Who asks at a door before anything of a request was looked at. */
export function strangerAt(door: Door): Caller {
  return { mount: makesOperator(door) ? 'loopback' : 'server', principal: anonymous };
}

export function createDoorAnswers(options: DoorAnswersOptions): DoorAnswers {
  const { serveFile, entry } = options;
  return async (asked, peer) => {
    const { request, url } = asked;
    const { pathname } = url;
    if (pathname === '/v1' || pathname.startsWith('/v1/')) return answerApi(asked, options);
    if (pathname === signInPath) return entry.signIn(request, url, peer);
    if (pathname === signOutPath && entry.signOut !== undefined) return entry.signOut(request);
    if (pathname === signInStylePath) return signInStyle();
    if (pathname === '/' && !entry.holds(request.headers.get('cookie'))) {
      return isFromElsewhere(request) ? reloadPage(languageOf(request)) : entry.welcome(request);
    }
    return serveFile(request);
  };
}

/** A key that is sent is what counts; otherwise the session, where there is one. */
async function answerApi(
  asked: Asked,
  { door, serve, entry }: DoorAnswersOptions,
): Promise<Response> {
  const { request } = asked;
  const hasKey = sendsKey(request);
  const found = hasKey ? undefined : entry.recognise(request);
  const principal = found?.principal ?? anonymous;
  // A door for others has no way to be the operator, whatever its entry says.
  if (principal.kind === 'operator' && !makesOperator(door))
    throw new Error('Nobody is the operator here.');
  if (principal.kind === 'operator') asked.exchange?.recognised('operator');
  const caller: Caller = { ...strangerAt(door), principal };
  const response = await serve({ ...asked, request: passedOn(request, found), caller });
  if (response.status === 401 && principal.kind === 'anonymous' && !hasKey) {
    if (found !== undefined) entry.refused?.(request);
    response.headers.set(signInHeader, entry.way);
  } else if (found?.apiKey !== undefined) response.headers.set(keySessionHeader, 'yes');
  return withResourceHeaders(response);
}

/** The API has no use for cookies, nor for what confirms one: they stay on this side. */
function passedOn(request: Request, found: Recognised | undefined): Request {
  const headers = new Headers(request.headers);
  headers.delete('cookie');
  headers.delete(confirmHeader);
  if (found?.apiKey !== undefined) headers.set('x-api-key', found.apiKey);
  const { body, signal } = request;
  return new Request(request.url, {
    method: request.method,
    headers,
    signal: found?.over === undefined ? signal : AbortSignal.any([signal, found.over]),
    ...(body === null ? {} : { body, duplex: 'half' }),
  });
}

function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === 'cross-site' || site === 'same-site';
}
