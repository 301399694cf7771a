/** Certificates of time-stamping authorities: their purpose, and the path to one that is trusted. */
import { X509Certificate } from 'node:crypto';
import { context, DerError, readDer, tags, type DerValue } from './der.ts';
import { TimestampError } from './timestamp-error.ts';

const extendedKeyUsage = '2.5.29.37';
const timeStamping = '1.3.6.1.5.5.7.3.8';

export interface Certificate {
  readonly der: Buffer;
  readonly x509: X509Certificate;
  /** DER of the issuer's name. */
  readonly issuer: Buffer;
  /** Bytes of the integer. */
  readonly serial: Buffer;
  readonly extensions: readonly Extension[];
}

interface Extension {
  readonly id: string;
  readonly isCritical: boolean;
  readonly value: Buffer;
}

/** @throws {DerError | TimestampError} */
export function readCertificate(der: Buffer): Certificate {
  const [tbs, , signature] = readDer(der).values(tags.sequence).rest();
  if (tbs === undefined || signature === undefined) throw new DerError('A value is missing.');
  signature.bits();
  const members = tbs.values(tags.sequence);
  members.optional(context(0));
  const serial = members.next().integer();
  members.next();
  const issuer = members.next().whole;
  const last = members.rest().at(-1);
  const extensions = last?.tag === context(3) ? readExtensions(last) : [];
  return { der, x509: x509Of(der), issuer, serial, extensions };
}

function x509Of(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    throw new TimestampError('certificate', 'A certificate in the reply cannot be read.');
  }
}

function readExtensions(value: DerValue): Extension[] {
  const list = value.values(context(3)).only().values(tags.sequence).rest();
  const extensions = list.map((each) => {
    const members = each.values(tags.sequence);
    const id = members.next().oid();
    const isCritical = members.optional(tags.boolean)?.boolean() ?? false;
    const extension = { id, isCritical, value: members.next().bytes() };
    members.end();
    return extension;
  });
  if (new Set(extensions.map(({ id }) => id)).size < extensions.length) {
    throw new DerError('A certificate has an extension twice.');
  }
  return extensions;
}

/** Refuses a certificate whose only, critical purpose is not time stamping (RFC 3161 §2.3). */
export function checkPurpose({ extensions }: Certificate): void {
  const usage = extensions.find(({ id }) => id === extendedKeyUsage);
  const purposes =
    usage === undefined
      ? []
      : readDer(usage.value)
          .values(tags.sequence)
          .rest()
          .map((each) => each.oid());
  if (usage?.isCritical !== true || purposes.length !== 1 || purposes[0] !== timeStamping) {
    throw new TimestampError(
      'purpose',
      'The certificate that signed is not one for time stamping alone, marked critical.',
    );
  }
}

/**
 * The certificates from the one that signed to one that a person brought.
 * @returns the trusted one
 * @throws {TimestampError} where there is no such path at that time, or the reply holds one beside it
 */
export function findPath(
  signer: Certificate,
  others: readonly Certificate[],
  trusted: readonly Certificate[],
  at: Date,
): Certificate {
  const isTrusted = (one: Certificate) => trusted.find(({ der }) => der.equals(one.der));
  const unused = new Set(others);
  let last = signer;
  let found = isTrusted(signer);
  checkValid(signer, at);
  while (found === undefined) {
    const issuer = [...trusted, ...unused].find((each) => isIssuedBy(last, each));
    if (issuer === undefined) {
      throw new TimestampError(
        'untrusted',
        'No authority that was brought here vouches for the certificate that signed.',
      );
    }
    checkValid(issuer, at);
    for (const each of unused) if (each.der.equals(issuer.der)) unused.delete(each);
    last = issuer;
    found = isTrusted(issuer);
  }
  // A root that comes along with the reply is the end of the path, or stands above it.
  for (const each of unused) {
    if (!isIssuedBy(last, each)) {
      throw new TimestampError(
        'stray_certificate',
        'The reply holds a certificate that signed nothing.',
      );
    }
    checkValid(each, at);
  }
  return found;
}

function isIssuedBy(one: Certificate, issuer: Certificate): boolean {
  if (one === issuer || !issuer.x509.ca || !one.x509.checkIssued(issuer.x509)) return false;
  try {
    return one.x509.verify(issuer.x509.publicKey);
  } catch {
    return false;
  }
}

function checkValid({ x509 }: Certificate, at: Date): void {
  if (at < new Date(x509.validFrom) || at > new Date(x509.validTo)) {
    throw new TimestampError(
      'expired',
      'A certificate of the authority was not valid at the time that the reply says.',
    );
  }
}
