/** Entries are written in exactly one way, and only what is exactly an entry is read as one. */
import { describe, expect, it } from 'vitest';
import { canonicalJson, parseStrictJson, StrictJsonError } from './canonical-json.ts';
import {
  commitmentPreimage,
  valueInPreimage,
  decodeEntry,
  erasureEntry,
  genesisEntry,
  interventionEntry,
  otherEntry,
  recordEntry,
  type InterventionEntry,
  type RecordEntry,
} from './entries.ts';
import { EntryFormatError } from './entry-members.ts';

const hash = `sha256:${'ab'.repeat(32)}`;
const createdAt = '2026-01-01T00:00:01.000Z';

const record: RecordEntry = {
  type: 'ledger.record/v1',
  seq: 12,
  id: 'rec_00000000000000000000000001',
  modelId: 'credit "scorer" \u2028',
  createdAt,
  previousHash: hash,
  confidence: 0.93,
  policyId: 'retail\\2026',
  commitments: [
    { field: 'input', hash },
    { field: 'output', hash },
  ],
};

const intervention: InterventionEntry = {
  type: 'ledger.intervention/v1',
  seq: 13,
  id: 'int_1',
  createdAt,
  recordId: 'rec_1',
  recordHash: hash,
  n: 1,
  previousHash: hash,
  action: 'override',
  actor: { id: 'usr_7', role: 'compliance_officer' },
  meaning: 'reviewed',
  signature: {
    at: '2026-01-01T00:00:00.000Z',
    by: 'usr_7',
    key: '0123abcd',
    value: `${'A'.repeat(86)}==`,
  },
  supersedes: 'int_0',
  commitments: [{ field: 'reason', hash }],
};

describe('canonical text', () => {
  it('of a record is what RFC 8785 makes of its members', () => {
    for (const entry of [
      record,
      { ...record, confidence: undefined, policyId: undefined },
      { ...record, confidence: -0, commitments: [] },
      { ...record, confidence: 1e-7 },
      { ...record, accountId: 'acct_"1"' },
    ]) {
      const text = recordEntry(entry);
      expect(canonicalJson(parseStrictJson(text))).toBe(text);
    }
  });

  it('of a commitment is an array of four', () => {
    expect(commitmentPreimage('input', 'salt', '{"a":1}')).toBe(
      '["ledger.field/v1","salt","input",{"a":1}]',
    );
    expect(JSON.parse(commitmentPreimage('a"b', 's\\', '1'))).toEqual([
      'ledger.field/v1',
      's\\',
      'a"b',
      1,
    ]);
  });

  it('of a commitment gives back its value', () => {
    const salt = 'AAAAAAAAAAAAAAAAAAAAAA';
    for (const value of ['{"a":"],\\"input\\","}', '[]', '"","input",', '0']) {
      expect(valueInPreimage(commitmentPreimage('input', salt, value), 'input')).toBe(value);
    }
  });
});

describe('decodeEntry', () => {
  it('reads every kind of entry as it was', () => {
    expect(decodeEntry(recordEntry(record))).toEqual(record);
    expect(decodeEntry(interventionEntry(intervention))).toEqual(intervention);
    const { meaning, signature, supersedes, ...plain } = intervention;
    expect([meaning, signature?.by, supersedes]).toEqual(['reviewed', 'usr_7', 'int_0']);
    expect(decodeEntry(interventionEntry(plain))).toEqual(plain);
    const genesis = { createdAt, origin: 'ledger.example', vkey: 'ledger.example+00+AA' };
    expect(decodeEntry(genesisEntry(genesis))).toEqual({
      ...genesis,
      type: 'ledger.genesis/v1',
      seq: 0,
    });
    const erasure = {
      type: 'ledger.erasure/v1' as const,
      seq: 5,
      createdAt,
      targets: [{ id: 'rec_1', hash, fields: ['input'] }],
      legalBasis: 'GDPR Art. 17',
      actor: { id: 'usr_1', role: 'dpo' },
    };
    expect(decodeEntry(erasureEntry(erasure))).toEqual(erasure);
    const model = {
      type: 'ledger.model/v1' as const,
      seq: 6,
      createdAt,
      commitments: [{ field: 'card', hash }],
      members: { model_id: 'm', version: '1.0.0' },
    };
    expect(decodeEntry(otherEntry(model))).toEqual(model);
    expect(decodeEntry(otherEntry({ ...model, commitments: [] }))).toEqual({
      ...model,
      commitments: [],
    });
  });

  const text = recordEntry(record);
  it.each([
    ['white space', ` ${text}`, EntryFormatError],
    [
      'another order',
      text.replace(/^\{("commit":\{.*?\}),/, '{').replace(/\}$/, ',"commit":{}}'),
      EntryFormatError,
    ],
    ['a name twice', text.replace('{', '{"a":1,"a":2,'), StrictJsonError],
    ['no object', '[]', EntryFormatError],
    ['a member too many', text.replace('"confidence"', '"confi":1,"confidence"'), EntryFormatError],
    ['a member too few', text.replace('"seq":12,', ''), EntryFormatError],
    ['an unknown type', text.replace('record/v1', 'record/v2'), EntryFormatError],
    ['a hash in capitals', text.replaceAll('ab', 'AB'), EntryFormatError],
    ['a day that does not exist', text.replace('2026-01-01', '2026-02-30'), EntryFormatError],
    ['a seq that is no integer', text.replace('"seq":12', '"seq":12.5'), EntryFormatError],
    ['a record as entry 0', text.replace('"seq":12', '"seq":0'), EntryFormatError],
    ['null for an optional member', text.replace('0.93', 'null'), EntryFormatError],
  ])('refuses %s', (_name, altered, error) => {
    expect(altered).not.toBe(text);
    expect(() => decodeEntry(altered)).toThrow(error);
  });

  it('refuses an action that there is not, and an actor without a role', () => {
    const written = interventionEntry(intervention);
    expect(() => decodeEntry(written.replace('"override"', '"ignore"'))).toThrow(EntryFormatError);
    expect(() => decodeEntry(written.replace(',"role":"compliance_officer"', ''))).toThrow(
      EntryFormatError,
    );
  });
});
