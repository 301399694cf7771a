/**
 * The chain through the API: head, entries, verification as a job, and a ledger that was tampered with.
 * @push
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  chainSchema,
  entryListSchema,
  findingSchema,
  recordVerificationSchema,
  verificationSchema,
} from '../../shared/contract/chain.ts';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { paginated } from '../../shared/contract/common.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { overviewSchema } from '../../shared/contract/overview.ts';
import { ledgerState } from '../../shared/ledger-state.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { anonymous, TestApi } from '../api/test-api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const sha256 = (text: string) => `sha256:${hash('sha256', text)}`;

async function verify() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return { job, verification: verificationSchema.parse(job.result) };
}

/** Changes the closed database by hand, as somebody with the file would. */
function tamper(change: (database: Database) => void): Promise<void> {
  return api.reopen(() => {
    const database = new SqliteDatabase(join(api.directory, 'proofdesk.db'));
    const triggers = database
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`)
      .pluck()
      .all();
    for (const name of triggers) database.exec(`DROP TRIGGER ${name}`);
    change(database);
    database.close();
  });
}

describe('Chain', () => {
  test('of a new ledger is its genesis', async () => {
    const chain = await api.read(chainSchema, '/chain');
    expect(chain).toMatchObject({ size: 1, record_count: 0, head: { seq: 0 } });
    expect(chain.vkey.startsWith(`${chain.origin}+`)).toBe(true);
    const { data } = await api.read(entryListSchema, '/chain/entries');
    expect(JSON.parse(data[0]?.bytes ?? '')).toMatchObject({
      type: 'ledger.genesis/v1',
      origin: chain.origin,
      vkey: chain.vkey,
    });
    expect(chain.root_hash).toBe(data[0]?.leaf_hash);
  });

  test('has the last record as its head', async () => {
    await api.append();
    api.now += 5;
    const { hash: last } = await api.append();
    expect(await api.read(chainSchema, '/chain')).toMatchObject({
      size: 3,
      record_count: 2,
      head: { seq: 2, hash: last, created_at: '2026-01-01T00:00:00.005Z' },
    });
  });

  test('tells how it stands at each moment of a verification beside appends and checkpoints', async () => {
    for (let n = 0; n < 300; n += 1) await api.append();
    await api.send('POST', '/chain/checkpoints');
    const first = await api.read(chainSchema, '/chain');
    expect(first.verification).toEqual({ latest: null, running: null });
    const response = await api.send('POST', '/chain/verifications');
    const { job_id: id } = jobSchema.parse(await response.json());
    let chain = await api.read(chainSchema, '/chain');
    expect(chain.verification).toEqual({ latest: null, running: id });
    while (chain.verification?.running === id) {
      // The verification runs on this very thread.
      await setImmediate();
      await api.append();
      await api.send('POST', '/chain/checkpoints');
      chain = await api.read(chainSchema, '/chain');
      const { head, size, standing } = chain;
      expect([head.seq, standing?.ledger.size]).toEqual([size - 1, size]);
      expect(['never', 'ok', 'stale']).toContain(ledgerState(chain, api.now).kind);
    }
    const { latest } = chain.verification ?? {};
    expect(latest).toMatchObject({ verification_id: id, verdict: 'VERIFIED_SIGNED' });
    expect(latest?.total).toBeLessThanOrEqual(chain.size);
    expect(chain.standing).toMatchObject({ verdict: 'VERIFIED_SIGNED' });
    const { attention } = await api.read(overviewSchema, '/overview');
    expect(attention.map(({ kind }) => kind)).not.toContain('chain_break');
  });

  test('says nothing of verifications to a key that may not read them', async () => {
    await verify();
    const body = { name: 'lab', role: 'ai_lab', account_id: 'default' };
    const made = createdApiKeySchema.parse(
      await (await api.send('POST', '/api-keys', { body })).json(),
    );
    const headers = { 'x-api-key': made.key ?? '' };
    const response = await api.send('GET', '/chain', { caller: anonymous, headers });
    const chain = chainSchema.parse(await response.json());
    expect([chain.verification, chain.standing?.ledger.size]).toEqual([null, chain.size]);
  });
});

describe('Entries', () => {
  test('come in order with the bytes that were hashed', async () => {
    const first = await api.append();
    const second = await api.append();
    const { data, size } = await api.read(entryListSchema, '/chain/entries?from_seq=1&limit=5');
    expect(size).toBe(3);
    expect(data.map((entry) => entry.seq)).toEqual([1, 2]);
    for (const [index, record] of [first, second].entries()) {
      const entry = data[index];
      expect(entry).toMatchObject({
        type: 'ledger.record/v1',
        hash: record.hash,
        previous_hash: record.previous_hash,
        record_id: record.id,
        created_at: record.created_at,
      });
      expect(sha256(entry?.bytes ?? '')).toBe(record.hash);
      expect(sha256(`\u0000${entry?.bytes}`)).toBe(entry?.leaf_hash);
    }
    expect((await api.read(entryListSchema, '/chain/entries?from_seq=3')).data).toEqual([]);
  });

  test('are at most 500 a page', async () => {
    expect((await api.send('GET', '/chain/entries?limit=501')).status).toBe(400);
    expect((await api.send('GET', '/chain/entries?limit=500')).status).toBe(200);
  });
});

describe('Verification of the whole ledger', () => {
  test('is a job whose result says what was checked', async () => {
    await api.append();
    await api.append({ transaction_id: 't' });
    const { job, verification } = await verify();
    expect(job).toMatchObject({ kind: 'verification', status: 'completed', error: null });
    const { head, root_hash: rootHash } = await api.read(chainSchema, '/chain');
    expect(verification).toMatchObject({
      verification_id: job.job_id,
      verdict: 'SELF_CONSISTENT_ONLY',
      checked: 3,
      total: 3,
      records_checked: 2,
      findings_total: 0,
      first_finding: null,
      head_hash: head.hash,
      root_hash: rootHash,
    });
    expect(api.changes).toContain('verifications');
  });

  test('is kept, newest first, with its findings', async () => {
    const first = (await verify()).verification;
    const second = (await verify()).verification;
    expect(await api.read(paginated(verificationSchema), '/chain/verifications?limit=1')).toEqual({
      data: [second],
      pagination: { total: 2, limit: 1, offset: 0, has_more: true },
    });
    const path = `/chain/verifications/${first.verification_id}`;
    expect(await api.read(verificationSchema, path)).toEqual(first);
    expect(await api.read(paginated(findingSchema), `${path}/findings`)).toEqual({
      data: [],
      pagination: { total: 0, limit: 100, offset: 0, has_more: false },
    });
  });

  test('of an unknown id, or of another job, is a 404', async () => {
    const job = await api.finished(
      await api.send('POST', '/imports', {
        body: 'bad',
        headers: { 'content-type': 'application/x-ndjson' },
      }),
    );
    for (const id of ['job_x', job.job_id]) {
      expect((await api.send('GET', `/chain/verifications/${id}`)).status).toBe(404);
      expect((await api.send('GET', `/chain/verifications/${id}/findings`)).status).toBe(404);
    }
  });
});

describe('A ledger that was tampered with', () => {
  test('is read, verified to the field, and its list stays whole', async () => {
    const before = await api.append({ input: { n: 1 } });
    const altered = await api.append({ input: { n: 2 } });
    await api.append({ input: { n: 3 } });
    await tamper((database) =>
      database
        .prepare(`UPDATE payloads SET value = '{"n":9}' WHERE seq = 2 AND field = 'input'`)
        .run(),
    );
    const { verification } = await verify();
    expect(verification).toMatchObject({
      verdict: 'UNVERIFIABLE',
      findings_total: 1,
      first_finding: {
        verdict: 'FIELD_ALTERED',
        seq: 2,
        record_id: altered.id,
        field: 'input',
      },
    });
    const findings = await api.read(
      paginated(findingSchema),
      `/chain/verifications/${verification.verification_id}/findings`,
    );
    expect(findings.data).toEqual([verification.first_finding]);
    expect(
      await api.read(recordVerificationSchema, `/records/${altered.id}/verification`),
    ).toMatchObject({ verdict: 'FIELD_ALTERED' });
    expect(
      await api.read(recordVerificationSchema, `/records/${before.id}/verification`),
    ).toMatchObject({ verdict: 'OK' });
    expect((await api.read(recordListSchema, '/records')).total).toBe(3);
  });

  test('shows a value that is no longer one as it is, without breaking its list', async () => {
    for (let n = 0; n < 4; n += 1) await api.append({ transaction_id: 't' });
    await tamper((database) => {
      const update = database.prepare('UPDATE payloads SET value = ? WHERE seq = ? AND field = ?');
      update.run('{"age:41}', 1, 'input');
      update.run('7', 2, 'output');
      update.run('"t', 3, 'transaction_id');
      database.exec(`DELETE FROM payloads WHERE seq = 4 AND field = 'input'`);
    });
    const { data } = await api.read(recordListSchema, '/records?order=asc');
    expect(data).toHaveLength(4);
    expect(data[0]?.input).toEqual({ unreadable: '{"age:41}' });
    expect(data[1]?.output).toEqual({ unreadable: '7' });
    expect(data[2]?.transaction_id).toBe('"t');
    expect(data[3]?.input).toEqual({ missing: true });
  });

  test('answers for damaged entries, tiles and a cut genesis', async () => {
    for (let n = 0; n < 300; n += 1) await api.append();
    await tamper((database) => {
      database.exec(`UPDATE entries SET bytes = 'x' WHERE seq IN (0, 5)`);
      database.exec('DELETE FROM tiles');
      database.exec('DELETE FROM records WHERE position = 7');
    });
    for (const path of ['/chain', '/chain/entries', '/workspace', '/records', '/records/facets']) {
      expect([path, (await api.send('GET', path)).status]).toEqual([path, 200]);
    }
    expect(await (await api.send('GET', '/chain')).json()).toMatchObject({
      origin: '',
      root_hash: null,
    });
    expect((await verify()).verification.verdict).toBe('UNVERIFIABLE');
  });

  test('is not appended to where its end is damaged: the reason is told, reading goes on', async () => {
    await api.append();
    await tamper((database) => database.exec(`UPDATE entries SET bytes = 'x' WHERE seq = 1`));
    const response = await api.send('POST', '/records', {
      body: { model_id: 'm', input: {}, output: {} },
    });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: {
        code: 'engine_unavailable',
        message: expect.stringMatching(/^Nothing can be appended to this ledger\./),
      },
    });
    expect((await api.read(recordListSchema, '/records')).total).toBe(1);
    expect(api.logged.map((each) => JSON.parse(each) as unknown)).toContainEqual(
      expect.objectContaining({ event: 'ledger_not_appendable' }),
    );
  });
});
