/** Serves the built console from a folder, with exact types, caching and the page headers. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pageHeaders } from '../policy/content-security-policy.ts';
import { isImmutable, staticPath } from '../policy/static-path.ts';

/** Exact types: with `nosniff`, a wrong one is a file that does not load. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.py': 'text/x-python; charset=utf-8',
  '.tgz': 'application/gzip',
};

/** The interface as a page to read, which has an address without an ending. */
const pages: Readonly<Record<string, string>> = { '/reference': '/reference.html' };
const interfacePath = '/openapi.json';

/** Answers a GET or HEAD for one file; never rejects. */
export type ServeFile = (request: { method: string; url: string }) => Promise<Response>;

/**
 * Serves `directory`: `/` is its index.html, `/reference` its reference.html, every other path exactly the file of that
 * name, or 404. In the interface's document stands the address that was asked.
 * No listing, no fallback: the console keeps its own addresses in the fragment.
 */
export function createStaticFiles(directory: string): ServeFile {
  return async ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD') {
      return plainText(405, 'Files can only be read.', { allow: 'GET, HEAD' });
    }
    const { pathname, origin } = new URL(url);
    const segments = staticPath(pages[pathname] ?? pathname);
    const type = segments && mediaTypes[extname(segments.at(-1) ?? '').toLowerCase()];
    if (segments === undefined || type === undefined)
      return plainText(404, 'There is no such file.');
    const read = await readOrNothing(join(directory, ...segments));
    const bytes = pathname === interfacePath ? withServer(read, origin) : read;
    if (bytes === undefined) {
      return pathname === '/'
        ? plainText(503, 'The pages of the console are not built yet: run "npm run build".')
        : plainText(404, 'There is no such file.');
    }
    return new Response(method === 'HEAD' ? null : bytes, {
      headers: {
        ...pageHeaders(),
        'content-type': type,
        'content-length': String(bytes.byteLength),
        'cache-control': isImmutable(segments) ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    });
  };
}

/** The document with the whole address of its server; schemes other than those of the web have no such origin. */
function withServer(
  document: Uint8Array<ArrayBuffer> | undefined,
  origin: string,
): Uint8Array<ArrayBuffer> | undefined {
  if (document === undefined || origin === 'null') return document;
  const text = new TextDecoder().decode(document);
  // A name that was asked is in it as JSON has it: it cannot end the text that it stands in.
  const address = JSON.stringify(`${origin}/v1`);
  return new TextEncoder().encode(text.replace('"url":"/v1"', () => `"url":${address}`));
}

/** A short message as a page of its own. */
export function plainText(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      ...pageHeaders(),
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  });
}

async function readOrNothing(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(path));
  } catch {
    // Missing, a folder, or unreadable: for the one who asks it is not there.
    return undefined;
  }
}
