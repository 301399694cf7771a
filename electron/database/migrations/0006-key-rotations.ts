/** Migration 6: the projection of changes of the ledger's key, so that the key of a size is found at once. */

export const keyRotationsMigration = {
  version: 6,
  name: 'key-rotations',
  sql: `
  -- A projection of ledger.keyrotate/v1 entries; verification compares every column.
  CREATE TABLE key_rotations (
    seq INTEGER PRIMARY KEY,
    previous_vkey TEXT NOT NULL UNIQUE, -- a key is followed by one other
    vkey TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE -- of the entry
  ) STRICT;
  CREATE TRIGGER key_rotations_no_update BEFORE UPDATE ON key_rotations
    BEGIN SELECT RAISE(ABORT, 'key_rotations is append-only'); END;
  CREATE TRIGGER key_rotations_no_delete BEFORE DELETE ON key_rotations
    BEGIN SELECT RAISE(ABORT, 'key_rotations is append-only'); END;
  `,
} as const;
