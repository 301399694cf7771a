/** Migration 51: after how many days an overdue invoice suspends an account is its own, where it is not that of the settings. */
export const suspensionDaysMigration = {
  version: 51,
  name: 'suspension-days',
  sql: `
  ALTER TABLE accounts ADD COLUMN suspend_after_days INTEGER; -- null: as the settings say
  DROP INDEX accounts_that_suspend;
  CREATE INDEX accounts_that_suspend ON accounts (account_id)
    WHERE suspend_overdue = 1 OR suspend_after_days IS NOT NULL;
  `,
} as const;
