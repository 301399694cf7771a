import { describe, expect, it } from 'vitest';
import { errorShapeOf, matchRoute } from './match-route.ts';
import { routes } from './routes.ts';
import type { Route } from './route.ts';

function match(method: string, path: string) {
  return matchRoute(method, `/v1${path}`);
}

describe('matchRoute', () => {
  it.each([
    ['GET', '/records', 'listRecords', {}],
    ['POST', '/records', 'createRecord', {}],
    ['GET', '/records/facets', 'getRecordFacets', {}],
    ['HEAD', '/records/facets', 'getRecordFacets', {}],
    ['GET', '/records/%66acets', 'getRecord', { id: 'facets' }],
    ['GET', '/records/a%2Fb', 'getRecord', { id: 'a/b' }],
    ['GET', '/records/%2561', 'getRecord', { id: '%61' }],
    ['GET', '/records/%zz', 'getRecord', { id: '%zz' }],
    ['GET', '/records/%', 'getRecord', { id: '%' }],
    ['GET', '/models/%C3%A9', 'getModel', { id: 'é' }],
    ['GET', '/models/%E9', 'getModel', { id: '%E9' }],
    ['GET', '/models/__proto__', 'getModel', { id: '__proto__' }],
    ['GET', '/openapi.json', 'getOpenApi', {}],
    ['GET', '/records/rec_1/verification', 'verifyRecord', { id: 'rec_1' }],
  ])('%s %s is %s', (method, path, operationId, parameters) => {
    const found = match(method, path);
    expect(found).toEqual({ route: expect.objectContaining({ operationId }), parameters });
  });

  it.each([
    ['GET', '/records/', []],
    ['GET', '//records', []],
    ['GET', '/records;x', []],
    ['GET', '/Records', []],
    ['GET', '/%61udit/events', []],
    ['GET', '/%72ecords', []],
    ['GET', '/openapiXjson', []],
    ['GET', '/', []],
    ['GET', '/models/', []],
    ['GET', '', []],
    ['DELETE', '/records', ['GET', 'POST']],
    ['HEAD', '/chain/verifications/x/cancel', []],
    ['PATCH', '/records/facets', ['GET']],
    ['get', '/records', ['GET', 'POST']],
  ])('%s %s is none', (method, path, allowed) => {
    expect(match(method, path)).toEqual({ route: undefined, allowed });
  });

  it('finds every route of the table by its own path', () => {
    for (const { method, path, operationId } of routes) {
      const asked = path.replaceAll(/\{[a-z_]+\}/g, 'x%20y');
      const { route } = match(method, asked);
      expect([path, route?.operationId]).toEqual([path, operationId]);
    }
  });

  it('has no two routes of one shape to choose between', () => {
    const shapes = routes.map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    );
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it('leaves no doubt which of two fitting routes is meant', () => {
    const literals = (route: Route) => route.path.split('/').map((each) => !each.startsWith('{'));
    const unclear = routes.flatMap((one) =>
      routes
        .filter((other) => other !== one && other.method === one.method && overlap(one, other))
        // One of them has a literal wherever the other has one.
        .filter((other) => {
          const [mine, its] = [literals(one), literals(other)];
          return (
            mine.some((is, index) => is && !its[index]) &&
            its.some((is, index) => is && !mine[index])
          );
        })
        .map((other) => `${one.path} ${other.path}`),
    );
    expect(unclear).toEqual([]);
  });
});

describe('errorShapeOf', () => {
  it('is that of the route, and of the area for an unknown path', () => {
    const shape = (method: string, path: string) => errorShapeOf(match(method, path), `/v1${path}`);
    for (const { method, path, errorShape } of routes) {
      expect([path, shape(method, path.replaceAll(/[{}]/g, ''))]).toEqual([path, errorShape]);
    }
    expect(shape('GET', '/records/')).toBe('records');
    expect(shape('GET', '/models/a/b/c')).toBe('records');
    expect(shape('GET', '/model-cards/a/b/c')).toBe('sessions');
    expect(shape('GET', '/nothing')).toBe('sessions');
  });
});

/** Whether a path can fit both. */
function overlap(one: Route, other: Route): boolean {
  const [left, right] = [one.path.split('/'), other.path.split('/')];
  return (
    left.length === right.length &&
    left.every((segment, index) => {
      const its = right[index] ?? '';
      return segment === its || segment.startsWith('{') || its.startsWith('{');
    })
  );
}
