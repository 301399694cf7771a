/** The key of persons beside its ledger: sealed as later signing keys are, in no backup, bundle or export. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RandomBytes } from '../../shared/ids.ts';
import { keepSealed, sealedKeysFolder, sealSeed, unsealSeed } from '../ledger/signing-keys.ts';
import { SubjectKey, subjectKeyBytes } from './subject-key.ts';

const fileName = 'subject.key';
/** What is sealed: no signing key has such a name. */
const label = 'proofdesk.subject-key/v1';

interface Place {
  /** Of the ledger. */
  readonly directory: string;
  /** 32 bytes; that of the host, which seals it. */
  readonly seed: Uint8Array;
}

/** The key; undefined where there is none, or none that the host's seed opens. */
export function readSubjectKey({ directory, seed }: Place): SubjectKey | undefined {
  try {
    const sealed = readFileSync(join(directory, sealedKeysFolder, fileName));
    return new SubjectKey(unsealSeed(seed, { vkey: label, sealed }));
  } catch {
    return undefined;
  }
}

/** The key; made where there is none. */
export function keepSubjectKey(place: Place, random: RandomBytes): SubjectKey {
  const known = readSubjectKey(place);
  if (known !== undefined) return known;
  const key = Uint8Array.from(random(subjectKeyBytes));
  const sealed = sealSeed(place.seed, { vkey: label, seed: key }, random);
  keepSealed(place.directory, fileName, sealed);
  return new SubjectKey(key);
}
