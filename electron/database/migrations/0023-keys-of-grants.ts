/**
 * Migration 23: what rows are treated with is the key of a grant. Keys of sessions go, and so does what tokens stood for,
 * which anybody who has the rows can compute again.
 */
export const keysOfGrantsMigration = {
  version: 23,
  name: 'keys-of-grants',
  sql: `
  DROP TABLE vault;
  DROP TRIGGER sessions_no_update;
  ALTER TABLE sessions DROP COLUMN key_id;
  ALTER TABLE sessions DROP COLUMN key;
  CREATE TRIGGER sessions_no_update
    BEFORE UPDATE OF number, session_id, dataset, model_id, allowed_operations,
      snapshot_seq, created_at, expires_at
    ON sessions BEGIN SELECT RAISE(ABORT, 'these columns of sessions do not change'); END;
  `,
} as const;
