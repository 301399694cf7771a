/** Migration 38: months that close by the clock: when they do, what is held back, runs with what became of each account, reminders. */
export const monthsMigration = {
  version: 38,
  name: 'months',
  sql: `
  ALTER TABLE billing_settings ADD COLUMN close TEXT; -- JSON {auto, grace_hours}; null: as usual
  ALTER TABLE billing_settings ADD COLUMN dunning TEXT; -- JSON array of {after_days, action}; null: as usual
  CREATE TRIGGER billing_settings_close_stays BEFORE UPDATE OF close, dunning ON billing_settings
    BEGIN SELECT RAISE(ABORT, 'billing_settings is append-only'); END;

  -- Drafts that no run issues.
  CREATE TABLE holds (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    month TEXT NOT NULL, -- its first day
    reason TEXT, -- null once it is erased
    until TEXT, -- the day from which on it is over; null for none
    held_at TEXT NOT NULL,
    PRIMARY KEY (account_id, month)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE runs (
    number INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL UNIQUE,
    month TEXT NOT NULL, -- its first day
    cause TEXT NOT NULL CHECK (cause IN ('CLOCK', 'HAND')),
    accounts TEXT, -- JSON array of ids; null for all
    started_at TEXT NOT NULL,
    finished_at TEXT,
    issued INTEGER, -- accounts by outcome, once it is finished
    empty INTEGER, -- nothing is asked of them
    held INTEGER,
    failed INTEGER,
    total INTEGER -- of the invoices, minor units
  ) STRICT;
  CREATE INDEX runs_of_month ON runs (month, cause);
  CREATE INDEX runs_going_on ON runs (number) WHERE finished_at IS NULL;
  CREATE TRIGGER runs_no_update BEFORE UPDATE OF number, run_id, month, cause, accounts, started_at
    ON runs BEGIN SELECT RAISE(ABORT, 'a run does not change'); END;
  CREATE TRIGGER runs_no_delete BEFORE DELETE ON runs
    BEGIN SELECT RAISE(ABORT, 'runs stay'); END;

  CREATE TABLE run_items (
    run INTEGER NOT NULL REFERENCES runs (number),
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    outcome TEXT NOT NULL CHECK (outcome IN ('ISSUED', 'NOTHING', 'HELD', 'FAILED')),
    invoice_id TEXT,
    amount INTEGER NOT NULL, -- minor units
    reason TEXT,
    at TEXT NOT NULL,
    PRIMARY KEY (run, account_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX run_items_left ON run_items (run) WHERE outcome IN ('HELD', 'FAILED');
  CREATE TRIGGER run_items_no_update BEFORE UPDATE ON run_items
    BEGIN SELECT RAISE(ABORT, 'run_items is append-only'); END;
  CREATE TRIGGER run_items_no_delete BEFORE DELETE ON run_items
    BEGIN SELECT RAISE(ABORT, 'run_items is append-only'); END;

  CREATE TABLE reminders (
    invoice INTEGER NOT NULL REFERENCES invoices (number),
    level INTEGER NOT NULL, -- from 1
    after_days INTEGER NOT NULL,
    reminded_at TEXT NOT NULL,
    PRIMARY KEY (invoice, level)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER reminders_no_update BEFORE UPDATE ON reminders
    BEGIN SELECT RAISE(ABORT, 'reminders is append-only'); END;
  CREATE TRIGGER reminders_no_delete BEFORE DELETE ON reminders
    BEGIN SELECT RAISE(ABORT, 'reminders is append-only'); END;
  `,
} as const;
