/** The verifier of bundles, as it goes out with this version, and the hashes of those that went out before. */
import { sha256 } from '../ledger/sha256.ts';

/** SHA-256 of each `docs/auditor.py` that was released, as hex; a line for each release whose file differs. */
const released = new Set<string>();

export async function verifierText(): Promise<string> {
  const { default: text } = await import('../../docs/auditor.py?raw');
  return text;
}

/** Tells whether a copy with this hash is a verifier that was released, or that of this version. */
export async function isKnownVerifier(hash: string): Promise<boolean> {
  return released.has(hash) || hash === sha256(await verifierText());
}
