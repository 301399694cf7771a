/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  'a003f64742ce13367b15436eb05df3ffc0c03c85d49f57e82363eca91cf1694f';
