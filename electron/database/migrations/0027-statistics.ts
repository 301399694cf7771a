/** Migration 27: what grants of statistics may spend of privacy, and the questions that each has paid for. */
export const statisticsMigration = {
  version: 27,
  name: 'statistics',
  sql: `
  ALTER TABLE datasets ADD COLUMN erased_count INTEGER NOT NULL DEFAULT 0; -- rows
  ALTER TABLE grants ADD COLUMN epsilon_micro INTEGER; -- millionths of ε; null for a grant of rows
  ALTER TABLE grants ADD COLUMN spent_micro INTEGER NOT NULL DEFAULT 0;
  CREATE TRIGGER grants_epsilon_stays BEFORE UPDATE OF epsilon_micro ON grants
    WHEN old.action <> 'request'
    BEGIN SELECT RAISE(ABORT, 'the terms of a grant do not change'); END;

  CREATE TABLE grant_answers (
    "grant" INTEGER NOT NULL REFERENCES grants (number),
    query BLOB NOT NULL, -- 32 bytes: digest of the question
    evidence_id TEXT NOT NULL,
    PRIMARY KEY ("grant", query)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER grant_answers_no_update BEFORE UPDATE ON grant_answers
    BEGIN SELECT RAISE(ABORT, 'grant_answers is append-only'); END;
  CREATE TRIGGER grant_answers_no_delete BEFORE DELETE ON grant_answers
    BEGIN SELECT RAISE(ABORT, 'grant_answers is append-only'); END;
  `,
} as const;
