import { expect, test } from 'vitest';
import { isClaimOfForm, SourceClaims } from './source-claims.ts';

const digest = `sha256:${'1'.repeat(64)}`;
const source = { kind: 'files', record_ids: 'position', snapshot_sha256: digest };
const evidence = { kind: 'operation', session_id: 'sess_1', dataset_id: 'ds_1', source };

function journal(): SourceClaims {
  const claims = new SourceClaims();
  claims.addFact({
    table: 'dataset_sources',
    id: 'ds_1',
    set: { kind: 'files', record_ids: 'position' },
  });
  // The rows were seen anew: kind and ids stay.
  claims.addFact({ table: 'dataset_sources', id: 'ds_1', set: { rows: 7 } });
  claims.addFact({ table: 'sessions', id: 'sess_1', set: { source_sha256: digest } });
  claims.addFact({ table: 'sessions', id: 'sess_1', set: { closed_at: '2026-01-01' } });
  claims.addFact({ table: 'sessions', id: 'sess_2', set: { source_sha256: null } });
  return claims;
}

test('evidence says of its rows what its session and dataset say', () => {
  const claims = journal();
  expect(claims.faultOf(evidence)).toBeUndefined();
  expect(claims.faultOf({ kind: 'operation', session_id: 'sess_2' })).toBeUndefined();
  expect(claims.faultOf({ kind: 'figure', source })).toBeUndefined();
  claims.addClaim(evidence);
  claims.addClaim(evidence);
  claims.addClaim({ kind: 'operation' });
  expect(claims.elsewhere()).toEqual([{ kind: 'files', snapshotSha256: digest, count: 2 }]);
});

test.each([
  [
    'another snapshot',
    { source: { ...source, snapshot_sha256: `sha256:${'2'.repeat(64)}` } },
    digest,
  ],
  ['no source', { source: null }, digest],
  ['a session of rows that are here', { session_id: 'sess_2' }, 'rows of the ledger'],
  ['another kind', { source: { ...source, kind: 'postgres' } }, 'files'],
  ['another kind of ids', { source: { ...source, record_ids: 'key' } }, 'position'],
  ['another dataset', { dataset_id: 'ds_2' }, 'no source'],
])('evidence with %s is told', (_, more, expected) => {
  expect(journal().faultOf({ ...evidence, ...more })).toMatchObject({ field: 'source', expected });
});

test('a claim has its three members, of the kinds that there are', () => {
  expect(isClaimOfForm(evidence)).toBe(true);
  expect(isClaimOfForm({ kind: 'alert' })).toBe(true);
  for (const wrong of [
    { ...evidence, kind: 'alert' },
    { ...evidence, source: null },
    { ...evidence, source: [source] },
    { ...evidence, source: { ...source, rows: 1 } },
    { ...evidence, source: { ...source, kind: 'embedded' } },
    { ...evidence, source: { ...source, record_ids: null } },
    { ...evidence, source: { kind: 'files', record_ids: 'key' } },
    { ...evidence, source: { ...source, snapshot_sha256: digest.toUpperCase() } },
  ]) {
    expect([wrong, isClaimOfForm(wrong)]).toEqual([wrong, false]);
  }
});
