/** The OpenAPI document: complete, valid in its structure, without a finding of its linter, and a page to read. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorStatus } from '../../shared/contract/errors.ts';
import type { Route } from '../../shared/contract/route.ts';
import { routes } from '../../shared/contract/routes.ts';
import { openApiDocument, type Json, type JsonMembers } from './openapi.ts';
import { referencePage } from './reference.ts';
import { TestApi } from './test-api.ts';

const document = openApiDocument();
const table: readonly Route[] = routes;

function members(value: Json | undefined): JsonMembers {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${JSON.stringify(value)} is not an object.`);
  }
  return value;
}

function list(value: Json | undefined): Json[] {
  if (!Array.isArray(value)) throw new Error(`${JSON.stringify(value)} is not an array.`);
  return value;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function at(...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, name) => members(value)[name], document);
}

function operationOf(route: Route): JsonMembers {
  return members(at('paths', route.path, route.method.toLowerCase()));
}

/** Every value of the document with the names that lead to it. */
function* walk(value: Json, path: readonly string[] = []): Generator<[readonly string[], Json]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* walk(inner, [...path, name]);
}

describe('The OpenAPI document', () => {
  test('is OpenAPI 3.1 and served as JSON', async () => {
    expect(document['openapi']).toMatch(/^3\.1\.\d+$/);
    const api = await TestApi.open();
    const response = await api.send('GET', '/openapi.json');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(document);
    await api.close();
  });

  test('has every route of the table, and nothing else', () => {
    const operations = Object.entries(members(document['paths'])).flatMap(([path, item]) =>
      Object.entries(members(item)).map(
        ([method, operation]) =>
          `${method.toUpperCase()} ${path} ${textOf(members(operation)['operationId'])}`,
      ),
    );
    expect(operations.toSorted()).toEqual(
      table.map((route) => `${route.method} ${route.path} ${route.operationId}`).toSorted(),
    );
    expect(new Set(table.map((route) => route.operationId)).size).toBe(table.length);
  });

  test('resolves every reference', () => {
    let references = 0;
    for (const [, value] of walk(document)) {
      if (typeof value !== 'object' || value === null || !('$ref' in value)) continue;
      const reference = textOf(members(value)['$ref']);
      expect(reference).toMatch(/^#\//);
      expect([reference, at(...reference.slice(2).split('/'))]).toEqual([
        reference,
        expect.any(Object),
      ]);
      references += 1;
    }
    expect(references).toBeGreaterThan(100);
  });

  test('declares the parameters of each path and of each query', () => {
    for (const route of table) {
      const parameters = list(operationOf(route)['parameters'] ?? []).map(members);
      const named = (place: string) =>
        parameters.filter((each) => each['in'] === place).map((each) => textOf(each['name']));
      expect(named('path')).toEqual([...route.path.matchAll(/\{(.*?)\}/g)].map((each) => each[1]));
      expect(named('query')).toEqual(Object.keys(route.query?.shape ?? {}));
      const inPath = parameters.filter((each) => each['in'] === 'path');
      expect(inPath.filter((each) => each['required'] !== true)).toEqual([]);
      const untyped = parameters.filter(
        (each) => !('$ref' in each || 'schema' in each || 'content' in each),
      );
      expect(untyped).toEqual([]);
      const takesKey = parameters.some((each) => textOf(each['$ref']).endsWith('/IdempotencyKey'));
      // Of what may be refused in part, each has a key of its own.
      const hasKeys = 'partly' in route || 'packed' in route;
      expect(takesKey).toBe(route.method === 'POST' && !hasKeys);
    }
  });

  test('says what each operation answers: success, and every error in the shape of its area', () => {
    for (const route of table) {
      const responses = members(operationOf(route)['responses']);
      const errors = ['unauthorized', 'internal_error', ...route.errors] as const;
      const statuses = errors.map((code) => String(errorStatus[code]));
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining([String(route.status), ...statuses]),
      );
      for (const [status, response] of Object.entries(responses)) {
        expect(members(response)['description']).toEqual(expect.any(String));
        expect(members(members(response)['headers'])).toHaveProperty('x-request-id');
        if (Number(status) < 400) continue;
        const ofArea = route.errorShape === 'records' ? 'RecordsError' : 'SessionsError';
        const shape = 'packed' in route ? 'OtlpStatus' : ofArea;
        expect(JSON.stringify(members(response)['content'])).toContain(`/schemas/${shape}"`);
      }
    }
  });

  test('marks what the specification does not have', () => {
    for (const route of table) {
      expect(operationOf(route)['x-extension']).toBe(route.extension ? true : undefined);
    }
    const query = list(members(at('paths', '/records', 'get'))['parameters']).map(members);
    const shared = members(at('components', 'parameters'));
    const extensions = Object.values(shared).map((each) => members(each)['x-extension']);
    expect(extensions).toEqual(extensions.map(() => true));
    const own = query.filter((each) => each['$ref'] === undefined);
    const specified = own.filter((each) => each['x-extension'] !== true);
    expect(specified.map((each) => each['name'])).toEqual([
      'model_id',
      'start_date',
      'end_date',
      'has_intervention',
      'limit',
      'offset',
    ]);
  });

  test('has both carriers of the API key', () => {
    expect(document['security']).toEqual([{ bearer: [] }, { apiKey: [] }]);
    expect(at('components', 'securitySchemes')).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    });
  });

  test('has the record exactly as the specification lists it, seq and the sent extras aside', () => {
    const record = members(at('components', 'schemas', 'Record'));
    expect(list(record['required'])).toEqual([
      'id',
      'model_id',
      'input',
      'output',
      'hash',
      'previous_hash',
      'created_at',
      'interventions',
    ]);
    expect(members(at('components', 'schemas', 'CreateRecord'))).toMatchObject({
      required: ['model_id', 'input', 'output'],
      additionalProperties: false,
      properties: { confidence: { type: 'number', minimum: 0, maximum: 1 } },
    });
  });

  test('has schemas of known types only', () => {
    const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
    const check = (schema: Json): void => {
      const { type, properties, items, anyOf, additionalProperties } = members(schema);
      for (const each of Array.isArray(type) ? type : type === undefined ? [] : [type]) {
        expect(types).toContain(each);
      }
      for (const inner of Object.values(members(properties ?? {}))) check(inner);
      for (const inner of list(anyOf ?? [])) check(inner);
      if (items !== undefined) check(items);
      if (typeof additionalProperties === 'object') check(additionalProperties);
    };
    for (const schema of Object.values(members(at('components', 'schemas')))) check(schema);
    for (const route of table) {
      for (const parameter of list(operationOf(route)['parameters'] ?? []).map(members)) {
        if (parameter['schema'] !== undefined) check(parameter['schema']);
      }
    }
  });
});

describe('Its readers', () => {
  test('are told of each operation what it does, where it belongs, and an example', () => {
    const tags = new Set(list(document['tags']).map((tag) => members(tag)['name']));
    const lacking = table.filter((route) => {
      const operation = operationOf(route);
      const isDescribed = textOf(operation['description']).length > 20;
      const [tag] = list(operation['tags']);
      return !isDescribed || !tags.has(tag ?? null);
    });
    expect(lacking.map(({ operationId }) => operationId)).toEqual([]);
    for (const tag of list(document['tags'])) {
      expect(textOf(members(tag)['description'])).not.toBe('');
    }
    const bodies = table.filter(({ body, method }) => body !== undefined && method !== 'DELETE');
    for (const route of bodies) {
      const content = members(members(operationOf(route)['requestBody'])['content']);
      expect(members(content['application/json'])).toHaveProperty('example');
    }
  });

  test('are told whose it is and under which licence', () => {
    expect(at('info', 'contact')).toMatchObject({ name: expect.any(String) });
    expect(at('info', 'license')).toMatchObject({ identifier: expect.any(String) });
    expect(document['servers']).toEqual([expect.objectContaining({ url: '/v1' })]);
  });

  test('find no component that nothing refers to', () => {
    const referred = new Set(
      [...walk(document)].map(([path, value]) => path.at(-1) === '$ref' && value),
    );
    for (const kind of ['schemas', 'parameters', 'headers']) {
      const unused = Object.keys(members(at('components', kind))).filter(
        (name) => !referred.has(`#/components/${kind}/${name}`),
      );
      expect(unused).toEqual([]);
    }
  });

  test('have no finding of the strict rules of a linter @whole', () => {
    const folder = mkdtempSync(join(tmpdir(), 'proofdesk-openapi-'));
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const linter = join(
      import.meta.dirname,
      '..',
      '..',
      'node_modules',
      '@redocly',
      'cli',
      'bin',
      'cli.js',
    );
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [linter, 'lint', '--extends=recommended-strict', '--format=json', file],
      {
        encoding: 'utf8',
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    rmSync(folder, { recursive: true, force: true });
    expect([status, stderr.includes('is valid') || stdout]).toEqual([0, true]);
  });
});

describe('The page to read', () => {
  const page = referencePage(document);

  test('has every operation and every schema, and no link that leads nowhere', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const { operationId, method, path } of table) {
      expect(ids).toContain(operationId);
      expect(page).toContain(`<code>${method} ${path}</code>`);
    }
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(1_000);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('has nothing that the policy of pages refuses, and nothing from elsewhere', () => {
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|(?:href|src)="(?:https?:)?\/\//);
  });

  test('escapes what is text', () => {
    const shown = referencePage({
      tags: [{ name: 'a', description: '<img src=x onerror=alert(1)>' }],
      paths: {},
    });
    expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(shown).not.toContain('<img');
  });
});
