/** Evidence that holds, and every way found to alter it. */
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../shared/contract/evidence.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { evidenceResource, sealEvidence } from './create-evidence.ts';
import { statementPayloadType } from './envelope.ts';
import { evidenceSide, oldLeafSalts } from './evidence-leaves.ts';
import type { EvidenceRow } from './evidence.ts';
import { hashBefore, sampleEvidence, sampleKey, samplePlace } from './testing/sample-evidence.ts';
import { verifyEvidence, type EvidenceWitnesses } from './verify-evidence.ts';

const { evidence, entryText, order, prepared } = sampleEvidence('transformation');
const witnesses: EvidenceWitnesses = {
  vkey: sampleKey.vkey,
  entryText,
  previousHash: hashBefore,
  inputs: order.inputs,
  outputs: order.outputs,
};

/** Names of the checks with each outcome. */
function outcomes(subject: Evidence, held: EvidenceWitnesses = witnesses) {
  const { checks, verdict } = verifyEvidence(subject, held);
  expect(checks.map(({ name }) => name)).toEqual([
    'signature',
    'statement',
    'entry',
    'link',
    'inputs',
    'outputs',
  ]);
  const named = (outcome: string) =>
    checks.filter((check) => check.outcome === outcome).map(({ name }) => name);
  return { verdict, failed: named('failed'), not_checked: named('not_checked') };
}

describe('verification', () => {
  it('finds everything in order where everything is at hand', () => {
    expect(outcomes(evidence)).toEqual({ verdict: 'VALID', failed: [], not_checked: [] });
  });

  it('says what it could not check', () => {
    expect(outcomes(evidence, { vkey: sampleKey.vkey })).toEqual({
      verdict: 'VALID',
      failed: [],
      not_checked: ['entry', 'link', 'inputs', 'outputs'],
    });
    const operation = sampleEvidence('operation');
    expect(
      outcomes(operation.evidence, { ...witnesses, entryText: operation.entryText }).not_checked,
    ).toEqual(['outputs']);
  });

  it('holds of an aggregation, and notices another number of withheld groups', () => {
    const aggregation = sampleEvidence('aggregation');
    const held = { ...witnesses, ...aggregation, inputs: [], outputs: aggregation.order.outputs };
    expect(outcomes(aggregation.evidence, held)).toEqual({
      verdict: 'VALID',
      failed: [],
      not_checked: [],
    });
    const counts = { ...aggregation.evidence.counts, withheld: 1 };
    expect(outcomes({ ...aggregation.evidence, counts }, held).failed).toContain('statement');
  });

  it('passes over rows that were erased, and finds others all the same', () => {
    const rows = [...order.inputs];
    const outcomeOf = (inputs: readonly (EvidenceRow | null)[]) =>
      verifyEvidence(evidence, { ...witnesses, inputs }).checks.find(
        ({ name }) => name === 'inputs',
      );
    expect(outcomeOf([rows[0] ?? null, null, rows[2] ?? null])).toMatchObject({ outcome: 'ok' });
    expect(outcomeOf([null, null, null])?.message).toBe(
      '0 rows are those of their leaves; 3 were erased.',
    );
    const other = [null, ...rows.slice(1).toReversed()];
    expect(outcomeOf(other)?.message).toBe('Row 2, rec_1, is not the one of its leaf.');
  });

  it('takes evidence from before there were receipts by its own secret', () => {
    const oldSecret = Buffer.alloc(32, 7).toString('base64url');
    const inputs = evidenceSide(order.inputs, 'inputs', oldLeafSalts(oldSecret));
    const outcomeOf = (secret: string | undefined) =>
      verifyEvidence({ ...evidence, inputs }, { ...witnesses, oldSecret: secret }).checks.find(
        ({ name }) => name === 'inputs',
      )?.outcome;
    expect([outcomeOf(oldSecret), outcomeOf(undefined)]).toEqual(['ok', 'failed']);
  });

  it('holds after purpose, parameters, metadata and report were erased', () => {
    const erased = evidenceResource({ ...prepared, values: [] }, samplePlace, evidence);
    expect(outcomes(erased).failed).toEqual([]);
    const anew = sealEvidence({ ...prepared, values: [] }, samplePlace, sampleKey);
    const withoutValues = evidenceResource({ ...prepared, values: [] }, samplePlace, anew);
    expect(outcomes(withoutValues)).toMatchObject({ verdict: 'VALID', failed: [] });
  });

  const forged = `sha256:${'0'.repeat(64)}`;
  it.each<[string, Partial<Evidence>, string[]]>([
    ['evidence_id', { evidence_id: 'ev_other' }, ['statement', 'inputs', 'outputs']],
    ['transformation_id', { transformation_id: 'transform_2' }, ['statement']],
    ['operation_id', { transformation_id: undefined, operation_id: 'op_1' }, ['statement']],
    ['session_id', { session_id: 'sess_2' }, ['statement']],
    ['dataset_id', { dataset_id: 'ds_other' }, ['statement']],
    ['created_at', { created_at: '2026-01-01T00:00:06.000Z' }, ['statement']],
    ['actor', { actor: { id: 'usr_8', role: 'researcher' } }, ['statement']],
    ['purpose', { purpose: 'another' }, ['statement']],
    ['metadata', { metadata: { operator: 'Bob' } }, ['statement']],
    ['report', { report: { notes: [] } }, ['statement']],
    ['parameters', { action: { ...evidence.action, parameters: {} } }, ['statement']],
    ['method', { action: { ...evidence.action, method: 'mask' } }, ['statement']],
    ['key_id', { action: { ...evidence.action, key_id: null } }, ['statement']],
    ['counts', { counts: { changed: 2, skipped: 0 } }, ['statement']],
    ['sequence', { sequence: 13 }, ['statement']],
    ['previous_hash', { previous_hash: forged }, ['statement', 'link']],
    ['hash', { hash: forged }, ['statement', 'entry']],
    ['outputs', { outputs: null }, ['statement']],
    [
      'inputs root',
      { inputs: { ...evidence.inputs, merkle_root: forged } },
      ['statement', 'inputs'],
    ],
    ['inputs count', { inputs: { ...evidence.inputs, count: 4 } }, ['statement', 'inputs']],
  ])('notices another %s', (_member, change, failed) => {
    expect(outcomes({ ...evidence, ...change })).toMatchObject({ verdict: 'INVALID', failed });
  });

  it('notices leaves that were changed, swapped or renamed', () => {
    const { leaves } = evidence.inputs;
    const renamed = leaves.map((leaf, index) => (index === 1 ? { ...leaf, record_id: 'x' } : leaf));
    for (const other of [leaves.toReversed(), leaves.slice(1), renamed]) {
      const subject = { ...evidence, inputs: { ...evidence.inputs, leaves: other } };
      expect(outcomes(subject).failed).toEqual(['inputs']);
    }
  });

  it('names the row that is not the one of its leaf', () => {
    const outputs = [...(order.outputs ?? [])].map((row, index) =>
      index === 1 ? { ...row, document: { ...row.document, mark: 'OUT' } } : row,
    );
    const { checks, verdict } = verifyEvidence(evidence, { ...witnesses, outputs });
    expect(verdict).toBe('INVALID');
    expect(checks.find(({ name }) => name === 'outputs')?.message).toBe(
      'Row 2, rec_1, is not the one of its leaf.',
    );
    expect(outcomes(evidence, { ...witnesses, inputs: order.outputs }).failed).toEqual(['inputs']);
    expect(outcomes(evidence, { ...witnesses, inputs: [] }).failed).toEqual(['inputs']);
  });

  it('notices another entry in the journal and another predecessor', () => {
    expect(outcomes(evidence, { ...witnesses, entryText: `${entryText} ` }).failed).toEqual([
      'entry',
    ]);
    expect(outcomes(evidence, { ...witnesses, previousHash: forged }).failed).toEqual(['link']);
  });

  it('trusts no key but that of the ledger', () => {
    const other = createLedgerKey('ledger.example/test', new Uint8Array(32).fill(9));
    const sealed = sealEvidence(prepared, samplePlace, other);
    const subject = evidenceResource(prepared, samplePlace, sealed);
    expect(outcomes(subject)).toMatchObject({
      verdict: 'INVALID',
      failed: ['signature', 'statement'],
    });
    const elsewhere = createLedgerKey(
      'ledger.example/other',
      Uint8Array.from({ length: 32 }, (_, i) => i),
    );
    const moved = evidenceResource(
      prepared,
      samplePlace,
      sealEvidence(prepared, samplePlace, elsewhere),
    );
    expect(outcomes(moved).failed).toEqual(['statement']);
  });

  it('notices every changed byte of payload and signature', () => {
    const { envelope } = evidence;
    const [signature = { keyid: '', sig: '' }] = envelope.signatures;
    const flip = (text: string, index: number) => {
      const bytes = Buffer.from(text, 'base64');
      bytes[index] = (bytes[index] ?? 0) ^ 1;
      return bytes.toString('base64');
    };
    const altered = [
      ...Array.from({ length: 64 }, (_, index) => ({
        ...envelope,
        signatures: [{ ...signature, sig: flip(signature.sig, index) }],
      })),
      ...Array.from({ length: 200 }, (_, index) => ({
        ...envelope,
        payload: flip(envelope.payload, index * 5),
      })),
      { ...envelope, signatures: [] },
      { ...envelope, payloadType: 'application/json' },
      { ...envelope, payload: `${envelope.payload}\n` },
      { ...envelope, payload: '' },
    ];
    for (const each of altered) {
      expect(outcomes({ ...evidence, envelope: each }).failed).toEqual(['signature', 'statement']);
    }
  });

  it('does not take another statement signed with the same key', () => {
    const seal = (text: string): Evidence => {
      const payload = Buffer.from(text);
      const sig = Buffer.from(sampleKey.signEnvelope(statementPayloadType, payload));
      const envelope = {
        payloadType: statementPayloadType,
        payload: payload.toString('base64'),
        signatures: [{ keyid: '', sig: sig.toString('base64') }],
      };
      return { ...evidence, envelope };
    };
    const text = Buffer.from(evidence.envelope.payload, 'base64').toString();
    for (const other of [
      'not JSON',
      '{}',
      'null',
      text.replace('Statement/v1', 'Statement/v0.1'),
      text.replace('urn:proofdesk:evidence:v1', 'urn:proofdesk:evidence:v2'),
      text.replace('"entry":{', '"entry":[{').replace('},"ledger"', '}],"ledger"'),
      text.replace('"rec', '"REC').replace('"changed":3', '"changed":2'),
      text.replace('transform_1/outputs', 'transform_1/inputs'),
      text.replace('"value":"Study', '"value":"study'),
      text.replace(/"disclosed":\{/, '"disclosed":{"x":1,'),
      text.replace('"_type"', '"_type":1,"_type"'),
    ]) {
      expect(other).not.toBe(text);
      expect(outcomes(seal(other)).failed).toContain('statement');
    }
  });
});
