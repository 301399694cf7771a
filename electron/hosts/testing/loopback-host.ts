/** The whole API behind a loopback server in this process, and requests exactly as an attacker writes them. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../../access/api-keys.ts';
import { createApi, type Api } from '../../api/create-api.ts';
import { startConsoleDoor, type ConsoleServer } from '../console-door.ts';
import type { HttpLimits } from '../http-server.ts';
import { createStaticFiles } from '../static-files.ts';

const random = (bytes: number) => new Uint8Array(randomBytes(bytes));

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export class LoopbackHost {
  readonly folder: string;
  readonly apiKey: string;
  readonly server: ConsoleServer;
  /** Lines of the log. */
  readonly logged: readonly string[];
  readonly #api: Api;
  #cookie = '';

  private constructor(made: {
    readonly folder: string;
    readonly apiKey: string;
    readonly logged: readonly string[];
    readonly api: Api;
    readonly server: ConsoleServer;
  }) {
    this.folder = made.folder;
    this.apiKey = made.apiKey;
    this.logged = made.logged;
    this.#api = made.api;
    this.server = made.server;
  }

  /** `pages` is the folder that static files are served from. */
  static async start(
    options: { readonly pages?: string; readonly limits?: Partial<HttpLimits> } = {},
  ): Promise<LoopbackHost> {
    const folder = mkdtempSync(join(tmpdir(), 'proofdesk-host-'));
    const directory = join(folder, 'local');
    mkdirSync(directory);
    const { key, hash } = createApiKey(random);
    const logged: string[] = [];
    const api = await createApi({
      role: 'all',
      workspace: { kind: 'local', directory, dataRoot: folder, version: '1.2.3' },
      signingSeed: random(32),
      apiKeyHashes: [hash],
      keepsAuditLog: true,
      clock: Date.now,
      random,
      log: (line) => logged.push(line),
    });
    const server = await startConsoleDoor({
      port: 0,
      serve: api.gate.serve,
      serveFile: createStaticFiles(options.pages ?? folder),
      apiKey: key,
      random,
      ...(options.limits === undefined ? {} : { limits: options.limits }),
    });
    const host = new LoopbackHost({ folder, apiKey: key, logged, api, server });
    const answer = await host.send('/open', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `api_key=${key}`,
    });
    host.#cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    return host;
  }

  /** As the browser that was let in sends it. */
  get cookie(): string {
    return this.#cookie;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  /** The headers of the console's own request. */
  get own(): Record<string, string> {
    return { cookie: this.#cookie, origin: this.origin, 'sec-fetch-site': 'same-origin' };
  }

  /** A request exactly as written: fetch would put its headers right. */
  send(path: string, { method = 'GET', headers = {}, body }: RawRequest = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { port } = this.server;
      const request = httpRequest(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          agent: false,
          headers: { host: `127.0.0.1:${port}`, ...headers },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          );
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  /** As a script with the key sends it. */
  sendWithKey(path: string, request: RawRequest = {}): Promise<Answer> {
    return this.send(path, {
      ...request,
      headers: { 'content-type': 'application/json', 'x-api-key': this.apiKey, ...request.headers },
    });
  }

  /** Sends text as it is and resolves with all that comes back until the connection ends. */
  sendRaw(text: string): Promise<string> {
    return new Promise((resolve) => {
      let received = '';
      const socket = connect(this.server.port, '127.0.0.1', () => socket.write(text));
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk;
      });
      socket.on('error', () => resolve(received));
      socket.on('close', () => resolve(received));
    });
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.#api.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
