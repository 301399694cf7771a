/** Walking from break to break, in the direction of the list. */
import { expect, test } from 'vitest';
import type { Finding } from '../../../shared/contract/chain.ts';
import { nextBreak } from './use-break-walk.ts';

const finding = (seq: number, recordId: string | null = `rec_${seq}`): Finding => ({
  verdict: 'FIELD_ALTERED',
  seq,
  type: null,
  record_id: recordId,
  field: null,
  table: null,
  row: null,
  column: null,
  expected: null,
  actual: null,
  message: '',
});
const findings = [finding(3), finding(7), finding(7), finding(9, null), finding(20)];

test('newest first: down the list is back in the journal', () => {
  expect(nextBreak(findings, 'desc', 1, undefined)?.seq).toBe(20);
  expect(nextBreak(findings, 'desc', 1, 20)?.seq).toBe(7);
  expect(nextBreak(findings, 'desc', 1, 7)?.seq).toBe(3);
  expect(nextBreak(findings, 'desc', -1, 7)?.seq).toBe(20);
});

test('oldest first: the other way round', () => {
  expect(nextBreak(findings, 'asc', 1, undefined)?.seq).toBe(3);
  expect(nextBreak(findings, 'asc', 1, 7)?.seq).toBe(20);
  expect(nextBreak(findings, 'asc', -1, 7)?.seq).toBe(3);
});

test('there is no wrap, and a finding without a record is passed over', () => {
  expect(nextBreak(findings, 'asc', 1, 20)).toBeUndefined();
  expect(nextBreak([finding(9, null)], 'asc', 1, undefined)).toBeUndefined();
});
