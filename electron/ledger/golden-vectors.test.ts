/** The golden vectors of the ledger format: other people's verifiers depend on these bytes. */
import { afterAll, describe, expect, it } from 'vitest';
import type { CommittedField } from '../../shared/contract/records.ts';
import {
  commitment,
  commitmentPreimage,
  decodeEntry,
  entryHash,
  genesisEntry,
  interventionEntry,
  recordEntry,
} from '../../shared/ledger/entries.ts';
import { leafHash, treeRoot } from '../../shared/ledger/merkle.ts';
import { openReader, openWriter } from '../database/open-database.ts';
import { Journal } from './journal.ts';
import { checkpointText, createLedgerKey, verifyNote } from './ledger-key.ts';
import { prepareRecord } from './prepare-record.ts';
import { sha256, sha256Into } from './sha256.ts';
import { temporaryFolder, testSeed } from './testing/test-ledger.ts';
import { readTreeRoot } from './tree-store.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';

const origin = 'ledger.example/demo';
const key = createLedgerKey(origin, testSeed);
const vkey = 'ledger.example/demo+7b8488d1+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4';

const h0 = 'sha256:ba43f262bfec710046a0d5e9375125938e8b4217ba9da0b0276ffc9cbcf8b441';
const h1 = 'sha256:33abf2a0db0c8228f63f5f3355ae67ae746e455676d9150194acfde8001671ea';
const h2 = 'sha256:86461abbc12e7abfb9504415e46c297542f9430331c5bbbc6f266af11719b871';
const h3 = 'sha256:6cbfc7d7f7d4e38000339934f6b545dd0b33d8458a634e25482b24af9a98d44c';

const e0 = `{"alg":"sha256","canon":"RFC8785","created_at":"2026-01-01T00:00:00.000Z","origin":"ledger.example/demo","seq":0,"type":"ledger.genesis/v1","vkey":"${vkey}"}`;
const e1 = `{"commit":{"input":"sha256:912fd8974b5a2b0f7045fdb9344ed23bfea4594c0bee5643648f227a3a08d398","output":"sha256:2de2e24a5a3fca9236802a2e9e7b101593404f56e0bd3222e4e1a0dadab02d09"},"confidence":0.93,"created_at":"2026-01-01T00:00:01.000Z","id":"rec_00000000000000000000000001","model_id":"credit-scorer","previous_hash":"${h0}","seq":1,"type":"ledger.record/v1"}`;
const e2 = `{"commit":{"input":"sha256:7ef7bbebffb4a8a55f9a3f67230baa391153c6aa591d5057de02b5a5d107d1a7","output":"sha256:87b707f010ccb26583be9cf3eb48059da8832375e1e368612237cd5efd3716db"},"confidence":0.93,"created_at":"2026-01-01T00:00:02.000Z","id":"rec_00000000000000000000000002","model_id":"credit-scorer","previous_hash":"${h1}","seq":2,"type":"ledger.record/v1"}`;
const e3 = `{"action":"override","actor":{"id":"usr_7","role":"compliance_officer"},"commit":{"outcome":"sha256:cba5d3d0ae17d5db87126d91d79c22bcfeb23b96efb69edaea0701ebf25e9d09","reason":"sha256:ee1fdbae5d53d72d63031a05a3907ee2cee249e7b9f1a2e9ec79eacec01d76d4"},"created_at":"2026-01-01T00:01:00.000Z","id":"int_00000000000000000000000001","n":1,"previous_hash":"${h2}","record_hash":"${h2}","record_id":"rec_00000000000000000000000002","seq":3,"type":"ledger.intervention/v1"}`;

function salt(byte: number): string {
  return Buffer.alloc(16, byte).toString('base64url');
}

function commitTo(field: CommittedField | 'outcome', byte: number, value: string) {
  return { field, hash: commitment(sha256, field, salt(byte), value) };
}

const folder = temporaryFolder();
afterAll(folder.remove);

describe('golden vectors', () => {
  it('verifier key', () => {
    expect(key.vkey).toBe(vkey);
  });

  it('commitment', () => {
    const value = '{"age":41,"income":52000.5}';
    expect(commitmentPreimage('input', salt(0x01), value)).toBe(
      '["ledger.field/v1","AQEBAQEBAQEBAQEBAQEBAQ","input",{"age":41,"income":52000.5}]',
    );
    expect(commitTo('input', 0x01, value).hash).toBe(
      'sha256:912fd8974b5a2b0f7045fdb9344ed23bfea4594c0bee5643648f227a3a08d398',
    );
  });

  it('genesis', () => {
    const text = genesisEntry({ createdAt: '2026-01-01T00:00:00.000Z', origin, vkey: key.vkey });
    expect(text).toBe(e0);
    expect(entryHash(sha256, text)).toBe(h0);
  });

  it('records', () => {
    const common = { modelId: 'credit-scorer', confidence: 0.93 };
    const first = recordEntry({
      ...common,
      seq: 1,
      id: 'rec_00000000000000000000000001',
      createdAt: '2026-01-01T00:00:01.000Z',
      previousHash: h0,
      commitments: [
        commitTo('input', 0x01, '{"age":41,"income":52000.5}'),
        commitTo('output', 0x11, '{"decision":"approve"}'),
      ],
    });
    expect(first).toBe(e1);
    expect(entryHash(sha256, first)).toBe(h1);
    const second = recordEntry({
      ...common,
      seq: 2,
      id: 'rec_00000000000000000000000002',
      createdAt: '2026-01-01T00:00:02.000Z',
      previousHash: h1,
      commitments: [
        commitTo('input', 0x02, '{"age":23}'),
        commitTo('output', 0x12, '{"decision":"deny"}'),
      ],
    });
    expect(second).toBe(e2);
    expect(entryHash(sha256, second)).toBe(h2);
  });

  it('intervention', () => {
    const text = interventionEntry({
      seq: 3,
      id: 'int_00000000000000000000000001',
      createdAt: '2026-01-01T00:01:00.000Z',
      recordId: 'rec_00000000000000000000000002',
      recordHash: h2,
      n: 1,
      previousHash: h2,
      action: 'override',
      actor: { id: 'usr_7', role: 'compliance_officer' },
      commitments: [
        commitTo('outcome', 0x62, '{"decision":"approve"}'),
        {
          field: 'reason',
          hash: 'sha256:ee1fdbae5d53d72d63031a05a3907ee2cee249e7b9f1a2e9ec79eacec01d76d4',
        },
      ],
    });
    expect(text).toBe(e3);
    expect(entryHash(sha256, text)).toBe(h3);
  });

  it('are all read back', () => {
    expect([e0, e1, e2, e3].map((text) => decodeEntry(text).seq)).toEqual([0, 1, 2, 3]);
  });

  it('checkpoint and signature', () => {
    const leaves = [e0, e1, e2, e3].map((text) => Buffer.from(leafHash(sha256, text), 'hex'));
    const root = treeRoot(sha256Into, 4, () => Buffer.concat(leaves));
    const text = checkpointText(origin, 4, root);
    expect(text).toBe('ledger.example/demo\n4\nV5eEF2DrDS/uOdl+haup3ZUkM0VeoTLw38frxvKQ1iU=\n');
    const note = key.signNote(text);
    expect(note).toBe(
      `${text}\n— ledger.example/demo e4SI0RuoNZ1a10FaWIRFt0PuzT/I5AjSxZ+910YbBAMMSlIWRatJGYvI/36Ri23UbRjt8r8N9f5XDdrablsmkRjpkAg=\n`,
    );
    expect(verifyNote(note, vkey)).toBe(true);
  });

  it('are what the journal writes, and what verification accepts', async () => {
    const path = `${folder.path}/proofdesk.db`;
    const database = openWriter(path);
    const salts = [0x01, 0x11, 0x02, 0x12];
    let now = Date.parse('2026-01-01T00:00:00.000Z');
    let ids = 0;
    const random = (bytes: number) =>
      Buffer.concat(Array.from({ length: bytes / 16 }, () => Buffer.alloc(16, salts.shift() ?? 0)));
    const journal = new Journal(database, {
      clock: () => now,
      random,
      createId: (prefix) => `${prefix}_${String((ids += 1)).padStart(26, '0')}`,
    });
    journal.ensureGenesis({ origin, vkey: key.vkey });
    const bodies = [
      { input: { income: 52000.5, age: 41 }, output: { decision: 'approve' } },
      { input: { age: 23 }, output: { decision: 'deny' } },
    ];
    for (const body of bodies) {
      now += 1_000;
      const prepared = prepareRecord(
        { ...body, model_id: 'credit-scorer', confidence: 0.93 },
        random,
      );
      journal.transaction(() => journal.appendRecord(prepared));
    }
    now = Date.parse('2026-01-01T00:01:00.000Z');
    journal.transaction(() => journal.appendEntry(() => e3));
    expect(database.prepare('SELECT bytes FROM entries ORDER BY seq').pluck().all()).toEqual([
      e0,
      e1,
      e2,
      e3,
    ]);
    expect(Buffer.from(readTreeRoot(database, 4), 'hex').toString('base64')).toBe(
      'V5eEF2DrDS/uOdl+haup3ZUkM0VeoTLw38frxvKQ1iU=',
    );
    database.close();
    const reader = openReader(path);
    const findings: string[] = [];
    const result = await verifyLedger(reader, {
      onFinding: (finding) => findings.push(`${finding.verdict} ${finding.field}`),
      onProgress: () => true,
    });
    reader.close();
    // The vectors give the intervention's commitments, not its payload, its row or its count.
    expect(findings).toEqual([
      'PROJECTION_MISMATCH interventions',
      'MISSING_UNDECLARED outcome',
      'MISSING_UNDECLARED reason',
      'PROJECTION_MISMATCH intervention_count',
    ]);
    expect(result.head_hash).toBe(h3);
    expect(result.root_hash).toBe(`sha256:${readTreeRootHex()}`);
  });
});

function readTreeRootHex(): string {
  return Buffer.from('V5eEF2DrDS/uOdl+haup3ZUkM0VeoTLw38frxvKQ1iU=', 'base64').toString('hex');
}
