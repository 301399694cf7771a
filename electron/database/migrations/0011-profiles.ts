/** Migration 11: decision profiles. */
export const profilesMigration = {
  version: 11,
  name: 'profiles',
  sql: `
  -- Where outcome, time, person and groups stand in the records of a model. The newest of a model is in force.
  CREATE TABLE profiles (
    number INTEGER PRIMARY KEY,
    profile_id TEXT NOT NULL UNIQUE,
    model_id TEXT NOT NULL,
    document TEXT NOT NULL, -- canonical JSON
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX profiles_by_model ON profiles (model_id, number);
  CREATE TRIGGER profiles_no_update BEFORE UPDATE ON profiles
    BEGIN SELECT RAISE(ABORT, 'profiles is append-only'); END;
  CREATE TRIGGER profiles_no_delete BEFORE DELETE ON profiles
    BEGIN SELECT RAISE(ABORT, 'profiles is append-only'); END;
  `,
};
