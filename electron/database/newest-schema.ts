/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  'b4db044b550eddf6cc5442440466706b941162029b2b8ab0999597b4f7b5e433';
