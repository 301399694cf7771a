/** What is said when the engine does not start. */
import { describe, expect, it } from 'vitest';
import { describeStartFailure, isHeldByAnother } from './start-failure.ts';

describe('describeStartFailure', () => {
  it('names the holder of a directory in use', () => {
    const failure = {
      code: 'DirectoryLockedError',
      message: 'm',
      details: {
        holder: { pid: 42, started_at: '2026-01-01T00:00:00.000Z', label: 'the headless host' },
      },
    };
    expect(isHeldByAnother(failure)).toBe(true);
    expect(describeStartFailure(failure, '/data')).toBe(
      'The data directory /data is in use by the headless host (process 42, since 2026-01-01T00:00:00.000Z). Close that first, or choose another directory.',
    );
  });

  it('says that it is in use when the holder cannot be read', () => {
    const failure = { code: 'DirectoryLockedError', message: 'm', details: { holder: null } };
    expect(isHeldByAnother(failure)).toBe(true);
    expect(describeStartFailure(failure, '/data')).toContain('in use by another process');
  });

  it('passes on what a database fault says', () => {
    const failure = { code: 'DatabaseError', message: '/data/x is damaged.', details: {} };
    expect(isHeldByAnother(failure)).toBe(false);
    expect(describeStartFailure(failure, '/data')).toBe(
      'Proofdesk cannot open /data: /data/x is damaged.',
    );
  });
});
