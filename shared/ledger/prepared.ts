/** Bodies that are ready to be appended to the journal: all of them that can be made before their place is known. */
import type { ErrorCode } from '../contract/errors.ts';
import type { FieldError } from '../contract/faults.ts';
import type { CreateIntervention } from '../contract/interventions.ts';
import type { SigningName } from '../contract/signing.ts';
import type { CommittedField } from '../contract/records.ts';

/** One committed field: 16 random bytes as base64url, the canonical value, the commitment to both. */
export interface PreparedValue {
  readonly field: CommittedField;
  readonly salt: string;
  readonly value: string;
  /** `sha256:<hex>`. */
  readonly commitment: string;
}

/** A record ready to be appended; plain data, so that it can wait in a file. */
export interface PreparedRecord {
  readonly modelId: string;
  readonly confidence?: number | undefined;
  readonly policyId?: string | undefined;
  readonly transactionId?: string | undefined;
  /** Sorted by field. */
  readonly values: readonly PreparedValue[];
  /** Words of the keys and values of input and output, for the search index. */
  readonly searchText: string;
}

/** Why one decision of several is not appended; the others are not concerned. */
export interface DecisionRefusal {
  readonly code: ErrorCode;
  readonly message: string;
  /** Paths from the root of the decision. */
  readonly fields: readonly FieldError[];
}

/** One decision of a request: ready to be appended, under its idempotency key where it has one, or refused as it was read. */
export type SentDecision =
  | { readonly record: PreparedRecord; readonly key: string | undefined }
  | { readonly refusal: DecisionRefusal };

/** The decisions of an OpenTelemetry request. */
export interface PreparedExport {
  /** Whether it was sent, and is answered, in JSON; else in protobuf. */
  readonly isJson: boolean;
  readonly items: readonly SentDecision[];
  /** Decisions that carry no input or no output. */
  readonly withoutContent: number;
}

/** An intervention whose outcome, which may be large, is canonical text; the rest of it is as it was sent. */
export type PreparedIntervention = Omit<CreateIntervention, 'outcome' | SigningName> & {
  readonly outcome: string | undefined;
};
