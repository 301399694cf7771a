/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  'db3ecd8fe15e805f71849b1f58af0e22d66c0c7b8a1e5bef88bd9ba901ae5db3';
