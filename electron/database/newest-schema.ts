/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  'd4ecf69a5b25342f5ad5a0a801d475add58077f6323b44d67eb1dd8838b33c65';
