/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  'ea78862e8ec13382e568077b08e95c3a58e17030c9b0c2ee73691d4e839276d8';
