/** Migration 18: grants, who may use what; which sessions stand on which; accounts and keys that a holder makes. */
export const grantsMigration = {
  version: 18,
  name: 'grants',
  sql: `
  ALTER TABLE datasets ADD COLUMN access TEXT; -- open or on_request; null in ledgers from before: open
  ALTER TABLE accounts ADD COLUMN holder_id TEXT; -- the holder that made it; null for none
  CREATE INDEX accounts_by_holder ON accounts (holder_id, account_id) WHERE holder_id IS NOT NULL;
  CREATE INDEX api_keys_of_lab_by_holder ON api_keys (holder_id, number) WHERE role = 'ai_lab';

  CREATE INDEX usage_days_by_dataset ON usage_days (dataset_id, day);

  CREATE TABLE grants (
    number INTEGER PRIMARY KEY, -- in order of the requests
    grant_id TEXT NOT NULL UNIQUE,
    dataset INTEGER NOT NULL REFERENCES datasets (number),
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    kind TEXT NOT NULL CHECK (kind IN ('rows', 'statistics')),
    action TEXT NOT NULL -- the last one
      CHECK (action IN ('request', 'grant', 'refuse', 'withdraw', 'revoke')),
    granted_by TEXT CHECK (granted_by IN ('holder', 'policy')),
    model_id TEXT,
    fields TEXT, -- JSON array; null for all that the dataset gives
    operations TEXT NOT NULL, -- JSON array
    starts_at TEXT, -- null until it is granted, where it was asked for at once
    ends_at TEXT NOT NULL,
    budget_nanos INTEGER, -- null for none
    created_at TEXT NOT NULL,
    purpose TEXT NOT NULL,
    expected TEXT, -- JSON object
    conditions TEXT,
    reason TEXT,
    spent_nanos INTEGER NOT NULL DEFAULT 0 -- what its sessions came to
  ) STRICT;
  CREATE INDEX grants_by_account ON grants (account_id, number);
  CREATE INDEX grants_by_dataset ON grants (dataset, number);
  CREATE TRIGGER grants_no_update BEFORE UPDATE OF number, grant_id, dataset, account_id, kind, model_id,
      created_at ON grants
    BEGIN SELECT RAISE(ABORT, 'these columns of grants do not change'); END;
  CREATE TRIGGER grants_stay_over BEFORE UPDATE OF action ON grants
    WHEN old.action IN ('refuse', 'withdraw', 'revoke')
    BEGIN SELECT RAISE(ABORT, 'a grant that is over stays as it is'); END;
  CREATE TRIGGER grants_terms_stay BEFORE UPDATE OF fields, operations, starts_at, ends_at, budget_nanos,
      granted_by ON grants
    WHEN old.action <> 'request'
    BEGIN SELECT RAISE(ABORT, 'the terms of a grant do not change'); END;
  CREATE TRIGGER grants_words_stay BEFORE UPDATE OF purpose, expected ON grants
    WHEN new.purpose NOT IN (old.purpose, '')
      OR (new.expected IS NOT NULL AND new.expected IS NOT old.expected)
    BEGIN SELECT RAISE(ABORT, 'what was asked for does not change'); END;
  CREATE TRIGGER grants_no_delete BEFORE DELETE ON grants
    BEGIN SELECT RAISE(ABORT, 'grants is append-only'); END;

  -- Null in sessions from before there were grants.
  ALTER TABLE sessions ADD COLUMN "grant" INTEGER REFERENCES grants (number);
  ALTER TABLE sessions ADD COLUMN opener_name TEXT; -- of the API key that opened it
  CREATE INDEX sessions_by_grant ON sessions ("grant", number) WHERE "grant" IS NOT NULL;
  CREATE TRIGGER sessions_grant_stays BEFORE UPDATE OF "grant" ON sessions
    BEGIN SELECT RAISE(ABORT, 'these columns of sessions do not change'); END;
  CREATE TRIGGER sessions_opener_stays BEFORE UPDATE OF opener_name ON sessions
    WHEN new.opener_name IS NOT NULL AND new.opener_name IS NOT old.opener_name
    BEGIN SELECT RAISE(ABORT, 'these columns of sessions do not change'); END;
  `,
} as const;
