/** Migration 42: connections to servers of databases. */
export const sourceConnectionsMigration = {
  version: 42,
  name: 'source-connections',
  sql: `
  -- A password is never here: it is kept beside the ledgers.
  CREATE TABLE source_connections (
    number INTEGER PRIMARY KEY, -- in order of creation
    connection_id TEXT NOT NULL UNIQUE,
    holder_id TEXT, -- whose alone; null for nobody in particular
    name TEXT NOT NULL, -- '' once it was erased, as the texts below
    host TEXT NOT NULL,
    port INTEGER, -- null once it was erased
    database TEXT NOT NULL,
    user_name TEXT NOT NULL,
    tls TEXT NOT NULL CHECK (tls IN ('verify-full', 'off')),
    ca TEXT, -- PEM
    server TEXT NOT NULL, -- as it calls itself
    may_write INTEGER NOT NULL CHECK (may_write IN (0, 1)),
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL, -- operator, or the id of an API key
    removed_at TEXT
  ) STRICT;
  CREATE TRIGGER source_connections_no_delete BEFORE DELETE ON source_connections
    BEGIN SELECT RAISE(ABORT, 'a connection is marked as removed'); END;
  CREATE TRIGGER source_connections_no_update BEFORE UPDATE OF number, connection_id, holder_id, tls, may_write,
      created_at, created_by ON source_connections
    BEGIN SELECT RAISE(ABORT, 'where a connection leads does not change'); END;
  CREATE TRIGGER source_connections_stay_removed BEFORE UPDATE OF removed_at ON source_connections
    WHEN old.removed_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a removed connection stays removed'); END;
  CREATE INDEX dataset_sources_by_connection ON dataset_sources (json_extract(locator, '$.connection_id'))
    WHERE kind = 'postgres';
  `,
} as const;
