import { describe, expect, it } from 'vitest';
import type { Session } from '../../../shared/contract/sessions.ts';
import { endOf } from './session-end.ts';

const session = (id: string, part: Partial<Session> = {}): Session => ({
  session_id: id,
  dataset_id: 'claims',
  account_id: 'default',
  grant_id: null,
  kind: 'rows',
  policy_version: 1,
  opened_by: { kind: 'operator', key_id: null, name: null },
  status: 'active',
  purpose: id,
  model_id: null,
  operator: null,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-02T00:00:00.000Z',
  last_activity_at: null,
  allowed_operations: ['read'],
  snapshot: { seq: 1, record_count: 1 },
  may_use: true,
  ...part,
});
describe('endOf', () => {
  it('is when it ended, else when it will', () => {
    expect(endOf(session('a'))).toBe('2026-01-02T00:00:00.000Z');
    expect(endOf(session('b', { closed_at: '2026-01-01T05:00:00.000Z' }))).toBe(
      '2026-01-01T05:00:00.000Z',
    );
    expect(endOf(session('c', { revoked_at: '2026-01-01T04:00:00.000Z' }))).toBe(
      '2026-01-01T04:00:00.000Z',
    );
  });
});
