/** What a parsed transformation is, what it needs, and what it gives back. */
import type { JsonObject } from '../../shared/contract/json.ts';
import type {
  MethodParameters,
  TransformationMethod,
  TransformationName,
  TransformationReport,
} from '../../shared/contract/transformations.ts';

/** A transformation whose name and parameters are valid. */
export interface Transformation {
  readonly name: TransformationName;
  readonly method: TransformationMethod;
  /** The parameters as they are recorded: those that were sent, with the method that was taken. */
  readonly recorded: JsonObject;
  readonly parameters: MethodParameters;
}

/** A row of a dataset. `document` is the whole row as it is read, its `record_id` member included. */
export interface SourceRow {
  readonly recordId: string;
  readonly document: JsonObject;
}

/** 32 random bytes that never leave the engine, and a name for them that may. */
export interface TransformationKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Plain data throughout, so that it can cross a thread. */
export interface TransformedRows {
  /** In the order of the source rows; unnamed members are the source's own. */
  readonly rows: readonly SourceRow[];
  /** Values that came out different, suppressed ones included. */
  readonly changed: number;
  /** Fields that a row does not have, one for each row and field. */
  readonly skipped: number;
  /** The key that was used; null where the method needs none. */
  readonly keyId: string | null;
  readonly report: TransformationReport;
}
