/** Migration 47: a rate card that was assigned from a coming month on can be withdrawn, while nothing was used in it. */
export const withdrawnCardsMigration = {
  version: 47,
  name: 'withdrawn-cards',
  sql: `
  DROP TRIGGER rate_card_assignments_no_delete;
  CREATE TRIGGER rate_card_assignments_no_delete BEFORE DELETE ON rate_card_assignments
    WHEN EXISTS (SELECT 1 FROM usage_counters AS c WHERE c.account_id = old.account_id AND c.month >= old.month)
      OR EXISTS (SELECT 1 FROM invoices AS i WHERE i.account_id = old.account_id AND i.month >= old.month)
    BEGIN SELECT RAISE(ABORT, 'a rate card of a month in use stays assigned'); END;
  `,
} as const;
