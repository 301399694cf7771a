/** The way from a client to a ledger, which a test breaks off, delays and answers for; and a small ledger behind it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

/** An answer to a batch. */
export interface WayAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Whatever takes the bodies of batches at the end of the way. */
export type TakeBatch = (body: string, apiKey: string) => Promise<WayAnswer>;

/** The fate of one request: an answer in place of the ledger's, no way at all, or the answer lost on the way back. */
export type Step = WayAnswer | 'cut' | 'lost' | 'through';

export interface Way {
  readonly baseUrl: string;
  /** What happens to the next requests, in order. */
  readonly steps: Step[];
  /** What happens to every request that has no step. */
  rule: (body: string) => Step;
  /** The numbers of decisions in each batch that came. */
  readonly batches: number[][];
  close(): Promise<void>;
}

const numbered = z.object({ input: z.object({ n: z.int() }) });

/** The number by which a decision of these tests is known: `input.n`. */
export function numberOf(item: unknown): number {
  return numbered.parse(item).input.n;
}

/** Opens a way on loopback that lets everything through until told otherwise. */
export async function openWay(take: TakeBatch): Promise<Way> {
  const steps: Step[] = [];
  const batches: number[][] = [];
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    // A client that was killed does not come to the end of what it sends.
    const body = await textOf(incoming).catch(() => undefined);
    if (body === undefined) return;
    batches.push(JSON.parse(body).records.map(numberOf));
    const step = steps.shift() ?? way.rule(body);
    if (step === 'cut') {
      incoming.socket.destroy();
      return;
    }
    const key = (incoming.headers.authorization ?? '').replace('Bearer ', '');
    const given = typeof step === 'string' ? await take(body, key) : step;
    if (step === 'lost') {
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
    outgoing.end(given.body);
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The way has no port.');
  const way: Way = {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    steps,
    batches,
    rule: () => 'through',
    async close() {
      const closed = new Promise((resolve) => void server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return way;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
