/** Tables of what is sent to endpoints (electron/webhooks), as the jobs database has them. */
export const deliveriesSql = `
  CREATE TABLE IF NOT EXISTS webhook_deliveries (
    number INTEGER PRIMARY KEY,
    delivery_id TEXT NOT NULL UNIQUE,
    endpoint_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    due_ms INTEGER NOT NULL, -- the next attempt of one that waits
    attempted_at TEXT,
    response_status INTEGER,
    duration_ms INTEGER,
    error TEXT,
    answer TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS webhook_deliveries_waiting ON webhook_deliveries (endpoint_id, due_ms, number)
    WHERE status = 'waiting';
  CREATE INDEX IF NOT EXISTS webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, number);
  CREATE TABLE IF NOT EXISTS webhook_states (
    endpoint_id TEXT PRIMARY KEY,
    planned INTEGER NOT NULL, -- number of the last event that was looked at
    last_success_at TEXT,
    failing_since TEXT,
    failures INTEGER NOT NULL DEFAULT 0 -- since the last success
  ) STRICT, WITHOUT ROWID;`;
