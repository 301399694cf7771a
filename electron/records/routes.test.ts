/** Decision records, operation by operation, in the words of the specification. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decision, TestApi } from '../api/test-api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

describe('Create record', () => {
  test('answers 201 with the full record', async () => {
    const response = await api.send('POST', '/records', { body: decision });
    expect(response.status).toBe(201);
    const body = await response.json();
    console.log(body, [...response.headers]);
    const r = await api.send('GET', '/records?q=approve&limit=3&include=seq');
    console.log(await r.text());
    for (const p of [
      '/records/facets',
      '/records/facets?q=approve',
      '/chain',
      '/chain/entries',
      '/workspace',
      '/jobs',
      '/records/nope',
      '/nope',
      '/records?limit=0&x=1&q=&start_date=2026-02-30&limit=3',
      '/openapi.json',
    ])
      console.log(p, await (await api.send('GET', p)).text());
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    console.log(job, api.logged);
  });
});
