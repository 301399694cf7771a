/** Which operations of the route table a server has, from its OpenAPI document. */
import { z } from 'zod';
import type { Route } from '../../shared/contract/route.ts';
import { routes } from '../../shared/contract/routes.ts';

const documentSchema = z.looseObject({
  info: z.looseObject({ title: z.string().catch(''), version: z.string().catch('') }).optional(),
  paths: z.record(z.string(), z.unknown()),
});

export interface ServerDescription {
  readonly title: string;
  readonly version: string;
  /** By operationId of this program: the same method at the same path, whatever it is called there. */
  readonly operations: ReadonlySet<string>;
}

/** Everything in the table, for a server that describes nothing of itself. */
export const allOperations: ReadonlySet<string> = new Set(routes.map((route) => route.operationId));

/** Operations that the specification names: every server has them. */
export const specifiedOperations: ReadonlySet<string> = new Set(
  (routes as readonly Route[])
    .filter((route) => !route.extension)
    .map((route) => route.operationId),
);

/**
 * Reads what an OpenAPI document says of its server; undefined where it is none. Paths may be written
 * with the path of the `{base_url}` or without.
 */
export function describeServer(document: unknown, baseUrl: string): ServerDescription | undefined {
  const parsed = documentSchema.safeParse(document);
  if (!parsed.success) return undefined;
  const root = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const methodsByPath = new Map<string, ReadonlySet<string>>();
  for (const [path, item] of Object.entries(parsed.data.paths)) {
    if (typeof item !== 'object' || item === null) continue;
    const below = root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length) : path;
    methodsByPath.set(shapeOf(below), new Set(Object.keys(item).map((name) => name.toLowerCase())));
  }
  const offered = (routes as readonly Route[]).filter(
    (route) => methodsByPath.get(shapeOf(route.path))?.has(route.method.toLowerCase()) === true,
  );
  return {
    title: short(parsed.data.info?.title),
    version: short(parsed.data.info?.version),
    operations: new Set(offered.map((route) => route.operationId)),
  };
}

/** A path whatever its parameters are called. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}').replace(/\/+$/, '');
}

function short(text = ''): string {
  return text.slice(0, 200);
}
