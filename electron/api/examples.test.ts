/** Examples of the interface's document are what its schemas take, and a host answers them as it documents. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examples } from '../../shared/contract/examples.ts';
import { errorStatus } from '../../shared/contract/errors.ts';
import type { Route } from '../../shared/contract/route.ts';
import { routes, type KnownRoute } from '../../shared/contract/routes.ts';
import { TestApi, usualDemo } from './test-api.ts';

const table: readonly KnownRoute[] = routes;
/** Answers that only their own would fill, and one that is the document itself. */
const withoutAnswer = new Set([
  'exportSigningKey',
  'getOpenApi',
  'importModel',
  'resolveDatasetValue',
]);

/** An example of these names folders, or a witness, that are not here. */
const namesFolders = new Set(['setPlaces']);
const namesOthers = new Set(['getWitnessRequest']);

function answerOf({ response }: Route) {
  return 'mediaType' in response ? undefined : response;
}

describe('Every example', () => {
  test.each(table)('of $operationId is what the schemas take', (route) => {
    const { body, query = {}, answer } = examples[route.operationId];
    if (route.body !== undefined && body !== undefined) route.body.parse(body);
    expect(route.body === undefined || body !== undefined || route.method === 'DELETE').toBe(true);
    route.query?.parse(query);
    expect(route.query !== undefined || Object.keys(query).length === 0).toBe(true);
    const schema = answerOf(route);
    if (schema === undefined || withoutAnswer.has(route.operationId)) return;
    expect(answer).toBeDefined();
    // Whole: what a schema would put in for what is left out is no part of an answer.
    expect(schema.parse(answer)).toEqual(answer);
  });

  test('names the parameters of its path', () => {
    for (const { operationId, path } of table) {
      const named = [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name);
      expect([operationId, Object.keys(examples[operationId].path ?? {})]).toEqual([
        operationId,
        named,
      ]);
    }
  });

  test('holds no key of this machine and no folder of it', () => {
    expect(JSON.stringify(examples)).not.toMatch(/\/tmp\/|\/dev\/shm|\/home\/|\/root\//);
  });
});

describe('A host', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.open(usualDemo);
  });
  afterAll(() => api.close());

  /** Reads before writes, so that all is there; what the host itself answers is no part of this API. */
  const asked = table
    .filter(({ access, operationId }) => access !== 'host' && operationId !== 'streamChanges')
    .toSorted((one, other) => Number(one.method !== 'GET') - Number(other.method !== 'GET'));

  function statusesOf({ status, prepares, errors }: Route): number[] {
    return [
      status,
      ...(prepares === true ? [200] : []),
      ...errors.map((code) => errorStatus[code]),
    ];
  }

  /** Sends an example; tells what is not as it is documented. */
  async function faultOf(route: KnownRoute): Promise<string | undefined> {
    const { path: parameters = {}, query = {}, body } = examples[route.operationId];
    const path = route.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
      encodeURIComponent(parameters[name] ?? ''),
    );
    const search = new URLSearchParams(query).toString();
    const [type = 'application/json'] = route.upload ?? [];
    const sent =
      body === undefined
        ? {}
        : {
            body: typeof body === 'string' ? body : JSON.stringify(body),
            headers: { 'content-type': type },
          };
    const response = await api.send(route.method, search === '' ? path : `${path}?${search}`, sent);
    const { status } = response;
    const text = await response.text();
    const said = `${route.operationId} ${status} ${text.slice(0, 200)}`;
    if (!statusesOf(route).includes(status)) return said;
    // The schemas take it: whatever a host finds wrong with it is about what the ledger holds.
    if (status === 400 && route.upload === undefined && !namesFolders.has(route.operationId))
      return said;
    const isPlainRead =
      route.method === 'GET' && !route.path.includes('{') && !namesOthers.has(route.operationId);
    if (isPlainRead && status !== 200) return said;
    if (status === route.status) answerOf(route)?.parse(JSON.parse(text));
    return undefined;
  }

  test('answers each as it is documented', async () => {
    const faults: string[] = [];
    for (const route of asked) {
      const fault = await faultOf(route);
      if (fault !== undefined) faults.push(fault);
    }
    expect(faults).toEqual([]);
  });
});
