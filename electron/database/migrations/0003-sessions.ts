/** Migration 3: datasets with their rows and paths, sessions with their usage, operations and evidence. */

const appendOnly = (table: string) => `
  CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
  CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`;

export const sessionsMigration = {
  version: 3,
  name: 'sessions',
  sql: `
  CREATE TABLE datasets (
    number INTEGER PRIMARY KEY, -- 1, 2, 3… in order of creation
    dataset_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    holder_id TEXT NOT NULL,
    policy TEXT NOT NULL, -- JSON object
    created_at TEXT NOT NULL,
    record_count INTEGER NOT NULL DEFAULT 0, -- also the seq of the last row
    total_bytes INTEGER NOT NULL DEFAULT 0,
    last_appended_at TEXT,
    revoked_at TEXT,
    revoked_by TEXT,
    revocation_reason TEXT,
    key_id TEXT NOT NULL,
    key BLOB NOT NULL -- 32 bytes: keyed transformations with the scope of the dataset
  ) STRICT;
  CREATE INDEX datasets_by_holder ON datasets (holder_id);
  CREATE TRIGGER datasets_no_update BEFORE UPDATE OF number, dataset_id, holder_id, created_at, key_id, key
    ON datasets BEGIN SELECT RAISE(ABORT, 'these columns of datasets do not change'); END;
  CREATE TRIGGER datasets_no_delete BEFORE DELETE ON datasets
    BEGIN SELECT RAISE(ABORT, 'datasets is append-only'); END;

  -- Rows of all datasets: position = dataset number × 2^36 + seq, seq = 1, 2, 3… without gaps. A
  -- dataset is a range of the table itself; the documents are normalised JSONB.
  CREATE TABLE dataset_rows (
    position INTEGER PRIMARY KEY,
    record_id TEXT NOT NULL,
    bytes INTEGER NOT NULL, -- of the document as JSON text
    document BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX dataset_rows_by_record ON dataset_rows (position >> 36, record_id);
  CREATE TRIGGER dataset_rows_no_update BEFORE UPDATE ON dataset_rows
    BEGIN SELECT RAISE(ABORT, 'dataset_rows is append-only'); END;
  -- Rows beyond record_count are those of an import that has not come to its end, and may go again.
  CREATE TRIGGER dataset_rows_no_delete BEFORE DELETE ON dataset_rows
    WHEN old.position % 68719476736 <=
      (SELECT record_count FROM datasets WHERE number = old.position >> 36)
    BEGIN SELECT RAISE(ABORT, 'dataset_rows is append-only'); END;

  -- Which JSON types each path has ever held.
  CREATE TABLE dataset_paths (
    dataset INTEGER NOT NULL REFERENCES datasets (number),
    path TEXT NOT NULL,
    types INTEGER NOT NULL,
    PRIMARY KEY (dataset, path)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sessions (
    number INTEGER PRIMARY KEY, -- in order of creation
    session_id TEXT NOT NULL UNIQUE,
    dataset INTEGER NOT NULL REFERENCES datasets (number),
    purpose TEXT NOT NULL,
    model_id TEXT,
    operator TEXT,
    allowed_operations TEXT NOT NULL, -- JSON array
    snapshot_seq INTEGER NOT NULL, -- rows up to this one are there
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    last_activity_at TEXT,
    -- Expiry is not stored: it follows from the time.
    closed_at TEXT,
    revoked_at TEXT,
    revoked_by TEXT,
    revocation_reason TEXT,
    key_id TEXT NOT NULL,
    key BLOB NOT NULL, -- 32 bytes: keyed transformations with the scope of the session
    -- Sums of session_usage.
    accesses INTEGER NOT NULL DEFAULT 0,
    reads INTEGER NOT NULL DEFAULT 0,
    filters INTEGER NOT NULL DEFAULT 0,
    transforms INTEGER NOT NULL DEFAULT 0,
    trains INTEGER NOT NULL DEFAULT 0,
    analyses INTEGER NOT NULL DEFAULT 0,
    validations INTEGER NOT NULL DEFAULT 0,
    records INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX sessions_by_dataset ON sessions (dataset, number);
  CREATE INDEX sessions_open ON sessions (expires_at) WHERE closed_at IS NULL AND revoked_at IS NULL;
  CREATE TRIGGER sessions_no_update
    BEFORE UPDATE OF number, session_id, dataset, purpose, model_id, operator, allowed_operations,
      snapshot_seq, created_at, expires_at, key_id, key
    ON sessions BEGIN SELECT RAISE(ABORT, 'these columns of sessions do not change'); END;
  CREATE TRIGGER sessions_stay_over BEFORE UPDATE OF closed_at, revoked_at ON sessions
    WHEN old.closed_at IS NOT NULL OR old.revoked_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a session that is over stays as it is'); END;
  CREATE TRIGGER sessions_no_delete BEFORE DELETE ON sessions
    BEGIN SELECT RAISE(ABORT, 'sessions is append-only'); END;

  -- One event per data access, written with its evidence before the answer is given.
  CREATE TABLE session_usage (
    session INTEGER NOT NULL REFERENCES sessions (number),
    number INTEGER NOT NULL, -- 1, 2, 3… in its session
    at TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('read', 'filter', 'transform', 'train', 'analyze', 'validate')),
    records INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    evidence_id TEXT,
    PRIMARY KEY (session, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_usage_by_time ON session_usage (at);
  ${appendOnly('session_usage')}

  -- A projection of ledger.evidence/v1 entries, with what is kept beside them.
  CREATE TABLE evidence (
    seq INTEGER PRIMARY KEY,
    evidence_id TEXT NOT NULL UNIQUE,
    subject_id TEXT NOT NULL UNIQUE, -- transform_… or op_…
    kind TEXT NOT NULL,
    session_id TEXT NOT NULL,
    dataset_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    action TEXT NOT NULL,
    method TEXT,
    record_count INTEGER NOT NULL,
    previous_hash BLOB NOT NULL, -- of the evidence before it, or of the genesis
    hash BLOB NOT NULL UNIQUE, -- of the entry
    prepared TEXT NOT NULL, -- JSON: what the entry was made from, leaves included; values are payloads
    envelope TEXT NOT NULL, -- DSSE, JSON
    leaf_secret TEXT NOT NULL -- base64url: salts of the leaves, for the holder
  ) STRICT;
  CREATE INDEX evidence_by_session ON evidence (session_id, seq);
  ${appendOnly('evidence')}

  CREATE TABLE operations (
    number INTEGER PRIMARY KEY,
    operation_id TEXT NOT NULL UNIQUE,
    session INTEGER NOT NULL REFERENCES sessions (number),
    operation_type TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record_count INTEGER NOT NULL,
    metadata TEXT NOT NULL, -- JSON object
    model_id TEXT,
    model_version TEXT, -- of the card when it was recorded
    model_registered INTEGER,
    evidence_id TEXT NOT NULL
  ) STRICT;
  CREATE INDEX operations_by_session ON operations (session, number);
  ${appendOnly('operations')}

  -- Tokens and the values they stand for, for the holder.
  CREATE TABLE vault (
    token TEXT PRIMARY KEY,
    dataset INTEGER NOT NULL REFERENCES datasets (number),
    value TEXT NOT NULL -- canonical JSON
  ) STRICT, WITHOUT ROWID;

  -- The greatest wall time ever seen: a clock that is set back reopens nothing.
  CREATE TABLE wall_clock (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    greatest TEXT NOT NULL
  ) STRICT;
  INSERT INTO wall_clock (id, greatest) VALUES (1, '1970-01-01T00:00:00.000Z');
  `,
} as const;
