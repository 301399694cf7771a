/** Migration 46: the currency that a workspace bills in. */
export const currencyMigration = {
  version: 46,
  name: 'currency',
  sql: `
  ALTER TABLE billing_settings ADD COLUMN currency TEXT; -- null: USD
  CREATE INDEX payouts_by_holder ON payouts (holder_id, created_at);
  `,
} as const;
