/**
 * The clients in TypeScript and Python keep the same promises: whatever happens on the way, each decision is in the
 * ledger once, or it is beside the spool with what the ledger said of it.
 * @push
 */
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ClientProcess,
  languages,
  type ClientSetting,
  type Language,
} from './testing/client-process.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { createSmallLedger, smallLedgerKey, type SmallLedger } from './testing/small-ledger.ts';
import { LoopbackHost } from './testing/loopback-host.ts';
import { numberOf, openWay, type Way } from './testing/way-to-ledger.ts';

/** Numbers of decisions. */
const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n);

let folder: string;
let ledger: SmallLedger;
let way: Way;
const clients: ClientProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-client-'));
  ledger = createSmallLedger();
  way = await openWay(ledger.take);
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.kill()));
  await way.close();
  rmSync(folder, { recursive: true, force: true });
});

const spool = () => join(folder, 'spool', 'decisions');

async function start(
  language: Language,
  setting: Partial<ClientSetting> & { readonly isWithoutSpool?: true } = {},
): Promise<ClientProcess> {
  const { isWithoutSpool, ...own } = setting;
  const client = await ClientProcess.start(language, {
    base_url: way.baseUrl,
    api_key: smallLedgerKey,
    speed: 10,
    ...(isWithoutSpool === true ? {} : { spool: spool() }),
    ...own,
  });
  clients.push(client);
  return client;
}

function refusedLines(): { status: number; error: { code: string }; item: unknown }[] {
  return readFileSync(`${spool()}.refused.ndjson`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const away = () => 'cut' as const;
const through = () => 'through' as const;
const portal = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Sign in</p>' };

describe.each(languages)('%s', (language) => {
  test('sends in order, at most 500 at once, and hands on a receipt for each', async () => {
    const client = await start(language);
    await client.log(upTo(1_203));
    expect(await client.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual(upTo(1_203));
    expect(Math.max(...way.batches.map((batch) => batch.length))).toBe(500);
    expect(new Set(client.receipts.map(({ id }) => id)).size).toBe(1_203);
    const keys = client.receipts.map(({ idempotency_key: key }) => key);
    expect(new Set(keys).size).toBe(1_203);
    expect(keys.filter((key) => !/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab]/.test(key))).toEqual(
      [],
    );
    expect(await client.close()).toEqual({
      isEmpty: true,
      stats: { waiting: 0, confirmed: 1_203, refused: 0, dropped: 0, damaged: 0 },
    });
    expect(statSync(spool()).size).toBe(0);
  });

  test('sends by itself, what there is after a second @whole', async () => {
    const client = await start(language);
    await client.log([1, 2]);
    await expect.poll(() => ledger.numbers()).toEqual([1, 2]);
    expect(way.batches).toEqual([[1, 2]]);
    await client.close();
  });

  test('keeps what it cannot send for the next process, for its owner alone @whole', async () => {
    way.rule = away;
    const first = await start(language);
    await first.log(upTo(50));
    expect(await first.flush(2)).toBe(false);
    expect(await first.close(1)).toMatchObject({ isEmpty: false, stats: { waiting: 50 } });
    expect(statSync(join(folder, 'spool')).mode & 0o777).toBe(0o700);
    const files = readdirSync(join(folder, 'spool'));
    expect(files.toSorted()).toEqual(['decisions', 'decisions.cursor']);
    for (const file of files) {
      expect(statSync(join(folder, 'spool', file)).mode & 0o777).toBe(0o600);
    }
    way.rule = through;
    const second = await start(language);
    expect(await second.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual(upTo(50));
    await second.close();
  });

  test('loses nothing when it is killed @whole', async () => {
    way.steps.push('lost', 'through', 'lost');
    const first = await start(language);
    await first.log(upTo(900));
    await expect.poll(() => way.batches.length).toBeGreaterThan(1);
    await first.kill();
    const second = await start(language);
    await second.log(upTo(100, 900));
    expect(await second.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual(upTo(1_000));
    await second.close();
  });

  test('sends again what a server took that was killed before it answered', async () => {
    way.steps.push('lost', 'cut', portal, { status: 503, body: 'not yet' }, 'lost');
    const client = await start(language);
    await client.log(upTo(120));
    expect(await client.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual(upTo(120));
    expect((await client.stats()).confirmed).toBe(120);
    await client.close();
  });

  test('comes back after a 429 when it was told to, else a little later each time @whole', async () => {
    way.steps.push({ status: 429, headers: { 'retry-after': '12' }, body: '{}' });
    const client = await start(language);
    await client.log(upTo(3));
    expect(await client.flush()).toBe(true);
    const waits = await client.waits();
    expect(waits.filter((seconds) => seconds > 11 && seconds <= 12).length).toBeGreaterThan(0);
    expect(await ledger.numbers()).toEqual(upTo(3));
    await client.close();
  });

  test('puts what is refused beside the spool, and goes on with the others', async () => {
    const client = await start(language);
    await client.log(upTo(10), (n) => (n === 2 || n === 7 ? { output: undefined } : {}));
    expect(await client.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual([0, 1, 3, 4, 5, 6, 8, 9]);
    const expected = [2, 7].map((n) =>
      expect.objectContaining({
        status: 400,
        error: expect.objectContaining({
          code: 'validation_error',
          details: [expect.objectContaining({ field: 'output' })],
        }),
        item: expect.objectContaining({ input: { n } }),
      }),
    );
    expect(client.refusals).toEqual(expected);
    expect(refusedLines()).toEqual(expected);
    expect(statSync(`${spool()}.refused.ndjson`).mode & 0o777).toBe(0o600);
    expect((await client.close()).stats).toMatchObject({ confirmed: 8, refused: 2, waiting: 0 });
  });

  test('halves what is too large, down to the one that no request may hold @whole', async () => {
    way.rule = () => {
      const batch = way.batches.at(-1) ?? [];
      const isTooLarge = batch.length > 8 || batch.includes(13);
      const error = { code: 'payload_too_large', message: 'Too large' };
      return isTooLarge ? { status: 413, body: JSON.stringify({ error }) } : 'through';
    };
    const client = await start(language);
    await client.log(upTo(40));
    expect(await client.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual(upTo(40).filter((n) => n !== 13));
    expect(refusedLines()).toMatchObject([
      { status: 413, error: { code: 'payload_too_large' }, item: { input: { n: 13 } } },
    ]);
    await client.close();
  });

  test('leaves out lines that are torn or no decisions, and counts them', async () => {
    way.rule = away;
    const first = await start(language);
    await first.log(upTo(5));
    await first.kill();
    const [line = ''] = readFileSync(spool(), 'utf8').split('\n');
    appendFileSync(
      spool(),
      `no decision\n${line.replace('"n":0', '"n":9').replace(/.{8}"}$/, '99999999"}')}\n{"model_`,
    );
    way.rule = through;
    const second = await start(language);
    await second.log([6]);
    expect(await second.flush()).toBe(true);
    expect((await ledger.numbers()).toSorted((left, right) => left - right)).toEqual([
      0, 1, 2, 3, 4, 6, 9,
    ]);
    expect((await second.close()).stats).toMatchObject({ damaged: 2, waiting: 0 });
  });

  test('begins anew where its cursor makes no sense: the ledger knows what it has @whole', async () => {
    const first = await start(language);
    await first.log(upTo(100));
    await expect.poll(() => first.receipts.length).toBe(100);
    way.rule = away;
    await first.log(upTo(20, 100));
    await first.kill();
    writeFileSync(`${spool()}.cursor`, '99999999999999999999');
    way.rule = through;
    const second = await start(language);
    expect(await second.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual(upTo(120));
    await second.close();
  });

  test('keeps in memory what a full disk does not take', async () => {
    way.rule = away;
    const client = await start(language, { blocks: 16 });
    await client.log(upTo(300));
    expect(statSync(spool()).size).toBeLessThanOrEqual(8_192);
    expect(await client.stats()).toMatchObject({ waiting: 300, dropped: 0 });
    way.rule = through;
    expect(await client.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual(upTo(300));
    await client.log(upTo(10, 300));
    expect((await client.close()).stats).toMatchObject({ confirmed: 310, dropped: 0 });
    expect(await ledger.numbers()).toEqual(upTo(310));
  });

  test('takes no more than a spool may hold @whole', async () => {
    way.rule = away;
    const client = await start(language, { maximum_bytes: 4_096 });
    await client.log(upTo(100));
    const { waiting, dropped } = await client.stats();
    expect([waiting + dropped, dropped > 50]).toEqual([100, true]);
    way.rule = through;
    expect(await client.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual(upTo(waiting));
    await client.close();
  });

  test('stops at a key that is not known, says so once, and goes on when told @whole', async () => {
    way.steps.push({ status: 401, body: '{"error":{"code":"unauthorized","message":"No"}}' });
    const client = await start(language);
    await client.log(upTo(3));
    expect(await client.flush()).toBe(false);
    await client.log(upTo(200, 3));
    expect(await client.flush()).toBe(false);
    expect(client.stops).toEqual([{ status: 401, error: { code: 'unauthorized', message: 'No' } }]);
    expect(way.batches).toHaveLength(1);
    await client.retry();
    expect(await client.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual(upTo(203));
    await client.close();
  });

  test('has a spool to itself @whole', async () => {
    const first = await start(language);
    for (const other of languages) {
      await expect(start(other)).rejects.toThrow('Another process has the spool');
    }
    await first.kill();
    const second = await start(language);
    await second.close();
  });

  test('goes on with the spool of the other language @whole', async () => {
    const other = languages[1 - languages.indexOf(language)] ?? language;
    const first = await start(other);
    await first.log(upTo(100), () => ({ context: { text: 'größer ≠ 大' } }));
    await expect.poll(() => first.receipts.length).toBe(100);
    way.rule = away;
    await first.log(upTo(30, 100), () => ({ context: { text: 'größer ≠ 大' } }));
    await first.kill();
    way.rule = through;
    const second = await start(language);
    expect(await second.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual(upTo(130));
    await second.close();
  });

  test('refuses by itself what no request may hold @whole', async () => {
    const client = await start(language);
    await client.log([1, 2], (n) => (n === 1 ? { context: { text: 'x'.repeat(4_194_304) } } : {}));
    expect(await client.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual([2]);
    expect(client.refusals.map(({ status, error }) => [status, error.code])).toEqual([
      [0, 'payload_too_large'],
    ]);
    await client.close();
  });

  test('without a spool holds 10,000 and lets the newest go @whole', async () => {
    way.rule = away;
    const client = await start(language, { isWithoutSpool: true });
    await client.log(upTo(10_050));
    expect(await client.stats()).toMatchObject({ waiting: 10_000, dropped: 50 });
    way.rule = through;
    expect(await client.flush()).toBe(true);
    expect(await ledger.numbers()).toEqual(upTo(10_000));
    await client.close();
  });

  test('without a spool gives a batch up after 15 minutes @whole', async () => {
    way.rule = away;
    const client = await start(language, { isWithoutSpool: true, speed: 5_000 });
    await client.log(upTo(3));
    expect(await client.flush(200_000)).toBe(true);
    expect((await client.close()).stats).toMatchObject({ waiting: 0, dropped: 3, confirmed: 0 });
    expect(way.batches.length).toBeGreaterThan(1);
  });
});

/** A host in place of the small ledger, behind the same way. */
function ledgerOf(host: LoopbackHost): SmallLedger {
  return {
    async take(body) {
      const {
        status,
        headers,
        body: answer,
      } = await host.sendWithKey('/v1/records/batch', {
        method: 'POST',
        body,
      });
      const after = headers['retry-after'];
      return {
        status,
        body: answer,
        ...(after === undefined ? {} : { headers: { 'retry-after': after } }),
      };
    },
    async numbers() {
      const { body } = await host.sendWithKey('/v1/records?limit=500&order=asc');
      return recordListSchema.parse(JSON.parse(body)).data.map(numberOf);
    },
  };
}

describe.each(languages)('With a host, %s', (language) => {
  let host: LoopbackHost;
  beforeEach(async () => {
    host = await LoopbackHost.start();
    await way.close();
    ledger = ledgerOf(host);
    way = await openWay(ledger.take);
  });
  afterEach(() => host.close());

  test('has each decision in the ledger once, or beside the spool', async () => {
    way.steps.push('lost', 'cut', { status: 429, headers: { 'retry-after': '1' }, body: '{}' });
    const first = await start(language);
    await first.log(upTo(250), (n) => (n % 100 === 7 ? { output: undefined } : {}));
    await expect.poll(() => way.batches.length).toBeGreaterThan(1);
    await first.kill();
    way.steps.push('lost');
    const second = await start(language);
    await second.log(upTo(50, 250));
    expect(await second.flush()).toBe(true);
    const refused = [7, 107, 207];
    expect(await ledger.numbers()).toEqual(upTo(300).filter((n) => !refused.includes(n)));
    const written = new Set(refusedLines().map(({ item }) => numberOf(item)));
    expect([...written]).toEqual(refused);
    await second.close();
  });
});
