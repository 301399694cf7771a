/** Migration 31: for how long what stands on issued papers is kept. */
export const keptYearsMigration = {
  version: 31,
  name: 'kept-years',
  sql: `
  ALTER TABLE billing_settings ADD COLUMN kept_years INTEGER; -- null: 10
  CREATE TRIGGER billing_settings_kept_years_stay BEFORE UPDATE OF kept_years ON billing_settings
    BEGIN SELECT RAISE(ABORT, 'billing_settings is append-only'); END;
  `,
} as const;
