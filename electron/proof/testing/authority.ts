/** Time-stamping authorities of a test, made with OpenSSL. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** True where this machine has OpenSSL 3. */
export const hasOpenssl = opensslVersion()?.startsWith('OpenSSL 3') === true;

function opensslVersion(): string | undefined {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return undefined;
  }
}

const keyKinds = {
  'RSA-3072': ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:3072'],
  'P-256': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'P-384': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
} as const;
export type KeyKind = keyof typeof keyKinds;

export interface AuthorityOptions {
  readonly kind: KeyKind;
  /** Value of the certificate's extended key usage. */
  readonly purpose?: string | undefined;
  readonly digest?: 'sha256' | 'sha384' | 'sha512' | undefined;
}

/** A root, and under it a certificate that signs time stamps. */
export class TestAuthority {
  readonly #folder = mkdtempSync(join(tmpdir(), 'authority-'));

  constructor({ kind, purpose, digest = 'sha256' }: AuthorityOptions) {
    this.#write('root.cnf', rootSettings);
    this.#openssl('genpkey', ...keyKinds[kind], '-out', 'root.key');
    this.#openssl(
      ...'req -x509 -new -key root.key -days 3650 -config root.cnf -out root.pem'.split(' '),
    );
    this.#openssl('genpkey', ...keyKinds[kind], '-out', 'tsa.key');
    this.#openssl(
      ...'req -new -key tsa.key -config root.cnf -subj /CN=Time -out tsa.csr'.split(' '),
    );
    this.#write('tsa.ext', `extendedKeyUsage=${purpose ?? 'critical,timeStamping'}\n`);
    this.#openssl(
      ...'x509 -req -in tsa.csr -CA root.pem -CAkey root.key -set_serial 4242'.split(' '),
      ...'-days 30 -extfile tsa.ext -out tsa.pem'.split(' '),
    );
    this.#write('ts.cnf', timestampSettings(digest));
    this.#write('serial', '01\n');
  }

  /** DER of the root's certificate. */
  get root(): Buffer {
    this.#openssl(...'x509 -in root.pem -outform DER -out root.der'.split(' '));
    return readFileSync(join(this.#folder, 'root.der'));
  }

  /** The reply to a query. @param isWithChain holds the root's certificate too */
  reply(query: Buffer, isWithChain = false): Buffer {
    writeFileSync(join(this.#folder, 'query'), query);
    this.#openssl(
      ...'ts -reply -config ts.cnf -section tsa -queryfile query -out reply'.split(' '),
      ...(isWithChain ? ['-chain', 'root.pem'] : []),
    );
    return readFileSync(join(this.#folder, 'reply'));
  }

  /** A token (not a reply) about any information, also one that OpenSSL would not sign as a time stamp. */
  sign(info: Buffer): Buffer {
    writeFileSync(join(this.#folder, 'info'), info);
    this.#openssl(
      ...'cms -sign -binary -nodetach -cades -nosmimecap -md sha256 -outform DER'.split(' '),
      ...'-econtent_type 1.2.840.113549.1.9.16.1.4 -signer tsa.pem -inkey tsa.key'.split(' '),
      ...'-in info -out token'.split(' '),
    );
    return readFileSync(join(this.#folder, 'token'));
  }

  /** Tells whether OpenSSL takes the reply for one about this text. */
  isVerifiedByOpenssl(reply: Buffer, text: string): boolean {
    writeFileSync(join(this.#folder, 'given'), reply);
    this.#write('text', text);
    try {
      this.#openssl(...'ts -verify -data text -in given -CAfile root.pem'.split(' '));
      return true;
    } catch {
      return false;
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
  }

  #openssl(...args: readonly string[]): void {
    execFileSync('openssl', args, { cwd: this.#folder, stdio: 'pipe' });
  }
}

const rootSettings = `[req]
distinguished_name = name
x509_extensions = root
prompt = no
[name]
CN = Root of a test
[root]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
`;

const timestampSettings = (digest: string) => `[tsa]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = ${digest}
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = yes
ess_cert_id_alg = sha256
`;
