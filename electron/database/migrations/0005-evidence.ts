/** Migration 5: the projections of interventions on records and of erasures, and what policies ask of reviews. */

const appendOnly = (table: string) => `
  CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
  CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`;

export const evidenceMigration = {
  version: 5,
  name: 'evidence',
  sql: `
  -- A projection of ledger.intervention/v1 entries; verification compares every column. What they
  -- commit to (reason, outcome, evidence_viewed, actor_name) stays in payloads, where erasure finds it.
  CREATE TABLE interventions (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    record_id TEXT NOT NULL,
    n INTEGER NOT NULL, -- 1, 2, 3… on its record
    action TEXT NOT NULL,
    actor_id TEXT NOT NULL,
    actor_role TEXT NOT NULL,
    second_actor_id TEXT,
    second_actor_role TEXT,
    meaning TEXT,
    supersedes TEXT,
    created_at TEXT NOT NULL,
    previous_hash BLOB NOT NULL UNIQUE, -- two successors of one entry would be a fork
    hash BLOB NOT NULL UNIQUE, -- of the entry
    UNIQUE (record_id, n)
  ) STRICT;
  CREATE INDEX interventions_that_ask ON interventions (record_id)
    WHERE action = 'escalate' OR meaning = 'proposal';
  ${appendOnly('interventions')}

  -- Settings, not evidence: what is asked for from now on, never what was decided.
  CREATE TABLE review_policies (
    policy_id TEXT PRIMARY KEY,
    second_actor INTEGER NOT NULL CHECK (second_actor IN (0, 1)),
    review_below REAL,
    revision INTEGER NOT NULL UNIQUE -- the greatest is the latest change
  ) STRICT, WITHOUT ROWID;

  -- A projection of ledger.erasure/v1 entries.
  CREATE TABLE erasures (
    seq INTEGER PRIMARY KEY,
    target_id TEXT NOT NULL,
    target_hash BLOB NOT NULL,
    fields TEXT NOT NULL, -- canonical JSON
    legal_basis TEXT NOT NULL,
    actor_id TEXT NOT NULL,
    actor_role TEXT NOT NULL,
    created_at TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE -- of the entry
  ) STRICT;
  CREATE INDEX erasures_by_target ON erasures (target_id, seq);
  ${appendOnly('erasures')}
  `,
} as const;
