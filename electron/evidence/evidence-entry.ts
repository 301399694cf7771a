/** The ledger entry of evidence: its exact members (docs/ledger-format.md, "Entry types"). */
import type { EvidenceKind, EvidenceSide } from '../../shared/contract/evidence.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { evidenceType, otherEntry } from '../../shared/ledger/entries.ts';
import type {
  EvidenceCounts,
  EvidencePlace,
  EvidencePrivacy,
  PreparedEvidence,
} from './evidence.ts';

/**
 * The canonical text of the entry: facts and roots in clear, purpose, parameters and metadata as
 * commitments, leaves only through their roots.
 */
export function evidenceEntryText(prepared: PreparedEvidence, place: EvidencePlace): string {
  const { seq, createdAt } = place;
  return otherEntry({
    type: evidenceType,
    seq,
    createdAt,
    commitments: prepared.commitments,
    members: evidenceMembers(prepared, place),
  });
}

function evidenceMembers(prepared: PreparedEvidence, place: EvidencePlace): JsonObject {
  const { kind, action, actor, outputs } = prepared;
  return {
    id: prepared.evidenceId,
    kind,
    [subjectMember[kind]]: prepared.subjectId,
    session_id: prepared.sessionId,
    dataset_id: prepared.datasetId,
    actor: { id: actor.id, role: actor.role },
    action: {
      name: action.name,
      ...(action.method === null ? {} : { method: action.method }),
      ...(action.keyId === null ? {} : { key_id: action.keyId }),
    },
    inputs: sideMembers(prepared.inputs),
    ...(outputs === null ? {} : { outputs: sideMembers(outputs) }),
    counts: countMembers(prepared.counts),
    ...(prepared.privacy && privacyMembers(prepared.privacy)),
    ...(prepared.source && { source: { ...prepared.source } }),
    previous_hash: place.previousHash,
  };
}

/** The member that names what the evidence is of. */
export const subjectMember = {
  transformation: 'transformation_id',
  operation: 'operation_id',
  aggregation: 'aggregation_id',
} as const satisfies Record<EvidenceKind, string>;

/** The counts, `withheld` only where something could have been. */
export function countMembers({ changed, skipped, withheld }: EvidenceCounts) {
  return { changed, skipped, ...(withheld === undefined ? {} : { withheld }) };
}

/** The price of an answer of statistics, as its entry has it; nothing of other evidence. */
export function privacyMembers(privacy: EvidencePrivacy) {
  const { grantId, policyVersion, epsilonMicro, spentMicro } = privacy;
  return {
    grant_id: grantId,
    policy_version: policyVersion,
    epsilon_micro: epsilonMicro,
    spent_micro: spentMicro,
  };
}

function sideMembers({ count, merkle_root }: EvidenceSide): JsonObject {
  return { count, merkle_root };
}
