/** Checkpoints as text: the body that is signed, and the signed note around it (C2SP). */

/** Statement of a checkpoint: the ledger named `origin` has `size` entries with this tree head. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  /** The RFC 6962 tree head: 32 bytes in base64. */
  readonly root: string;
}

/** One signature line: who signed, and the key id with the signature, in base64. */
export interface NoteSignature {
  readonly name: string;
  readonly blob: string;
}

/** A checkpoint with its signatures. Parsed is not verified. */
export interface SignedCheckpoint extends Checkpoint {
  /** What was signed, with its last line feed. */
  readonly body: string;
  readonly signatures: readonly NoteSignature[];
}

/** Longest note that is read: a checkpoint with many witnesses is a few kilobytes. */
const longestNote = 64 * 1024;

/** A key name is not empty and has neither white space nor a plus (C2SP signed-note). */
const namePattern = /^[^\s+]+$/u;
const base64Pattern = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** 32 bytes: the last digit before the padding has two bits that must be zero. */
const rootPattern = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
const sizePattern = /^(?:0|[1-9]\d{0,15})$/;

/** The text that is signed: origin, size, root, a line each (C2SP tlog-checkpoint, no extensions). */
export function checkpointBody({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root}\n`;
}

/** The signed note: the body, an empty line, a line for each signature. */
export function signedNote(body: string, signatures: readonly NoteSignature[]): string {
  return `${body}\n${signatures.map(({ name, blob }) => `— ${name} ${blob}\n`).join('')}`;
}

/** Reads a note strictly; undefined when it is not a checkpoint with at least one signature. */
export function parseCheckpoint(note: string): SignedCheckpoint | undefined {
  if (note.length > longestNote || !note.endsWith('\n')) return undefined;
  const split = note.indexOf('\n\n');
  if (split < 0) return undefined;
  const body = note.slice(0, split + 1);
  const [origin = '', size = '', root = '', ...rest] = body.split('\n');
  if (rest.length !== 1 || !namePattern.test(origin)) return undefined;
  if (!sizePattern.test(size) || !Number.isSafeInteger(Number(size))) return undefined;
  if (!rootPattern.test(root)) return undefined;
  const signatures = parseSignatures(note.slice(split + 2, -1).split('\n'));
  if (signatures === undefined) return undefined;
  return { origin, size: Number(size), root, body, signatures };
}

/** Reads signature lines; undefined where one is none. */
export function parseSignatures(lines: readonly string[]): NoteSignature[] | undefined {
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const [dash, name = '', blob = '', ...more] = line.split(' ');
    if (dash !== '—' || more.length > 0) return undefined;
    if (!namePattern.test(name) || !base64Pattern.test(blob)) return undefined;
    signatures.push({ name, blob });
  }
  return signatures;
}
