/** Migration 17: figures of oversight that were recorded as evidence. */
export const figuresMigration = {
  version: 17,
  name: 'figures',
  sql: `
  -- A projection of ledger.evidence/v1 entries of the kind figure, with the decisions that each counts.
  CREATE TABLE figures (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    model_id TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    measure TEXT NOT NULL,
    basis TEXT NOT NULL,
    ledger_size INTEGER NOT NULL,
    count INTEGER NOT NULL,
    ids_root TEXT NOT NULL,
    actor_id TEXT NOT NULL,
    actor_role TEXT NOT NULL,
    created_at TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE, -- of the entry
    positions BLOB NOT NULL -- of the decisions: differences of rising positions, LEB128
  ) STRICT;
  CREATE INDEX figures_by_model ON figures (model_id, seq);
  CREATE TRIGGER figures_no_update BEFORE UPDATE ON figures
    BEGIN SELECT RAISE(ABORT, 'figures is append-only'); END;
  CREATE TRIGGER figures_no_delete BEFORE DELETE ON figures
    BEGIN SELECT RAISE(ABORT, 'figures is append-only'); END;
  `,
};
