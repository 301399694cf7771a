/** Links and bundles that the system asked to open: they wait here until the window takes them. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { appOrigin } from '../policy/internal-url.ts';
import { isBundlePath, linkedThing } from '../policy/outside-request.ts';
import { plainText } from '../hosts/static-files.ts';
import type { OpenedThing } from './commands.ts';

const folder = '/opened/';
/** More are forgotten, the oldest first: nobody opens as many by hand. */
const kept = 16;
const tokenBytes = 32;

export interface OpenedThingsOptions {
  readonly random: (bytes: number) => Uint8Array;
  /** Called when there is something to take. */
  readonly arrived: () => void;
  readonly log: (line: string) => void;
}

export interface OpenedThings {
  /** A link, or the path of a file; whatever else it is is passed over. */
  offer(argument: string, workingDirectory: string): void;
  /** What waits, each of it handed out once. */
  take(): readonly OpenedThing[];
  /** Answers the address of an opened file with its bytes; undefined for any other address. */
  serve(request: { readonly method: string; readonly url: string }): Promise<Response> | undefined;
}

export function createOpenedThings(options: OpenedThingsOptions): OpenedThings {
  const { random, arrived, log } = options;
  const waiting: OpenedThing[] = [];
  const paths = new Map<string, string>();

  const wait = (thing: OpenedThing) => {
    waiting.push(thing);
    waiting.splice(0, waiting.length - kept);
    arrived();
  };

  async function read(path: string, method: string): Promise<Response> {
    try {
      const { size, isFile } = await describe(path);
      if (!isFile) return plainText(404, 'There is no such file.');
      const body = method === 'HEAD' ? null : Readable.toWeb(createReadStream(path));
      return new Response(body, {
        headers: {
          'content-type': 'application/zip',
          'content-length': String(size),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
      });
    } catch (error) {
      log(`A bundle could not be opened: ${error instanceof Error ? error.name : ''}`);
      return plainText(404, 'There is no such file.');
    }
  }

  return {
    offer(argument, workingDirectory) {
      const text = linkedThing(argument);
      if (text !== undefined) {
        wait({ kind: 'link', text });
        return;
      }
      if (!isBundlePath(argument)) return;
      const path = resolve(workingDirectory, argument);
      const address = `${folder}${Buffer.from(random(tokenBytes)).toString('base64url')}`;
      paths.set(address, path);
      const [oldest] = paths.keys();
      if (paths.size > kept && oldest !== undefined) paths.delete(oldest);
      wait({ kind: 'bundle', name: basename(path), address });
    },

    take: () => waiting.splice(0),

    serve({ method, url }) {
      const { pathname } = new URL(url, appOrigin);
      if (!pathname.startsWith(folder)) return undefined;
      const path = paths.get(pathname);
      if (path === undefined || (method !== 'GET' && method !== 'HEAD')) {
        return Promise.resolve(plainText(404, 'There is no such file.'));
      }
      return read(path, method);
    },
  };
}

async function describe(path: string): Promise<{ size: number; isFile: boolean }> {
  const found = await stat(path);
  return { size: found.size, isFile: found.isFile() };
}
