/** Migration 41: datasets whose rows are elsewhere, and what sessions on them see. */
export const sourcesMigration = {
  version: 41,
  name: 'sources',
  sql: `
  CREATE TABLE dataset_sources (
    dataset_id TEXT PRIMARY KEY REFERENCES datasets (dataset_id),
    kind TEXT NOT NULL CHECK (kind IN ('files', 'postgres')),
    record_ids TEXT NOT NULL CHECK (record_ids IN ('given', 'key', 'position')),
    schema_sha256 TEXT NOT NULL,
    locator TEXT, -- JSON: where the rows are
    fields TEXT, -- JSON array: names, types and JSON forms
    left_out TEXT, -- JSON array of {name, type}: columns without a JSON form
    snapshot_sha256 TEXT NOT NULL, -- of the rows as they were seen last
    rows INTEGER NOT NULL CHECK (rows >= 0),
    snapshot TEXT, -- JSON
    seen_at TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER dataset_sources_no_update BEFORE UPDATE OF dataset_id, kind, record_ids, schema_sha256
    ON dataset_sources BEGIN SELECT RAISE(ABORT, 'the source of a dataset does not change'); END;
  CREATE TRIGGER dataset_sources_no_delete BEFORE DELETE ON dataset_sources
    BEGIN SELECT RAISE(ABORT, 'sources of datasets stay'); END;

  -- Of sessions on such datasets: the rows that they see, and that these were found to be others.
  ALTER TABLE sessions ADD COLUMN source_sha256 TEXT;
  ALTER TABLE sessions ADD COLUMN source_snapshot TEXT; -- JSON
  ALTER TABLE sessions ADD COLUMN source_changed_at TEXT;
  ALTER TABLE sessions ADD COLUMN found_sha256 TEXT;
  CREATE TRIGGER sessions_keep_source BEFORE UPDATE OF source_sha256 ON sessions
    WHEN old.source_sha256 IS NOT new.source_sha256
    BEGIN SELECT RAISE(ABORT, 'a session sees the rows that it was opened on'); END;
  CREATE TRIGGER sessions_changed_once BEFORE UPDATE OF source_changed_at, found_sha256 ON sessions
    WHEN old.source_changed_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'that rows have changed is found once'); END;
  `,
} as const;
