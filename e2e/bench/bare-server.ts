/** A server of node:http that sends bodies of a file, one a line, and does nothing else: `/n` is that of line n. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';

const bodies = readFileSync(process.argv[2] ?? '', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => Buffer.from(line));

const server = createServer((request, response) => {
  const body = bodies[Number(request.url?.slice(1))];
  response.writeHead(body === undefined ? 404 : 200, {
    'content-type': 'application/json',
    'content-length': body?.byteLength ?? 0,
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
