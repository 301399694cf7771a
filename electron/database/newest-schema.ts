/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  'ea9bc831c957924383a8c1c1c8c196e2e8d7a2ccba6ba0f8c5d60837152ddd3b';
