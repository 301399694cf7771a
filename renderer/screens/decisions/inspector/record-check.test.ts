/** Verification language: never green without a check, never green for long. */
import { expect, test } from 'vitest';
import type { RecordVerification } from '../../../../shared/contract/chain.ts';
import { checkState, freshForMs } from './record-check.ts';

const at = Date.parse('2026-01-01T00:00:00.000Z');
const check: RecordVerification = {
  record_id: 'rec_1',
  seq: 1,
  verdict: 'OK',
  fields: [{ field: 'input', verdict: 'OK' }],
  findings: [],
  checked_at: '2026-01-01T00:00:00.000Z',
};
const altered: RecordVerification = { ...check, verdict: 'FIELD_ALTERED' };

test.each<[string, RecordVerification | undefined, boolean, number, string]>([
  ['no check', undefined, false, at, 'unknown'],
  ['a check on its way', undefined, true, at, 'checking'],
  ['a fresh check', check, false, at + 1_000, 'verified'],
  ['an old check', check, false, at + freshForMs + 1, 'stale'],
  ['a failed check', altered, false, at, 'failed'],
  ['an old failed check', altered, false, at + freshForMs * 9, 'failed'],
  ['a check that looked at nothing', { ...check, fields: [] }, false, at, 'unknown'],
])('%s', (_name, given, isChecking, now, state) => {
  expect(checkState(given, isChecking, now)).toBe(state);
});
