/** The console door: on 127.0.0.1, for the person at this machine and the programs on it. */
import type { Socket } from 'node:net';
import { signInPath } from '../../shared/contract/sign-in.ts';
import { consoleDoor } from '../policy/door.ts';
import type { ServeRequest } from '../serve-request.ts';
import type { Clock } from '../../shared/time.ts';
import { createConsoleEntry } from './console-entry.ts';
import { createConsoleSession } from './console-session.ts';
import { createDoorAnswers } from './door-answers.ts';
import {
  startHttpServer,
  type HttpLimits,
  type HttpServer,
  type HttpServerOptions,
} from './http-server.ts';
import type { SignIn } from './sign-in-file.ts';
import type { ServeFile } from './static-files.ts';

export interface ConsoleDoorOptions extends Pick<HttpServerOptions, 'probe' | 'answered'> {
  /** 0 picks a free one. */
  readonly port: number;
  readonly serve: ServeRequest;
  readonly serveFile: ServeFile;
  /** Also lets a browser in. Without it, only a link does. */
  readonly apiKey?: string | undefined;
  readonly random: (bytes: number) => Uint8Array;
  readonly clock?: Clock;
  readonly limits?: Partial<HttpLimits>;
  /** Whether a program of this user is at the other end; the system's word unless told. */
  readonly isOwnPeer?: (socket: Socket) => Promise<boolean>;
}

/** How long a link, or the page that posts its token, may wait for its visit. */
export const linkSeconds = 600;

export interface ConsoleServer extends HttpServer {
  /** Opens the console once, for `linkSeconds`: the token in it is used up by the first visit. */
  readonly url: string;
  /** Another such address. */
  createLink(): string;
  /** The same for a page that posts the token. */
  createSignIn(): SignIn;
}

/** Listens on 127.0.0.1. @throws the system's error when the port cannot be had. */
export async function startConsoleDoor(options: ConsoleDoorOptions): Promise<ConsoleServer> {
  const { serve, serveFile, apiKey, random, clock = Date.now } = options;
  const opened = Promise.withResolvers<ReturnType<typeof createConsoleSession>>();
  const server = await startHttpServer({
    ...options,
    open: (port) => {
      const door = consoleDoor(port);
      const session = createConsoleSession({ port, apiKey, random, clock });
      opened.resolve(session);
      const entry = createConsoleEntry(session);
      return { door, answers: createDoorAnswers({ door, serve, serveFile, entry }) };
    },
  });
  const session = await opened.promise;
  const createSignIn = () => ({
    address: `http://127.0.0.1:${server.port}${signInPath}`,
    token: session.createToken(linkSeconds),
  });
  const createLink = () => {
    const { address, token } = createSignIn();
    return `${address}?token=${token}`;
  };
  return { ...server, url: createLink(), createLink, createSignIn };
}
