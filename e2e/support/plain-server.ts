/** A server that has what the specification names and nothing more: in front of a host, without its extensions. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import type { Host } from './host.ts';

const operationSchema = z.looseObject({
  'x-extension': z.boolean().optional(),
  parameters: z
    .array(z.looseObject({ name: z.string().optional(), 'x-extension': z.boolean().optional() }))
    .optional(),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

interface Operation {
  readonly method: string;
  readonly path: RegExp;
  /** Query parameters that the specification has. */
  readonly parameters: ReadonlySet<string>;
}

export interface PlainServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Starts one on loopback. With `describesItself`, its OpenAPI document names its routes; otherwise it has none. */
export async function startPlainServer(host: Host, describesItself: boolean): Promise<PlainServer> {
  const described = documentSchema.parse(
    await (
      await fetch(`${host.baseUrl}/openapi.json`, { headers: { 'x-api-key': host.apiKey } })
    ).json(),
  );
  const specified = Object.entries(described.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation['x-extension'] !== true)
      .map(([method, operation]) => ({ path, method, operation })),
  );
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Plain', version: '1' },
    paths: Object.fromEntries(
      [...Map.groupBy(specified, ({ path }) => path)].map(([path, each]) => [
        path,
        Object.fromEntries(each.map(({ method }) => [method, {}])),
      ]),
    ),
  });
  const operations = specified.map(({ path, method, operation }): Operation => ({
    method: method.toUpperCase(),
    path: new RegExp(`^${path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`),
    parameters: new Set(
      (operation.parameters ?? []).flatMap(({ name, 'x-extension': extension }) =>
        name === undefined || extension === true ? [] : [name],
      ),
    ),
  }));

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://plain');
    const below = url.pathname.replace(/^\/v1/, '');
    if (describesItself && below === '/openapi.json') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(document);
      return;
    }
    const operation = operations.find(
      ({ method, path }) => method === request.method && path.test(below),
    );
    if (operation === undefined) {
      const error = { type: 'not_found', message: 'There is nothing here.', details: {} };
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { ...error, request_id: 'req_plain' } }));
      return;
    }
    const query = new URLSearchParams(
      [...url.searchParams].filter(([name]) => operation.parameters.has(name)),
    );
    const answer = await fetch(`${host.baseUrl}${below}?${query}`, {
      headers: { authorization: request.headers.authorization ?? '' },
    });
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      .end(await answer.text());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
