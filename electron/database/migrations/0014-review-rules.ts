/** Migration 14: what people review stands in the decision profiles; facts of the table before stay in the journal. */
export const reviewRulesMigration = {
  version: 14,
  name: 'review-rules',
  sql: `
  DROP TABLE review_policies;
  `,
} as const;
