/**
 * Migration 28: what holders get of an invoice is fixed as it is issued: its shares, and which payout pays each. An invoice
 * from before has none: what holders got of it became theirs when it was paid (`accruals`).
 */
export const sharesMigration = {
  version: 28,
  name: 'shares',
  sql: `
  -- Minor units; null in documents from before.
  ALTER TABLE invoices ADD COLUMN pool INTEGER; -- what holders share
  ALTER TABLE invoices ADD COLUMN fees INTEGER; -- of them
  ALTER TABLE invoices ADD COLUMN platform_credits INTEGER; -- that the platform bears
  ALTER TABLE invoices ADD COLUMN holder_credits INTEGER; -- that holders bear
  ALTER TABLE invoices ADD COLUMN prepaid_used INTEGER;
  ALTER TABLE invoices ADD COLUMN prepaid_bought INTEGER;
  CREATE TRIGGER invoices_amounts_stay BEFORE UPDATE OF pool, fees, platform_credits, holder_credits,
      prepaid_used, prepaid_bought
    ON invoices BEGIN SELECT RAISE(ABORT, 'an issued invoice does not change'); END;

  CREATE TABLE shares (
    number INTEGER PRIMARY KEY,
    document TEXT NOT NULL, -- id of an invoice or a credit note
    n INTEGER NOT NULL, -- from 1 in each document
    dataset_id TEXT NOT NULL,
    holder_id TEXT NOT NULL REFERENCES payout_preferences (holder_id),
    gross INTEGER NOT NULL,
    fee INTEGER NOT NULL,
    net INTEGER NOT NULL CHECK (net = gross - fee),
    at TEXT NOT NULL, -- when the document was issued
    salt TEXT NOT NULL,
    UNIQUE (document, n)
  ) STRICT;
  CREATE INDEX shares_by_holder ON shares (holder_id, at);
  CREATE INDEX shares_by_time ON shares (at);
  CREATE TRIGGER shares_no_update BEFORE UPDATE ON shares
    BEGIN SELECT RAISE(ABORT, 'shares is append-only'); END;
  CREATE TRIGGER shares_no_delete BEFORE DELETE ON shares
    BEGIN SELECT RAISE(ABORT, 'shares is append-only'); END;

  CREATE TABLE payout_items (
    payout INTEGER NOT NULL REFERENCES payouts (number),
    share INTEGER NOT NULL REFERENCES shares (number),
    released INTEGER NOT NULL DEFAULT 0 CHECK (released IN (0, 1)), -- the payout failed
    PRIMARY KEY (payout, share)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX payout_items_in_force ON payout_items (share) WHERE released = 0;
  CREATE TRIGGER payout_items_no_update BEFORE UPDATE ON payout_items
    WHEN new.payout <> old.payout OR new.share <> old.share OR old.released = 1
    BEGIN SELECT RAISE(ABORT, 'an item of a payout is released once'); END;
  CREATE TRIGGER payout_items_no_delete BEFORE DELETE ON payout_items
    BEGIN SELECT RAISE(ABORT, 'payout_items is append-only'); END;

  -- What holders earned: shares of documents that count, and what became theirs before there were shares.
  CREATE VIEW earned AS
    SELECT 1 AS is_share, s.number, s.document, s.dataset_id, s.holder_id, s.gross, s.fee, s.net,
      coalesce(i.paid_at, s.at) AS earned_at,
      (SELECT p.payout FROM payout_items AS p WHERE p.share = s.number AND p.released = 0) AS payout
    FROM shares AS s LEFT JOIN invoices AS i ON i.invoice_id = s.document
    WHERE i.invoice_id IS NULL OR i.status = 'PAID'
    UNION ALL
    SELECT 0, a.number, i.invoice_id, a.dataset_id, a.holder_id, a.gross, a.fee, a.net, a.accrued_at, a.payout
    FROM accruals AS a JOIN invoices AS i ON i.number = a.invoice;
  `,
} as const;
