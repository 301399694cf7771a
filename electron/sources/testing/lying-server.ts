/** A server that speaks the protocol of PostgreSQL (3.0) as far as a client waits for it, and says what a test wants. */
import { createServer, type Server, type Socket } from 'node:net';
import { frame, MessageReader } from './protocol-messages.ts';

/** Rows for a query; `endless` sends rows until the connection ends, `silent` nothing. */
export type Lie = readonly (readonly (string | null)[])[] | 'endless' | 'silent';

const authenticationOk = frame('R', Buffer.from([0, 0, 0, 0]));
const ready = frame('Z', Buffer.from('I'));
const textType = 25;

export class LyingServer {
  readonly host = '127.0.0.1';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  port = 0;
  /** Connections that were ever opened. */
  connections = 0;

  private constructor(answer: (query: string) => Lie) {
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => this.#sockets.delete(socket));
      converse(socket, answer);
    });
  }

  static async start(answer: (query: string) => Lie): Promise<LyingServer> {
    const server = new LyingServer(answer);
    await new Promise<void>((resolve) => {
      server.#server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.#server.address();
    if (address === null || typeof address === 'string') throw new Error('There is no port.');
    server.port = address.port;
    return server;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

function converse(socket: Socket, answer: (query: string) => Lie): void {
  const reader = new MessageReader({ hasStartup: true });
  let query = '';
  socket.on('data', (bytes) => {
    for (const { type, body } of reader.read(bytes)) {
      if (type === 'startup') socket.write(Buffer.concat([authenticationOk, ready]));
      // What begins and ends a transaction.
      if (type === 'Q') socket.write(Buffer.concat([frame('C', Buffer.from('OK\0')), ready]));
      if (type === 'P') query = body.toString().split('\0')[1] ?? '';
      if (type === 'S') reply(socket, answer(query));
    }
  });
}

function reply(socket: Socket, lie: Lie): void {
  if (lie === 'silent') return;
  const rows = lie === 'endless' ? [['x'.repeat(1_000)]] : lie;
  const columns = rows[0]?.length ?? 0;
  socket.write(
    Buffer.concat([frame('1', Buffer.alloc(0)), frame('2', Buffer.alloc(0)), description(columns)]),
  );
  if (lie === 'endless') return sendOn(socket, rowFrame(rows[0] ?? []));
  socket.write(Buffer.concat([...rows.map(rowFrame), frame('C', Buffer.from('SELECT\0')), ready]));
}

function sendOn(socket: Socket, row: Buffer): void {
  const many = Buffer.concat(Array.from({ length: 1_000 }, () => row));
  const next = (): void => {
    if (!socket.destroyed) socket.write(many, () => setImmediate(next));
  };
  next();
}

function description(columns: number): Buffer {
  const fields = Array.from({ length: columns }, (_, at) => {
    const rest = Buffer.alloc(18);
    rest.writeInt32BE(textType, 6);
    return Buffer.concat([Buffer.from(`c${at}\0`), rest]);
  });
  return frame('T', Buffer.concat([int16(columns), ...fields]));
}

function rowFrame(cells: readonly (string | null)[]): Buffer {
  const parts = cells.map((cell) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(cell === null ? -1 : Buffer.byteLength(cell));
    return Buffer.concat([length, Buffer.from(cell ?? '')]);
  });
  return frame('D', Buffer.concat([int16(cells.length), ...parts]));
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
