/** Migration 22: policies of datasets, version by version; keys of grants; the version that each access was made under. */
export const policiesMigration = {
  version: 22,
  name: 'policies',
  sql: `
  CREATE TABLE policies (
    number INTEGER PRIMARY KEY, -- in the order in which they were published
    policy_id TEXT NOT NULL UNIQUE,
    dataset INTEGER NOT NULL REFERENCES datasets (number),
    version INTEGER NOT NULL, -- 1, 2, 3… of its dataset
    policy TEXT NOT NULL, -- JSON object
    published_at TEXT NOT NULL,
    effective_at TEXT NOT NULL, -- from when on it holds
    withdrawn_at TEXT -- before it held
  ) STRICT;
  CREATE UNIQUE INDEX policies_by_dataset ON policies (dataset, version);
  CREATE TRIGGER policies_no_update BEFORE UPDATE OF number, policy_id, dataset, version, policy,
      published_at, effective_at ON policies
    BEGIN SELECT RAISE(ABORT, 'a version of a policy does not change'); END;
  CREATE TRIGGER policies_stay_withdrawn BEFORE UPDATE OF withdrawn_at ON policies
    WHEN old.withdrawn_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a version that is withdrawn stays so'); END;
  CREATE TRIGGER policies_no_delete BEFORE DELETE ON policies
    BEGIN SELECT RAISE(ABORT, 'policies is append-only'); END;

  -- Of datasets from before there were versions: version 1 follows from them.
  ALTER TABLE datasets RENAME COLUMN access TO old_access;
  ALTER TABLE datasets ADD COLUMN old_policy TEXT;
  UPDATE datasets SET old_policy = policy;
  ALTER TABLE datasets DROP COLUMN policy;
  CREATE TRIGGER datasets_old_policy_stays BEFORE UPDATE OF old_policy, old_access ON datasets
    BEGIN SELECT RAISE(ABORT, 'these columns of datasets do not change'); END;

  ALTER TABLE grants ADD COLUMN policy_version INTEGER; -- in force when it was granted
  -- Null in grants from before there were policies: their key is made of their dataset's.
  ALTER TABLE grants ADD COLUMN key_id TEXT;
  ALTER TABLE grants ADD COLUMN key BLOB; -- 32 bytes
  CREATE TRIGGER grants_key_stays BEFORE UPDATE OF key_id, key ON grants
    BEGIN SELECT RAISE(ABORT, 'these columns of grants do not change'); END;
  CREATE TRIGGER grants_policy_version_stays BEFORE UPDATE OF policy_version ON grants
    WHEN old.action <> 'request'
    BEGIN SELECT RAISE(ABORT, 'the terms of a grant do not change'); END;

  ALTER TABLE session_usage ADD COLUMN policy_version INTEGER;
  `,
} as const;
