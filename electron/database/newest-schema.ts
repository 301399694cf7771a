/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  '86495ac1c7e5d2e1a5f815f0d161a70c054d5e716965054cb2ffeb251567a6f0';
