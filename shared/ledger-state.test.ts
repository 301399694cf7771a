/** What is said of a ledger: never green without a whole and current check that nothing contradicts. */
import { describe, expect, test } from 'vitest';
import type { Verification } from './contract/chain.ts';
import type { CheckpointVerdict, Standing } from './contract/checkpoints.ts';
import { attentionKinds, type Attention } from './contract/overview.ts';
import { attentionOfLedger, byWeight, noAttention, withLedger } from './ledger-attention.ts';
import { isDoubted, ledgerState, oldAfterMs, type LedgerFacts } from './ledger-state.ts';

const hash = `sha256:${'0'.repeat(64)}`;
const finished = '2026-01-01T00:00:10.000Z';
const now = Date.parse(finished) + 1_000;
const week = 7 * 24 * 60 * 60_000;
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
  head_hash: hash,
  root_hash: hash,
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: finished,
  duration_ms: 10_000,
};

function standing(verdict: CheckpointVerdict): Standing {
  const ledger = { size: 11, root_hash: hash };
  return { verdict, message: '', last_seen: null, checkpoint: null, ledger };
}

function ledger(latest: Verification | null, changed: Partial<LedgerFacts> = {}): LedgerFacts {
  return {
    size: 11,
    record_count: 10,
    verification: { latest, running: null },
    standing: standing('VERIFIED_SIGNED'),
    ...changed,
  };
}

const altered = { ...verification, verdict: 'UNVERIFIABLE' as const, findings_total: 2 };
const rolledBack = { ...verification, verdict: 'ROLLED_BACK' as const };

describe('ledgerState', () => {
  test.each<[string, string, LedgerFacts, number]>([
    ['no check of records', 'never', ledger(null), now],
    ['no record to check', 'empty', ledger(null, { record_count: 0, size: 1 }), now],
    ['a whole, current check', 'ok', ledger(verification), now],
    ['a check of before', 'stale', ledger(verification, { size: 12 }), now],
    ['an old check', 'stale', ledger(verification), now + oldAfterMs],
    ['a check with findings', 'failed', ledger(altered), now],
    ['a bad verdict', 'failed', ledger(rolledBack), now],
    ['a part only', 'failed', ledger({ ...verification, checked: 5 }), now],
    ['nothing checked', 'failed', ledger({ ...verification, checked: 0, total: 0 }), now],
    ['no checkpoint', 'ok', ledger(verification, { standing: null }), now],
    [
      'one that says nothing',
      'ok',
      ledger(verification, { standing: standing('SELF_CONSISTENT_ONLY') }),
      now,
    ],
    [
      'one that contradicts a good check',
      'failed',
      ledger(verification, { standing: standing('FORKED') }),
      now,
    ],
    [
      'one that contradicts unchecked',
      'failed',
      ledger(null, { standing: standing('ROLLED_BACK') }),
      now,
    ],
    [
      'one whose signature does not hold',
      'failed',
      ledger(verification, { standing: standing('BAD_SIGNATURE') }),
      now,
    ],
  ])('%s is %s', (_name, kind, facts, at) => {
    expect(ledgerState(facts, at).kind).toBe(kind);
  });

  test('says how many entries came since, also where it failed', () => {
    for (const latest of [verification, altered]) {
      expect(ledgerState(ledger(latest, { size: 15 }), now)).toMatchObject({ appended: 4 });
    }
  });

  test('doubts the whole only where no entry is named', () => {
    expect(isDoubted(ledgerState(ledger(verification), now))).toBe(false);
    expect(isDoubted(ledgerState(ledger(altered), now))).toBe(false);
    expect(isDoubted(ledgerState(ledger(rolledBack), now))).toBe(true);
    const forked = ledger(verification, { standing: standing('FORKED') });
    expect(isDoubted(ledgerState(forked, now))).toBe(true);
  });
});

describe('What needs attention', () => {
  const item = (kind: Attention['kind'], severity: Attention['severity']): Attention => ({
    ...noAttention,
    kind,
    severity,
  });

  test('of the ledger is what its state says', () => {
    const told = (facts: LedgerFacts, at = now) =>
      attentionOfLedger(facts, at).map(({ kind, name, count, object_id: id }) => [
        kind,
        name,
        count,
        id,
      ]);
    expect(told(ledger(verification))).toEqual([]);
    expect(told(ledger(null, { record_count: 0 }))).toEqual([]);
    expect(told(ledger(null))).toEqual([['never_verified', null, null, null]]);
    expect(told(ledger(verification), now + week)).toEqual([
      ['verification_old', null, null, 'job_1'],
    ]);
    expect(told(ledger(altered))).toEqual([['chain_break', 'UNVERIFIABLE', 2, 'job_1']]);
    expect(told(ledger(rolledBack))).toEqual([['chain_break', 'ROLLED_BACK', 0, 'job_1']]);
    const forked = ledger(verification, { standing: standing('FORKED') });
    expect(told(forked)).toEqual([['chain_break', 'FORKED', 0, null]]);
    expect(told({ ...forked, verification: null })).toEqual([]);
  });

  test('is ordered by how much it weighs, a break before everything', () => {
    const items = byWeight([
      item('review_waiting', 'info'),
      item('invoice_overdue', 'warn'),
      item('artifact_mismatch', 'bad'),
      item('never_verified', 'warn'),
      item('chain_break', 'bad'),
    ]);
    expect(items.map(({ kind }) => kind)).toEqual([
      'chain_break',
      'artifact_mismatch',
      'never_verified',
      'invoice_overdue',
      'review_waiting',
    ]);
    expect(attentionKinds[0]).toBe('chain_break');
  });

  test('says of the ledger what is known now, not what was told with the rest', () => {
    const told = [item('chain_break', 'bad'), item('invoice_overdue', 'warn')];
    const kinds = (facts: LedgerFacts) => withLedger(told, facts, now).map(({ kind }) => kind);
    expect(kinds(ledger(verification))).toEqual(['invoice_overdue']);
    expect(kinds(ledger(null))).toEqual(['never_verified', 'invoice_overdue']);
  });
});
