/** Migration 29: who benefits of a dataset and what a holder is charged, each from a month on; invoices that are written off. */
export const shareTermsMigration = {
  version: 29,
  name: 'share-terms',
  sql: `
  CREATE TABLE beneficiaries (
    dataset_id TEXT NOT NULL,
    from_month TEXT NOT NULL, -- its first day
    value TEXT NOT NULL, -- JSON array of {holder_id, bps}, together 10000
    changed_at TEXT NOT NULL,
    PRIMARY KEY (dataset_id, from_month)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER beneficiaries_no_delete BEFORE DELETE ON beneficiaries
    BEGIN SELECT RAISE(ABORT, 'beneficiaries stay'); END;
  CREATE TABLE fee_tables (
    holder_id TEXT NOT NULL,
    from_month TEXT NOT NULL, -- its first day
    tiers TEXT NOT NULL, -- JSON array of {up_to, bps}, up_to in minor units
    changed_at TEXT NOT NULL,
    PRIMARY KEY (holder_id, from_month)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER fee_tables_no_delete BEFORE DELETE ON fee_tables
    BEGIN SELECT RAISE(ABORT, 'fee tables stay'); END;

  -- CORRECTION or UNCOLLECTIBLE; null of one that was canceled before: then it was corrected.
  ALTER TABLE invoices ADD COLUMN cancel_kind TEXT;
  -- What is written off keeps the use that it bills.
  DROP INDEX invoices_in_force;
  CREATE UNIQUE INDEX invoices_in_force ON invoices (account_id, month)
    WHERE status <> 'CANCELED' OR cancel_kind = 'UNCOLLECTIBLE';
  `,
} as const;
