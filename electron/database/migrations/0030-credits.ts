/** Migration 30: credits that lower later invoices, each with who bears it; one-off charges, and amounts that are paid beforehand. */
export const creditsMigration = {
  version: 30,
  name: 'credits',
  sql: `
  CREATE TABLE credits (
    number INTEGER PRIMARY KEY,
    credit_id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    kind TEXT NOT NULL CHECK (kind IN ('GOODWILL', 'PREPAID', 'CORRECTION')),
    amount INTEGER NOT NULL CHECK (amount > 0),
    borne_by TEXT CHECK (borne_by IN ('PLATFORM', 'HOLDERS')), -- null of what was paid
    priority INTEGER NOT NULL,
    expires_on TEXT, -- last day of use
    reason TEXT, -- null once it is erased
    source TEXT, -- id of the invoice that it comes from
    created_at TEXT NOT NULL,
    voided_at TEXT,
    CHECK ((kind = 'PREPAID') = (borne_by IS NULL))
  ) STRICT;
  CREATE INDEX credits_of_account ON credits (account_id, number);
  CREATE INDEX credits_by_source ON credits (source) WHERE source IS NOT NULL;
  CREATE TRIGGER credits_no_update BEFORE UPDATE OF number, credit_id, account_id, kind, amount, borne_by, priority,
      expires_on, source, created_at
    ON credits BEGIN SELECT RAISE(ABORT, 'a credit does not change'); END;
  CREATE TRIGGER credits_no_delete BEFORE DELETE ON credits
    BEGIN SELECT RAISE(ABORT, 'credits stay'); END;

  CREATE TABLE credit_uses (
    credit INTEGER NOT NULL REFERENCES credits (number),
    invoice INTEGER NOT NULL REFERENCES invoices (number),
    amount INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (credit, invoice)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX credit_uses_by_invoice ON credit_uses (invoice);
  CREATE TRIGGER credit_uses_no_update BEFORE UPDATE ON credit_uses
    BEGIN SELECT RAISE(ABORT, 'credit_uses is append-only'); END;
  CREATE TRIGGER credit_uses_no_delete BEFORE DELETE ON credit_uses
    BEGIN SELECT RAISE(ABORT, 'credit_uses is append-only'); END;

  CREATE TABLE charges (
    number INTEGER PRIMARY KEY,
    charge_id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    kind TEXT NOT NULL CHECK (kind IN ('CHARGE', 'PREPAYMENT')),
    amount INTEGER NOT NULL CHECK (amount > 0),
    description TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX charges_of_account ON charges (account_id, number);
  CREATE TRIGGER charges_no_update BEFORE UPDATE OF number, charge_id, account_id, kind, amount, created_at
    ON charges BEGIN SELECT RAISE(ABORT, 'a charge does not change'); END;
  CREATE TRIGGER charges_no_delete BEFORE DELETE ON charges
    BEGIN SELECT RAISE(ABORT, 'charges stay'); END;

  -- The invoices that ask for a charge.
  CREATE TABLE charge_uses (
    charge INTEGER NOT NULL REFERENCES charges (number),
    invoice INTEGER NOT NULL REFERENCES invoices (number),
    PRIMARY KEY (charge, invoice)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER charge_uses_no_update BEFORE UPDATE ON charge_uses
    BEGIN SELECT RAISE(ABORT, 'charge_uses is append-only'); END;
  CREATE TRIGGER charge_uses_no_delete BEFORE DELETE ON charge_uses
    BEGIN SELECT RAISE(ABORT, 'charge_uses is append-only'); END;
  `,
} as const;
