/** The golden vectors of facts, batches, indexes, signatures and cosignatures (docs/ledger-vectors.json). */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { batchMembers, readBatch, rowLine, usageLine } from '../../shared/ledger/batches.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { parseCheckpoint, signedNote } from '../../shared/ledger/checkpoint.ts';
import {
  cosignatureBlob,
  cosignedText,
  judgeCosignature,
} from '../../shared/ledger/cosignature.ts';
import {
  commitment,
  decodeEntry,
  entryHash,
  interventionEntry,
  otherEntry,
  type OtherEntry,
} from '../../shared/ledger/entries.ts';
import { factMembers, readFact, subjectOfRow } from '../../shared/ledger/facts.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { signedText } from '../../shared/ledger/signed-text.ts';
import {
  hexBytes,
  indexMembers,
  judgeSubject,
  readIndex,
  subjectKey,
  subjectLine,
} from '../../shared/ledger/subjects.ts';
import {
  cosignatureAlgorithm,
  noteAlgorithm,
  parseVerifierKey,
  verifierKey,
} from '../../shared/ledger/verifier-key.ts';
import { judgeNote, verifyEd25519 } from '../ledger/ledger-key.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';

const subjects = z.array(
  z.object({ subject: z.string(), entries: z.array(z.number()), line: z.string() }),
);
const vectors = z
  .object({
    origin: z.string(),
    seeds: z.object({ ledger: z.string(), witness: z.string(), person: z.string() }),
    vkey: z.string(),
    entries: z.array(z.string()),
    hashes: z.array(z.string()),
    values: z.array(
      z.object({ seq: z.number(), field: z.string(), salt_byte: z.number(), value: z.json() }),
    ),
    person: z.object({ vkey: z.string(), signed_texts: z.record(z.string(), z.string()) }),
    usage_lines: z.array(z.string()),
    usage_leaves: z.array(z.string()),
    row_line: z.string(),
    row_leaf: z.string(),
    subjects: z.object({
      records: subjects,
      rows: subjects,
      absent: z.object({ subject: z.string(), key: z.string() }),
    }),
    checkpoints: z.array(z.object({ size: z.number(), body: z.string(), signature: z.string() })),
    witness: z.object({
      vkey: z.string(),
      time: z.number(),
      size: z.number(),
      line: z.string(),
    }),
  })
  .parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'ledger-vectors.json'), 'utf8'),
    ),
  );
const { entries, origin } = vectors;

function keys(seed: string) {
  const header = Buffer.from('302e020100300506032b657004220420', 'hex');
  const privateKey = createPrivateKey({
    key: Buffer.concat([header, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { privateKey, raw };
}

function other(seq: number): OtherEntry {
  const entry = decodeEntry(entries[seq] ?? '');
  if (!('members' in entry)) throw new TypeError(`Entry ${seq} has a type of its own.`);
  return entry;
}

function members(text: string): JsonObject {
  const value = parseStrictJson(text);
  if (!isJsonObject(value)) throw new TypeError('The text is no object.');
  return value;
}

function head(texts: readonly string[]): Uint8Array {
  const tree = new GrowingTree(sha256Into);
  for (const text of texts) tree.append(hexBytes(leafHash(sha256, text)));
  return tree.root();
}

function hashText(bytes: Uint8Array): string {
  return `sha256:${Buffer.from(bytes).toString('hex')}`;
}

it.each(entries.map((text, seq) => [seq, text] as const))('hash of entry %i', (seq, text) => {
  expect(entryHash(sha256, text)).toBe(vectors.hashes[seq]);
  expect(decodeEntry(text)).toMatchObject({ seq });
});

it.each(vectors.values)('commitment to $field of entry $seq', ({ seq, field, ...rest }) => {
  const salt = Buffer.alloc(16, rest.salt_byte).toString('base64url');
  const commit = members(entries[seq] ?? '').commit;
  expect(commit).toHaveProperty(field, commitment(sha256, field, salt, canonicalJson(rest.value)));
});

describe('entries are written as they are read', () => {
  it.each([4, 5, 6])('fact, entry %i', (seq) => {
    const entry = other(seq);
    expect(otherEntry({ ...entry, members: factMembers(readFact(entry)) })).toBe(entries[seq]);
  });

  it('batch', () => {
    const entry = other(7);
    expect(otherEntry({ ...entry, members: batchMembers(readBatch(entry)) })).toBe(entries[7]);
  });

  it('index', () => {
    const entry = other(8);
    expect(otherEntry({ ...entry, members: indexMembers(readIndex(entry)) })).toBe(entries[8]);
  });

  it('signed intervention', () => {
    const entry = decodeEntry(entries[9] ?? '');
    if (entry.type !== 'ledger.intervention/v1') throw new TypeError('Entry 9 is another one.');
    expect(interventionEntry(entry)).toBe(entries[9]);
  });
});

describe('signatures of a person', () => {
  const { privateKey, raw } = keys(vectors.seeds.person);

  it('verifier key', () => {
    const [name = ''] = vectors.person.vkey.split('+');
    expect(verifierKey(sha256, name, noteAlgorithm, raw)).toBe(vectors.person.vkey);
  });

  it.each([4, 9])('entry %i', (seq) => {
    const entry = members(entries[seq] ?? '');
    const text = signedText(entry, origin);
    expect(text).toBe(vectors.person.signed_texts[String(seq)]);
    expect(entry.signature).toHaveProperty(
      'value',
      sign(null, Buffer.from(text), privateKey).toString('base64'),
    );
  });
});

describe('lines', () => {
  it('leaves and root of metered events', () => {
    const leaves = vectors.usage_lines.map((line) => leafHash(sha256, line));
    expect(leaves).toEqual(vectors.usage_leaves);
    expect(readBatch(other(7)).root).toBe(hashText(head(vectors.usage_lines)));
  });

  it('text of a metered event', () => {
    const session = 'sess_00000000000000000000000001';
    const figures = {
      micro_hours: 2_516_944n,
      records: 0n,
      bytes: 0n,
      operations: 0n,
      time_nanos: 31_461_800_000n,
      record_nanos: 0n,
      data_nanos: 0n,
      operation_nanos: 0n,
    };
    const line = usageLine({
      number: 3,
      accountId: 'acct_1',
      sessionId: session,
      source: `${session}/time/9061`,
      at: '2026-01-05T11:31:01.000Z',
      day: '2026-01-05',
      kind: 'time',
      figures,
    });
    expect(line).toBe(vectors.usage_lines[2]);
  });

  it('text and leaf of a row', () => {
    const line = rowLine({
      datasetId: 'ds_00000000000000000000000001',
      n: 1,
      salt: Buffer.alloc(16, 0x51).toString('base64url'),
      recordId: 'rec_00000000000000000000000009',
      text: '{"record_id":"rec_00000000000000000000000009","age":41}',
    });
    expect(line).toBe(vectors.row_line);
    expect(leafHash(sha256, line)).toBe(vectors.row_leaf);
  });
});

describe('index', () => {
  const { absent, ...trees } = vectors.subjects;
  const index = readIndex(other(8));

  it.each(['records', 'rows'] as const)('%s', (name) => {
    const lines = trees[name].map((each) => {
      const texts = each.entries.map((seq) => entries[seq] ?? '');
      const root = sha256Text(head(texts));
      return subjectLine({ key: subjectKey(sha256, each.subject), count: texts.length, root });
    });
    expect(lines).toEqual(trees[name].map(({ line }) => line));
    expect(index[name]).toEqual({ count: lines.length, root: hashText(head(lines)) });
  });

  it('subjects of rows are named by table and key', () => {
    expect([5, 6, 4].map((seq) => subjectOf(seq))).toEqual(
      trees.rows.map(({ subject }) => subject),
    );
  });

  it('tells what is about a record, and that nothing is about another', () => {
    const leaf = { index: 0, line: trees.records[0]?.line ?? '', path: [] };
    const tree = { count: 1, root: hexBytes(index.records.root.slice('sha256:'.length)) };
    const means = { sha256, hash: sha256Into };
    const judged = (subject: string, proof: Parameters<typeof judgeSubject>[3]) =>
      judgeSubject(means, tree, subject, proof);
    expect(judged('rec_00000000000000000000000002', { leaf })).toMatchObject({ count: 1 });
    expect(subjectKey(sha256, absent.subject)).toBe(absent.key);
    expect(judged(absent.subject, { left: leaf })).toBe('absent');
    for (const proof of [{ leaf }, { right: leaf }, {}, { left: leaf, right: leaf }]) {
      expect(judged(absent.subject, proof)).toBeUndefined();
    }
    expect(judged('rec_00000000000000000000000002', { left: leaf })).toBeUndefined();
  });
});

function subjectOf(seq: number): string {
  const { table, id } = readFact(other(seq));
  return subjectOfRow(table, id);
}

function sha256Text(bytes: Uint8Array): `sha256:${string}` {
  return `sha256:${Buffer.from(bytes).toString('hex')}`;
}

it.each(vectors.checkpoints)('checkpoint of $size entries', ({ size, body, signature }) => {
  const root = Buffer.from(head(entries.slice(0, size))).toString('base64');
  expect(body).toBe(`${origin}\n${size}\n${root}\n`);
  expect(judgeNote(`${body}\n${signature}\n`, vectors.vkey)).toBe('valid');
});

describe('cosignature', () => {
  const { witness, checkpoints } = vectors;
  const body = checkpoints[0]?.body ?? '';
  const { privateKey, raw } = keys(vectors.seeds.witness);
  const key = parseVerifierKey(sha256, witness.vkey);
  if (key === undefined) throw new TypeError('The key of the witness cannot be read.');
  const [, name = '', blob = ''] = witness.line.split(' ');

  it('key and line', () => {
    expect(verifierKey(sha256, key.name, cosignatureAlgorithm, raw)).toBe(witness.vkey);
    const signature = sign(null, Buffer.from(cosignedText(witness.time, body)), privateKey);
    expect(cosignatureBlob(key.keyId, witness.time, signature)).toBe(blob);
  });

  it('holds for its checkpoint, time and key alone', () => {
    const judged = (text: string, line: { name: string; blob: string }) =>
      judgeCosignature(verifyEd25519, text, line, key);
    expect(judged(body, { name, blob })).toEqual({ time: witness.time });
    expect(judged(body.replace('\n4\n', '\n5\n'), { name, blob })).toBe('bad_signature');
    expect(judged(body, { name: 'witness.example/w2', blob })).toBe('unknown_key');
    const bytes = Buffer.from(blob, 'base64');
    for (const [place, verdict] of [
      [0, 'unknown_key'],
      [4, 'bad_signature'],
      [11, 'bad_signature'],
      [12, 'bad_signature'],
      [75, 'bad_signature'],
    ] as const) {
      const altered = Buffer.from(bytes);
      altered[place] = (altered[place] ?? 0) ^ 1;
      expect(judged(body, { name, blob: altered.toString('base64') })).toBe(verdict);
    }
    expect(judged(body, { name, blob: bytes.subarray(0, 75).toString('base64') })).toBe(
      'bad_signature',
    );
  });

  it('stands in a note beside the ledger’s own', () => {
    const [, origin0 = '', blob0 = ''] = checkpoints[0]?.signature.split(' ') ?? [];
    const lines = [
      { name: origin0, blob: blob0 },
      { name, blob },
    ];
    const note = signedNote(body, lines);
    expect(parseCheckpoint(note)?.signatures).toEqual(lines);
    expect(judgeNote(note, vectors.vkey)).toBe('valid');
  });
});
