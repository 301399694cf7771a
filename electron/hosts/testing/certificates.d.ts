/** Writes `NAME.pem` and `NAME.key` into a folder: a certificate that vouches for itself, with its key. */
export declare function makeCertificate(
  folder: string,
  file: string,
  name: string,
): {
  readonly cert: string;
  readonly key: string;
};
