/** What evidence of a transformation or an operation consists of, and the stages it is made in. */
import type { EvidenceKind, EvidenceSide } from '../../shared/contract/evidence.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import type { SourceClaim } from '../../shared/contract/sources.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';

/** A row that went in or came out. */
export interface EvidenceRow {
  readonly recordId: string;
  readonly document: JsonObject;
  /** The salt of the row that it was made of; of a result what stands in its place. */
  readonly rowSalt: Uint8Array;
}

export interface EvidenceCounts {
  readonly changed: number;
  readonly skipped: number;
  /** Of an aggregation: groups that were too small to be shown. */
  readonly withheld?: number | undefined;
}

/** The price of an answer of statistics, of the privacy budget of its grant; ε in millionths. */
export interface EvidencePrivacy {
  readonly grantId: string;
  readonly policyVersion: number;
  readonly epsilonMicro: number;
  /** Of the whole grant, after it. */
  readonly spentMicro: number;
}

/**
 * Order to keep evidence: what was done, by whom, to what. Rows in the order of the request. An aggregation names the rows it
 * read by their snapshot, in its parameters: its inputs are none, its outputs the results.
 */
export interface EvidenceOrder {
  readonly evidenceId: string;
  readonly kind: EvidenceKind;
  /** `transform_…`, `op_…` or `agg_…`. */
  readonly subjectId: string;
  readonly sessionId: string;
  readonly datasetId: string;
  readonly actor: Actor;
  readonly purpose: string;
  readonly action: {
    /** The transformation's name, or the operation type. */
    readonly name: string;
    readonly method: string | null;
    readonly parameters: JsonObject;
    readonly keyId: string | null;
  };
  readonly metadata: JsonObject;
  /** Of a transformation: what became of each field. */
  readonly report?: JsonObject | undefined;
  /** Gone through once. */
  readonly inputs: Iterable<EvidenceRow>;
  /** Absent for an operation: nothing comes out of it. */
  readonly outputs?: Iterable<EvidenceRow> | undefined;
  readonly counts: EvidenceCounts;
  /** Of an aggregation. */
  readonly privacy?: EvidencePrivacy | undefined;
  /** Of rows that the ledger does not hold. */
  readonly source?: SourceClaim | undefined;
}

/** The values an entry commits to instead of showing them, so that they can be erased. */
export const committedEvidence = ['metadata', 'parameters', 'purpose', 'report'] as const;
export type CommittedEvidence = (typeof committedEvidence)[number];

/** A committed value: salt as base64url, canonical JSON text; kept as a payload of the journal. */
export interface EvidenceValue {
  readonly field: CommittedEvidence;
  readonly salt: string;
  readonly value: string;
}

/** Everything that can be made before the place in the journal is known; plain data, may cross a thread. */
export interface PreparedEvidence {
  readonly evidenceId: string;
  readonly kind: EvidenceKind;
  readonly subjectId: string;
  readonly sessionId: string;
  readonly datasetId: string;
  readonly actor: Actor;
  readonly action: {
    readonly name: string;
    readonly method: string | null;
    readonly keyId: string | null;
  };
  readonly counts: EvidenceCounts;
  readonly privacy?: EvidencePrivacy | undefined;
  readonly source?: SourceClaim | undefined;
  readonly inputs: EvidenceSide;
  readonly outputs: EvidenceSide | null;
  /** Sorted by field. Those that are still there: an erased one is not, its commitment is. */
  readonly values: readonly EvidenceValue[];
  /** The commitments to the values, `sha256:<hex>`, as they stand in the entry. */
  readonly commitments: readonly { readonly field: CommittedEvidence; readonly hash: string }[];
}

/** Where the entry stands. */
export interface EvidencePlace {
  /** Journal index. */
  readonly seq: number;
  /** UTC instant. */
  readonly createdAt: string;
  /** `sha256:<hex>` of the evidence entry before it; of the genesis for the first. */
  readonly previousHash: string;
}
