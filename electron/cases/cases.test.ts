/**
 * Cases through the API: a bundle comes in, is verified, and is read beside one's own ledger.
 * @push
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { caseSchema, type Case } from '../../shared/contract/cases.ts';
import { findingSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { recordEvidenceSchema, standingSchema } from '../../shared/contract/checkpoints.ts';
import { paginated } from '../../shared/contract/common.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { workspaceSchema } from '../../shared/contract/workspace.ts';
import { TestApi } from '../api/test-api.ts';
import { zipFiles } from '../bundles/testing/zip-files.ts';
import { cases } from '../testing/rounds.ts';

const actor = { id: 'usr_7', role: 'officer' };

/** The ledger of somebody else. */
let theirs: TestApi;
let mine: TestApi;
const ids: string[] = [];
const zips = new Map<string, Buffer>();
let copies = 0;

beforeAll(async () => {
  theirs = await TestApi.open({ key: 7 });
  for (let n = 0; n < 8; n += 1) {
    theirs.now += 1_000;
    const body = { input: { n, word: `sequoia${n}` }, transaction_id: `T-${n}`, context: { n } };
    ids.push((await theirs.append(body)).id);
    if (n === 3) await theirs.send('POST', '/chain/checkpoints');
  }
  const escalate = { action: 'escalate', actor, reason: 'please look' };
  await theirs.send('POST', `/records/${ids[2]}/interventions`, { body: escalate });
  const erasure = { fields: ['context'], legal_basis: 'GDPR Art. 17', actor };
  await theirs.send('POST', `/records/${ids[2]}/erasures`, { body: erasure });
  await theirs.send('POST', '/models', { body: { model_id: 'm', version: '1.0.0' } });
  for (const [kind, body] of [
    // First, so that the index that it appends stands in the others, too.
    ['selection', { kind: 'selection', record_ids: [ids[2], ids[6]] }],
    ['full', { kind: 'full' }],
    ['range', { kind: 'range', range: { from: 2, to: 5 } }],
  ] as const) {
    const job = await theirs.finished(await theirs.send('POST', '/bundles', { body }));
    const response = await theirs.send('GET', `/bundles/${job.job_id}`);
    zips.set(kind, Buffer.from(await response.arrayBuffer()));
  }
});
afterAll(() => theirs.close());
beforeEach(async () => {
  mine = await TestApi.open();
  return () => mine.close();
});

const zipOf = (kind: string) => zips.get(kind) ?? Buffer.alloc(0);

async function sendZip(zip: Buffer): Promise<Job> {
  const headers = { 'content-type': 'application/zip' };
  const body = new Uint8Array(zip);
  return mine.finished(await mine.send('POST', '/cases?name=sent.zip', { body, headers }));
}

async function imported(zip: Buffer): Promise<Case> {
  const job = await sendZip(zip);
  if (job.status !== 'completed') throw new Error(JSON.stringify(job.error));
  return caseSchema.parse(job.result);
}

/** The zip with one file changed, its sums as they were unless told. */
async function changed(kind: string, name: string, change: (text: string) => string) {
  copies += 1;
  const folder = join(mine.dataRoot, `changed-${copies}`);
  writeFileSync(`${folder}.zip`, zipOf(kind));
  spawnSync('python3', ['-m', 'zipfile', '-e', `${folder}.zip`, folder]);
  const path = join(folder, name);
  const before = readFileSync(path, 'utf8');
  expect(change(before)).not.toBe(before);
  writeFileSync(path, change(before));
  await zipFiles(folder, `${folder}.changed.zip`);
  return readFileSync(`${folder}.changed.zip`);
}

describe('A bundle that holds', () => {
  test.each(
    cases<[string, number, number, number]>(
      [['selection', 6, 2, 13]],
      [
        ['full', 13, 8, 13],
        ['range', 6, 4, 13],
      ],
    ),
  )(
    '(%s) becomes a case: VERIFIED_SIGNED, with %i entries and %i records under %i',
    async (kind, entries, records, size) => {
      const found = await imported(zipOf(kind));
      expect(found).toMatchObject({
        name: 'sent.zip',
        kind,
        entries,
        records,
        size,
        verdict: 'VERIFIED_SIGNED',
        findings_total: 0,
        withheld: 0,
        verifier_known: true,
        other_keys: [],
        older_than: null,
        compared: [],
      });
      expect(await mine.read(caseSchema.array(), '/cases')).toEqual([found]);
      expect(await mine.read(caseSchema, `/cases/${found.case_id}`)).toEqual(found);
      expect((await mine.send('GET', '/cases/case_X')).status).toBe(404);
    },
  );

  test.each(cases(['range'], ['full', 'selection']))('(%s) is read like a ledger', async (kind) => {
    const { case_id: caseId, origin } = await imported(zipOf(kind));
    await mine.openCase(caseId);
    expect(await mine.read(workspaceSchema, '/workspace')).toMatchObject({
      kind: 'case',
      case_id: caseId,
      origin,
    });
    const path = '/records?q=sequoia2';
    const [shown] = (await mine.read(recordListSchema, path)).data;
    const [stored] = (await theirs.read(recordListSchema, path)).data;
    // A range ends where it ends: what was done later about its records is not in it.
    expect(shown).toEqual(kind === 'range' ? { ...stored, interventions: [] } : stored);
    const evidence = `/records/${ids[2]}/evidence`;
    const proof = await mine.read(recordEvidenceSchema, evidence);
    const { record, related } = await theirs.read(recordEvidenceSchema, evidence);
    expect(proof.record).toEqual(record);
    expect(proof.related).toEqual(kind === 'range' ? related.slice(1) : related);
    const escalated = await mine.read(recordListSchema, '/records?review=escalated');
    expect(escalated.total).toBe(kind === 'range' ? 0 : 1);
    expect((await mine.read(standingSchema, '/chain/standing')).verdict).toBe('VERIFIED_SIGNED');
    const job = await mine.finished(await mine.send('POST', '/chain/verifications'));
    expect(verificationSchema.parse(job.result)).toMatchObject({
      verdict: 'VERIFIED_SIGNED',
      findings_total: 0,
      counts: { ERASED_DECLARED: 1 },
    });
    const report = await mine.send('GET', `/chain/verifications/${job.job_id}/report`);
    expect(report.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await report.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
  });

  test('is not written to, and two of them stay apart @whole', async () => {
    const full = await imported(zipOf('full'));
    mine.now += 1_000;
    const range = await imported(zipOf('range'));
    expect(range.compared[0]).toMatchObject({ source: full.case_id, verdict: 'VERIFIED_ANCHORED' });
    expect(range.verdict).toBe('VERIFIED_ANCHORED');
    const cases = await mine.read(caseSchema.array(), '/cases');
    expect(cases.map((each) => each.case_id)).toEqual([range.case_id, full.case_id]);
    await mine.openCase(full.case_id);
    const writes = [
      await mine.send('POST', '/records', { body: { model_id: 'm', input: {}, output: {} } }),
      await mine.send('POST', `/records/${ids[0]}/interventions`, {
        body: { action: 'approve', actor },
      }),
      await mine.send('POST', '/chain/checkpoints'),
      await mine.send('POST', '/bundles', { body: { kind: 'full' } }),
      await mine.send('POST', '/datasets', { body: { name: 'x' } }),
    ];
    expect(writes.map((each) => each.status)).toEqual([409, 409, 409, 409, 409]);
  });

  test('can be removed with its files, and not while it is open', async () => {
    const { case_id: first } = await imported(zipOf('full'));
    const { case_id: second } = await imported(zipOf('range'));
    const folder = (id: string) => join(mine.dataRoot, 'cases', id);
    const remove = (id: string, options = {}) => mine.send('DELETE', `/cases/${id}`, options);
    const caller = { mount: 'direct', principal: { kind: 'anonymous' } } as const;
    const headers = { authorization: `Bearer ${mine.apiKey}` };
    expect((await remove(first, { caller, headers })).status).toBe(403);
    await mine.openCase(second);
    expect((await remove(second)).status).toBe(409);
    expect(existsSync(folder(second))).toBe(true);
    const removed = await remove(first);
    expect(removed.status).toBe(200);
    expect(caseSchema.parse(await removed.json()).case_id).toBe(first);
    expect(existsSync(folder(first))).toBe(false);
    expect(mine.changes.at(-1)).toBe('cases');
    expect((await remove(first)).status).toBe(404);
    expect((await remove('..%2Flocal')).status).toBe(404);
    const left = await mine.read(caseSchema.array(), '/cases');
    expect(left.map((each) => each.case_id)).toEqual([second]);
  });
});

describe('A bundle of a ledger that is known here', () => {
  const orders: Record<string, object> = {
    old: { kind: 'full' },
    'new in full': { kind: 'full' },
    'new in part': { kind: 'range', range: { from: 1, to: 3 } },
    'new in part, with a proof': { kind: 'range', range: { from: 1, to: 3 }, since: [5] },
  };
  const made = new Map<string, Buffer>();
  let ledger: TestApi;
  beforeAll(async () => {
    ledger = await TestApi.open({ key: 9 });
    for (let n = 0; n < 4; n += 1) await ledger.append({ input: { n } });
    for (const [name, body] of Object.entries(orders)) {
      const job = await ledger.finished(await ledger.send('POST', '/bundles', { body }));
      const response = await ledger.send('GET', `/bundles/${job.job_id}`);
      made.set(name, Buffer.from(await response.arrayBuffer()));
      if (name === 'old') await ledger.append();
    }
  });
  afterAll(() => ledger.close());

  test.each(
    cases<[string, string, number | null]>(
      [['new in part', 'VERIFIED_SIGNED', 6]],
      [
        ['new in full', 'VERIFIED_ANCHORED', null],
        ['new in part, with a proof', 'VERIFIED_ANCHORED', null],
      ],
    ),
  )(
    'older than one %s is %s, and is never called rolled back',
    async (later, verdict, olderThan) => {
      await imported(made.get(later) ?? Buffer.alloc(0));
      const old = await imported(made.get('old') ?? Buffer.alloc(0));
      expect(old).toMatchObject({ verdict, older_than: olderThan, findings_total: 0 });
      await mine.openCase(old.case_id);
      const job = await mine.finished(await mine.send('POST', '/chain/verifications'));
      expect(job.result).toMatchObject({ verdict, findings_total: 0 });
    },
  );

  test.each(Object.keys(orders).slice(1))(
    'is the same the other way round: %s @whole',
    async (later) => {
      await imported(made.get('old') ?? Buffer.alloc(0));
      const found = await imported(made.get(later) ?? Buffer.alloc(0));
      const isProven = later !== 'new in part';
      expect(found.verdict).toBe(isProven ? 'VERIFIED_ANCHORED' : 'VERIFIED_SIGNED');
    },
  );

  test('under its name with another key is UNKNOWN_KEY, and says where the other is known @whole', async () => {
    const demo = await TestApi.open({ kind: 'demo', demoRecords: 3, key: 3 });
    const twin = await TestApi.open({ kind: 'demo', demoRecords: 3, key: 4 });
    const found: Case[] = [];
    for (const each of [demo, twin]) {
      const body = { kind: 'full' };
      const job = await each.finished(await each.send('POST', '/bundles', { body }));
      const response = await each.send('GET', `/bundles/${job.job_id}`);
      found.push(await imported(Buffer.from(await response.arrayBuffer())));
      await each.close();
    }
    const [first, second] = found;
    expect(first).toMatchObject({ verdict: 'VERIFIED_SIGNED', other_keys: [] });
    expect(second).toMatchObject({
      verdict: 'UNKNOWN_KEY',
      other_keys: [{ source: first?.case_id, vkey: first?.vkey }],
    });
  });
});

describe('A bundle of the form before this one', () => {
  test('is refused by name', async () => {
    const zip = await changed('full', 'manifest.json', (text) =>
      text.replace('proofdesk.bundle/v2', 'proofdesk.bundle/v1'),
    );
    const job = await sendZip(zip);
    expect(job.error?.message).toContain('proofdesk.bundle/v1, which is no longer read');
  });
});

describe('A bundle that was tampered with', () => {
  test('in its verifier is known by that @whole', async () => {
    const zip = await changed('full', 'auditor.py', (text) => `${text}# more\n`);
    expect(await imported(zip)).toMatchObject({ verdict: 'UNVERIFIABLE', verifier_known: false });
  });

  test.each(
    cases<[string, string, (text: string) => string, string, string | null]>(
      [
        [
          'full',
          'entries.ndjson',
          (text: string) => text.split('\n').toSpliced(4, 1).join('\n'),
          'DELETED',
          null,
        ],
      ],
      [
        [
          'full',
          'payloads.ndjson',
          (text: string) => text.slice(text.indexOf('\n') + 1),
          'MISSING_UNDECLARED',
          'context',
        ],
        [
          'range',
          'entries.ndjson',
          (text: string) => text.replace('"confidence":0.9', '"confidence":0.8'),
          'ENTRY_ALTERED',
          'proof',
        ],
        [
          'full',
          'payloads.ndjson',
          (text: string) => text.replace('sequoia3', 'sequoia9'),
          'FIELD_ALTERED',
          'input',
        ],
        [
          'selection',
          'payloads.ndjson',
          (text: string) => text.replace('sequoia6', 'sequoia9'),
          'FIELD_ALTERED',
          'input',
        ],
        [
          'full',
          'entries.ndjson',
          (text: string) =>
            text
              .split('\n')
              .toSpliced(3, 2, ...text.split('\n').slice(3, 5).toReversed())
              .join('\n'),
          'REORDERED',
          null,
        ],
      ],
    ),
  )('(%s, %s) is kept with what was found', async (kind, name, change, verdict, field) => {
    const found = await imported(await changed(kind, name, change));
    expect(found.verdict).toBe('UNVERIFIABLE');
    await mine.openCase(found.case_id);
    const job = await mine.finished(await mine.send('POST', '/chain/verifications'));
    expect(job.result).toMatchObject({ verdict: 'UNVERIFIABLE' });
    const { data } = await mine.read(
      paginated(findingSchema),
      `/chain/verifications/${job.job_id}/findings`,
    );
    expect(data).toContainEqual(expect.objectContaining({ verdict, field }));
    expect(data).toContainEqual(expect.objectContaining({ field: name }));
  });

  test('in its checkpoint is BAD_SIGNATURE', async () => {
    const zip = await changed('full', 'checkpoint.note', (text) =>
      text.replace('\n13\n', '\n12\n'),
    );
    expect((await imported(zip)).verdict).toBe('BAD_SIGNATURE');
  });

  test('of another key and origin is UNKNOWN_KEY @whole', async () => {
    const zip = await changed('full', 'checkpoint.note', (text) =>
      text.replaceAll('proofdesk', 'prooofdesk'),
    );
    expect((await imported(zip)).verdict).toBe('UNKNOWN_KEY');
  });

  test('after it was opened is found too: the case shows other entries than its bundle', async () => {
    const { case_id: caseId } = await imported(zipOf('full'));
    const database = new SqliteDatabase(join(mine.dataRoot, 'cases', caseId, 'proofdesk.db'));
    database.exec(`DROP TRIGGER entries_no_update;
      UPDATE entries SET bytes = replace(bytes, '0.9', '0.8') WHERE seq = 2`);
    database.close();
    await mine.openCase(caseId);
    const job = await mine.finished(await mine.send('POST', '/chain/verifications'));
    expect(job.result).toMatchObject({
      verdict: 'UNVERIFIABLE',
      first_finding: { verdict: 'PROJECTION_MISMATCH', seq: 2, field: 'bytes' },
    });
  });
});
