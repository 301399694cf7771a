/** Bodies from anybody: whatever is in one, reading it costs what its size does. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../shared/contract/errors.ts';
import { parseBody } from '../../shared/contract/intake.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { Route } from '../../shared/contract/route.ts';
import { routes } from '../../shared/contract/routes.ts';
import { readRows, readRowsAside, readRowsTask } from '../datasets/read-rows.ts';
import type { RunForeign } from '../foreign/foreign-task.ts';
import { growthOf, linear } from '../foreign/testing/growth.ts';
import { TestApi } from './test-api.ts';
import { oneIn } from '../testing/rounds.ts';

interface Body {
  readonly operation: string;
  readonly schema: z.ZodType;
}

const bodies: readonly Body[] = routes.flatMap((route: Route) =>
  route.body === undefined ? [] : [{ operation: route.operationId, schema: route.body }],
);

/** A list in a body: the members on the way to it (`0` into a list), and how many it may hold. */
interface List {
  readonly path: readonly string[];
  readonly most: number | undefined;
}

const nodeSchema = z.looseObject({
  /** One, or all that may be. */
  type: z.union([z.string(), z.array(z.string())]).optional(),
  maxItems: z.number().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});

function listsIn(json: unknown, path: readonly string[] = []): List[] {
  const { type, maxItems, items, properties = {}, anyOf = [], oneOf = [] } = nodeSchema.parse(json);
  return [
    ...([type].flat().includes('array') ? [{ path, most: maxItems }] : []),
    ...(items === undefined ? [] : listsIn(items, [...path, '0'])),
    ...Object.entries(properties).flatMap(([name, each]) => listsIn(each, [...path, name])),
    ...[...anyOf, ...oneOf].flatMap((each) => listsIn(each, path)),
  ];
}

/** Without the names of schemas: each is written out where it is used. */
const plain = {
  io: 'input',
  unrepresentable: 'any',
  reused: 'inline',
  metadata: z.registry<Record<string, unknown>>(),
} as const;

const lists = bodies.flatMap(({ operation, schema }) =>
  listsIn(z.toJSONSchema(schema, plain)).map((list) => ({
    ...list,
    operation,
    schema,
    name: `${operation}: ${list.path.join('.')}`,
  })),
);

/** A value with `inner` at the end of a path. */
function around(path: readonly string[], inner: unknown): unknown {
  return path.reduceRight<unknown>(
    (value, name) => (name === '0' ? [value] : { [name]: value }),
    inner,
  );
}

/** A list of so many zeros that counts how often one of them is looked at. */
function watchedList(length: number): { readonly list: unknown; readonly looks: () => number } {
  let looks = 0;
  const list = new Proxy<unknown[]>(
    Array.from({ length }, () => 0),
    {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
        return Reflect.get(target, name);
      },
    },
  );
  return { list, looks: () => looks };
}

describe('A list in a body', () => {
  test('is there in many bodies', () => {
    expect(lists.length).toBeGreaterThan(20);
  });

  test.each(lists)('has an end that is known: $name', ({ most }) => {
    expect(most).toBeDefined();
  });

  test.each(oneIn(4, lists))('is judged as far as shows that it is too long: $name', (list) => {
    const { path, most = 0, schema } = list;
    const { list: zeros, looks } = watchedList(300_000);
    const { error } = schema.safeParse(around(path, zeros));
    expect(looks()).toBeLessThanOrEqual(most + 1);
    expect(error).toBeDefined();
  });
});

describe('Faults of a body', () => {
  test('are named up to a number; beyond it is said that there are more', async () => {
    const api = await TestApi.open();
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 0] as const),
    );
    const refused = await api.send('POST', '/records', { body: many });
    expect(refused.status).toBe(400);
    const { error } = z
      .object({ error: z.object({ message: z.string(), details: z.array(z.unknown()) }) })
      .parse(await refused.json());
    expect(error.details).toHaveLength(limits.faults);
    expect(error.message).toMatch(/, and others\.$/);
    // A route without a body names what it does not know, too.
    const sent = await api.send('POST', '/chain/checkpoints', { body: many });
    expect((await sent.text()).length).toBeLessThan(200_000);
    await api.close();
  });

  test('of a few are all named', () => {
    const schema = z.strictObject({ a: z.string(), b: z.string() });
    expect(() => parseBody('{"a":1,"b":2,"c":3}', schema)).toThrow(
      expect.objectContaining({
        message: 'The request is not valid: a, b, c.',
        fields: expect.objectContaining({ length: 3 }),
      }),
    );
  });
});

/** Bodies that are made to be slow; each grows with its number. */
const slow: Readonly<Record<string, (size: number) => string>> = {
  'unknown members': (size) => `{${members(size)}}`,
  'a member that is there twice, at the end': (size) => `{${members(size)},"k0":0}`,
  'one unknown name': (size) => `{"${'k'.repeat(10 * size)}":0}`,
  'a list of lists': (size) => `[${'['.repeat(100)}${']'.repeat(100)}${',[]'.repeat(size)}]`,
};

function members(size: number): string {
  return Array.from({ length: size }, (_, index) => `"k${index}":0`).join(',');
}

function refusal(text: string, schema: z.ZodType): ApiError {
  try {
    parseBody(text, schema);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('It was taken.');
}

describe('A body is refused in time that grows with its size', () => {
  const { schema } = bodies.find(({ operation }) => operation === 'createRecord') ?? {};

  test.each(oneIn(4, Object.entries(slow)))('%s', async (_what, make) => {
    if (schema === undefined) throw new Error('There is no such route.');
    expect(await growthOf((text) => refusal(text, schema), make, 20_000)).toBeLessThan(linear);
  });
});

describe('Rows of an append', () => {
  const asLines = (text: string) => ({
    bytes: Buffer.from(text),
    mediaType: 'application/x-ndjson' as const,
  });
  const asArray = (text: string) => ({
    bytes: Buffer.from(text),
    mediaType: 'application/json' as const,
  });

  test.each<[string, (size: number) => ReturnType<typeof asLines> | ReturnType<typeof asArray>]>([
    ['empty lines', (size) => asLines('\n'.repeat(size))],
    ['elements that are none', (size) => asArray(`[${'0,'.repeat(size)}0]`)],
    ['one row of many members', (size) => asArray(`[{${members(size)}}]`)],
    ['rows of other members each', (size) => asLines(linesOf(size))],
  ])('are read in time that grows with their size: %s', async (_what, make) => {
    const read = (body: ReturnType<typeof make>) => readRows(body, () => 'rec_1');
    expect(await growthOf(read, make, 10_000)).toBeLessThan(linear);
  });

  test('are counted no further than shows that there are too many', () => {
    const refused = { message: 'The request is not valid: body.' };
    for (const body of [asLines('\n'.repeat(16_000_000)), asArray(`[${'0,'.repeat(20_000)}0]`)]) {
      const before = process.memoryUsage().heapUsed;
      expect(() => readRows(body, () => 'rec_1')).toThrow(expect.objectContaining(refused));
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
    }
  });

  test('are read on another thread where they are many', async () => {
    const asked: string[] = [];
    const foreign: RunForeign = async (task, params, { quietMs }) => {
      asked.push(`${task.name} within ${quietMs} ms`);
      return task.run(params, {
        clock: () => 0,
        random: (bytes) => new Uint8Array(bytes),
        createId: () => 'rec_made',
        tell: () => {},
        shouldStop: () => false,
      });
    };
    const means = { foreign, createId: () => 'rec_here' };
    const waiting = { caller: 'key_1', signal: new AbortController().signal };
    const [few] = (await readRowsAside(asLines('{"a":1}'), means, waiting)).rows;
    expect([few?.row.recordId, asked]).toEqual(['rec_here', []]);
    const many = `${JSON.stringify({ text: 'x'.repeat(300_000) })}\n`;
    const { rows, paths } = await readRowsAside(asLines(many), means, waiting);
    expect([rows[0]?.row.recordId, asked]).toEqual([
      'rec_made',
      [`${readRowsTask.name} within 10000 ms`],
    ]);
    expect(paths.map(([path]) => path)).toEqual(['record_id', 'text']);
  });
});

function linesOf(size: number): string {
  return Array.from(
    { length: Math.min(size, 9_000) },
    (_, index) => `{"k${index}":"${'x'.repeat(size / 100)}"}\n`,
  ).join('');
}
