/** Migration 50: what the last look at the rows of a dataset came to, where the ledger does not hold them. */
export const sourceStatesMigration = {
  version: 50,
  name: 'source-states',
  sql: `
  CREATE TABLE source_states (
    dataset_id TEXT PRIMARY KEY REFERENCES dataset_sources (dataset_id),
    state TEXT NOT NULL CHECK (state IN ('ready', 'unavailable', 'changed')),
    reason TEXT CHECK (reason = 'empty'),
    since TEXT NOT NULL, -- of the first look that found this state
    checked_at TEXT NOT NULL
  ) STRICT;
  `,
} as const;
