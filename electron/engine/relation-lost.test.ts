/** The process that reads a relation is killed in the middle of a request: that is told so, and the next is answered. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sessionSchema } from '../../shared/contract/sessions.ts';
import { askedBy, type Caller } from '../serve-request.ts';
import { openPolicy } from '../sessions/testing/clinical.ts';
import {
  hasPostgres,
  PostgresServer,
  readerRole,
  serverPassword,
} from '../sources/testing/postgres-server.ts';
import { createEngine, type Engine } from './engine-client.ts';
import { forkSources, type SourcesChannel } from './sources-process.ts';
import { builtHost } from './testing/built-host.ts';

const operator: Caller = { mount: 'direct', principal: { kind: 'operator' } };

describe.runIf(hasPostgres())('The process of sources', () => {
  const dataRoot = mkdtempSync(join(tmpdir(), 'proofdesk-lost-'));
  const started: SourcesChannel[] = [];
  let server: PostgresServer;
  let engine: Engine;

  beforeAll(async () => {
    const { worker } = await builtHost();
    server = await PostgresServer.start();
    await server.query(
      'CREATE TABLE rows AS SELECT i AS id FROM generate_series(1, 100) AS i; ALTER TABLE rows ADD PRIMARY KEY (id)',
    );
    engine = createEngine({
      workerEntry: worker,
      dataRoot,
      workspace: { kind: 'local' },
      version: '1.2.3',
      label: 'the test',
      apiKeyHashes: [],
      loadSeed: async () => new Uint8Array(32).fill(7),
      log: () => {},
      sourceHosts: [`127.0.0.1:${server.port}`],
      startSources: (entry) => {
        const channel = forkSources(entry);
        started.push(channel);
        return channel;
      },
    });
    await engine.start();
  }, 120_000);
  afterAll(async () => {
    await engine.close();
    await server.remove();
    rmSync(dataRoot, { recursive: true, force: true });
  });

  async function send(method: string, path: string, body?: object): Promise<Response> {
    const request = new Request(`http://test/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return engine.serve(askedBy(request, operator));
  }

  async function made(path: string, body: object): Promise<unknown> {
    const response = await send('POST', path, body);
    const answer: unknown = await response.json();
    if (response.status !== 201) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Until the server works at a query of the reader. */
  async function untilWaiting(): Promise<void> {
    const watcher = await server.connect();
    for (;;) {
      const { rows } = await watcher.query(
        `SELECT 1 FROM pg_stat_activity WHERE usename = '${readerRole}' AND wait_event_type = 'Lock'`,
      );
      if (rows.length > 0) break;
      await pause(20);
    }
    await watcher.end();
  }

  test('killed in the middle of a count: 503, the next is answered, and only that is counted @whole', async () => {
    const connection = z.object({ connection_id: z.string() }).parse(
      await made('/source-connections', {
        name: 'Clinic',
        host: '127.0.0.1',
        port: server.port,
        database: server.database,
        user: readerRole,
        password: serverPassword,
        tls: 'off',
      }),
    );
    const source = {
      kind: 'postgres',
      connection_id: connection.connection_id,
      relation: 'rows',
      key: 'id',
      rule: 'visibility',
    };
    await made('/datasets', {
      dataset_id: 'ds',
      name: 'Rows',
      holder_id: 'clinic',
      source,
      policy: openPolicy,
    });
    const opened = sessionSchema.parse(
      await made('/sessions', { dataset_id: 'ds', purpose: 'test' }),
    );
    const path = `/sessions/${opened.session_id}`;
    const locking = await server.connect();
    await locking.query('BEGIN; LOCK TABLE rows IN ACCESS EXCLUSIVE MODE');
    const lost = send('POST', `${path}/count`, { filter: {} });
    await untilWaiting();
    started.at(-1)?.kill();
    const answer = await lost;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await answer.json()).toMatchObject({ error: { type: 'source_unavailable' } });
    await locking.query('ROLLBACK');
    await locking.end();
    const next = await send('POST', `${path}/count`, { filter: {} });
    expect([next.status, await next.json()]).toMatchObject([200, { count: 100 }]);
    expect(started).toHaveLength(2);
    const shown = await send('GET', `${path}?include=usage`);
    expect(sessionSchema.parse(await shown.json()).usage?.total_operations).toBe(1);
  });
});
