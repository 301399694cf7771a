/** Migration 32: a receipt of every access to data, and leaves whose salts are made of those of the rows. */
export const receiptsMigration = {
  version: 32,
  name: 'receipts',
  sql: `
  -- Null in accesses from before there were receipts.
  ALTER TABLE session_usage ADD COLUMN line INTEGER; -- 1, 2, 3… over the receipts of all sessions
  ALTER TABLE session_usage ADD COLUMN request TEXT; -- JSON; null once it is erased
  ALTER TABLE session_usage ADD COLUMN rows BLOB; -- runs of the rows' numbers
  ALTER TABLE session_usage ADD COLUMN root BLOB; -- 32 bytes: tree over what was delivered
  ALTER TABLE session_usage ADD COLUMN head BLOB; -- 32 bytes: digest of the receipt
  CREATE UNIQUE INDEX session_usage_by_line ON session_usage (line) WHERE line IS NOT NULL;
  DROP TRIGGER session_usage_no_update;
  CREATE TRIGGER session_usage_no_update BEFORE UPDATE ON session_usage
    WHEN new.request IS NOT NULL OR new.session IS NOT old.session OR new.number IS NOT old.number
      OR new.at IS NOT old.at OR new.kind IS NOT old.kind OR new.records IS NOT old.records
      OR new.bytes IS NOT old.bytes OR new.evidence_id IS NOT old.evidence_id
      OR new.policy_version IS NOT old.policy_version OR new.line IS NOT old.line
      OR new.rows IS NOT old.rows OR new.root IS NOT old.root OR new.head IS NOT old.head
    BEGIN SELECT RAISE(ABORT, 'session_usage is append-only'); END;

  -- Of evidence from before there were receipts; empty in any other.
  ALTER TABLE evidence RENAME COLUMN leaf_secret TO old_secret;

  -- Answers that hold rows: they are made again where they are asked for again.
  DELETE FROM idempotency WHERE operation = 'transformSession';
  `,
} as const;
