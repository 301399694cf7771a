/** Certificates of a name, made by the system's OpenSSL, for tests. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Writes `NAME.pem` and `NAME.key` into a folder: a certificate that vouches for itself, with its key. */
export function makeCertificate(
  folder: string,
  file: string,
  name: string,
): { readonly cert: string; readonly key: string } {
  const made = { cert: join(folder, `${file}.pem`), key: join(folder, `${file}.key`) };
  const said = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      made.key,
      '-out',
      made.cert,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-addext',
      `subjectAltName=DNS:${name},IP:127.0.0.1`,
    ],
    { encoding: 'utf8' },
  );
  if (said.status !== 0) throw new Error(`openssl: ${said.stderr}`);
  return made;
}
