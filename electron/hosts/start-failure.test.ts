/** What is said when the ledger does not open. */
import { describe, expect, it } from 'vitest';
import { describeStartFailure } from './start-failure.ts';

describe('describeStartFailure', () => {
  const held = { fault: 'in_use', message: 'm' } as const;

  it('names the holder of a directory in use', () => {
    const holder = { pid: 42, started_at: '2026-01-01T00:00:00.000Z', label: 'the headless host' };
    expect(describeStartFailure({ ...held, holder }, '/data')).toBe(
      'The data directory /data is in use by the headless host (process 42, since 2026-01-01T00:00:00.000Z). Close that first, or choose another directory.',
    );
  });

  it('says that it is in use when the holder cannot be read', () => {
    expect(describeStartFailure({ ...held, holder: undefined }, '/data')).toContain(
      'in use by another process',
    );
  });

  it('passes on what a database fault says', () => {
    const fault = { fault: 'corrupt', message: '/data/x is damaged.', holder: undefined } as const;
    expect(describeStartFailure(fault, '/data')).toBe(
      'Proofdesk cannot open /data: /data/x is damaged.',
    );
  });
});
