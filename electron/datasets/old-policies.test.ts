/** A ledger from before policies had versions opens and verifies; what each dataset allowed is version 1 of its policy. */
import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { Finding } from '../../shared/contract/chain.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { otherEntry } from '../../shared/ledger/entries.ts';
import { factMembers, factType } from '../../shared/ledger/facts.ts';
import { migrations } from '../database/migrations/all-migrations.ts';
import { openReader, openWriter } from '../database/open-database.ts';
import { commitmentsTo } from '../ledger/commitments.ts';
import { Journal } from '../ledger/journal.ts';
import { countingRandom, temporaryFolder, testKey } from '../ledger/testing/test-ledger.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { DatasetsStore } from './datasets-store.ts';
import { PoliciesStore } from './policies-store.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const made = '2026-01-05T09:00:00.000Z';
const clock = () => Date.parse(made);
const before = migrations.filter(({ version }) => version < 22);

const policies: readonly (readonly [id: string, policy: object, access: string | null])[] = [
  ['open', {}, null],
  [
    'held',
    { restricted_fields: ['ssn', 'labs.1.note'], allowed_operations: ['read'] },
    'on_request',
  ],
  ['sums', { min_group_size: 5, allowed_operations: ['aggregate'] }, 'open'],
  ['rows', { min_group_size: 5 }, 'open'],
];

/** Makes a ledger of the schema of before, with these datasets. */
function makeOld(path: string): void {
  const database = openWriter(path, { migrations: before });
  const random = countingRandom();
  const createId = createIdFactory({ now: clock, random });
  const journal = new Journal(database, { clock, random, createId });
  journal.ensureGenesis(testKey);
  const by = { id: 'operator', role: 'operator' };
  for (const [index, [id, policy, access]] of policies.entries()) {
    const key = Buffer.alloc(32, index);
    const digest = createHash('sha256').update(key).digest('hex');
    journal.transaction(() => {
      const text = canonicalJson(JSON.parse(JSON.stringify(policy)));
      const values = [{ field: 'name', salt: 'AAAAAAAAAAAAAAAAAAAAAA', value: '"Rows"' }];
      const set = {
        holder_id: 'mayo',
        policy: JSON.parse(text),
        ...(access !== null && { access }),
        created_at: made,
        key_id: `key_${index}`,
        key_sha256: `sha256:${digest}`,
      };
      const members = factMembers({ table: 'datasets', id, by, set });
      const commitments = commitmentsTo(values);
      const { seq } = journal.appendEntry(
        (where) => otherEntry({ type: factType, ...where, commitments, members }),
        values,
      );
      database.prepare('INSERT INTO facts VALUES (?, ?, ?)').run(seq, 'datasets', id);
      database
        .prepare(
          `INSERT INTO datasets (dataset_id, name, holder_id, policy, access, created_at, key_id, key)
           VALUES (?, 'Rows', 'mayo', ?, ?, ?, ?, ?)`,
        )
        .run(id, text, access, made, `key_${index}`, key);
    });
  }
  database.close();
}

test('opens, verifies, and has version 1 of each policy @whole', async () => {
  const path = `${folder.newDirectory()}/proofdesk.db`;
  makeOld(path);
  openWriter(path, { clock }).close();
  const reader = openReader(path);
  const found: Finding[] = [];
  await verifyLedger(reader, {
    onFinding: (finding) => found.push(finding),
    onProgress: () => true,
    indexes: 'all',
  });
  expect(found).toEqual([]);

  const datasets = new DatasetsStore(reader);
  const store = new PoliciesStore(reader);
  const heldOf = (id: string) => {
    const dataset = datasets.find(id);
    if (dataset === undefined) throw new Error(`${id} is not there.`);
    const held = store.inForce(dataset, made);
    expect([held?.version, held?.effectiveAt, store.latest(dataset)]).toEqual([1, made, 1]);
    return held?.policy;
  };
  const open = {
    access: 'open',
    unlisted: 'clear',
    record_ids: 'kept',
    kinds: ['rows'],
    fields: {},
  };
  expect(heldOf('open')).toMatchObject(open);
  expect(heldOf('held')).toMatchObject({
    ...open,
    access: 'on_request',
    fields: { ssn: { method: 'withheld' }, 'labs.note': { method: 'withheld' } },
    operations: ['read'],
  });
  // Nothing would hold back small groups any more.
  expect(heldOf('sums')).toMatchObject({ ...open, kinds: [], operations: ['aggregate'] });
  expect(heldOf('rows')).toMatchObject(open);
  reader.close();
});
