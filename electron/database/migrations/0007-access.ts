/** Migration 7: API keys, rate limits, and whose what is that nobody owned before there were keys. */

export const accessMigration = {
  version: 7,
  name: 'access',
  sql: `
  -- A key is never here: only its keyed hash, whose secret is not in this file.
  CREATE TABLE api_keys (
    number INTEGER PRIMARY KEY, -- in order of creation
    key_id TEXT NOT NULL UNIQUE,
    digest TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('compliance', 'data_holder', 'ai_lab', 'admin')),
    account_id TEXT CHECK (role <> 'ai_lab' OR account_id IS NOT NULL),
    holder_id TEXT CHECK (role <> 'data_holder' OR holder_id IS NOT NULL),
    scopes TEXT, -- JSON array; null for all that the role may
    rate_limits TEXT, -- JSON object; null for those of all keys
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    expires_at TEXT,
    revoked_at TEXT,
    last_used_at TEXT
  ) STRICT;
  CREATE TRIGGER api_keys_no_delete BEFORE DELETE ON api_keys
    BEGIN SELECT RAISE(ABORT, 'an API key is revoked, never deleted'); END;
  CREATE TRIGGER api_keys_no_update BEFORE UPDATE OF number, key_id, digest, hint, name, role,
      account_id, holder_id, scopes, rate_limits, created_at, created_by, expires_at ON api_keys
    BEGIN SELECT RAISE(ABORT, 'what a key may do does not change'); END;
  CREATE TRIGGER api_keys_stay_revoked BEFORE UPDATE OF revoked_at ON api_keys
    WHEN old.revoked_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a revoked key stays revoked'); END;

  CREATE TABLE rate_limits (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    limits TEXT NOT NULL, -- JSON
    changed_at TEXT NOT NULL
  ) STRICT;

  -- Which account's key appended a record. What the window or an admin appended is nobody's.
  CREATE TABLE record_writers (
    position INTEGER PRIMARY KEY, -- of the record in the chain
    account_id TEXT NOT NULL
  ) STRICT;
  CREATE INDEX record_writers_by_account ON record_writers (account_id, position);

  -- The same for a model (the account that registered it first) and for a payment method.
  CREATE TABLE ownerships (
    kind TEXT NOT NULL CHECK (kind IN ('model', 'payment_method')),
    object_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    PRIMARY KEY (kind, object_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX ownerships_by_account ON ownerships (kind, account_id, object_id);

  CREATE INDEX billed_sessions_by_account ON billed_sessions (account_id, number);
  CREATE INDEX spending_alerts_by_account ON spending_alerts (account_id, number);
  `,
} as const;
