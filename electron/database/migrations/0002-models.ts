/** Migration 2: the projections of model cards and of artifact checks. */

const appendOnly = (table: string) => `
  CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
  CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`;

export const modelsMigration = {
  version: 2,
  name: 'models',
  sql: `
  -- A projection of ledger.model/v1 entries; verification compares every column with the entry.
  -- The parts of the version are numbers of their own, so that 1.10.0 sorts after 1.9.0.
  CREATE TABLE models (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    model_id TEXT NOT NULL,
    version TEXT NOT NULL,
    major INTEGER NOT NULL,
    minor INTEGER NOT NULL,
    patch INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    model_hash TEXT,
    training_date TEXT,
    framework TEXT,
    performance TEXT, -- canonical JSON
    fairness TEXT, -- canonical JSON
    intended_use TEXT,
    limitations TEXT,
    hash BLOB NOT NULL UNIQUE, -- of the entry
    UNIQUE (model_id, major, minor, patch)
  ) STRICT;
  ${appendOnly('models')}

  -- A projection of ledger.evidence/v1 entries of the kind artifact_check.
  CREATE TABLE artifact_checks (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    model_id TEXT NOT NULL,
    version TEXT NOT NULL,
    created_at TEXT NOT NULL,
    method TEXT NOT NULL,
    outcome TEXT NOT NULL,
    expected TEXT,
    actual TEXT NOT NULL,
    name TEXT NOT NULL,
    files INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    hash BLOB NOT NULL UNIQUE -- of the entry
  ) STRICT;
  CREATE INDEX artifact_checks_by_version ON artifact_checks (model_id, version, seq);
  CREATE INDEX artifact_checks_by_model ON artifact_checks (model_id, seq);
  ${appendOnly('artifact_checks')}
  `,
} as const;
