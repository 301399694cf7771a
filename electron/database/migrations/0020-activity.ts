/** Migration 20: what was done with a dataset is read by its time, the latest first. */
export const activityMigration = {
  version: 20,
  name: 'activity',
  sql: `
  CREATE INDEX sessions_by_opening ON sessions (dataset, created_at, last_activity_at);
  CREATE INDEX sessions_by_use ON sessions (dataset, last_activity_at)
    WHERE last_activity_at IS NOT NULL;
  CREATE INDEX sessions_by_end ON sessions (dataset, coalesce(revoked_at, closed_at, expires_at));
  `,
} as const;
