/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  'b9cd0978f150318b3f8145dc050bd92f8b528e90dace420c47edc9a7c2bc4a14';
