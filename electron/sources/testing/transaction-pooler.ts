/**
 * A program in front of a server that gives each transaction of a client another connection, as PgBouncer does in the mode
 * `transaction` (protocol 3.0). What a client had a connection keep is not on the next one, or is what another client left.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { MessageReader, frame, frameOf, type Message } from './protocol-messages.ts';

export interface PoolerOptions {
  /** Of the server, which asks for no password. */
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Connections to the server, which clients take in turn. */
  readonly backends: number;
  /** Has a connection forget all that it keeps before it is given to the next transaction. */
  readonly forgets?: boolean;
}

const idle = 'I'.charCodeAt(0);
const protocolVersion = 196_608;

export class TransactionPooler {
  readonly #server: Server;
  readonly #backends: readonly Backend[];
  readonly #clients = new Set<Socket>();
  readonly #waiting: Client[] = [];
  #turn = 0;
  port = 0;
  /** Transactions that ran so far. */
  transactions = 0;

  private constructor(backends: readonly Backend[]) {
    this.#backends = backends;
    for (const backend of backends) backend.onIdle = () => this.#handOn();
    this.#server = createServer({ noDelay: true }, (socket) => {
      this.#clients.add(socket);
      socket.on('close', () => this.#clients.delete(socket));
      const client = new Client(socket, () => {
        this.#waiting.push(client);
        this.#handOn();
      });
    });
  }

  static async start(options: PoolerOptions): Promise<TransactionPooler> {
    const backends = Array.from({ length: options.backends }, () => Backend.open(options));
    const pooler = new TransactionPooler(await Promise.all(backends));
    await new Promise<void>((resolve) => {
      pooler.#server.listen(0, '127.0.0.1', resolve);
    });
    const address = pooler.#server.address();
    if (address === null || typeof address === 'string') throw new Error('There is no port.');
    pooler.port = address.port;
    return pooler;
  }

  /** Tells whether no transaction is under way. */
  get isIdle(): boolean {
    return this.#backends.every((each) => each.isFree);
  }

  async close(): Promise<void> {
    for (const backend of this.#backends) backend.socket.destroy();
    for (const client of this.#clients) client.destroy();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  /** Gives clients that wait the connections that nobody uses, each in its turn. */
  #handOn(): void {
    while (this.#waiting.length > 0) {
      const order = [...this.#backends.slice(this.#turn), ...this.#backends.slice(0, this.#turn)];
      const free = order.find((each) => each.isFree);
      const client = free && this.#waiting.shift();
      if (free === undefined || client === undefined) return;
      this.#turn = (this.#backends.indexOf(free) + 1) % this.#backends.length;
      this.transactions += 1;
      free.serve(client);
    }
  }
}

/** A client that believes to have a connection of its own. */
class Client {
  readonly socket: Socket;
  #backend: Backend | undefined;
  #held: Buffer[] = [];

  constructor(socket: Socket, wants: () => void) {
    this.socket = socket;
    const reader = new MessageReader({ hasStartup: true });
    socket.on('error', () => {});
    socket.on('close', () => this.#backend?.left());
    socket.on('data', (bytes) => {
      for (const message of reader.read(bytes)) {
        if (message.type === 'startup') welcome(socket);
        else if (message.type === 'X') socket.end();
        else if (this.#backend !== undefined) this.#backend.socket.write(frameOf(message));
        else if (this.#held.push(frameOf(message)) === 1) wants();
      }
    });
  }

  given(backend: Backend | undefined): void {
    this.#backend = backend;
    if (backend === undefined) return;
    for (const each of this.#held) backend.socket.write(each);
    this.#held = [];
  }
}

function welcome(socket: Socket): void {
  const isIn = frame('R', Buffer.alloc(4));
  socket.write(Buffer.concat([isIn, frame('K', Buffer.alloc(8)), frame('Z', Buffer.from('I'))]));
}

/** A connection to the server. */
class Backend {
  readonly socket: Socket;
  readonly #forgets: boolean;
  #client: Client | undefined;
  /** Whether it answers this program, and not a client. */
  #isOwn = true;
  onIdle = (): void => {};

  private constructor({ port, user, database, forgets = false }: PoolerOptions) {
    this.#forgets = forgets;
    this.socket = connect({ host: '127.0.0.1', port, noDelay: true });
    const parameters = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
    const head = Buffer.alloc(8);
    head.writeInt32BE(head.length + parameters.length);
    head.writeInt32BE(protocolVersion, 4);
    this.socket.write(Buffer.concat([head, parameters]));
    const reader = new MessageReader({ hasStartup: false });
    this.socket.on('error', () => {});
    this.socket.on('data', (bytes) => {
      for (const message of reader.read(bytes)) this.#said(message);
    });
  }

  static async open(options: PoolerOptions): Promise<Backend> {
    const backend = new Backend(options);
    await new Promise<void>((resolve) => {
      backend.onIdle = resolve;
    });
    return backend;
  }

  get isFree(): boolean {
    return this.#client === undefined && !this.#isOwn;
  }

  serve(client: Client): void {
    this.#client = client;
    client.given(this);
  }

  /** The client went in the middle of its transaction. */
  left(): void {
    this.#client = undefined;
    this.#tell('ROLLBACK');
  }

  #tell(statement: string): void {
    this.#isOwn = true;
    this.socket.write(frame('Q', Buffer.from(`${statement}\0`)));
  }

  #said(message: Message): void {
    const isIdle = message.type === 'Z' && message.body[0] === idle;
    this.#client?.socket.write(frameOf(message));
    if (!isIdle) return;
    const served = this.#client;
    served?.given(undefined);
    this.#client = undefined;
    this.#isOwn = false;
    if (this.#forgets && served !== undefined) this.#tell('DISCARD ALL');
    else this.onIdle();
  }
}
