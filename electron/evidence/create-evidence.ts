/** Makes evidence in two steps: what takes time before the transaction, what needs a place within it. */
import type { Envelope, Evidence } from '../../shared/contract/evidence.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { entryHash } from '../../shared/ledger/entries.ts';
import type { LedgerKey } from '../ledger/ledger-key.ts';
import { sha256 } from '../ledger/sha256.ts';
import { sealStatement } from './envelope.ts';
import {
  countMembers,
  evidenceEntryText,
  privacyMembers,
  subjectMember,
} from './evidence-entry.ts';
import { evidenceSide, leafSalts } from './evidence-leaves.ts';
import {
  committedEvidence,
  type CommittedEvidence,
  type EvidenceOrder,
  type EvidencePlace,
  type PreparedEvidence,
} from './evidence.ts';
import { statementText } from './statement.ts';
import { commitmentsTo } from '../ledger/commitments.ts';

const saltBytes = 16;

/**
 * Leaves, roots and commitments of what was done. Asks `random` for 16 bytes for each committed value, in the
 * order of their names.
 */
export function prepareEvidence(order: EvidenceOrder, random: RandomBytes): PreparedEvidence {
  const salts = leafSalts(order.evidenceId);
  const committed: Record<CommittedEvidence, JsonValue | undefined> = {
    metadata: order.metadata,
    parameters: order.action.parameters,
    purpose: order.purpose,
    report: order.report,
  };
  const values = committedEvidence.flatMap((field) => {
    const value = committed[field];
    if (value === undefined) return [];
    return [{ field, salt: base64url(random(saltBytes)), value: canonicalJson(value) }];
  });
  const { name, method, keyId } = order.action;
  return {
    evidenceId: order.evidenceId,
    kind: order.kind,
    subjectId: order.subjectId,
    sessionId: order.sessionId,
    datasetId: order.datasetId,
    actor: order.actor,
    action: { name, method, keyId },
    counts: countMembers(order.counts),
    ...(order.privacy && { privacy: order.privacy }),
    ...(order.source && { source: order.source }),
    inputs: evidenceSide(order.inputs, 'inputs', salts),
    outputs: order.outputs === undefined ? null : evidenceSide(order.outputs, 'outputs', salts),
    values,
    commitments: commitmentsTo(values),
  };
}

/** The entry's hash and the signed envelope; both follow from the arguments alone (RFC 8032). */
export interface SealedEvidence {
  /** `sha256:<hex>`, the hash that the journal gives to the entry. */
  readonly hash: string;
  readonly envelope: Envelope;
}

/**
 * Signs what `evidenceEntryText` appended to the journal. Run in the transaction of the append, so
 * that no signature outlives an entry that was not committed.
 */
export function sealEvidence(
  prepared: PreparedEvidence,
  place: EvidencePlace,
  key: LedgerKey,
): SealedEvidence {
  const entryText = evidenceEntryText(prepared, place);
  const hash = entryHash(sha256, entryText);
  const text = statementText({
    evidenceId: prepared.evidenceId,
    entryText,
    entryHash: hash,
    origin: key.origin,
    tree: subjectTree(prepared),
    values: prepared.values,
  });
  return { hash, envelope: sealStatement(text, key) };
}

/** The rows that a statement applies to: what came out, or what an operation used. */
export function subjectTree({
  subjectId,
  inputs,
  outputs,
}: Pick<PreparedEvidence, 'subjectId' | 'inputs' | 'outputs'>): {
  readonly name: string;
  readonly merkleRoot: string;
} {
  return outputs === null
    ? { name: `${subjectId}/inputs`, merkleRoot: inputs.merkle_root }
    : { name: `${subjectId}/outputs`, merkleRoot: outputs.merkle_root };
}

/** The evidence as it is answered. What was erased from `prepared.values` is null. */
export function evidenceResource(
  prepared: PreparedEvidence,
  place: EvidencePlace,
  sealed: SealedEvidence,
): Evidence {
  const purpose = valueOf(prepared, 'purpose');
  return {
    evidence_id: prepared.evidenceId,
    kind: prepared.kind,
    [subjectMember[prepared.kind]]: prepared.subjectId,
    session_id: prepared.sessionId,
    dataset_id: prepared.datasetId,
    created_at: place.createdAt,
    actor: prepared.actor,
    purpose: typeof purpose === 'string' ? purpose : null,
    action: {
      name: prepared.action.name,
      method: prepared.action.method,
      parameters: objectOrNull(valueOf(prepared, 'parameters')),
      key_id: prepared.action.keyId,
    },
    metadata: objectOrNull(valueOf(prepared, 'metadata')),
    report: objectOrNull(valueOf(prepared, 'report')),
    inputs: prepared.inputs,
    outputs: prepared.outputs,
    counts: prepared.counts,
    ...(prepared.privacy && { privacy: privacyMembers(prepared.privacy) }),
    ...(prepared.source && { source: prepared.source }),
    sequence: place.seq,
    previous_hash: place.previousHash,
    hash: sealed.hash,
    envelope: sealed.envelope,
  };
}

function valueOf(prepared: PreparedEvidence, field: CommittedEvidence): JsonValue | undefined {
  const text = prepared.values.find((each) => each.field === field)?.value;
  return text === undefined ? undefined : parseStrictJson(text);
}

function objectOrNull(value: JsonValue | undefined): JsonObject | null {
  return isJsonObject(value) ? value : null;
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64url');
}
