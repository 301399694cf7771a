/** Transformations and their evidence, checked by nothing of ours: node:crypto by hand, and OpenSSL. */
import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { entryListSchema } from '../../shared/contract/chain.ts';
import {
  evidenceSaltsSchema,
  evidenceSchema,
  type Evidence,
} from '../../shared/contract/evidence.ts';
import { recordedOperationSchema, transformResultSchema } from '../../shared/contract/sessions.ts';
import { openReader } from '../database/open-database.ts';
import { adminKey, TestApi } from '../api/test-api.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { clinicalRows, makeDataset, openSession, refusalOf } from './testing/clinical.ts';

const files = temporaryFolder();
let api: TestApi;
let datasetId: string;
let sessionId: string;
beforeAll(async () => {
  api = await TestApi.open();
  datasetId = await makeDataset(api);
  ({ session_id: sessionId } = await openSession(api, datasetId));
});
afterAll(async () => {
  await api.close();
  files.remove();
});

const sha256 = (...parts: readonly (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 8785, written again in the plainest way: members by UTF-16 code unit, JSON.stringify for the rest. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}

/** RFC 6962 §2.1, as it is written there. */
function treeHead(leaves: readonly string[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return sha256('');
  if (leaves.length === 1) return sha256(Buffer.of(0), only);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.of(1), treeHead(leaves.slice(0, split)), treeHead(leaves.slice(split)));
}

async function transform(
  parameters: object,
  name = 'anonymize',
  ids = ['rec_001', 'rec_002', 'rec_003'],
) {
  const response = await api.send('POST', `/sessions/${sessionId}/transform`, {
    body: { record_ids: ids, transformation: name, parameters, metadata: { operator: 'Łucja 𝒳' } },
  });
  if (response.status !== 200) throw new Error(await response.text());
  const result = transformResultSchema.parse(await response.json());
  const path = `/evidence/${result.transformation_id}`;
  return { rows: result.transformed_records, evidence: await api.read(evidenceSchema, path) };
}

/** A key, as the file has it. */
function keyOf(sql: string, id: string): Buffer {
  const database = openReader(join(api.directory, 'proofdesk.db'));
  try {
    return z.instanceof(Buffer).parse(database.prepare<[string], Buffer>(sql).pluck().get(id));
  } finally {
    database.close();
  }
}

describe('Hash', () => {
  test('is the HMAC of the typed value under the key of the grant', async () => {
    const fields = ['patient_id', 'age', 'symptoms', 'lab_results.glucose'];
    const { rows } = await transform({ fields, method: 'hash' });
    const key = keyOf(
      'SELECT g.key FROM sessions AS s JOIN grants AS g ON g.number = s."grant" WHERE s.session_id = ?',
      sessionId,
    );
    const digest = (value: unknown) =>
      `hmac-sha256:${createHmac('sha256', key)
        .update(`["transform.hash/v1",${JSON.stringify(value)}]`)
        .digest('hex')}`;
    const [source] = clinicalRows;
    expect(rows[0]).toEqual({
      ...source,
      patient_id: digest('P-1001'),
      age: digest(45),
      symptoms: [digest('fatigue'), digest('increased thirst')],
      lab_results: { glucose: digest(180), hba1c: 7.5 },
    });
    expect(digest(45)).not.toBe(digest('45'));
  });
});

describe('Evidence', () => {
  test('has leaves that are salted hashes of the rows, under the roots of their trees', async () => {
    const { rows, evidence } = await transform({ fields: ['patient_id'], method: 'redact' });
    const salts = await api.read(evidenceSaltsSchema, `/evidence/${evidence.evidence_id}/salts`);
    for (const [name, documents, side, sideSalts] of [
      ['inputs', clinicalRows, evidence.inputs, salts.inputs],
      ['outputs', rows, evidence.outputs, salts.outputs],
    ] as const) {
      const texts = (sideSalts ?? []).map(
        ({ record_id: id, salt }, index) =>
          `["evidence.row/v1",${JSON.stringify(salt)},"${name}","${id}",${canonical(documents[index])}]`,
      );
      expect(texts).toHaveLength(3);
      expect(side?.leaves).toEqual(
        texts.map((text, index) => ({
          record_id: `rec_00${index + 1}`,
          hash: `sha256:${sha256(Buffer.of(0), text).toString('hex')}`,
        })),
      );
      expect(side?.merkle_root).toBe(`sha256:${treeHead(texts).toString('hex')}`);
    }
    expect(new Set([...salts.inputs, ...(salts.outputs ?? [])].map(({ salt }) => salt)).size).toBe(
      6,
    );
  });

  test('is signed over its statement, as OpenSSL finds too', async () => {
    const { evidence } = await transform({ fields: ['age'], bucket_size: 10 }, 'generalize');
    const { payload, payloadType, signatures } = evidence.envelope;
    const bytes = Buffer.from(payload, 'base64');
    const { vkey, origin } = await api.read(
      z.object({ vkey: z.string(), origin: z.string() }),
      '/chain',
    );
    // The key of a C2SP verifier key, in the SubjectPublicKeyInfo of RFC 8410.
    const raw = Buffer.from(vkey.split('+').slice(2).join('+'), 'base64').subarray(1);
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
    const file = (name: string) => join(files.path, name);
    const pem = spki.toString('base64');
    writeFileSync(
      file('key.pem'),
      `-----BEGIN PUBLIC KEY-----\n${pem}\n-----END PUBLIC KEY-----\n`,
    );
    const head = `DSSEv1 ${payloadType.length} ${payloadType} ${bytes.length} `;
    writeFileSync(file('body'), Buffer.concat([Buffer.from(head), bytes]));
    writeFileSync(file('sig'), Buffer.from(signatures[0]?.sig ?? '', 'base64'));
    const verify = ['pkeyutl', '-verify', '-pubin', '-inkey', file('key.pem'), '-rawin'];
    const output = execFileSync('openssl', [
      ...verify,
      '-in',
      file('body'),
      '-sigfile',
      file('sig'),
    ]);
    expect(output.toString()).toContain('Signature Verified Successfully');

    const statement = z.record(z.string(), z.unknown()).parse(JSON.parse(bytes.toString()));
    expect(bytes.toString()).toBe(canonical(statement));
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [
        { name: evidence.evidence_id, digest: { sha256: evidence.hash.slice(7) } },
        {
          name: `${evidence.transformation_id}/outputs`,
          digest: { rfc6962Sha256: evidence.outputs?.merkle_root.slice(7) },
        },
      ],
      predicateType: 'urn:proofdesk:evidence:v1',
      predicate: { ledger: { origin } },
    });
  });

  test('is a chain of entries in the journal, each committing to what it does not show', async () => {
    const operation = await api.send('POST', `/sessions/${sessionId}/operations`, {
      body: { operation_type: 'TRAIN', records: ['rec_004'], metadata: { model_id: 'm', step: 1 } },
    });
    const { evidence_id: id } = recordedOperationSchema.parse(await operation.json());
    const last = await api.read(evidenceSchema, `/evidence/${id}`);
    const all: Evidence[] = [];
    const { data } = await api.read(entryListSchema, '/chain/entries?limit=100');
    const texts = new Map(data.map(({ seq, bytes }) => [seq, bytes]));
    const hashAt = (seq: number) => `sha256:${sha256(texts.get(seq) ?? '').toString('hex')}`;
    const sequences = data
      .filter(({ seq, bytes }) => bytes.includes('ledger.evidence/v1') && seq <= last.sequence)
      .map(({ seq }) => seq)
      .toSorted((a, b) => a - b);
    for (const [index, seq] of sequences.entries()) {
      const entry = z
        .object({ id: z.string(), commit: z.record(z.string(), z.string()) })
        .parse(JSON.parse(texts.get(seq) ?? ''));
      const evidence = await api.read(evidenceSchema, `/evidence/${entry.id}`);
      all.push(evidence);
      expect(evidence.hash).toBe(hashAt(seq));
      // The evidence before it, or the genesis.
      expect(evidence.previous_hash).toBe(hashAt(sequences[index - 1] ?? 0));
      const disclosed = z
        .object({
          predicate: z.object({
            disclosed: z.record(z.string(), z.object({ salt: z.string(), value: z.unknown() })),
          }),
        })
        .parse(JSON.parse(Buffer.from(evidence.envelope.payload, 'base64').toString()));
      for (const [field, hash] of Object.entries(entry.commit)) {
        const { salt, value } = disclosed.predicate.disclosed[field] ?? { salt: '', value: null };
        const text = `["ledger.field/v1","${salt}","${field}",${canonical(value)}]`;
        expect(hash).toBe(`sha256:${sha256(text).toString('hex')}`);
      }
    }
    expect(all.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 3 }, () => 'transformation'),
      'operation',
    ]);
  });
});

describe('The holder', () => {
  test('gives salts of leaves to nobody else', async () => {
    const { evidence } = await transform({ fields: ['patient_id'] }, 'pseudonymize');
    const caller = { mount: 'direct', principal: adminKey } as const;
    for (const [address, options, refusal] of [
      [`/evidence/${evidence.evidence_id}/salts`, { caller }, '403 forbidden'],
      ['/evidence/ev_none/salts', {}, '404 not_found'],
    ] as const) {
      expect(await refusalOf(await api.send('GET', address, options))).toBe(refusal);
    }
  });

  test('finds in evidence what a transformation did', async () => {
    const noise = await transform({ fields: ['age'], method: 'noise', scale: 2 });
    expect(noise.evidence.report).toMatchObject({
      notes: [expect.stringContaining('not a privacy budget')],
      fields: [{ field: 'age', changed: 3 }],
    });
  });
});
