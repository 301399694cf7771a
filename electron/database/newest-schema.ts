/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  '9288115aa6175ec2100479f7868e686a3ce6c567d980525cc83e10df2e3d5fc9';
