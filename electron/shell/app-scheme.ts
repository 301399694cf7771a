/** The `app://console` origin: the console's files and the API, on one scheme of our own. */
import type { Protocol } from 'electron';
import { plainText, type ServeFile } from '../hosts/static-files.ts';
import { withResourceHeaders } from '../policy/content-security-policy.ts';
import { appScheme, isInternalUrl } from '../policy/internal-url.ts';
import { askedBy, type Caller, type ServeRequest } from '../serve-request.ts';

/** The window is the operator's own: whoever can open it may act in it. */
const operator: Caller = { mount: 'app', principal: { kind: 'operator' } };

/** Makes the scheme a real origin (relative URLs, fetch, streams). Once, before the app is ready. */
export function registerAppScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        stream: true,
        codeCache: true,
        corsEnabled: false,
        bypassCSP: false,
        allowServiceWorkers: false,
      },
    },
  ]);
}

/** Serves the scheme. A throw would reach the page as a network error without a body: none leaves. */
export function handleAppScheme(
  protocol: Pick<Protocol, 'handle'>,
  mount: {
    readonly serve: ServeRequest;
    readonly serveFile: ServeFile;
    /** Answers the address of a file that the system asked to open; undefined for any other. */
    readonly serveOpened: (request: Request) => Promise<Response> | undefined;
    readonly log: (line: string) => void;
  },
): void {
  protocol.handle(appScheme, async (request) => {
    try {
      if (!isInternalUrl(request.url)) return plainText(404, 'There is nothing here.');
      const url = new URL(request.url);
      const { pathname } = url;
      if (pathname === '/v1' || pathname.startsWith('/v1/')) {
        return withResourceHeaders(await mount.serve(askedBy(request, operator, url)));
      }
      return await (mount.serveOpened(request) ?? mount.serveFile(request));
    } catch (error) {
      mount.log(`The app scheme failed: ${error instanceof Error ? error.name : typeof error}`);
      return plainText(500, 'The console could not answer.');
    }
  });
}
