/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  'f34836c2872b6c97196a25d5dc127892b42e8da61e4232825a6d1879e706fc9b';
