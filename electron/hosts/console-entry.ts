/** Into the console of this machine: by a link that works once, or the API key of this start; as the operator. */
import { confirmHeader } from '../../shared/contract/access.ts';
import { signInFields } from '../../shared/contract/sign-in.ts';
import type { Principal } from '../serve-request.ts';
import type { ConsoleSession } from './console-session.ts';
import {
  cookieCounts,
  enter,
  keyIn,
  readForm,
  refuseEntry,
  seeConsole,
  type Entry,
} from './entry.ts';
import { plainText } from './static-files.ts';

const confirmed: Principal = { kind: 'operator' };
const operator: Principal = { kind: 'operator', unconfirmed: true };

/**
 * The cookie makes a browser the operator, where the browser vouches that the request is the console's own.
 * What the cookie alone is not enough for is asked with the key of this start besides: whoever typed it is
 * there.
 */
export function createConsoleEntry(session: ConsoleSession): Entry {
  const way = session.takesKey ? 'key' : 'link';

  const redeem = (request: Request, token: string | null): Response => {
    const cookie = token === null ? undefined : session.redeem(token);
    if (cookie !== undefined) return enter(request, cookie);
    // Somebody who is in already and opens the link again wants the console.
    if (session.holds(request.headers.get('cookie'))) return seeConsole(request);
    return refuseEntry(request, token === null ? 'notYet' : 'linkSpent', way);
  };

  const signInByForm = async (request: Request): Promise<Response> => {
    const form = await readForm(request);
    const token = form?.get(signInFields.token);
    if (typeof token === 'string') return redeem(request, token);
    // A page of nowhere has a token or nothing.
    const key = request.headers.get('origin') === 'null' ? undefined : keyIn(form);
    const cookie = session.redeemKey(key ?? '');
    return cookie === undefined ? refuseEntry(request, 'wrongKey', way) : enter(request, cookie);
  };

  return {
    way,
    holds: (cookie) => session.holds(cookie),
    recognise(request) {
      const { headers } = request;
      if (!session.holds(headers.get('cookie')) || !cookieCounts(request)) return undefined;
      return { principal: session.confirms(headers.get(confirmHeader)) ? confirmed : operator };
    },
    welcome: (request) => refuseEntry(request, 'notYet', way),
    async signIn(request, url, { isOwnUsers }) {
      // Whoever has read a token or a key of somebody else is let in by neither.
      if (!(await isOwnUsers())) return refuseEntry(request, 'otherUser', 'link');
      switch (request.method) {
        case 'GET':
          return redeem(request, url.searchParams.get(signInFields.token));
        case 'POST':
          return signInByForm(request);
        default:
          return plainText(405, 'Open this address in a browser.', { allow: 'GET, POST' });
      }
    },
    close() {},
  };
}
