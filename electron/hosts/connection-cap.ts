/** So many connections and no more; one that can be spared gives way to a new one. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionCap {
  /** Somebody whom the API recognised is answered on a connection, until the returned function is called. */
  answering(socket: Socket, who: 'operator' | 'key', what: 'answer' | 'stream'): () => void;
}

/** What is known of one connection. */
interface Connection {
  readonly socket: Socket;
  /** Once the operator was recognised on it. */
  isOperators: boolean;
  answers: number;
  streams: number;
}

/**
 * Keeps at most `maximum` connections open. Where one must give way it is, of each kind the one on which
 * nothing has happened for longest: one that is silent or of somebody unknown, a stream of changes
 * of a key, an idle one of the operator, and last a stream of the operator. An answer under way to somebody
 * who was recognised is never cut: those are rationed (`access/rations.ts`), so that some connections
 * are left in any case.
 */
export function capConnections(server: Server, maximum: number): ConnectionCap {
  // The first is the one on which nothing has happened for longest.
  const connections = new Set<Connection>();
  const ofSocket = new WeakMap<Socket, Connection>();
  /** By the other end: what TLS makes of a connection is another socket. */
  const ofEnd = new Map<string, Connection>();

  const touch = (connection: Connection) => {
    if (connections.delete(connection)) connections.add(connection);
  };

  server.on('connection', (socket) => {
    if (connections.size >= maximum) {
      const gone = firstToGo(connections);
      if (gone === undefined) {
        socket.destroy();
        return;
      }
      connections.delete(gone);
      gone.socket.destroy();
    }
    const connection: Connection = { socket, isOperators: false, answers: 0, streams: 0 };
    const end = endOf(socket);
    connections.add(connection);
    ofSocket.set(socket, connection);
    ofEnd.set(end, connection);
    socket.once('close', () => {
      connections.delete(connection);
      if (ofEnd.get(end) === connection) ofEnd.delete(end);
    });
  });
  server.on('secureConnection', (socket: Socket) => {
    const connection = ofEnd.get(endOf(socket));
    if (connection !== undefined) ofSocket.set(socket, connection);
  });
  server.on('request', ({ socket }) => {
    const connection = ofSocket.get(socket);
    if (connection !== undefined) touch(connection);
  });

  return {
    answering(socket, who, what) {
      const connection = ofSocket.get(socket);
      if (connection === undefined) return () => {};
      const counted = what === 'stream' ? 'streams' : 'answers';
      connection.isOperators ||= who === 'operator';
      connection[counted] += 1;
      return () => {
        connection[counted] -= 1;
        touch(connection);
      };
    },
  };
}

function endOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** The connection that is spared before all others; none while all of them are needed. */
function firstToGo(connections: ReadonlySet<Connection>): Connection | undefined {
  let first: { readonly connection: Connection; readonly need: number } | undefined;
  for (const connection of connections) {
    if (connection.answers > 0) continue;
    const need = Number(connection.streams > 0) + 2 * Number(connection.isOperators);
    if (first === undefined || need < first.need) first = { connection, need };
  }
  return first?.connection;
}
