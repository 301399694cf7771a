/** Migration 24: in whose name invoices are issued, and who stands on them; each change is a version of its own. */
export const partiesMigration = {
  version: 24,
  name: 'parties',
  sql: `
  CREATE TABLE billing_settings (
    version INTEGER PRIMARY KEY, -- from 1
    at TEXT NOT NULL,
    value TEXT NOT NULL -- JSON; empty once it is erased
  ) STRICT;
  CREATE TRIGGER billing_settings_no_update BEFORE UPDATE OF version, at ON billing_settings
    BEGIN SELECT RAISE(ABORT, 'billing_settings is append-only'); END;
  CREATE TRIGGER billing_settings_words_stay BEFORE UPDATE OF value ON billing_settings
    WHEN new.value <> ''
    BEGIN SELECT RAISE(ABORT, 'billing_settings is append-only'); END;
  CREATE TRIGGER billing_settings_no_delete BEFORE DELETE ON billing_settings
    BEGIN SELECT RAISE(ABORT, 'billing_settings is append-only'); END;

  CREATE TABLE parties (
    kind TEXT NOT NULL CHECK (kind IN ('ACCOUNT', 'HOLDER')),
    id TEXT NOT NULL,
    version INTEGER NOT NULL, -- of an account from 2: the first is its row
    at TEXT NOT NULL,
    key_id TEXT NOT NULL, -- operator, or the API key that changed it
    value TEXT NOT NULL, -- JSON; empty once it is erased
    PRIMARY KEY (kind, id, version)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER parties_no_update BEFORE UPDATE OF kind, id, version, at, key_id ON parties
    BEGIN SELECT RAISE(ABORT, 'parties is append-only'); END;
  CREATE TRIGGER parties_words_stay BEFORE UPDATE OF value ON parties WHEN new.value <> ''
    BEGIN SELECT RAISE(ABORT, 'parties is append-only'); END;
  CREATE TRIGGER parties_no_delete BEFORE DELETE ON parties
    BEGIN SELECT RAISE(ABORT, 'parties is append-only'); END;
  `,
} as const;
