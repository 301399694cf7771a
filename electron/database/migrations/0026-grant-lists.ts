/** Migration 26: grants are listed and counted by their state, and those that come to their end are found. */
export const grantListsMigration = {
  version: 26,
  name: 'grant-lists',
  sql: `
  CREATE INDEX grants_by_state ON grants (action, ends_at, dataset, account_id);
  CREATE INDEX grants_near_budget ON grants (ends_at)
    WHERE action = 'grant' AND budget_nanos IS NOT NULL AND spent_nanos * 5 >= budget_nanos * 4;
  `,
} as const;
