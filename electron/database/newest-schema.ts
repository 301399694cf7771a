/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  '885bd4c27be7d8a528e67b0e97113db7aface5e8b1f626c4a1a56866020dd9fe';
