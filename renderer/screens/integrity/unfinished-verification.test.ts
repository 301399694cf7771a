/** A verification without a result is told until there is one that has it. */
import { expect, test } from 'vitest';
import type { Verification } from '../../../shared/contract/chain.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { unfinishedVerification } from './unfinished-verification.ts';

const at = '2026-01-01T00:00:10.000Z';
const verification: Verification = {
  verification_id: 'job_1',
  verdict: 'SELF_CONSISTENT_ONLY',
  checked: 11,
  total: 11,
  records_checked: 10,
  fields_checked: 40,
  rows: null,
  counts: { OK: 11 },
  findings_total: 0,
  first_finding: null,
  head_hash: null,
  root_hash: null,
  started_at: at,
  finished_at: at,
  duration_ms: 10_000,
};
const job: Job = {
  job_id: 'job_2',
  kind: 'verification',
  title: 'Verify the whole ledger',
  words: { text: 'verify', values: {} },
  status: 'canceled',
  phase: 'verifying',
  progress: { done: 5, total: 11, unit: 'entries', per_second: 2 },
  cancel_requested: true,
  may_use: true,
  created_at: at,
  started_at: at,
  finished_at: at,
  error: null,
  result: null,
  freed_bytes: null,
};

test('a canceled run after the newest result is told, one before it is not', () => {
  expect(unfinishedVerification([job], verification)).toBe(job);
  const done: Job = { ...job, job_id: 'job_1', status: 'completed' };
  expect(unfinishedVerification([done, job], verification)).toBeUndefined();
  expect(unfinishedVerification([], null)).toBeUndefined();
});
