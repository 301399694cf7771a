/** A run over a whole ledger: what it counts, how it is stopped, what it leaves alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StandingLedger } from './testing/standing-ledger.ts';
import { temporaryFolder, verifyFile } from './testing/test-ledger.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let ledger: StandingLedger;
beforeAll(() => {
  ledger = new StandingLedger(folder.path);
});

describe('a ledger that nobody touched', () => {
  it('is self-consistent, with every entry, record and field counted', async () => {
    const { result, findings } = await verifyFile(ledger.path);
    expect(findings).toEqual([]);
    expect(result).toMatchObject({
      verdict: 'SELF_CONSISTENT_ONLY',
      checked: ledger.size,
      total: ledger.size,
      records_checked: ledger.records.size,
      findings_total: 0,
      first_finding: null,
      canceled: false,
    });
    expect(result.counts).toEqual({ OK: ledger.size, ERASED_DECLARED: 2 });
  });

  it('is still so after the guards were taken off and put back', async () => {
    expect(await ledger.deviations(() => undefined)).toEqual([]);
  });
});
