/** So many connections and no more; one that can be spared gives way to a new one. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionCap {
  /** Somebody whom the API recognised is answered on a connection, until the returned function is called. */
  answering(socket: Socket, who: 'operator' | 'key', what: 'answer' | 'stream'): () => void;
}

/** What is known of one connection. */
interface Connection {
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
  const connections = new Map<Socket, Connection>();

  const touch = (socket: Socket, connection: Connection) => {
    if (!connections.delete(socket)) return;
    connections.set(socket, connection);
  };

  server.on('connection', (socket) => {
    if (connections.size >= maximum) {
      const gone = firstToGo(connections) ?? socket;
      connections.delete(gone);
      gone.destroy();
      if (gone === socket) return;
    }
    connections.set(socket, { isOperators: false, answers: 0, streams: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }) => {
    const connection = connections.get(socket);
    if (connection !== undefined) touch(socket, connection);
  });

  return {
    answering(socket, who, what) {
      const connection = connections.get(socket);
      if (connection === undefined) return () => {};
      const counted = what === 'stream' ? 'streams' : 'answers';
      connection.isOperators ||= who === 'operator';
      connection[counted] += 1;
      return () => {
        connection[counted] -= 1;
        touch(socket, connection);
      };
    },
  };
}

/** The connection that is spared before all others; none while all of them are needed. */
function firstToGo(connections: ReadonlyMap<Socket, Connection>): Socket | undefined {
  let first: { readonly socket: Socket; readonly need: number } | undefined;
  for (const [socket, connection] of connections) {
    if (connection.answers > 0) continue;
    const need = Number(connection.streams > 0) + 2 * Number(connection.isOperators);
    if (first === undefined || need < first.need) first = { socket, need };
  }
  return first?.socket;
}
