/**
 * The audit log and the list of requests through the API: what was asked is told, and vouched for.
 * @push
 */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../shared/testing/eventually.ts';
import { z } from 'zod';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import {
  auditEventDetailsSchema,
  auditExportResultSchema,
  auditPageSchema,
  auditStateSchema,
  type AuditEvent,
} from '../../shared/contract/audit.ts';
import { entryListSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { answeredRequestsSchema } from '../../shared/contract/requests.ts';
import { anonymous, decision, TestApi } from '../api/test-api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open({ keepsAuditLog: true });
});
afterEach(() => api.close());

async function createKey(name: string): Promise<{ id: string; headers: Record<string, string> }> {
  const response = await api.send('POST', '/api-keys', { body: { name, role: 'admin' } });
  const { key, key_id: id } = createdApiKeySchema.parse(await response.json());
  return { id, headers: { authorization: `Bearer ${key}` } };
}

/** The log once it has as many events as told. */
async function events(size: number, query = ''): Promise<AuditEvent[]> {
  await eventually(async () => {
    const state = await api.read(auditStateSchema, '/audit/state');
    expect(state.size).toBeGreaterThanOrEqual(size);
  });
  return (await api.read(auditPageSchema, `/audit/events${query}`)).data;
}

describe('listAuditEvents', () => {
  it('tells who asked for what, newest first, with the name of the key as it is now', async () => {
    const { id, headers } = await createKey('The integration');
    await api.send('POST', '/records', { body: decision, headers, caller: anonymous });
    await api.send('GET', '/records?limit=1&model_id=secret-model', { headers, caller: anonymous });
    await api.send('GET', '/records', { caller: anonymous });
    const found = await events(4);
    expect(
      found.map((each) => [each.caller.name ?? each.caller.kind, each.operation_id, each.outcome]),
    ).toEqual([
      ['anonymous', 'listRecords', 'refused'],
      ['The integration', 'listRecords', 'done'],
      ['The integration', 'createRecord', 'done'],
      ['operator', 'createApiKey', 'done'],
    ]);
    expect(found[1]?.caller).toEqual({
      kind: 'api_key',
      key_id: id,
      name: 'The integration',
      role: 'admin',
    });
    // Neither the query nor the body nor a header came along.
    const text = JSON.stringify(found);
    for (const absent of ['secret-model', 'credit-scorer', 'pdk_', 'Bearer']) {
      expect(text).not.toContain(absent);
    }
  });

  it('has the request id of the answer', async () => {
    const response = await api.send('POST', '/records', { body: decision });
    const [event] = await events(1);
    expect(event?.request_id).toBe(response.headers.get('x-request-id'));
  });

  it('is filtered by each of its parts, and by all together', async () => {
    const { id, headers } = await createKey('One');
    const record = await api.append();
    api.now += 60_000;
    await api.send('GET', `/records/${record.id}`, { headers, caller: anonymous });
    await api.send('GET', '/records/rec_none', { headers, caller: anonymous });
    const total = await events(4);
    const first = total.at(-1)?.request_id ?? '';
    const size = async (query: string) =>
      (await api.read(auditPageSchema, `/audit/events?${query}`)).pagination.total;
    expect(await size('')).toBe(4);
    expect(await size(`caller=${id}`)).toBe(2);
    expect(await size('caller=operator')).toBe(2);
    expect(await size('action=manage')).toBe(1);
    expect(await size('operation_id=getRecord')).toBe(2);
    expect(await size(`object_id=${record.id}`)).toBe(1);
    expect(await size('outcome=failed')).toBe(1);
    expect(await size('from=2026-01-01T00:01:00Z')).toBe(2);
    expect(await size('to=2026-01-01T01:01:00%2B01:00')).toBe(2);
    expect(await size('from=2027-01-01T00:00:00Z')).toBe(0);
    expect(await size('q=rec_')).toBe(2);
    expect(await size(`q=${first}`)).toBe(1);
    expect(await size('q=create')).toBe(2);
    expect(
      await size(`caller=${id}&action=read&outcome=done&q=get&from=2026-01-01T00:01:00Z`),
    ).toBe(1);
  });

  it('pages', async () => {
    for (let count = 0; count < 5; count += 1) await api.append();
    await events(5);
    const page = await api.read(auditPageSchema, '/audit/events?limit=2&offset=3');
    expect(page.data.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(page.pagination).toEqual({ total: 5, limit: 2, offset: 3, has_more: false });
  });

  it.each(['action=steal', 'from=yesterday', 'caller=', 'who=me', 'limit=0'])(
    'refuses %s',
    async (query) => {
      expect((await api.send('GET', `/audit/events?${query}`)).status).toBe(400);
    },
  );
});

describe('getAuditEvent', () => {
  it('has the line that is hashed, and the batch that covers it', async () => {
    await api.append();
    await events(1);
    const before = await api.read(auditEventDetailsSchema, '/audit/events/1');
    expect(before.anchored_by).toBeNull();
    expect(before.hash).toBe(`sha256:${createHash('sha256').update(before.line).digest('hex')}`);
    await api.reopen();
    expect(await api.read(auditEventDetailsSchema, '/audit/events/1')).toEqual({
      ...before,
      anchored_by: 2,
    });
  });

  it.each(['0', '7', '1.5', 'x', '99999999999999999999'])('has no event %s', async (seq) => {
    expect((await api.send('GET', `/audit/events/${seq}`)).status).toBe(404);
  });
});

describe('The ledger', () => {
  const batches = async () =>
    (await api.read(entryListSchema, '/chain/entries')).data.filter((each) =>
      each.bytes.includes('"table":"audit_events"'),
    );

  it('seals the log when it closes', async () => {
    await api.append();
    await api.reopen();
    expect(await batches()).toHaveLength(1);
    expect(await api.read(auditStateSchema, '/audit/state')).toMatchObject({
      size: 1,
      anchored_size: 1,
      last_anchor_entry_seq: 2,
    });
  });

  it('is not appended to by reading, however much is read', async () => {
    const record = await api.append();
    for (let count = 0; count < 20; count += 1) {
      await api.send('GET', `/records/${record.id}/evidence`);
    }
    await events(21);
    expect(await batches()).toEqual([]);
  });

  it('verifies with its log', async () => {
    await api.append();
    await api.reopen();
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    const { findings_total: found, checked, total } = verificationSchema.parse(job.result);
    expect([found, checked]).toEqual([0, total]);
    // That the verification was asked for is an event too, sealed before it or after it.
    expect(total).toBe(2 + (await batches()).length);
  });
});

describe('createAuditExport', () => {
  async function exported(body: object): Promise<{ text: string; result: unknown; type: string }> {
    const job = await api.finished(await api.send('POST', '/audit/exports', { body }));
    const file = await api.send('GET', `/audit/exports/${job.job_id}`);
    const { result } = job;
    return { text: await file.text(), result, type: file.headers.get('content-type') ?? '' };
  }

  it('writes the lines as they were hashed', async () => {
    for (let count = 0; count < 3; count += 1) await api.append();
    await events(3);
    const { text, result, type } = await exported({
      format: 'jsonl',
      operation_id: 'createRecord',
    });
    expect(type).toBe('application/x-ndjson');
    const lines = text.trimEnd().split('\n');
    const hashes = lines.map((line) => `sha256:${createHash('sha256').update(line).digest('hex')}`);
    const parsed = lines.map((line) =>
      z.object({ seq: z.int(), previous_hash: z.string() }).parse(JSON.parse(line)),
    );
    expect(parsed.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(parsed.slice(1).map((each) => each.previous_hash)).toEqual(hashes.slice(0, 2));
    const { events: count, sha256 } = auditExportResultSchema.parse(result);
    expect([count, sha256]).toEqual([
      3,
      `sha256:${createHash('sha256').update(text).digest('hex')}`,
    ]);
  });

  it('writes a table for a time zone', async () => {
    await api.append();
    await events(1);
    const { text, type } = await exported({ format: 'csv', time_zone: 'Asia/Tokyo' });
    expect(type).toBe('text/csv; charset=utf-8');
    expect(text).toContain(',2026-01-01T09:00:00.000+09:00,2026-01-01T00:00:00.000Z,');
  });

  it.each([
    [{ format: 'xls' }, 'format'],
    [{ format: 'csv', time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ format: 'jsonl', time_zone: 'UTC' }, 'time_zone'],
    [{ format: 'csv', action: 'steal' }, 'action'],
  ])('refuses %j', async (body, field) => {
    const response = await api.send('POST', '/audit/exports', { body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`"field":"${field}"`);
  });

  it('has no file of another job', async () => {
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    for (const id of [job.job_id, 'job_none', '..%2F..%2Fproofdesk']) {
      expect((await api.send('GET', `/audit/exports/${id}`)).status).toBe(404);
    }
  });
});

describe('listRequests', () => {
  it('has every request, also those that the log does not keep', async () => {
    await api.send('GET', '/records');
    await api.send('GET', '/records', { caller: anonymous });
    const { data } = await api.read(answeredRequestsSchema, '/requests?limit=2');
    expect(data.map((each) => [each.caller.kind, each.operation_id, each.status])).toEqual([
      ['anonymous', 'listRecords', 401],
      ['operator', 'listRecords', 200],
    ]);
  });

  it('tells that there is something new', async () => {
    await api.send('GET', '/records');
    await eventually(() => expect(api.changes).toContain('requests'));
  });
});
