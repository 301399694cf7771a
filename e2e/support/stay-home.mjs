/** Loaded into every host under test, all its threads: whatever is asked of another machine is refused and written down. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';
import process from 'node:process';
import { syncBuiltinESMExports } from 'node:module';

const notes = process.env['PROOFDESK_OUTGOING'];

function refuse(what) {
  if (notes !== undefined) appendFileSync(notes, `${what}\n`);
  return Object.assign(new Error(`${what} is not of this machine.`), { code: 'ECONNREFUSED' });
}

function isHere(host) {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\]|0\.0\.0\.0)$/.test(host);
}

const connect = Reflect.get(net.Socket.prototype, 'connect');
net.Socket.prototype.connect = function connectHere(...given) {
  // As the module itself hands it on: an array of options and callback, or the options, or port and host.
  const first = Array.isArray(given[0]) ? given[0][0] : given[0];
  const options =
    typeof first === 'object' && first !== null ? first : { port: first, host: given[1] };
  const host = typeof options.host === 'string' ? options.host : 'localhost';
  if (options.path !== undefined && options.path !== null) return connect.apply(this, given);
  if (isHere(host)) return connect.apply(this, given);
  process.nextTick(() => this.destroy(refuse(`${host}:${options.port}`)));
  return this;
};

for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
  const ask = dns[name];
  dns[name] = (host, ...rest) => {
    if (isHere(host)) return ask(host, ...rest);
    const error = refuse(`name ${host}`);
    return process.nextTick(() => rest.at(-1)(error));
  };
}

dgram.Socket.prototype.send = () => {
  throw refuse('a datagram');
};

syncBuiltinESMExports();
