/** Migration 15: who reviews what, and where second reviews are found. */
export const reviewWorkMigration = {
  version: 15,
  name: 'review-work',
  sql: `
  -- A working setting, no fact: who means to review a record. It goes as somebody acts on the record.
  CREATE TABLE review_assignments (
    record_id TEXT PRIMARY KEY,
    assignee TEXT NOT NULL,
    assigned_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX review_assignments_by_assignee ON review_assignments (assignee);

  CREATE INDEX interventions_that_review_again ON interventions (record_id)
    WHERE meaning = 'second_review';
  `,
} as const;
