/** The entry, the statement and the envelope, checked with other tools than those that made them. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evidenceKinds, evidenceSchema } from '../../shared/contract/evidence.ts';
import { decodeEntry } from '../../shared/ledger/entries.ts';
import { countingRandom, TestLedger, temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { evidenceResource, prepareEvidence, sealEvidence } from './create-evidence.ts';
import { evidenceEntryText } from './evidence-entry.ts';
import {
  hashBefore,
  sampleEvidence,
  sampleKey,
  sampleOrder,
  samplePlace,
} from './testing/sample-evidence.ts';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

describe('ledger entry', () => {
  it('has the facts in clear, and purpose, parameters, metadata and report as commitments', () => {
    const { entryText, prepared, evidence } = sampleEvidence('transformation');
    const entry = decodeEntry(entryText);
    expect(entry).toMatchObject({ type: 'ledger.evidence/v1', seq: 12 });
    expect(JSON.parse(entryText)).toEqual({
      type: 'ledger.evidence/v1',
      seq: 12,
      created_at: '2026-01-01T00:00:05.000Z',
      id: 'ev_transformation',
      kind: 'transformation',
      transformation_id: 'transform_1',
      session_id: 'sess_1',
      dataset_id: 'ds_clinical',
      actor: { id: 'usr_7', role: 'researcher' },
      action: { name: 'anonymize', method: 'hash', key_id: 'tkey_1' },
      inputs: { count: 3, merkle_root: evidence.inputs.merkle_root },
      outputs: { count: 3, merkle_root: evidence.outputs?.merkle_root },
      counts: { changed: 3, skipped: 0 },
      previous_hash: hashBefore,
      commit: Object.fromEntries(
        prepared.values.map(({ field, salt, value }) => [
          field,
          `sha256:${sha256(`["ledger.field/v1","${salt}","${field}",${value}]`)}`,
        ]),
      ),
    });
    expect(entryText).not.toContain('Ada');
    expect(evidence.hash).toBe(`sha256:${sha256(entryText)}`);
  });

  it('of an operation has no outputs and no method', () => {
    const { entryText, evidence } = sampleEvidence('operation');
    const entry: unknown = JSON.parse(entryText);
    expect(entry).toMatchObject({ operation_id: 'op_1', action: { name: 'TRAIN' } });
    expect(entry).not.toHaveProperty('outputs');
    expect(entry).not.toHaveProperty('action.method');
    expect(evidence.outputs).toBeNull();
  });

  it('is the very text that a journal hashes, with its values as payloads', () => {
    const folder = temporaryFolder();
    const ledger = new TestLedger(folder.path);
    try {
      const prepared = prepareEvidence(sampleOrder('transformation'), countingRandom());
      const { journal } = ledger;
      const { place, stored } = journal.transaction(() => {
        const appended = journal.appendEntry(
          (at) => evidenceEntryText(prepared, { ...at, previousHash: hashBefore }),
          prepared.values,
        );
        return { place: { ...appended, previousHash: hashBefore }, stored: appended };
      });
      expect(sealEvidence(prepared, place, sampleKey).hash).toBe(stored.hash);
      expect(stored.hash).toBe(`sha256:${sha256(evidenceEntryText(prepared, place))}`);
    } finally {
      ledger.close();
      folder.remove();
    }
  });

  it('of an aggregation has results as outputs, and no inputs', () => {
    const { entryText, evidence } = sampleEvidence('aggregation');
    expect(JSON.parse(entryText)).toMatchObject({
      aggregation_id: 'agg_1',
      action: { name: 'aggregate' },
      inputs: { count: 0, merkle_root: `sha256:${sha256('')}` },
      outputs: { count: 3 },
      counts: { changed: 0, skipped: 0 },
    });
    expect(evidence.outputs?.leaves).toHaveLength(3);
  });
});

describe('statement', () => {
  it('is an in-toto Statement v1 about the entry and the rows', () => {
    const { evidence, entryText, prepared } = sampleEvidence('transformation');
    const text = Buffer.from(evidence.envelope.payload, 'base64').toString();
    expect(JSON.parse(text)).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [
        { name: 'ev_transformation', digest: { sha256: sha256(entryText) } },
        {
          name: 'transform_1/outputs',
          digest: { rfc6962Sha256: evidence.outputs?.merkle_root.slice('sha256:'.length) },
        },
      ],
      predicateType: 'urn:proofdesk:evidence:v1',
      predicate: {
        ledger: { origin: 'ledger.example/test' },
        entry: JSON.parse(entryText),
        disclosed: Object.fromEntries(
          prepared.values.map(({ field, salt, value }) => [
            field,
            { salt, value: JSON.parse(value) },
          ]),
        ),
      },
    });
    expect(text).toContain(`"entry":${entryText},"ledger":`);
  });
});

describe('envelope', () => {
  it('is verified by OpenSSL over the pre-authentication encoding', () => {
    const { envelope } = sampleEvidence('operation').evidence;
    const payload = Buffer.from(envelope.payload, 'base64');
    const [signature] = envelope.signatures;
    expect(signature?.keyid).toMatch(/^ledger\.example\/test\+[0-9a-f]{8}$/);
    const folder = mkdtempSync(join(tmpdir(), 'proofdesk-'));
    const file = (name: string) => join(folder, name);
    try {
      const head = `DSSEv1 28 application/vnd.in-toto+json ${payload.length} `;
      writeFileSync(file('body'), Buffer.concat([Buffer.from(head), payload]));
      writeFileSync(file('sig'), Buffer.from(signature?.sig ?? '', 'base64'));
      writeFileSync(file('key.pem'), sampleKey.publicKeyPem);
      const verify = ['pkeyutl', '-verify', '-pubin', '-inkey', file('key.pem'), '-rawin'];
      const files = ['-in', file('body'), '-sigfile', file('sig')];
      const output = execFileSync('openssl', [...verify, ...files], { encoding: 'utf8' });
      expect(output).toContain('Signature Verified Successfully');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is the same whenever it is made again', () => {
    const { prepared, evidence } = sampleEvidence('transformation');
    const copy = structuredClone(prepared);
    expect(sealEvidence(copy, samplePlace, sampleKey).envelope).toEqual(evidence.envelope);
  });
});

describe('evidence', () => {
  it('has the members of the contract', () => {
    for (const kind of evidenceKinds) {
      const { evidence } = sampleEvidence(kind);
      expect(evidenceSchema.parse(evidence)).toEqual(evidence);
    }
  });

  it('shows null for what was erased', () => {
    const { prepared, evidence } = sampleEvidence('transformation');
    const erased = { ...prepared, values: [] };
    expect(evidenceResource(erased, samplePlace, evidence)).toEqual({
      ...evidence,
      purpose: null,
      metadata: null,
      report: null,
      action: { ...evidence.action, parameters: null },
    });
  });
});
