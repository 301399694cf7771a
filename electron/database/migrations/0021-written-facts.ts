/** Migration 21: facts of decisions are written many at once; up to which record those of a profile are there. */
export const writtenFactsMigration = {
  version: 21,
  name: 'written-facts',
  sql: `
  -- Position of the last record that has its row in decision_facts; 0 for none. Those behind it wait, but for filled and fill_until.
  ALTER TABLE applied_profiles ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
  UPDATE applied_profiles SET written = coalesce(
    (SELECT max(position) FROM decision_facts AS f WHERE f.profile = applied_profiles.profile), 0)
    WHERE state <> 'leaving';
  `,
} as const;
