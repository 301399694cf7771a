/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  '373fdea6b244026f13ff92355b6eeb1f08b229285675b6a3423c0a31f5e7efa3';
