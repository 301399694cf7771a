/** Time stamps (RFC 3161): the query for a checkpoint, and the check of the reply. */
import { hash, verify } from 'node:crypto';
import { readDigest, readSignatureAlgorithm, writeSha256, type Digest } from './algorithms.ts';
import { checkPurpose, findPath, readCertificate, type Certificate } from './certificate.ts';
import {
  context,
  DerError,
  readDer,
  tags,
  writeDer,
  writeInteger,
  type DerList,
  type DerValue,
} from './der.ts';
import { TimestampError } from './timestamp-error.ts';

/** Longest reply that is read. */
export const longestReply = 64 * 1024;
const mostCertificates = 16;

const ids = {
  signedData: '1.2.840.113549.1.7.2',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

export interface Timestamp {
  /** UTC instant that the authority says, to the second unless it says more. */
  readonly time: string;
  /** The authority's certificate that was trusted. */
  readonly authority: Certificate;
}

/** SHA-256 of the first five lines of a note: origin, size, root, the empty one, the ledger's signature. */
export function imprintOf(note: string): Buffer {
  const lines = note.split('\n').slice(0, 5);
  return hash('sha256', `${lines.join('\n')}\n`, 'buffer');
}

/** A query for a checkpoint, DER: asks for the certificate, so that the reply stands on its own. */
export function timestampQuery(note: string, nonce: Uint8Array): Buffer {
  return writeDer(
    tags.sequence,
    writeDer(tags.integer, Buffer.of(1)),
    writeDer(tags.sequence, writeSha256(), writeDer(tags.octetString, imprintOf(note))),
    writeInteger(nonce),
    writeDer(tags.boolean, Buffer.of(0xff)),
  );
}

/** The imprint that a reply is about, before anything else of it is checked. @throws {TimestampError} */
export function stampedImprint(reply: Uint8Array): Buffer {
  refuseLong(reply);
  return reading('The reply', () => readReply(reply)).info.imprint;
}

/** A certificate of an authority that a person brought. @throws {TimestampError} */
export function readAuthority(der: Buffer): Certificate {
  return reading('The certificate', () => readCertificate(der));
}

/**
 * Checks a reply about a checkpoint.
 * @param nonce of the query, where it is kept
 * @throws {TimestampError}
 */
export function checkTimestamp(
  reply: Uint8Array,
  expected: {
    readonly note: string;
    readonly nonce?: Uint8Array | undefined;
    readonly authorities: readonly Certificate[];
  },
): Timestamp {
  refuseLong(reply);
  const token = reading('The reply', () => readReply(reply));
  checkInfo(token.info, expected);
  checkSignature(token);
  const trusted = findPath(token.signer, token.others, expected.authorities, token.info.time);
  return { time: token.info.time.toISOString(), authority: trusted };
}

interface Info {
  readonly imprint: Buffer;
  readonly time: Date;
  readonly nonce: Buffer | undefined;
}

interface Token {
  readonly info: Info;
  /** The bytes that the digest in the signed attributes is of. */
  readonly content: Buffer;
  readonly digest: Digest;
  readonly keyType: 'rsa' | 'ec';
  /** As they are signed. */
  readonly attributes: Buffer;
  readonly contentDigest: Buffer;
  readonly signature: Buffer;
  readonly signer: Certificate;
  readonly others: readonly Certificate[];
}

function refuseLong(reply: Uint8Array): void {
  if (reply.length <= longestReply) return;
  throw new TimestampError('malformed', 'The reply has more than 64 KiB.');
}

/** @throws what `read` throws, a fault of the bytes as one of the time stamp */
function reading<Result>(what: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new TimestampError('malformed', `${what} cannot be read: ${error.message}`);
  }
}

function readReply(reply: Uint8Array): Token {
  const members = readDer(reply).values(tags.sequence);
  const status = members.next().values(tags.sequence);
  if (status.next().count() !== 0) {
    throw new TimestampError('refused', 'The authority did not grant the time stamp.');
  }
  // Words of the authority, which nobody signed.
  status.optional(tags.sequence);
  status.end();
  const token = members.only().values(tags.sequence);
  expectId(token.next(), ids.signedData);
  return readSignedData(token.only().values(context(0)).only().values(tags.sequence));
}

function readSignedData(members: DerList): Token {
  expectVersion(members.next(), 3);
  const digest = readDigest(members.next().values(tags.set).only());
  const encapsulated = members.next().values(tags.sequence);
  expectId(encapsulated.next(), ids.timestampInfo);
  const content = encapsulated.only().values(context(0)).only().bytes();
  const certificates = readCertificates(members.next());
  const signer = members.only().values(tags.set).only();
  return { ...readSigner(signer, certificates, digest), info: readInfo(readDer(content)), content };
}

function readCertificates(value: DerValue): Certificate[] {
  const list = value.values(context(0)).rest();
  if (list.length > mostCertificates) throw new DerError('It holds more than 16 certificates.');
  return list.map((each) => readCertificate(each.whole));
}

function readSigner(
  value: DerValue,
  certificates: readonly Certificate[],
  digest: Digest,
): Omit<Token, 'info' | 'content'> {
  const members = value.values(tags.sequence);
  expectVersion(members.next(), 1);
  const named = members.next().values(tags.sequence);
  const issuer = named.next().whole;
  const serial = named.only().integer();
  if (readDigest(members.next()) !== digest) throw new DerError('It names two digests.');
  const attributes = members.next();
  const signed = readAttributes(attributes);
  const keyType = readSignatureAlgorithm(members.next(), digest);
  const signature = members.only().bytes();
  const signer = certificates.find(
    (each) => each.issuer.equals(issuer) && each.serial.equals(serial),
  );
  if (signer === undefined) throw new DerError('It lacks the certificate that signed.');
  if (!signed.isCertificate(signer.der)) {
    throw new TimestampError('bad_signature', 'What is signed names another certificate.');
  }
  const others = certificates.filter((each) => each !== signer);
  if (others.some((each) => each.der.equals(signer.der))) {
    throw new DerError('It holds a certificate twice.');
  }
  // What is signed is the set itself, under its own tag (RFC 5652 §5.4).
  const set = Buffer.concat([Buffer.of(tags.set), attributes.whole.subarray(1)]);
  return {
    digest,
    keyType,
    attributes: set,
    contentDigest: signed.contentDigest,
    signature,
    signer,
    others,
  };
}

function readAttributes(value: DerValue): {
  contentDigest: Buffer;
  isCertificate: (der: Buffer) => boolean;
} {
  const attributes = new Map<string, DerValue>();
  for (const each of value.values(context(0)).rest()) {
    const members = each.values(tags.sequence);
    const id = members.next().oid();
    if (attributes.has(id)) throw new DerError('It has a signed attribute twice.');
    attributes.set(id, members.only().values(tags.set).only());
  }
  const type = attributes.get(ids.contentType);
  const digest = attributes.get(ids.messageDigest);
  if (type === undefined || digest === undefined)
    throw new DerError('A signed attribute is missing.');
  expectId(type, ids.timestampInfo);
  const first = attributes.get(ids.signingCertificate);
  const second = attributes.get(ids.signingCertificateV2);
  if ((first === undefined) === (second === undefined)) {
    throw new DerError('It does not name the signing certificate once.');
  }
  const isCertificate =
    first === undefined ? namedCertificate(second, 'sha256') : namedCertificate(first, 'sha1');
  return { contentDigest: digest.bytes(), isCertificate };
}

/** Tells whether a certificate is the first that the attribute names: that which signed (RFC 5816). */
function namedCertificate(
  attribute: DerValue | undefined,
  usual: 'sha1' | 'sha256',
): (der: Buffer) => boolean {
  const certificates = attribute?.values(tags.sequence).next().values(tags.sequence);
  const members = certificates?.next().values(tags.sequence);
  if (members === undefined) throw new DerError('It does not name the signing certificate.');
  const algorithm = usual === 'sha1' ? undefined : members.optional(tags.sequence);
  const digest = algorithm === undefined ? usual : readDigest(algorithm);
  const named = members.next().bytes();
  return (der) => hash(digest, der, 'buffer').equals(named);
}

function readInfo(value: DerValue): Info {
  const members = value.values(tags.sequence);
  expectVersion(members.next(), 1);
  members.next().oid();
  const imprint = members.next().values(tags.sequence);
  if (readDigest(imprint.next()) !== 'sha256') {
    throw new TimestampError('other_note', 'The reply is not about a SHA-256.');
  }
  const bytes = imprint.only().bytes();
  members.next().integer();
  const time = readTime(members.next().bytes(tags.generalizedTime).toString('latin1'));
  members.optional(tags.sequence);
  members.optional(tags.boolean);
  return { imprint: bytes, time, nonce: members.optional(tags.integer)?.integer() };
}

function readTime(text: string): Date {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d*[1-9]))?Z$/.exec(text);
  const [, year, month, day, hour, minute, second, fraction = ''] = match ?? [];
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`;
  const time = new Date(iso);
  if (Number.isNaN(time.getTime()) || time.toISOString() !== iso) {
    throw new DerError('Its time is not a UTC instant.');
  }
  return time;
}

function checkInfo(
  info: Info,
  { note, nonce }: { readonly note: string; readonly nonce?: Uint8Array | undefined },
): void {
  if (!info.imprint.equals(imprintOf(note))) {
    throw new TimestampError('other_note', 'The time stamp is of another checkpoint.');
  }
  if (nonce === undefined) return;
  const asked = readDer(writeInteger(nonce)).integer();
  if (info.nonce?.equals(asked) !== true) {
    throw new TimestampError('other_nonce', 'The reply is not to the query that was made here.');
  }
}

function checkSignature(token: Token): void {
  const { digest, keyType, attributes, signature, signer } = token;
  checkPurposeOf(signer);
  const { publicKey } = signer.x509;
  const holds =
    publicKey.asymmetricKeyType === keyType &&
    hash(digest, token.content, 'buffer').equals(token.contentDigest) &&
    verify(digest, attributes, publicKey, signature);
  if (!holds) {
    throw new TimestampError('bad_signature', 'The signature of the time stamp does not hold.');
  }
}

function checkPurposeOf(signer: Certificate): void {
  reading('The certificate', () => checkPurpose(signer));
}

function expectId(value: DerValue, id: string): void {
  const found = value.oid();
  if (found !== id) throw new DerError(`It is of the type ${found}, and not ${id}.`);
}

function expectVersion(value: DerValue, version: number): void {
  if (value.count() !== version) throw new DerError(`Its version is not ${version}.`);
}
