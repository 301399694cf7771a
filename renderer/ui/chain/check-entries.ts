/** Recomputes hashes and links of journal entries in this window, from the bytes the engine sent. */
import type { Entry } from '../../../shared/contract/chain.ts';

export interface EntryCheck {
  /** SHA-256 of the bytes, as `sha256:<hex>`. */
  readonly hash: string;
  /** Whether that is the hash the engine states. */
  readonly hashHolds: boolean;
  /** Whether a record names the hash of the record (or genesis) before it; unknown where that one is not at hand. */
  readonly link: 'holds' | 'broken' | 'unknown';
}

type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;

const recordType = 'ledger.record/v1';
const genesisType = 'ledger.genesis/v1';

const webDigest: Digest = (bytes) => crypto.subtle.digest('SHA-256', bytes);

/** SHA-256 of the text's UTF-8, as `sha256:<hex>`. */
export async function hashOf(text: string, digest: Digest = webDigest): Promise<string> {
  const bytes = new Uint8Array(await digest(new TextEncoder().encode(text)));
  return `sha256:${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** One check an entry, by seq. `entries` are consecutive and in order (docs/ledger-format.md, "Checking a ledger"). */
export async function checkEntries(
  entries: readonly Entry[],
  digest: Digest = webDigest,
): Promise<ReadonlyMap<number, EntryCheck>> {
  const hashes = await Promise.all(entries.map((entry) => hashOf(entry.bytes, digest)));
  const checks = new Map<number, EntryCheck>();
  let before: string | undefined;
  entries.forEach((entry, place) => {
    const hash = hashes[place] ?? '';
    const inChain = entry.type === recordType || entry.type === genesisType;
    let link: EntryCheck['link'] = 'unknown';
    if (entry.type === genesisType) link = 'holds';
    else if (entry.type === recordType && before !== undefined) {
      link = entry.previous_hash === before ? 'holds' : 'broken';
    }
    checks.set(entry.seq, { hash, hashHolds: hash === entry.hash, link });
    if (inChain) before = hash;
  });
  return checks;
}
