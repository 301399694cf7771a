/** The rail never shows green for what was not checked. */
import { expect, test } from 'vitest';
import type { Finding, Verification } from '../../../shared/contract/chain.ts';
import { railMarks } from './use-verification-marks.ts';

const instant = '2026-01-01T00:00:00.000Z';
const verification = (checked: number, findings: number): Verification => ({
  verification_id: 'job_1',
  verdict: findings === 0 ? 'SELF_CONSISTENT_ONLY' : 'UNVERIFIABLE',
  checked,
  total: 100,
  records_checked: checked,
  fields_checked: checked * 2,
  rows: null,
  counts: {},
  findings_total: findings,
  first_finding: null,
  head_hash: null,
  root_hash: null,
  started_at: instant,
  finished_at: instant,
  duration_ms: 1,
});
const finding = (seq: number, verdict: Finding['verdict']): Finding => ({
  verdict,
  seq,
  type: 'ledger.record/v1',
  record_id: `rec_${seq}`,
  field: null,
  table: null,
  row: null,
  column: null,
  expected: null,
  actual: null,
  message: '',
});

test('never verified, or nothing checked: all unknown', () => {
  expect(railMarks(null, [])(1)).toBe('unknown');
  expect(railMarks(verification(0, 0), [])(1)).toBe('unknown');
});

test('only what was reached is ok', () => {
  const mark = railMarks(verification(50, 0), []);
  expect([mark(0), mark(49), mark(50)]).toEqual(['ok', 'ok', 'unknown']);
});

test('an altered payload marks its row alone', () => {
  const mark = railMarks(verification(100, 1), [finding(7, 'FIELD_ALTERED')]);
  expect([mark(6), mark(7), mark(8)]).toEqual(['ok', 'bad', 'ok']);
});

test('behind a break of the chain rows are after it', () => {
  const mark = railMarks(verification(100, 2), [
    finding(7, 'LINK_BROKEN'),
    finding(20, 'FIELD_ALTERED'),
  ]);
  expect([mark(6), mark(7), mark(8), mark(20), mark(99), mark(100)]).toEqual([
    'ok',
    'bad',
    'after',
    'bad',
    'after',
    'unknown',
  ]);
});

test('findings that were not read leave the rows behind them unknown', () => {
  const mark = railMarks(verification(100, 9), [finding(7, 'FIELD_ALTERED')]);
  expect([mark(6), mark(7), mark(8)]).toEqual(['ok', 'bad', 'unknown']);
});
