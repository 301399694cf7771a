/** The hero's words: never green without a whole and current check. */
import { describe, expect, test } from 'vitest';
import type { Chain, Verification } from '../../../shared/contract/chain.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { ledgerState, oldAfterMs, unfinishedVerification } from './ledger-state.ts';

const hash = `sha256:${'0'.repeat(64)}`;
const finished = '2026-01-01T00:00:10.000Z';
const now = Date.parse(finished) + 1_000;
const chain: Chain = {
  origin: 'ledger.example/demo',
  vkey: 'key',
  size: 11,
  record_count: 10,
  head: { seq: 10, hash, created_at: finished },
  root_hash: hash,
};
const verification: Verification = {
  verification_id: 'job_1',
  verdict: 'SELF_CONSISTENT_ONLY',
  checked: 11,
  total: 11,
  records_checked: 10,
  fields_checked: 40,
  counts: { OK: 11 },
  findings_total: 0,
  first_finding: null,
  head_hash: hash,
  root_hash: hash,
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: finished,
  duration_ms: 10_000,
};
const job: Job = {
  job_id: 'job_2',
  kind: 'verification',
  title: 'Verify',
  status: 'canceled',
  phase: 'verifying',
  progress: { done: 5, total: 11, unit: 'entries', per_second: 2 },
  cancel_requested: true,
  created_at: finished,
  started_at: finished,
  finished_at: finished,
  error: null,
  result: null,
};

describe('ledgerState', () => {
  test.each<[string, string, Chain | undefined, Verification | null, number]>([
    ['no check of records', 'never', chain, null, now],
    ['nothing known at all', 'never', undefined, null, now],
    ['no record to check', 'empty', { ...chain, record_count: 0, size: 1 }, null, now],
    ['a whole, current check', 'ok', chain, verification, now],
    ['a check of before', 'stale', { ...chain, size: 12 }, verification, now],
    ['an old check', 'stale', chain, verification, now + oldAfterMs],
    ['a check with findings', 'failed', chain, { ...verification, findings_total: 1 }, now],
    ['a bad verdict', 'failed', chain, { ...verification, verdict: 'UNVERIFIABLE' }, now],
    ['a part only', 'failed', chain, { ...verification, checked: 5 }, now],
    ['nothing checked', 'failed', chain, { ...verification, checked: 0, total: 0 }, now],
  ])('%s is %s', (_name, kind, ledger, result, at) => {
    expect(ledgerState(ledger, result, at).kind).toBe(kind);
  });

  test('says how many entries came since', () => {
    expect(ledgerState({ ...chain, size: 15 }, verification, now)).toMatchObject({ appended: 4 });
  });
});

test('a canceled run after the newest result is told, one before it is not', () => {
  expect(unfinishedVerification([job], verification)).toBe(job);
  const done: Job = { ...job, job_id: 'job_1', status: 'completed' };
  expect(unfinishedVerification([done, job], verification)).toBeUndefined();
  expect(unfinishedVerification([], null)).toBeUndefined();
});
