/** Migration 37: credit notes, which take issued invoices back, whole or in part, and what is paid back for them. */
export const creditNotesMigration = {
  version: 37,
  name: 'credit-notes',
  sql: `
  CREATE TABLE credit_notes (
    number INTEGER PRIMARY KEY,
    credit_note_id TEXT NOT NULL UNIQUE,
    credit_note_number TEXT NOT NULL UNIQUE,
    invoice INTEGER NOT NULL REFERENCES invoices (number),
    kind TEXT NOT NULL CHECK (kind IN ('REFUND', 'CANCELLATION')),
    lines TEXT NOT NULL, -- JSON array of {line, amount}: place on the invoice from 1, minor units before tax
    subtotal INTEGER NOT NULL, -- minor units
    tax INTEGER NOT NULL,
    total INTEGER NOT NULL CHECK (total = subtotal + tax),
    borne_by TEXT CHECK (borne_by IN ('PLATFORM', 'HOLDERS')), -- null where an invoice is canceled
    reason TEXT, -- null once it is erased
    issued_at TEXT NOT NULL,
    CHECK ((kind = 'CANCELLATION') = (borne_by IS NULL))
  ) STRICT;
  CREATE INDEX credit_notes_of_invoice ON credit_notes (invoice, number);
  CREATE TRIGGER credit_notes_no_update BEFORE UPDATE OF number, credit_note_id, credit_note_number, invoice, kind,
      lines, subtotal, tax, total, borne_by, issued_at
    ON credit_notes BEGIN SELECT RAISE(ABORT, 'an issued credit note does not change'); END;
  CREATE TRIGGER credit_notes_no_delete BEFORE DELETE ON credit_notes
    BEGIN SELECT RAISE(ABORT, 'credit notes stay'); END;

  -- What was paid back for a credit note.
  CREATE TABLE refunds (
    credit_note INTEGER PRIMARY KEY REFERENCES credit_notes (number),
    amount INTEGER NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    reference TEXT, -- null once it is erased
    refunded_at TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER refunds_no_update BEFORE UPDATE OF credit_note, amount, currency, refunded_at
    ON refunds BEGIN SELECT RAISE(ABORT, 'a refund does not change'); END;
  CREATE TRIGGER refunds_no_delete BEFORE DELETE ON refunds
    BEGIN SELECT RAISE(ABORT, 'refunds stay'); END;
  `,
} as const;
