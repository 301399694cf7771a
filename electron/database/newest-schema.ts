/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  'df5ab47e2347d003e44daf0bdcce0c0ad08e47d38d6df84f4a36d5e3b6018822';
