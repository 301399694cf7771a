/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  '6f250e180d8a16681c0978123184293d27d2d7080c849f10f01765e8d0a901dc';
