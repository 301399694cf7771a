/** A receiver on loopback that keeps what came, and a sender under the clock of a test. */
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { TestApi } from '../../api/test-api.ts';
import type { Schedule } from '../../database/schedule.ts';
import { Allowance } from '../address-rules.ts';
import { sendDelivery, type SendMeans } from '../send-delivery.ts';
import { WebhookSender } from '../sender.ts';

/** One request as it came. */
export interface Received {
  /** What the clock of the test showed. */
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, received: Received) => void;

export class Receiver {
  readonly received: Received[] = [];
  readonly #server: Server;
  /** How the next ones are answered. */
  answer: Answer = (response) => response.writeHead(204).end();

  private constructor(clock: () => number) {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        const came = { at: clock(), headers: request.headers, body };
        this.received.push(came);
        this.answer(response, came);
      });
    });
  }

  static async open(clock: () => number): Promise<Receiver> {
    const receiver = new Receiver(clock);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('Nothing listens.');
    return address.port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** The header of the ones that came. */
  headers(name: string): (string | undefined)[] {
    return this.received.map(({ headers }) => String(headers[name]));
  }

  /** Answers with a status. */
  answerWith(status: number, headers: Readonly<Record<string, string>> = {}, body = ''): void {
    this.answer = (response) => response.writeHead(status, headers).end(body);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Hosts that the operator of the tests allows. */
export const loopbackAllowed = ['127.0.0.0/8', 'localhost'] as const;

/** Timers that run when the clock of the test is moved on. */
class TestTimers {
  readonly #waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  readonly #api: TestApi;

  constructor(api: TestApi) {
    this.#api = api;
  }

  readonly schedule: Schedule = (milliseconds, run) => {
    const timer = { at: this.#api.now + milliseconds, run };
    this.#waiting.add(timer);
    return () => void this.#waiting.delete(timer);
  };

  get next(): number | undefined {
    const times = [...this.#waiting].map(({ at }) => at);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  fire(): void {
    for (const timer of this.#waiting) {
      if (timer.at > this.#api.now) continue;
      this.#waiting.delete(timer);
      timer.run();
    }
  }
}

/** The sender of an in-process API: time passes as it is told. */
export class TestSender {
  readonly #api: TestApi;
  readonly #timers: TestTimers;
  readonly sender: WebhookSender;

  constructor(api: TestApi, means: Partial<SendMeans> = {}) {
    this.#api = api;
    this.#timers = new TestTimers(api);
    const sending: SendMeans = {
      resolve: async () => [],
      allowance: new Allowance(loopbackAllowed),
      clock: () => api.now,
      answerMs: 10_000,
      ...means,
    };
    this.sender = new WebhookSender({
      runTask: (name, params) => api.api.runTask(name, params),
      send: (outgoing, signal) => sendDelivery(outgoing, sending, signal),
      schedule: this.#timers.schedule,
      log: (line) => api.logged.push(line),
    });
  }

  /** Sends what is due now. */
  async settle(): Promise<void> {
    this.sender.poke();
    await this.sender.idle();
  }

  /** Lets time pass, from one timer to the next, up to an instant. */
  async until(time: number): Promise<void> {
    for (;;) {
      const { next } = this.#timers;
      if (next === undefined || next > time) break;
      this.#api.now = Math.max(this.#api.now, next);
      this.#timers.fire();
      await this.sender.idle();
    }
    this.#api.now = Math.max(this.#api.now, time);
  }
}
