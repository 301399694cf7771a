/** Recomputes a record's evidence in this window: bytes, commitments, path to the checkpoint, signature. */
import type { EntryEvidence, RecordEvidence } from '../../../shared/contract/checkpoints.ts';
import { parseCheckpoint } from '../../../shared/ledger/checkpoint.ts';
import { commitmentPreimage } from '../../../shared/ledger/entries.ts';

export type CheckOutcome = 'holds' | 'fails' | 'gone' | 'unknown';

export interface EntryEvidenceCheck {
  /** SHA-256 of the bytes is the stated hash. */
  readonly hash: CheckOutcome;
  /** Each commitment against its salt and value; `gone` where those were erased or are missing. */
  readonly fields: readonly { readonly field: string; readonly outcome: CheckOutcome }[];
  /** RFC 6962 leaf and audit path lead to the checkpoint's root. */
  readonly inclusion: CheckOutcome;
}

export interface EvidenceCheck {
  readonly record: EntryEvidenceCheck;
  readonly related: readonly EntryEvidenceCheck[];
  /** The note says the size and root that the paths lead to. */
  readonly checkpoint: CheckOutcome;
  /** Ed25519 over the note by the key in the evidence; `unknown` where this window has no Ed25519. */
  readonly signature: CheckOutcome;
}

type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;
const webDigest: Digest = (bytes) => crypto.subtle.digest('SHA-256', bytes);
const encoder = new TextEncoder();

/** All of it; nothing is taken over from what the engine says of itself. */
export async function checkEvidence(
  evidence: RecordEvidence,
  digest: Digest = webDigest,
): Promise<EvidenceCheck> {
  const { checkpoint } = evidence;
  const entry = (each: EntryEvidence) => checkEntry(each, checkpoint, digest);
  const parsed = parseCheckpoint(checkpoint.note);
  const says =
    parsed !== undefined &&
    parsed.size === checkpoint.size &&
    `sha256:${hexOf(fromBase64(parsed.root))}` === checkpoint.root_hash;
  return {
    record: await entry(evidence.record),
    related: await Promise.all(evidence.related.map(entry)),
    checkpoint: says ? 'holds' : 'fails',
    signature: await checkSignature(checkpoint.note, evidence.vkey),
  };
}

async function checkEntry(
  evidence: EntryEvidence,
  checkpoint: { readonly size: number; readonly root_hash: string },
  digest: Digest,
): Promise<EntryEvidenceCheck> {
  const hashOf = async (text: string) =>
    `sha256:${hexOf(new Uint8Array(await digest(encoder.encode(text))))}`;
  const fields = evidence.fields.map(async ({ field, commitment, salt, value }) => {
    const inEntry = evidence.entry.includes(`"${field}":"${commitment}"`);
    let outcome: CheckOutcome = inEntry ? 'gone' : 'fails';
    if (inEntry && salt !== null && value !== null) {
      const made = await hashOf(commitmentPreimage(field, salt, value));
      outcome = made === commitment ? 'holds' : 'fails';
    }
    return { field, outcome };
  });
  const root = await rootFrom(evidence, checkpoint.size, digest);
  return {
    hash: (await hashOf(evidence.entry)) === evidence.hash ? 'holds' : 'fails',
    fields: await Promise.all(fields),
    inclusion: root === checkpoint.root_hash ? 'holds' : 'fails',
  };
}

/** The head that the audit path leads to (RFC 9162 §2.1.3.2); undefined where it is no path. */
async function rootFrom(
  { entry, seq, inclusion }: EntryEvidence,
  size: number,
  digest: Digest,
): Promise<string | undefined> {
  if (seq >= size) return undefined;
  const climb = async (
    hash: Uint8Array,
    place: { readonly first: number; readonly last: number },
    [text, ...above]: readonly string[],
  ): Promise<string | undefined> => {
    let { first, last } = place;
    if (text === undefined) return last === 0 ? `sha256:${hexOf(hash)}` : undefined;
    if (last === 0) return undefined;
    const each = fromHex(text.slice('sha256:'.length));
    const isRight = first % 2 === 1 || first === last;
    const pair = isRight ? joined([1], each, hash) : joined([1], hash, each);
    if (isRight) {
      while (first % 2 === 0 && first !== 0) {
        first = Math.floor(first / 2);
        last = Math.floor(last / 2);
      }
    }
    const next = { first: Math.floor(first / 2), last: Math.floor(last / 2) };
    return climb(new Uint8Array(await digest(pair)), next, above);
  };
  const leaf = new Uint8Array(await digest(joined([0], encoder.encode(entry))));
  return climb(leaf, { first: seq, last: size - 1 }, inclusion);
}

/** `vkey` is `<name>+<key id>+<base64 of 0x01 and the key>` (C2SP signed-note). */
async function checkSignature(note: string, vkey: string): Promise<CheckOutcome> {
  const checkpoint = parseCheckpoint(note);
  const [name = '', id = ''] = vkey.split('+');
  if (checkpoint === undefined) return 'fails';
  // The base64 of the key may itself hold a plus.
  const key = fromBase64(vkey.slice(name.length + id.length + 2));
  const signature = checkpoint.signatures.find((each) => each.name === name);
  if (signature === undefined || key[0] !== 1 || key.length !== 33) return 'fails';
  try {
    const imported = await crypto.subtle.importKey('raw', key.slice(1), 'Ed25519', false, [
      'verify',
    ]);
    const holds = await crypto.subtle.verify(
      'Ed25519',
      imported,
      fromBase64(signature.blob).slice(4),
      encoder.encode(checkpoint.body),
    );
    return holds ? 'holds' : 'fails';
  } catch {
    return 'unknown';
  }
}

function joined(prefix: readonly number[], ...parts: readonly Uint8Array[]) {
  return new Uint8Array([...prefix, ...parts.flatMap((part) => [...part])]);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
