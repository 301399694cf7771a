/** What a parsed transformation is, what it needs, and what it gives back. */
import type { JsonObject } from '../../shared/contract/json.ts';
import type {
  KeyScope,
  MethodParameters,
  SafeHarborParameters,
  TransformationName,
  TransformationReport,
} from '../../shared/contract/transformations.ts';

/** A transformation whose name and parameters are valid. */
export type Transformation = MethodTransformation | PresetTransformation;

interface Parsed {
  readonly name: TransformationName;
  /** What evidence says was done: the method, or the preset. */
  readonly method: string;
  /** The parameters as they are recorded: those that were sent, with the method that was taken. */
  readonly recorded: JsonObject;
}

export interface MethodTransformation extends Parsed {
  readonly kind: 'method';
  readonly parameters: MethodParameters;
}

export interface PresetTransformation extends Parsed {
  readonly kind: 'preset';
  readonly parameters: SafeHarborParameters;
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

/** Gives the key of a scope; asked only by keyed methods, and at most once per transformation. */
export interface KeySource {
  key(scope: KeyScope): TransformationKey;
}

/** A token and the value it stands for, to be put in the vault with the transformation's evidence. */
export interface VaultEntry {
  readonly token: string;
  readonly scope: KeyScope;
  /** Canonical JSON text of the value. */
  readonly value: string;
}

export interface TransformOptions {
  readonly keys: KeySource;
  /** UTC date `YYYY-MM-DD` that ages are counted from (preset). */
  readonly today: string;
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
  /** Each token once. */
  readonly vaultEntries: readonly VaultEntry[];
  readonly report: TransformationReport;
}
