/** What the reference shows of an operation is what its document says. */
import { expect, test } from 'vitest';
import {
  apiDocumentSchema,
  exampleOf,
  matchingOperations,
  membersOf,
  operationsOf,
  typeText,
} from './api-document.ts';

const document = apiDocumentSchema.parse({
  openapi: '3.1.0',
  tags: [{ name: 'records', description: 'Decision records' }],
  paths: {
    '/records/{id}': {
      get: {
        operationId: 'getRecord',
        summary: 'Get one',
        tags: ['records'],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { $ref: '#/components/parameters/Key' },
        ],
        responses: {
          200: {
            description: 'OK',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
        },
      },
      post: {
        operationId: 'makeRecord',
        'x-extension': true,
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Make' } } },
        },
        responses: {},
      },
    },
  },
  components: {
    parameters: { Key: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } } },
    schemas: {
      Make: {
        type: 'object',
        required: ['model_id', 'parts'],
        properties: {
          model_id: { type: 'string', description: 'Which model' },
          day: { type: 'string', format: 'date' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
        },
      },
      Part: {
        type: 'object',
        required: ['kind', 'inner'],
        properties: {
          kind: { enum: ['a', 'b'] },
          inner: { $ref: '#/components/schemas/Part' },
        },
      },
    },
  },
});
const operations = operationsOf(document);

test('operations with their parameters, also those that are referred to', () => {
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /records/{id}',
    'POST /records/{id}',
  ]);
  expect(operations[0]?.parameters.map(({ name, place }) => [name, place])).toEqual([
    ['id', 'path'],
    ['Idempotency-Key', 'header'],
  ]);
  expect(operations[1]).toMatchObject({
    isExtension: true,
    body: { mediaType: 'application/json' },
  });
});

test('the members of a body by their path, and no end to a type that holds itself', () => {
  const members = membersOf(document, { $ref: '#/components/schemas/Make' });
  expect(members.slice(0, 4)).toEqual([
    { path: 'model_id', type: 'string', isRequired: true, description: 'Which model' },
    { path: 'day', type: 'string (date)', isRequired: false, description: '' },
    { path: 'parts', type: 'Part[]', isRequired: true, description: '' },
    { path: 'parts[].kind', type: 'a | b', isRequired: true, description: '' },
  ]);
  expect(members.length).toBeLessThan(20);
});

test('an example has what is required', () => {
  expect(exampleOf(document, { $ref: '#/components/schemas/Make' })).toMatchObject({
    model_id: 'text',
    parts: [{ kind: 'a' }],
  });
});

test('types in a word', () => {
  expect(typeText({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string | null');
  expect(typeText({ type: ['integer', 'null'] })).toBe('integer | null');
  expect(typeText({})).toBe('any');
});

test('operations are found by name, path and parameter', () => {
  const found = (text: string) => matchingOperations(operations, text).map(({ id }) => id);
  expect(found('GET records')).toEqual(['getRecord']);
  expect(found('idempotency')).toEqual(['getRecord']);
  expect(found('nothing')).toEqual([]);
});
