/** Migration 34: idempotency keys of decisions, which never expire, and API keys that may append and nothing else. */

const keyColumns = `number, key_id, digest, hint, name, role, account_id, holder_id, scopes,
    rate_limits, created_at, created_by, expires_at, revoked_at, last_used_at, person_id`;

export const intakeMigration = {
  version: 34,
  name: 'intake',
  sql: `
  CREATE TABLE item_keys (
    scope TEXT NOT NULL, -- whose keys: 'account/' and the account of the API key, else 'caller/' and who sent it
    key TEXT NOT NULL,
    fingerprint BLOB, -- keyed hash of the decision, 32 bytes; null once a value of it is erased
    seq INTEGER NOT NULL, -- of the entry that was appended
    PRIMARY KEY (scope, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER item_keys_no_delete BEFORE DELETE ON item_keys
    BEGIN SELECT RAISE(ABORT, 'item_keys is append-only'); END;
  CREATE TRIGGER item_keys_no_update BEFORE UPDATE ON item_keys
    WHEN new.scope IS NOT old.scope OR new.key IS NOT old.key OR new.seq IS NOT old.seq
      OR new.fingerprint IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'item_keys is append-only'); END;

  CREATE TABLE keys_by_role (
    number INTEGER PRIMARY KEY, -- in order of creation
    key_id TEXT NOT NULL UNIQUE,
    digest TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('compliance', 'data_holder', 'ai_lab', 'admin', 'logger')),
    account_id TEXT CHECK (role <> 'ai_lab' OR account_id IS NOT NULL),
    holder_id TEXT CHECK (role <> 'data_holder' OR holder_id IS NOT NULL),
    scopes TEXT, -- JSON array; null for all that the role may
    rate_limits TEXT, -- JSON object; null for those of all keys
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    expires_at TEXT,
    revoked_at TEXT,
    last_used_at TEXT,
    person_id TEXT,
    models TEXT CHECK (models IS NULL OR role = 'logger') -- JSON array; null for any model
  ) STRICT;
  INSERT INTO keys_by_role (${keyColumns}) SELECT ${keyColumns} FROM api_keys;
  DROP TABLE api_keys;
  ALTER TABLE keys_by_role RENAME TO api_keys;
  CREATE INDEX api_keys_of_lab_by_holder ON api_keys (holder_id, number) WHERE role = 'ai_lab';
  CREATE INDEX api_keys_of_logger_by_account ON api_keys (account_id, number) WHERE role = 'logger';
  CREATE TRIGGER api_keys_no_delete BEFORE DELETE ON api_keys
    BEGIN SELECT RAISE(ABORT, 'an API key is revoked, never deleted'); END;
  CREATE TRIGGER api_keys_no_update BEFORE UPDATE OF number, key_id, digest, role, account_id,
      holder_id, scopes, rate_limits, created_at, created_by, expires_at, person_id, models ON api_keys
    BEGIN SELECT RAISE(ABORT, 'what a key may do does not change'); END;
  CREATE TRIGGER api_keys_words_stay BEFORE UPDATE OF hint, name ON api_keys
    WHEN new.hint NOT IN (old.hint, '') OR new.name NOT IN (old.name, '')
    BEGIN SELECT RAISE(ABORT, 'what a key is called does not change'); END;
  CREATE TRIGGER api_keys_stay_revoked BEFORE UPDATE OF revoked_at ON api_keys
    WHEN old.revoked_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a revoked key stays revoked'); END;

  -- A record whose answer was kept is still recognised; what was sent for it is not known any more.
  INSERT INTO item_keys (scope, key, fingerprint, seq)
    SELECT coalesce('account/' || k.account_id, 'caller/' || i.caller), i.key, NULL, min(r.seq)
    FROM idempotency AS i
    JOIN records AS r ON r.id = json_extract(i.body, '$.id')
    LEFT JOIN api_keys AS k ON k.key_id = i.caller
    WHERE i.operation = 'createRecord' GROUP BY 1, 2;
  DELETE FROM idempotency WHERE operation = 'createRecord';
  `,
} as const;
