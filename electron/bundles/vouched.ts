/** Others who vouch for a ledger, as a bundle carries it: cosignatures of its checkpoint, and the newest of each who vouched earlier. */
import { parseCheckpoint, signedNote } from '../../shared/ledger/checkpoint.ts';
import { readCosigned, type CosignedNote } from '../proof/outside/cosigned.ts';
import type { OutsideFiles } from '../proof/outside/outside-files.ts';
import { checkTimestamp } from '../proof/timestamps/timestamp.ts';
import { readNote } from './read-bundle.ts';

/** A checkpoint that others vouched for. */
export interface Vouched {
  readonly size: number;
  readonly note: string;
  /** RFC 3161 reply over it. */
  readonly stamp?: Buffer | undefined;
}

/** The checkpoint with the cosignatures that the policy counts, behind the ledger's and sorted by name. */
export function withCosignatures(outside: OutsideFiles, note: string, now: number): string {
  const checkpoint = parseCheckpoint(note);
  if (checkpoint === undefined) return note;
  const cosigned = outside.cosignedAt(checkpoint.size);
  const read = cosigned === undefined ? undefined : readCosigned(outside.policy(), cosigned, now);
  return read?.checkpoint.body === checkpoint.body ? countedOnly(read) : note;
}

/** The newest checkpoint below `size` of each witness of the policy and of each time-stamping authority. */
export function vouchedBelow(outside: OutsideFiles, size: number, now: number): Vouched[] {
  const policy = outside.policy();
  const chosen = new Map<number, Vouched>();
  const witnesses = new Set<string>();
  for (const text of outside.cosigned()) {
    const read = readCosigned(policy, text, now);
    if (read === undefined || read.checkpoint.size >= size) continue;
    const names = read.counted.map(({ witness }) => witness.key.name);
    if (names.every((name) => witnesses.has(name))) continue;
    for (const name of names) witnesses.add(name);
    chosen.set(read.checkpoint.size, { size: read.checkpoint.size, note: countedOnly(read) });
  }
  for (const stamped of stampsBelow(outside, size)) {
    const note = chosen.get(stamped.size)?.note ?? withCosignatures(outside, stamped.note, now);
    chosen.set(stamped.size, { ...stamped, note });
  }
  return [...chosen.values()].filter(({ note }) => readNote(note) !== undefined);
}

/** The newest time stamp of each authority. */
function stampsBelow(outside: OutsideFiles, size: number): Vouched[] {
  const authorities = outside.authorities().map(({ certificate }) => certificate);
  const known = new Set<string>();
  return outside.timestamps().flatMap(({ size: stamped, reply }) => {
    const note = outside.cosignedAt(stamped);
    if (stamped >= size || note === undefined) return [];
    try {
      const { authority } = checkTimestamp(reply, { note, authorities });
      const { fingerprint256: fingerprint } = authority.x509;
      if (known.has(fingerprint)) return [];
      known.add(fingerprint);
      return [{ size: stamped, note, stamp: reply }];
    } catch {
      // One that no longer holds vouches for nothing.
      return [];
    }
  });
}

function countedOnly({ checkpoint, counted }: CosignedNote): string {
  const [own, ...others] = checkpoint.signatures;
  const names = new Set(counted.map(({ witness }) => witness.key.name));
  const kept = others
    .filter(({ name }) => names.has(name))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  return signedNote(checkpoint.body, own === undefined ? kept : [own, ...kept]);
}
