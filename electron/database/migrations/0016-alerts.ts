/** Migration 16: alerts of the rules of decision profiles. */
export const alertsMigration = {
  version: 16,
  name: 'alerts',
  sql: `
  -- A projection of ledger.evidence/v1 entries of the kind alert, a row each: an alert is the rows with its id. What they
  -- commit to (result, note) stays in payloads, where erasure finds it.
  CREATE TABLE alert_entries (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    alert_id TEXT NOT NULL,
    model_id TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    rule_id TEXT NOT NULL,
    state TEXT NOT NULL,
    window_from TEXT,
    window_to TEXT NOT NULL,
    actor_id TEXT,
    actor_role TEXT,
    created_at TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE, -- of the entry
    UNIQUE (alert_id, state)
  ) STRICT;
  CREATE INDEX alert_openings ON alert_entries (seq) WHERE state = 'open';
  CREATE INDEX alert_openings_by_model ON alert_entries (model_id, seq) WHERE state = 'open';
  CREATE TRIGGER alert_entries_no_update BEFORE UPDATE ON alert_entries
    BEGIN SELECT RAISE(ABORT, 'alert_entries is append-only'); END;
  CREATE TRIGGER alert_entries_no_delete BEFORE DELETE ON alert_entries
    BEGIN SELECT RAISE(ABORT, 'alert_entries is append-only'); END;

  -- Position of a clock, no fact: up to which midnight, and by which profile, the rules of a model were evaluated.
  CREATE TABLE rule_evaluations (
    model_id TEXT PRIMARY KEY,
    profile INTEGER NOT NULL,
    midnight TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
} as const;
