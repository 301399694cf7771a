/**
 * Witnesses and time-stamping authorities through the API: what counts, what does not, and why.
 * @push
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkpointSchema, standingSchema } from '../../shared/contract/checkpoints.ts';
import {
  authoritySchema,
  keptCosignaturesSchema,
  vouchersSchema,
  voucherTimestampSchema,
} from '../../shared/contract/vouchers.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { verifyConsistency } from '../../shared/ledger/proofs.ts';
import { adminKey, TestApi, type SendOptions } from '../api/test-api.ts';
import { sha256Into } from '../ledger/sha256.ts';
import { hasOpenssl, TestAuthority } from '../proof/testing/authority.ts';
import { TestWitness } from '../proof/testing/witness.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const one = new TestWitness('witness.example/one', 1);
const two = new TestWitness('witness.example/two', 2);
const stranger = new TestWitness('witness.example/three', 3);
const policy = `${one.line}${two.line}group both all ${one.name} ${two.name}\nquorum both\n`;
const vouchers = () => api.read(vouchersSchema, '/chain/vouchers');
const text = { 'content-type': 'text/plain' };

const put = (body: string) =>
  api.send('PUT', '/chain/policy', { body, headers: { 'content-type': 'text/plain' } });
const bring = (body: string, options: SendOptions = {}) =>
  api.send('POST', '/chain/cosignatures', { body, headers: text, ...options });

async function sign() {
  await api.append();
  const response = await api.send('POST', '/chain/checkpoints');
  return checkpointSchema.parse(await response.json());
}

const seconds = () => api.now / 1_000;
const refusalSchema = z.object({
  error: z.object({
    message: z.string(),
    faults: z.array(z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) })),
  }),
});
async function faultOf(response: Response) {
  expect(response.status).toBe(400);
  return refusalSchema.parse(await response.json()).error.faults[0];
}
const preferring = { headers: { ...text, prefer: 'faults' } };

describe('GET /chain/vouchers', () => {
  test('says that nobody vouches for a ledger that was just begun', async () => {
    expect(await vouchers()).toEqual({
      places: [],
      witnesses: [],
      timestamps: [],
      authorities: [],
      quorum: { met: true, text: 'none', size: null },
      oldest_days: 30,
      newest_at: null,
    });
  });

  test('counts a checkpoint that somebody brought from elsewhere', async () => {
    const { note } = await sign();
    await api.send('POST', '/chain/anchors', { body: { note } });
    expect((await vouchers()).newest_at).not.toBeNull();
  });
});

describe('PUT /chain/policy', () => {
  test('keeps the text byte for byte, for its owner alone', async () => {
    expect(await (await api.send('GET', '/chain/policy')).text()).toBe('quorum none\n');
    expect((await put(policy)).status).toBe(200);
    expect(await (await api.send('GET', '/chain/policy')).text()).toBe(policy);
    const file = join(api.directory, 'outside', 'policy');
    expect(readFileSync(file, 'utf8')).toBe(policy);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await vouchers()).toMatchObject({
      witnesses: [
        { name: one.name, size: null, time: null },
        { name: two.name, size: null, time: null },
      ],
      quorum: { met: false, text: 'both', size: null },
    });
  });

  test('names the line at fault, and changes nothing', async () => {
    await put(policy);
    const response = await api.send('PUT', '/chain/policy', {
      body: `${one.line}quorum nobody\n`,
      headers: { ...text, prefer: 'faults' },
    });
    expect(await faultOf(response)).toMatchObject({
      code: 'policy_name_unknown',
      params: { line: 2, name: 'nobody' },
    });
    expect(await (await api.send('GET', '/chain/policy')).text()).toBe(policy);
  });

  test.each([
    ['65,537 bytes', `${'#'.repeat(65_536)}\n`, 413],
    ['bytes that are no text', new Uint8Array([0xff]), 400],
  ])('refuses %s', async (_title, body, status) => {
    const response = await api.send('PUT', '/chain/policy', { body, headers: text });
    expect(response.status).toBe(status);
    expect(existsSync(join(api.directory, 'outside'))).toBe(false);
  });

  test.each(['PUT /chain/policy', 'PUT /chain/places', 'POST /chain/authorities'])(
    '%s is for the person at the machine',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      const caller = { mount: 'direct', principal: adminKey } as const;
      const response = await api.send(method, path, { caller, body: 'quorum none', headers: text });
      expect(response.status).toBe(403);
    },
  );
});

describe('GET /chain/witness-request', () => {
  const request = async (query: string) =>
    (await api.send('GET', `/chain/witness-request?${query}`)).text();

  test('is the body of add-checkpoint: from nothing, then with a proof from what was cosigned', async () => {
    await put(policy);
    const first = await sign();
    expect(await request(`witness=${one.name}`)).toBe(`old 0\n\n${first.note}`);
    await bring(one.cosign(first.note, seconds()));
    const second = await sign();
    const [head = '', note = ''] = splitOnce(await request(`witness=${one.name}`));
    const [old, ...proof] = head.split('\n');
    expect(old).toBe(`old ${first.size}`);
    expect(note).toBe(second.note);
    const [from, to] = [treeOf(first.note), treeOf(second.note)];
    const path = proof.map((each) => Buffer.from(each, 'base64'));
    const claim = { oldSize: from.size, newSize: to.size, oldRoot: from.root, newRoot: to.root };
    expect(verifyConsistency(sha256Into, claim, path)).toBe(true);
    // To a witness that has not cosigned yet it is from nothing.
    expect(await request(`witness=${two.name}`)).toBe(`old 0\n\n${second.note}`);
  });

  test('begins at the size that the witness says it has', async () => {
    await put(policy);
    await sign();
    const { size } = await sign();
    expect(await request(`witness=${one.name}&old=2`)).toMatch(/^old 2\n[A-Za-z0-9+/]+=*\n/);
    const beyond = await api.send('GET', `/chain/witness-request?witness=${one.name}&old=9`);
    expect(size).toBe(3);
    expect(beyond.status).toBe(400);
  });

  test('404 of a witness that the policy does not name', async () => {
    await put(policy);
    const path = `/chain/witness-request?witness=${stranger.name}`;
    expect((await api.send('GET', path)).status).toBe(404);
  });
});

describe('POST /chain/cosignatures', () => {
  beforeEach(() => put(policy));

  test('keeps each line that counts with its checkpoint, and meets the quorum', async () => {
    const { note, size } = await sign();
    const first = await bring(one.cosign(note, seconds()));
    expect(first.status).toBe(201);
    expect(keptCosignaturesSchema.parse(await first.json())).toEqual({
      kept: [{ name: one.name, size, time: new Date(api.now).toISOString() }],
      ignored: 0,
    });
    expect((await vouchers()).quorum).toEqual({ met: false, text: 'both', size: null });
    await bring(`${stranger.cosign(note, seconds())}${two.cosign(note, seconds())}`);
    expect(await vouchers()).toMatchObject({
      witnesses: [{ size }, { size }],
      quorum: { met: true, size },
    });
    const kept = readFileSync(
      join(api.directory, 'outside', 'cosignatures', `${size}.note`),
      'utf8',
    );
    expect(kept).toBe(`${note}${one.cosign(note, seconds())}${two.cosign(note, seconds())}`);
    expect((await api.read(standingSchema, '/chain/standing')).verdict).toBe('VERIFIED_ANCHORED');
  });

  test('takes a whole note, and a line of a checkpoint before the newest', async () => {
    const { note, size } = await sign();
    await sign();
    const response = await bring(note + one.cosign(note, seconds()));
    expect(keptCosignaturesSchema.parse(await response.json())).toMatchObject({
      kept: [{ size }],
      ignored: 1,
    });
  });

  test('keeps the newest line of a witness alone', async () => {
    const { note, size } = await sign();
    for (const time of [seconds(), seconds() + 60, seconds() + 30]) {
      await bring(one.cosign(note, time));
    }
    const kept = readFileSync(
      join(api.directory, 'outside', 'cosignatures', `${size}.note`),
      'utf8',
    );
    expect(kept).toBe(note + one.cosign(note, seconds() + 60));
  });

  test.each([
    [
      'a witness that the policy does not name',
      'witness_unknown',
      (note: string) => stranger.cosign(note, seconds()),
    ],
    [
      'another checkpoint',
      'cosignature_stray',
      (note: string) => one.cosign(note.replace('\n2\n', '\n3\n'), seconds()),
    ],
    [
      'a time more than a day ahead',
      'cosigned_ahead',
      (note: string) => one.cosign(note, seconds() + 86_401),
    ],
    ['no signature line', 'signature_lines', () => 'old 0'],
    ['nothing', 'signature_lines', () => '\n'],
    ['17 lines', 'at_most_items', (note: string) => one.cosign(note, seconds()).repeat(17)],
  ])('refuses %s', async (_title, code, lines) => {
    const { note } = await sign();
    expect(await faultOf(await bring(lines(note), preferring))).toMatchObject({ code });
    expect(existsSync(join(api.directory, 'outside', 'cosignatures'))).toBe(false);
  });

  test('a time a day ahead counts', async () => {
    const { note } = await sign();
    expect((await bring(one.cosign(note, seconds() + 86_400))).status).toBe(201);
  });

  test('the same key of idempotency stands for the same bytes', async () => {
    const { note } = await sign();
    const headers = { ...text, 'idempotency-key': 'k' };
    const first = await (await bring(one.cosign(note, seconds()), { headers })).text();
    expect(await (await bring(one.cosign(note, seconds()), { headers })).text()).toBe(first);
    expect((await bring(two.cosign(note, seconds()), { headers })).status).toBe(409);
  });

  test('no longer counts once the policy names the witness no more', async () => {
    const { note } = await sign();
    await bring(one.cosign(note, seconds()));
    await put(`${two.line}quorum ${two.name}\n`);
    expect(await vouchers()).toMatchObject({ witnesses: [{ size: null }], newest_at: null });
    expect((await api.read(standingSchema, '/chain/standing')).verdict).toBe('VERIFIED_SIGNED');
  });
});

describe.runIf(hasOpenssl)('Time stamps', () => {
  let authority: TestAuthority;
  let pem: string;
  beforeAll(() => {
    authority = new TestAuthority({ kind: 'P-256' });
    pem = pemOf(authority.root);
  });
  afterAll(() => authority.remove());

  const trust = (body: string, options: SendOptions = {}) =>
    api.send('POST', '/chain/authorities', {
      body,
      headers: { 'content-type': 'application/x-pem-file' },
      ...options,
    });
  const query = async (size: number | null) =>
    Buffer.from(await (await api.send('GET', `/chain/timestamp-query?size=${size}`)).arrayBuffer());
  const stamp = (reply: Uint8Array, headers = {}) =>
    api.send('POST', '/chain/timestamps', {
      body: Uint8Array.from(reply),
      headers: { 'content-type': 'application/timestamp-reply', ...headers },
    });

  test('a reply to the query is taken here and by OpenSSL, kept once, and told', async () => {
    await trust(pem);
    const { note, size } = await sign();
    const reply = authority.reply(await query(size));
    expect(
      authority.isVerifiedByOpenssl(reply, `${note.split('\n').slice(0, 5).join('\n')}\n`),
    ).toBe(true);
    const answered = await stamp(reply);
    expect(answered.status).toBe(201);
    const told = voucherTimestampSchema.parse(await answered.json());
    expect(told).toMatchObject({ size, authority: 'CN=Root of a test' });
    await stamp(reply);
    expect(readdirSync(join(api.directory, 'outside', 'timestamps'))).toEqual([`${size}.1.tsr`]);
    expect(readFileSync(join(api.directory, 'outside', 'timestamps', `${size}.1.tsr`))).toEqual(
      reply,
    );
    expect((await vouchers()).timestamps).toEqual([told]);
    const later = await sign();
    await stamp(authority.reply(await query(later.size)));
    expect((await vouchers()).timestamps).toMatchObject([{ size: later.size }]);
  });

  test('of two authorities of one name are told apart by their certificates @whole', async () => {
    const namesake = new TestAuthority({ kind: 'P-256' });
    const trusted = await trust(pem + pemOf(namesake.root));
    const [first, second] = z.array(authoritySchema).parse(await trusted.json());
    const { size } = await sign();
    await stamp(authority.reply(await query(size)));
    expect((await vouchers()).timestamps.map(({ fingerprint }) => fingerprint)).toEqual([
      first?.fingerprint,
    ]);
    await stamp(namesake.reply(await query(size)));
    namesake.remove();
    const told = (await vouchers()).timestamps.map(({ fingerprint }) => fingerprint);
    expect(new Set(told)).toEqual(new Set([first?.fingerprint, second?.fingerprint]));
    expect(told).toHaveLength(2);
  });

  test('400 with the reason, and nothing is kept', async () => {
    const { size } = await sign();
    const reply = authority.reply(await query(size));
    const prefer = { prefer: 'faults' };
    expect(await faultOf(await stamp(reply, prefer))).toMatchObject({ code: 'stamp_untrusted' });
    await trust(pem);
    const cut = await stamp(reply.subarray(0, 100), prefer);
    expect(await faultOf(cut)).toMatchObject({ code: 'stamp_malformed' });
    const deep = Buffer.from('3080'.repeat(40), 'hex');
    expect(await faultOf(await stamp(deep, prefer))).toMatchObject({ code: 'stamp_malformed' });
    const altered = Buffer.from(reply);
    altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
    expect(await faultOf(await stamp(altered, prefer))).toMatchObject({ code: 'stamp_signature' });
    expect((await stamp(Buffer.alloc(65_537))).status).toBe(413);
    expect(existsSync(join(api.directory, 'outside', 'timestamps'))).toBe(false);
  });

  test('409 of no checkpoint that is kept here @whole', async () => {
    await trust(pem);
    await sign();
    const other = await TestApi.open({ key: 1 });
    const asked = await other.send('GET', '/chain/timestamp-query');
    const reply = authority.reply(Buffer.from(await asked.arrayBuffer()));
    await other.close();
    expect((await stamp(reply)).status).toBe(409);
  });

  test('GET /chain/timestamp-query is 404 of a size that none has, and of the ledger unless told', async () => {
    expect((await api.send('GET', '/chain/timestamp-query?size=7')).status).toBe(404);
    const response = await api.send('GET', '/chain/timestamp-query');
    expect(response.headers.get('content-type')).toBe('application/timestamp-query');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(60);
  });

  test('authorities are kept by their fingerprint, and removed', async () => {
    const [kept] = z.array(authoritySchema).parse(await (await trust(`Here:\n${pem}\n`)).json());
    expect(kept?.subject).toBe('CN=Root of a test');
    expect((await vouchers()).authorities).toEqual([kept]);
    const path = `/chain/authorities/${kept?.fingerprint}`;
    expect((await api.send('DELETE', path)).status).toBe(200);
    expect((await api.send('DELETE', path)).status).toBe(404);
    expect((await api.send('DELETE', '/chain/authorities/..%2F..%2Fproofdesk')).status).toBe(404);
    expect((await vouchers()).authorities).toEqual([]);
  });

  test.each([
    ['no certificate', 'certificates', () => 'PEM'],
    ['17 certificates', 'certificates', () => pem.repeat(17)],
    ['what is no certificate', 'certificate_read', () => pemOf(Buffer.from('3000', 'hex'))],
  ])('refuses %s as an authority', async (_title, code, body) => {
    const headers = { 'content-type': 'text/plain', prefer: 'faults' };
    expect(await faultOf(await trust(body(), { headers }))).toMatchObject({ code });
    expect((await vouchers()).authorities).toEqual([]);
  });
});

function treeOf(note: string) {
  const { size = 0, root = '' } = parseCheckpoint(note) ?? {};
  return { size, root: Buffer.from(root, 'base64') };
}

function splitOnce(request: string): string[] {
  const at = request.indexOf('\n\n');
  return [request.slice(0, at), request.slice(at + 2)];
}

function pemOf(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
