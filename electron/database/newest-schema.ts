/** The tables, indexes and triggers that this version makes, as one digest: written by `npm run docs`. */

/** SHA-256 of what all migrations make, as `digestOfSchema` takes it; hex. */
export const newestSchemaDigest =
  '0bc543d082f9b2c3b62564004a60e35362236365a1ce679deb7adc34d9ca74be';
