/** The answers of witnesses: signature lines that count are kept with the checkpoint they are of. */
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { wholeBody } from '../../shared/contract/intake.ts';
import { voucherLimits, type KeptCosignatures } from '../../shared/contract/vouchers.ts';
import { fromBase64 } from '../../shared/base64.ts';
import {
  parseCheckpoint,
  parseSignatures,
  signedNote,
  type NoteSignature,
} from '../../shared/ledger/checkpoint.ts';
import type { TrustPolicy } from '../../shared/ledger/trust-policy.ts';
import { instant } from '../../shared/time.ts';
import { judgeLine, readCosigned, type CountedCosignature } from '../proof/outside/cosigned.ts';
import type { OutsideFiles } from '../proof/outside/outside-files.ts';

/** Of the checkpoints kept here, so many of the newest are tried: each try is a signature. */
const tried = 100;

export interface CosignatureSources {
  readonly outside: OutsideFiles;
  /** Notes that this ledger signed, the greatest size first. */
  readonly own: (newest: number) => readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A checkpoint that is kept here, with the lines that are kept with it. */
interface Candidate {
  readonly body: string;
  readonly size: number;
  readonly signatures: readonly NoteSignature[];
}

/**
 * Keeps the lines of a witness's answer that count.
 * @throws {ApiError} `validation_error` where none does, with the reason
 */
export function keepCosignatures(sources: CosignatureSources, text: string): KeptCosignatures {
  const { outside, now } = sources;
  const lines = linesOf(text);
  const policy = outside.policy();
  const found = new Map<string, { candidate: Candidate; added: NoteSignature[] }>();
  const kept: KeptCosignatures['kept'] = [];
  const candidates = candidatesOf(sources);
  const reasons: Refusal[] = [];
  for (const line of lines) {
    const judged = findCheckpoint(policy, candidates, line, now);
    if ('refusal' in judged) {
      reasons.push(judged);
      continue;
    }
    const { candidate, counted } = judged;
    const place = found.get(candidate.body) ?? { candidate, added: [] };
    place.added.push(line);
    found.set(candidate.body, place);
    const { key } = counted.witness;
    kept.push({ name: key.name, size: candidate.size, time: instant(counted.time * 1_000) });
  }
  if (kept.length === 0) throw whyNone(reasons);
  for (const { candidate, added } of found.values()) {
    outside.keepCosigned(candidate.size, withLines(policy, candidate, added, now));
  }
  return { kept, ignored: lines.length - kept.length };
}

function linesOf(text: string): readonly NoteSignature[] {
  const plain = text.replaceAll('\r\n', '\n').trim();
  const lines =
    parseCheckpoint(`${plain}\n`)?.signatures ??
    parseSignatures(plain.split('\n').filter((line) => line !== ''));
  const { cosignatures: maximum } = voucherLimits;
  if (lines === undefined || lines.length === 0) {
    throw validationError([faultAt(wholeBody, 'signature_lines')]);
  }
  if (lines.length > maximum) {
    throw validationError([faultAt(wholeBody, 'at_most_items', { maximum })]);
  }
  return lines;
}

/** Each checkpoint once: one that was cosigned already goes before the same as it was signed. */
function candidatesOf({ outside, own }: CosignatureSources): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const note of [...outside.cosigned(tried), ...own(tried)]) {
    const checkpoint = parseCheckpoint(note);
    if (checkpoint === undefined || candidates.has(checkpoint.body)) continue;
    candidates.set(checkpoint.body, checkpoint);
  }
  return [...candidates.values()].toSorted((one, other) => other.size - one.size);
}

interface Refusal {
  readonly refusal: 'unknown_key' | 'bad_signature' | 'ahead';
  readonly line: NoteSignature;
}

function findCheckpoint(
  policy: TrustPolicy,
  candidates: readonly Candidate[],
  line: NoteSignature,
  now: number,
): { candidate: Candidate; counted: CountedCosignature } | Refusal {
  let refusal: Refusal['refusal'] = 'unknown_key';
  for (const candidate of candidates) {
    const judged = judgeLine(policy, candidate.body, line, now);
    if (typeof judged === 'object') return { candidate, counted: judged };
    refusal = judged;
    // Neither is a matter of the checkpoint.
    if (judged !== 'bad_signature') break;
  }
  return { refusal, line };
}

/** Reason that helps most: what can be added to the policy, then the clock, then the rest. */
function whyNone(reasons: readonly Refusal[]) {
  const of = (wanted: Refusal['refusal']) => reasons.find(({ refusal }) => refusal === wanted);
  if (of('ahead') !== undefined) return validationError([faultAt(wholeBody, 'cosigned_ahead')]);
  if (of('bad_signature') !== undefined) {
    return validationError([faultAt(wholeBody, 'cosignature_stray')]);
  }
  const name = of('unknown_key')?.line.name ?? '';
  return validationError([faultAt(wholeBody, 'witness_unknown', { witness: name })]);
}

/** The ledger's line first, then one of each key: the newest; by name. */
function withLines(
  policy: TrustPolicy,
  { body, signatures }: Candidate,
  added: readonly NoteSignature[],
  now: number,
): string {
  const [own, ...others] = signatures;
  const timeOf = (line: NoteSignature) => {
    const judged = judgeLine(policy, body, line, now);
    return typeof judged === 'object' ? judged.time : 0;
  };
  const byKey = new Map<string, NoteSignature>();
  for (const line of [...others, ...added]) {
    const key = keyOf(line);
    const known = byKey.get(key);
    if (known === undefined || timeOf(line) > timeOf(known)) byKey.set(key, line);
  }
  const sorted = [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return signedNote(body, [...(own === undefined ? [] : [own]), ...sorted.map(([, line]) => line)]);
}

function keyOf({ name, blob }: NoteSignature): string {
  const id = Buffer.from(fromBase64(blob) ?? []).subarray(0, 4);
  return `${name}+${id.toString('hex')}`;
}

/** The greatest size that a witness cosigned, as far as is known here; 0 where it never did. */
export function cosignedSize(
  outside: OutsideFiles,
  { vkey, now }: { readonly vkey: string; readonly now: number },
): number {
  const policy = outside.policy();
  for (const note of outside.cosigned(tried)) {
    const read = readCosigned(policy, note, now);
    if (read?.counted.some(({ witness }) => witness.vkey === vkey)) return read.checkpoint.size;
  }
  return 0;
}
