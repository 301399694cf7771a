/** Migration 39: a payout says which tax is paid with it, where it goes, and by which reference it arrived. */
export const payoutPapersMigration = {
  version: 39,
  name: 'payout-papers',
  sql: `
  ALTER TABLE payouts ADD COLUMN tax INTEGER; -- minor units; a part of the amount, null for none
  ALTER TABLE payouts ADD COLUMN destination TEXT; -- JSON, as it was when the payout was made
  ALTER TABLE payouts ADD COLUMN reference TEXT; -- of the bank, once its outcome is told
  CREATE TRIGGER payouts_tax_stays BEFORE UPDATE OF tax ON payouts
    BEGIN SELECT RAISE(ABORT, 'these columns of payouts do not change'); END;
  CREATE TRIGGER payouts_destination_stays BEFORE UPDATE OF destination ON payouts
    WHEN new.destination IS NOT NULL AND new.destination IS NOT old.destination
    BEGIN SELECT RAISE(ABORT, 'these columns of payouts do not change'); END;
  -- Of one that is over nothing changes but what is erased.
  DROP TRIGGER payouts_stay_over;
  CREATE TRIGGER payouts_stay_over BEFORE UPDATE ON payouts
    WHEN old.status <> 'PENDING' AND NOT (new.status = old.status
      AND new.completed_at IS old.completed_at AND new.failed_at IS old.failed_at
      AND (new.failure_reason IS NULL OR new.failure_reason IS old.failure_reason)
      AND (new.reference IS NULL OR new.reference IS old.reference))
    BEGIN SELECT RAISE(ABORT, 'a payout that is over stays as it is'); END;
  `,
} as const;
