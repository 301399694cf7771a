/** Migration 1: the journal, the payloads its commitments cover, the record projection, search, idempotency. */

const appendOnly = (table: string) => `
  CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
  CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`;

export const ledgerMigration = {
  version: 1,
  name: 'ledger',
  sql: `
  -- The authoritative bytes: one canonical entry per row, index = journal index. The leaf hash says
  -- which entry was altered where no later entry or full tile vouches for it yet.
  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    bytes TEXT NOT NULL,
    leaf_hash BLOB NOT NULL
  ) STRICT;
  ${appendOnly('entries')}

  -- What the commitments of an entry cover: salt (base64url) and canonical value. Deleted by erasure only.
  CREATE TABLE payloads (
    seq INTEGER NOT NULL,
    field TEXT NOT NULL,
    salt TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (seq, field)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER payloads_no_update BEFORE UPDATE ON payloads
    BEGIN SELECT RAISE(ABORT, 'payloads is append-only'); END;

  -- RFC 6962 tree in tiles of 256 hashes. Level 0 rows are written when full; higher levels grow.
  CREATE TABLE tiles (
    level INTEGER NOT NULL,
    position INTEGER NOT NULL,
    hashes BLOB NOT NULL,
    PRIMARY KEY (level, position)
  ) STRICT;
  CREATE TRIGGER tiles_no_delete BEFORE DELETE ON tiles
    BEGIN SELECT RAISE(ABORT, 'tiles is append-only'); END;

  -- A projection of record entries for lists and filters; verification compares every column.
  CREATE TABLE records (
    position INTEGER PRIMARY KEY, -- 1-based place in the record chain
    seq INTEGER NOT NULL UNIQUE,
    id TEXT NOT NULL UNIQUE,
    model_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    confidence REAL,
    policy_id TEXT,
    transaction_id TEXT,
    hash BLOB NOT NULL UNIQUE,
    previous_hash BLOB NOT NULL UNIQUE,
    intervention_count INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX records_by_model ON records (model_id);
  CREATE INDEX records_by_time ON records (created_at);
  CREATE INDEX records_by_policy ON records (policy_id) WHERE policy_id IS NOT NULL;
  CREATE INDEX records_by_transaction ON records (transaction_id) WHERE transaction_id IS NOT NULL;
  CREATE INDEX records_with_interventions ON records (position) WHERE intervention_count > 0;
  CREATE TRIGGER records_no_update
    BEFORE UPDATE OF position, seq, id, model_id, created_at, confidence, policy_id, hash, previous_hash
    ON records
    BEGIN SELECT RAISE(ABORT, 'records is append-only'); END;
  CREATE TRIGGER records_no_delete BEFORE DELETE ON records
    BEGIN SELECT RAISE(ABORT, 'records is append-only'); END;

  -- Words inside input and output; rowid = position. Contentless: the text itself stays in payloads.
  CREATE VIRTUAL TABLE records_search USING fts5 (
    text, content = '', tokenize = "unicode61 remove_diacritics 2"
  );
  INSERT INTO records_search (records_search, rank) VALUES ('secure-delete', 1);

  -- One stored answer per caller, route and Idempotency-Key, written with the effect it stands for.
  CREATE TABLE idempotency (
    caller TEXT NOT NULL,
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (caller, operation, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_by_time ON idempotency (created_at);
  `,
} as const;
