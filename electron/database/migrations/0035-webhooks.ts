/** Migration 35: endpoints that are told of events, and the events. */
export const webhooksMigration = {
  version: 35,
  name: 'webhooks',
  sql: `
  -- A secret is never here: it is made of the seed, the id and the version.
  CREATE TABLE webhook_endpoints (
    number INTEGER PRIMARY KEY, -- in order of creation
    endpoint_id TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL, -- '' once it was erased
    url_by TEXT NOT NULL, -- who set it: operator, or the id of an API key
    events TEXT, -- JSON array; null for all
    account_id TEXT, -- whose events alone; null for all
    holder_id TEXT,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL, -- operator, or the id of an API key
    version INTEGER NOT NULL, -- of the secret
    rotated_at TEXT, -- when the version before it was replaced
    after_event INTEGER NOT NULL, -- events with greater numbers are sent
    disabled_at TEXT,
    disabled_reason TEXT CHECK (disabled_reason IN ('gone', 'failing', 'person')),
    deleted_at TEXT
  ) STRICT;
  CREATE INDEX webhook_endpoints_by_maker ON webhook_endpoints (created_by) WHERE deleted_at IS NULL;
  CREATE TRIGGER webhook_endpoints_no_delete BEFORE DELETE ON webhook_endpoints
    BEGIN SELECT RAISE(ABORT, 'an endpoint is marked as deleted'); END;
  CREATE TRIGGER webhook_endpoints_no_update BEFORE UPDATE OF number, endpoint_id, account_id,
      holder_id, created_at, created_by ON webhook_endpoints
    BEGIN SELECT RAISE(ABORT, 'whose an endpoint is does not change'); END;
  CREATE TRIGGER webhook_endpoints_stay_deleted BEFORE UPDATE OF deleted_at ON webhook_endpoints
    WHEN old.deleted_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a deleted endpoint stays deleted'); END;

  -- What receivers are told, kept for 30 days.
  CREATE TABLE events (
    number INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    at TEXT NOT NULL,
    account_id TEXT, -- whom it concerns beside those who may have all
    holder_id TEXT,
    endpoint_id TEXT, -- the only one that it is for
    once TEXT UNIQUE, -- what is told once alone
    body TEXT NOT NULL -- RFC 8785, as it is signed and sent
  ) STRICT;
  CREATE INDEX events_by_time ON events (at);
  CREATE TRIGGER events_no_update BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'an event does not change'); END;

  -- What is told at most once a minute, with how often it came.
  CREATE TABLE held_news (
    type TEXT PRIMARY KEY,
    due TEXT NOT NULL, -- when it may be told
    count INTEGER NOT NULL -- 0: nothing came since it was told
  ) STRICT, WITHOUT ROWID;
  `,
} as const;
