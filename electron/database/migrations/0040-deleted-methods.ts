/** Migration 40: a payment method can be deleted: nothing is paid by it any more. */
export const deletedMethodsMigration = {
  version: 40,
  name: 'deleted-methods',
  sql: `
  ALTER TABLE payment_methods ADD COLUMN deleted_at TEXT;
  CREATE TRIGGER payment_methods_stay_deleted BEFORE UPDATE OF deleted_at ON payment_methods
    WHEN old.deleted_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a payment method is deleted once'); END;
  CREATE INDEX payments_by_time ON payments (paid_at);
  `,
} as const;
