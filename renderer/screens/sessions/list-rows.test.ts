import { describe, expect, it } from 'vitest';
import type { Session } from '../../../shared/contract/sessions.ts';
import { endOf } from '../../ui/sessions/session-end.ts';
import { listRows } from './list-rows.ts';

const session = (id: string, part: Partial<Session> = {}): Session => ({
  session_id: id,
  dataset_id: 'claims',
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
const ids = (rows: readonly Session[]) => rows.map((each) => each.session_id);

describe('listRows', () => {
  it('orders by a column, either way, and keeps equals as they came', () => {
    const rows = [session('b'), session('a'), session('c', { operator: 'x' })];
    expect(ids(listRows(rows, 'purpose', 'asc'))).toEqual(['a', 'b', 'c']);
    expect(ids(listRows(rows, 'operator', 'asc'))).toEqual(['b', 'a', 'c']);
    expect(ids(listRows(rows, 'operator', 'desc'))).toEqual(['c', 'b', 'a']);
  });

  it('puts states in the order of the segments', () => {
    const rows = (['closed', 'revoked', 'active', 'expired'] as const).map((status) =>
      session(status, { status }),
    );
    expect(ids(listRows(rows, 'status', 'asc'))).toEqual([
      'active',
      'expired',
      'revoked',
      'closed',
    ]);
  });
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
