/** Algorithms of time stamps by their object identifiers, parameters as strict as they can be. */
import { DerError, tags, writeDer, writeOid, type DerValue } from './der.ts';

/** Names as `node:crypto` has them. */
export type Digest = 'sha256' | 'sha384' | 'sha512';

const digests: Readonly<Record<string, Digest>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

interface SignatureKind {
  readonly keyType: 'rsa' | 'ec';
  /** None where the algorithm does not say which. */
  readonly digest?: Digest;
}

const signatures: Readonly<Record<string, SignatureKind>> = {
  '1.2.840.113549.1.1.1': { keyType: 'rsa' },
  '1.2.840.113549.1.1.11': { keyType: 'rsa', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { keyType: 'rsa', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { keyType: 'rsa', digest: 'sha512' },
  '1.2.840.10045.4.3.2': { keyType: 'ec', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { keyType: 'ec', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { keyType: 'ec', digest: 'sha512' },
};

/** @throws {DerError} */
export function readDigest(value: DerValue): Digest {
  const { oid, hasNull: _ } = readAlgorithm(value);
  const digest = Object.hasOwn(digests, oid) ? digests[oid] : undefined;
  if (digest === undefined) throw new DerError(`The digest ${oid} is not SHA-256, 384 or 512.`);
  return digest;
}

/** The kind of key that signed. @throws {DerError} */
export function readSignatureAlgorithm(value: DerValue, digest: Digest): 'rsa' | 'ec' {
  const { oid, hasNull } = readAlgorithm(value);
  const kind = Object.hasOwn(signatures, oid) ? signatures[oid] : undefined;
  if (kind === undefined) throw new DerError(`The signature ${oid} is neither RSA nor ECDSA.`);
  if (kind.digest !== undefined && kind.digest !== digest) {
    throw new DerError('The signature is over another digest than the signer says.');
  }
  if (kind.keyType === 'ec' && hasNull) throw new DerError('ECDSA has no parameters.');
  return kind.keyType;
}

/** SHA-256 without parameters left out, as OpenSSL writes it. */
export function writeSha256(): Buffer {
  return writeDer(tags.sequence, writeOid('2.16.840.1.101.3.4.2.1'), writeDer(tags.null));
}

function readAlgorithm(value: DerValue): { oid: string; hasNull: boolean } {
  const members = value.values(tags.sequence);
  const oid = members.next().oid();
  const parameters = members.optional(tags.null);
  members.end();
  if (parameters !== undefined && parameters.content.length > 0) {
    throw new DerError('An algorithm has parameters that mean nothing.');
  }
  return { oid, hasNull: parameters !== undefined };
}
