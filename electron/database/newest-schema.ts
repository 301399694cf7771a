/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  '0f982e5497877c3085222439eb8ab733e119cf2af92c2e826c8c2c8aae9050de';
