/** So many connections and no more; the one that has been idle longest gives way to a new one. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps at most `maximum` connections open. A connection is idle unless a request to the API is being
 * answered on it: whoever holds connections, silent or half a request each, loses them to those who
 * ask, and an answer under way is never cut. Requests to the API that have no key are answered at
 * once, so nobody without one can keep a connection from being idle.
 */
export function capConnections(server: Server, maximum: number): void {
  // The first is the one that has been idle longest.
  const idle = new Set<Socket>();
  const busy = new Map<Socket, number>();

  server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => {
      idle.delete(socket);
      busy.delete(socket);
    });
    if (idle.size + busy.size <= maximum) return;
    const [longest] = idle;
    longest?.destroy();
  });
  server.on('request', ({ socket, url = '' }, outgoing) => {
    idle.delete(socket);
    if (!/^\/v1(\/|\?|$)/.test(url)) {
      idle.add(socket);
      return;
    }
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    outgoing.once('close', () => {
      const left = (busy.get(socket) ?? 1) - 1;
      if (left > 0) busy.set(socket, left);
      else busy.delete(socket);
      if (left <= 0 && !socket.destroyed) idle.add(socket);
    });
  });
}
