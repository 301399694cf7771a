/** Migration 19: decisions of a policy are found in the columns in memory; its index was written by every append and read by none. */
export const noIndexByPolicyMigration = {
  version: 19,
  name: 'no-index-by-policy',
  sql: `
  DROP INDEX records_by_policy;
  `,
} as const;
