/** Migration 52: lines of some kinds may have another tax than the rest of an account's invoices. */
export const otherTaxesMigration = {
  version: 52,
  name: 'other-taxes',
  sql: `
  ALTER TABLE accounts ADD COLUMN other_taxes TEXT; -- JSON {kind of line: {kind, bps}}; null for none
  `,
} as const;
