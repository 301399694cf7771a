/** The golden vectors of rows elsewhere (docs/ledger-vectors.json): the facts and evidence that tell of them, digests and salts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import {
  commitment,
  decodeEntry,
  entryHash,
  otherEntry,
  type OtherEntry,
} from '../../shared/ledger/entries.ts';
import { factMembers, readFact } from '../../shared/ledger/facts.ts';
import { isClaimOfForm, SourceClaims } from '../../shared/ledger/source-claims.ts';
import { storedFieldsSchema } from '../filters/compile/stored-fields.ts';
import { sha256 } from '../ledger/sha256.ts';
import { rowSalts } from '../receipts/leaves.ts';
import { snapshotDigest } from './files/file-snapshot.ts';
import { digestOfSnapshot, relationSnapshotSchema } from './postgres/relation-snapshot.ts';
import { fieldsDigest } from './source-columns.ts';
import { filesSnapshotSchema, rowsOf } from './sources-store.ts';

const vector = z
  .object({
    source: z.object({
      entries: z.array(z.string()),
      hashes: z.array(z.string()),
      values: z.array(
        z.object({
          entry: z.number(),
          field: z.string(),
          salt_byte: z.number(),
          value: z.json(),
        }),
      ),
      relation: z.object({ snapshot: relationSnapshotSchema, sha256: z.string() }),
      row_salt: z.object({ key: z.string(), record_id: z.string(), salt: z.string() }),
    }),
  })
  .parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'ledger-vectors.json'), 'utf8'),
    ),
  ).source;

const entries = vector.entries.map((text): OtherEntry => {
  const entry = decodeEntry(text);
  if (!('members' in entry)) throw new TypeError('The entry is of a type of its own.');
  return entry;
});

function valueOf(entry: number, field: string): unknown {
  return vector.values.find((each) => each.entry === entry && each.field === field)?.value;
}

test.each(entries.map((entry, place) => [place, entry] as const))(
  'entry %i is written as it is read, and commits to its values',
  (place, entry) => {
    const text = vector.entries[place] ?? '';
    const members = place < 2 ? factMembers(readFact(entry)) : entry.members;
    expect(otherEntry({ ...entry, members })).toBe(text);
    expect(entryHash(sha256, text)).toBe(vector.hashes[place]);
    const made = vector.values
      .filter((each) => each.entry === place)
      .map(({ field, salt_byte: byte, value }) => {
        const salt = Buffer.alloc(16, byte).toString('base64url');
        return { field, hash: commitment(sha256, field, salt, canonicalJson(value)) };
      });
    expect(entry.commitments).toEqual(made);
  },
);

test('snapshots are named by their digests, whatever the places of files', () => {
  const snapshot = filesSnapshotSchema.parse(valueOf(1, 'source_snapshot'));
  const [source, session] = entries.map(({ members }) => members['set']);
  expect(source).toMatchObject({
    schema_sha256: fieldsDigest(storedFieldsSchema.parse(valueOf(0, 'fields'))),
    snapshot_sha256: snapshotDigest(snapshot),
    rows: rowsOf(snapshot),
  });
  expect(session).toMatchObject({ source_sha256: snapshotDigest(snapshot) });
  const moved = snapshot.files.map((file) => ({ ...file, path: `/moved${file.path}` }));
  expect(snapshotDigest({ ...snapshot, files: moved })).toBe(snapshotDigest(snapshot));
  expect(digestOfSnapshot(vector.relation.snapshot)).toBe(vector.relation.sha256);
});

test('the first evidence tells the rows of its session, the second one others', () => {
  const claims = new SourceClaims();
  for (const entry of entries.slice(0, 2)) claims.addFact(readFact(entry));
  const evidence = entries.slice(2).map(({ members }) => members);
  expect(evidence.map((each) => isClaimOfForm(each))).toEqual([true, true]);
  expect(evidence.map((each) => claims.faultOf(each)?.field)).toEqual([undefined, 'source']);
});

test('the salt of a row is made of the key of its dataset', () => {
  const { key, record_id: id, salt } = vector.row_salt;
  expect(Buffer.from(rowSalts(Buffer.from(key, 'hex'))(id)).toString('hex')).toBe(salt);
});
