/** A verification is over, or at work, in every place at once: what the ledger says of it counts. */
import { describe, expect, test } from 'vitest';
import type { Verification } from '../../shared/contract/chain.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import { asLedgerSays } from './chain-head.ts';

const job: Job = {
  job_id: 'job_2',
  kind: 'verification',
  phase: 'verifying',
  status: 'running',
  title: 'Verify the whole ledger',
  words: { text: 'verify', values: {} },
  progress: { done: 40, total: 100, unit: 'entries', per_second: 10 },
  cancel_requested: false,
  may_use: true,
  created_at: '2026-11-01T10:00:00.000Z',
  started_at: '2026-11-01T10:00:00.100Z',
  finished_at: null,
  result: null,
  error: null,
  freed_bytes: null,
};
const verification: Verification = {
  verification_id: 'job_2',
  verdict: 'VERIFIED_SIGNED',
  checked: 100,
  total: 100,
  records_checked: 99,
  fields_checked: 198,
  rows: null,
  counts: {},
  findings_total: 0,
  first_finding: null,
  head_hash: null,
  root_hash: null,
  started_at: '2026-11-01T10:00:00.100Z',
  finished_at: '2026-11-01T10:00:02.000Z',
  duration_ms: 1_900,
};

describe('A verification among the jobs', () => {
  test('runs where the ledger says that it runs', () => {
    const running = { latest: null, running: 'job_2' };
    expect(asLedgerSays(job, running)).toBe(job);
    const over: Job = { ...job, status: 'completed', finished_at: '2026-11-01T10:00:02.000Z' };
    expect(asLedgerSays(over, running)).toMatchObject({ status: 'running', finished_at: null });
  });

  test('is over, with its result, where the ledger knows that', () => {
    expect(asLedgerSays(job, { latest: verification, running: null })).toMatchObject({
      status: 'completed',
      finished_at: verification.finished_at,
      result: verification,
    });
  });

  test('waits until the ledger has heard of it, and is given up when it no longer does', () => {
    const before = { latest: { ...verification, verification_id: 'job_1' }, running: null };
    expect(asLedgerSays(job, before).status).toBe('queued');
    expect(asLedgerSays({ ...job, cancel_requested: true }, before).status).toBe('canceled');
  });

  test('says what the job says for whom the ledger says nothing, and so does every other job', () => {
    expect(asLedgerSays(job, null)).toBe(job);
    expect(asLedgerSays(job, undefined)).toBe(job);
    const other: Job = { ...job, kind: 'import' };
    expect(asLedgerSays(other, { latest: verification, running: null })).toBe(other);
  });
});
