/** Idempotency keys of decisions in the file: what is kept of them, what an erasure leaves, and how they are found. */
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { createRecordsAnswerSchema } from '../../shared/contract/intake-routes.ts';
import { recordSchema } from '../../shared/contract/records.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { anonymous, TestApi, type SendOptions } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { sha256 } from '../ledger/sha256.ts';
import { fingerprintOf, itemKeyStatements, itemSecretOf } from './item-keys.ts';

const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const item = { model_id: 'm', input: { age: 41 }, output: { decision: 'approve' } };
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const prepared = (body: typeof item) => prepareRecord(body, (bytes) => new Uint8Array(bytes));

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

/** The ledger's file as another connection sees it. */
function look<Result>(read: (database: Database) => Result): Result {
  const database = openReader(join(api.directory, 'proofdesk.db'));
  try {
    return read(database);
  } finally {
    database.close();
  }
}

const rows = () =>
  look((database) => database.prepare('SELECT * FROM item_keys ORDER BY key').all());

function create(key: string, body: object = item, options: SendOptions = {}): Promise<Response> {
  const headers = { 'idempotency-key': key, ...options.headers };
  return api.send('POST', '/records', { body, ...options, headers });
}

describe('The fingerprint', () => {
  test('has the golden values: of a seed, and of the secret itself', () => {
    expect(hex(fingerprintOf(itemSecretOf(seed), prepared(item)))).toBe(
      'cecdb3ea10632953f15033c0c5fac651ed191a9a2893c4b3a6d59997565fcddc',
    );
    expect(hex(fingerprintOf(seed, prepared(item)))).toBe(
      'a9049cf2f56d80cb9b48afba7f7c2e90e7d4643f76d19b30df4ae567c63d9288',
    );
  });

  test('is over the whole decision in canonical form', () => {
    const whole = {
      ...item,
      explanation: { b: [1, 'ü'], a: null },
      confidence: 1e-7,
      policy_id: 'p "1"',
      transaction_id: 't\n',
      context: {},
    };
    const expected = createHmac('sha256', seed)
      .update(`proofdesk.item/v1\0${canonicalJson(whole)}`)
      .digest('hex');
    expect(hex(fingerprintOf(seed, prepared(whole)))).toBe(expected);
  });
});

describe('Scopes', () => {
  /** A key of a role, as a caller. */
  async function caller(role: string, more: object = {}): Promise<SendOptions> {
    const response = await api.send('POST', '/api-keys', { body: { name: role, role, ...more } });
    const { key } = createdApiKeySchema.parse(await response.json());
    return { caller: anonymous, headers: { 'x-api-key': key ?? '' } };
  }

  test('are the account of a key, so that the next key of a service knows what the last one sent', async () => {
    await api.addAccount('lab');
    const [first, second] = [
      await caller('ai_lab', { account_id: 'lab' }),
      await caller('ai_lab', { account_id: 'lab' }),
    ];
    const sent = recordSchema.parse(await (await create('k', item, first)).json());
    const again = recordSchema.parse(await (await create('k', item, second)).json());
    expect(again.id).toBe(sent.id);
    expect(rows()).toEqual([expect.objectContaining({ scope: 'account/lab' })]);
  });

  test('are the key itself without an account, and never meet an account of the same name', async () => {
    await api.addAccount('key_host');
    await create('k', item, { caller: anonymous, headers: { 'x-api-key': api.apiKey } });
    await create('k', item, await caller('ai_lab', { account_id: 'key_host' }));
    await create('k', item, await caller('admin'));
    await create('k', item, await caller('admin'));
    await create('k');
    expect(new Set(rows().map((row) => Object(row).scope)).size).toBe(5);
  });
});

describe('A repeated request', () => {
  test('answers the record as it is by now', async () => {
    const first = await create('k');
    const text = await first.text();
    expect(await (await create('k')).text()).toBe(text);
    const { id } = recordSchema.parse(JSON.parse(text));
    const response = await api.send('POST', `/records/${id}/interventions`, {
      body: {
        action: 'escalate',
        reason: 'Seen',
        actor: { id: 'ana', role: 'compliance' },
      },
    });
    expect([response.status, await response.text()]).toEqual([201, expect.any(String)]);
    const now = recordSchema.parse(await (await create('k')).json());
    expect(now.interventions).toHaveLength(1);
    expect(now).toEqual(await api.read(recordSchema, `/records/${id}`));
  });

  test('leaves no body behind: the table of answers holds none of a decision', async () => {
    await create('k');
    expect(
      look((database) => database.prepare('SELECT count(*) FROM idempotency').pluck().get()),
    ).toBe(0);
  });
});

describe('An erasure', () => {
  const secret = 'Marlene Dietrich 1901';
  const body = { ...item, input: { name: secret } };

  async function erase(id: string, fields: readonly string[]): Promise<void> {
    const response = await api.send('POST', `/records/${id}/erasures`, {
      body: {
        fields,
        legal_basis: 'GDPR Art. 17(1)(b)',
        actor: { id: 'ana', role: 'compliance' },
      },
    });
    if (response.status !== 201) throw new Error(await response.text());
  }

  test.each(['input', 'output'])(
    'of the %s takes the fingerprint along, and any repetition is answered',
    async (field) => {
      const { id } = recordSchema.parse(await (await create('k', body)).json());
      await create('other', item);
      await erase(id, [field]);
      expect(rows()).toEqual([
        expect.objectContaining({ key: 'k', fingerprint: null }),
        expect.objectContaining({ key: 'other', fingerprint: expect.any(Buffer) }),
      ]);
      for (const guess of [body, { ...item, input: { name: 'a guess' } }]) {
        const answer = recordSchema.parse(await (await create('k', guess)).json());
        expect(answer.id).toBe(id);
        expect(JSON.stringify(answer)).toContain('{"erased":true}');
      }
      const batch = await api.send('POST', '/records/batch', {
        body: { records: [{ ...body, idempotency_key: 'k' }] },
      });
      expect(createRecordsAnswerSchema.parse(await batch.json()).results).toEqual([
        expect.objectContaining({ status: 200, id }),
      ]);
    },
  );

  test('leaves in no file the value, or a hash of it or of the decision that has no key', async () => {
    const { id } = recordSchema.parse(await (await create('k', body)).json());
    const texts = [canonicalJson(body), canonicalJson(body.input), JSON.stringify(body), secret];
    const keyed = look((database) =>
      Buffer.from(
        database.prepare<[], Buffer>('SELECT fingerprint FROM item_keys').pluck().get() ?? [],
      ),
    );
    await erase(id, ['input']);
    await api.reopen(() => {
      const files = readdirSync(api.dataRoot, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map((each) => readFileSync(join(each.parentPath, each.name)));
      for (const file of files) {
        expect(file.includes(secret)).toBe(false);
        expect(file.includes(keyed)).toBe(false);
        for (const text of texts) {
          const digest = sha256(text);
          expect(file.includes(digest)).toBe(false);
          expect(file.includes(Buffer.from(digest, 'hex'))).toBe(false);
        }
      }
    });
  });
});

describe('The table', () => {
  test('is append-only, but for a fingerprint that goes', async () => {
    await create('k');
    await api.reopen(async () => {
      const { default: Sqlite } = await import('better-sqlite3');
      const database = new Sqlite(join(api.directory, 'proofdesk.db'));
      for (const sql of [
        'DELETE FROM item_keys',
        "UPDATE item_keys SET scope = 'x'",
        "UPDATE item_keys SET key = 'x'",
        'UPDATE item_keys SET seq = 7',
        "UPDATE item_keys SET fingerprint = x'00'",
      ]) {
        expect(() => database.exec(sql)).toThrow('item_keys is append-only');
      }
      database.exec('UPDATE item_keys SET fingerprint = NULL');
      database.close();
    });
  });

  test.each(Object.entries(itemKeyStatements))(
    '%s goes by an index where one is meant',
    (name, sql) => {
      const steps = look((database) =>
        database
          .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', "'x'")}`)
          .all()
          .map(({ detail }) => detail),
      );
      const walks = name === 'forget';
      expect(steps[0]).toMatch(walks ? /^SCAN item_keys/ : /^SEARCH /);
    },
  );
});
