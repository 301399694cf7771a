/** Migration 8: the audit log as a chain of its own, and the entries of the ledger that anchor it. */

const appendOnly = (table: string) => `
  CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
  CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`;

export const auditMigration = {
  version: 8,
  name: 'audit',
  sql: `
  -- One line an event, in canonical JSON, with the hash of the line before in it. The other columns
  -- are projections of the line, for filters; verification compares every one of them.
  CREATE TABLE audit_events (
    seq INTEGER PRIMARY KEY, -- 1, 2, 3…
    line TEXT NOT NULL,
    hash BLOB NOT NULL, -- SHA-256 of line
    at TEXT NOT NULL, -- UTC instant, never before that of the event before
    request_id TEXT NOT NULL UNIQUE,
    caller TEXT NOT NULL, -- operator, anonymous or the id of an API key
    action TEXT NOT NULL,
    operation_id TEXT,
    object_id TEXT,
    outcome TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_events_by_time ON audit_events (at);
  CREATE INDEX audit_events_by_caller ON audit_events (caller);
  CREATE INDEX audit_events_by_action ON audit_events (action);
  CREATE INDEX audit_events_by_operation ON audit_events (operation_id);
  CREATE INDEX audit_events_by_object ON audit_events (object_id) WHERE object_id IS NOT NULL;
  CREATE INDEX audit_events_by_outcome ON audit_events (outcome);
  ${appendOnly('audit_events')}

  -- A projection of ledger.evidence/v1 entries of the kind access_log.
  CREATE TABLE audit_anchors (
    seq INTEGER PRIMARY KEY, -- of the entry
    first_event INTEGER NOT NULL UNIQUE,
    last_event INTEGER NOT NULL UNIQUE,
    head BLOB NOT NULL, -- hash of the last event
    created_at TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE -- of the entry
  ) STRICT;
  ${appendOnly('audit_anchors')}
  `,
} as const;
