/** The rows that entries of interventions and erasures stand for, every column by name. */
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { ErasureEntry, InterventionEntry } from '../../shared/ledger/entries.ts';
import { signatureObject, type PersonSignature } from '../../shared/ledger/signed-text.ts';

/** One value of a projection row, by its column; hashes hexadecimal. */
export type LinkedRow = Readonly<Record<string, string | number | null>>;

/** The row of an intervention. `hash` is the entry's, hexadecimal. */
export function interventionRow(entry: Omit<InterventionEntry, 'type'>, hash: string): LinkedRow {
  return {
    seq: entry.seq,
    id: entry.id,
    record_id: entry.recordId,
    n: entry.n,
    action: entry.action,
    actor_id: entry.actor.id,
    actor_role: entry.actor.role,
    meaning: entry.meaning ?? null,
    supersedes: entry.supersedes ?? null,
    created_at: entry.createdAt,
    previous_hash: hexOf(entry.previousHash),
    signature: signatureText(entry.signature),
    hash,
  };
}

/** The row of an erasure. `hash` is the entry's, hexadecimal. */
export function erasureRow(entry: Omit<ErasureEntry, 'type'>, hash: string): LinkedRow {
  return {
    seq: entry.seq,
    legal_basis: entry.legalBasis,
    actor_id: entry.actor.id,
    actor_role: entry.actor.role,
    created_at: entry.createdAt,
    signature: signatureText(entry.signature),
    approval: signatureText(entry.approval),
    hash,
  };
}

function signatureText(signature: PersonSignature | undefined): string | null {
  return signature === undefined ? null : canonicalJson(signatureObject(signature));
}

function hexOf(hash: string): string {
  return hash.slice('sha256:'.length);
}
