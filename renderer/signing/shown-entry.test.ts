/** Texts to sign: the golden ones agree with what is shown, and whatever is altered in them is named. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { differenceOf, isAboutNow, isIdOf, type ShownEntry, type Signing } from './shown-entry.ts';

const vectors = z
  .object({
    person: z.object({ vkey: z.string(), signed_texts: z.record(z.string(), z.string()) }),
  })
  .parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'ledger-vectors.json'), 'utf8'),
    ),
  );
const by = 'usr_00000000000000000000000001';
const signature = { by, key: 'b2fb3cf4' };
const hash = 'sha256:33abf2a0db0c8228f63f5f3355ae67ae746e455676d9150194acfde8001671ea';
const signingAt = (instant: string): Signing => ({
  origin: 'ledger.example/demo',
  signature,
  now: Date.parse(instant),
});
const saltOf = (byte: number) => Buffer.alloc(16, byte).toString('base64url');

const act = vectors.person.signed_texts['9'] ?? '';
const actSigning = signingAt('2026-02-03T00:05:00.000Z');
const actSalts = { outcome: saltOf(0x61), reason: saltOf(0x60) };
const shownAct: ShownEntry = {
  members: {
    type: 'ledger.intervention/v1',
    id: isIdOf('int'),
    action: 'override',
    actor: { id: by, role: 'compliance_officer' },
    meaning: 'proposal',
    n: 1,
    previous_hash: hash,
    record_hash: hash,
    record_id: 'rec_00000000000000000000000001',
  },
  values: { outcome: { decision: 'approve' }, reason: 'Income was verified by payslip.' },
};

const enrolment = vectors.person.signed_texts['4'] ?? '';
const enrolmentSigning = signingAt('2026-01-01T00:02:00.000Z');
const shownEnrolment: ShownEntry = {
  members: {
    type: 'ledger.fact/v1',
    table: 'people',
    id: by,
    by: { id: 'operator', role: 'operator' },
    set: {
      enrolled_at: isAboutNow(enrolmentSigning.now),
      role: 'compliance_officer',
      vkey: vectors.person.vkey,
    },
  },
  values: { name: 'Eva Mayer' },
};

function altered(change: (entry: JsonObject) => void): string {
  const entry = parseStrictJson(act);
  if (!isJsonObject(entry)) throw new TypeError('The golden text is no object.');
  change(entry);
  return canonicalJson(entry);
}

describe('a text that is as shown', () => {
  it('of an intervention is taken', async () => {
    const text = { text: act, salts: actSalts };
    expect(await differenceOf(text, shownAct, actSigning)).toBeUndefined();
  });

  it('of an enrolment is taken', async () => {
    const text = { text: enrolment, salts: { name: saltOf(0x41) } };
    expect(await differenceOf(text, shownEnrolment, enrolmentSigning)).toBeUndefined();
  });

  it('by two is taken where both are expected', async () => {
    const second = { by: 'usr_00000000000000000000000002', key: '00000000' };
    const text = altered((entry) => {
      entry['approval'] = { ...second, at: '2026-02-03T00:04:58.000Z' };
    });
    const prepared = { text, salts: actSalts };
    const byTwo = { ...actSigning, approval: second };
    expect(await differenceOf(prepared, shownAct, byTwo)).toBeUndefined();
    expect(await differenceOf(prepared, shownAct, actSigning)).toBe('approval');
    expect(await differenceOf({ text: act, salts: actSalts }, shownAct, byTwo)).toBe('approval');
  });
});

describe('a text that is another', () => {
  it.each<[string, string, (entry: JsonObject) => void]>([
    ['another record', 'record_id', (entry) => (entry['record_id'] = 'rec_2')],
    ['another place', 'n', (entry) => (entry['n'] = 2)],
    [
      'another act before it',
      'previous_hash',
      (entry) => (entry['previous_hash'] = hash.replace('3', '4')),
    ],
    ['another act', 'action', (entry) => (entry['action'] = 'approve')],
    ['a decision in place of a proposal', 'meaning', (entry) => delete entry['meaning']],
    [
      'another person',
      'actor.id',
      (entry) => (entry['actor'] = { id: 'usr_2', role: 'compliance_officer' }),
    ],
    ['another role', 'actor.role', (entry) => (entry['actor'] = { id: by, role: 'admin' })],
    ['another ledger', 'origin', (entry) => (entry['origin'] = 'ledger.example/other')],
    ['an id that says something', 'id', (entry) => (entry['id'] = 'int_approve')],
    ['a member that is not shown', 'supersedes', (entry) => (entry['supersedes'] = 'int_1')],
    ['a member that every object has', 'constructor', (entry) => (entry['constructor'] = {})],
    ['a member of the prototype', '__proto__', (entry) => (entry['__proto__'] = {})],
    ['a place that only the journal knows', 'seq', (entry) => (entry['seq'] = 9)],
    [
      'another signature',
      'signature.by',
      (entry) =>
        (entry['signature'] = { at: '2026-02-03T00:04:58.000Z', by: 'usr_2', key: 'b2fb3cf4' }),
    ],
    [
      'another key',
      'signature.key',
      (entry) => (entry['signature'] = { at: '2026-02-03T00:04:58.000Z', by, key: '00000000' }),
    ],
    [
      'an old instant',
      'signature.at',
      (entry) => (entry['signature'] = { at: '2026-02-02T23:59:59.000Z', ...signature }),
    ],
    ['no signature', 'signature', (entry) => delete entry['signature']],
    [
      'a commitment more',
      'commit.evidence_viewed',
      (entry) =>
        (entry['commit'] = {
          ...(isJsonObject(entry['commit']) ? entry['commit'] : {}),
          evidence_viewed: hash,
        }),
    ],
    [
      'a commitment less',
      'commit.outcome',
      (entry) =>
        (entry['commit'] = {
          reason: isJsonObject(entry['commit']) ? (entry['commit']['reason'] ?? '') : '',
        }),
    ],
  ])('%s is named', async (_title, path, change) => {
    const prepared = { text: altered(change), salts: actSalts };
    expect(await differenceOf(prepared, shownAct, actSigning)).toBe(path);
  });

  it.each([
    ['another reason', 'commit.reason', { reason: 'Income was verified by payslips.' }],
    ['another outcome', 'commit.outcome', { outcome: { decision: 'decline' } }],
    ['a value that no commitment covers', 'commit.evidence_viewed', { evidence_viewed: ['A'] }],
  ])('%s is named', async (_title, path, values) => {
    const shown = { ...shownAct, values: { ...shownAct.values, ...values } };
    expect(await differenceOf({ text: act, salts: actSalts }, shown, actSigning)).toBe(path);
  });

  it.each([
    ['equal salts', 'salts', { outcome: saltOf(0x61), reason: saltOf(0x61) }],
    ['a short salt', 'salts', { outcome: saltOf(0x61), reason: 'YGBg' }],
    ['no salt', 'salts', { outcome: saltOf(0x61) }],
    ['a salt of nothing', 'commit.other', { ...actSalts, other: saltOf(0x62) }],
    ['another salt', 'commit.reason', { ...actSalts, reason: saltOf(0x62) }],
  ])('%s are named', async (_title, path, salts) => {
    expect(await differenceOf({ text: act, salts }, shownAct, actSigning)).toBe(path);
  });

  it.each([
    ['no JSON', 'sign this'],
    ['no object', '[]'],
    ['another spelling of the same', `${act} `],
    ['a member twice', act.replace('{', '{"n":1,')],
  ])('%s is no text of an entry', async (_title, text) => {
    expect(await differenceOf({ text, salts: actSalts }, shownAct, actSigning)).toBe('text');
  });
});
