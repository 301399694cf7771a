/** What keeps rows of its own about decisions, in the transaction of the entries that they are made from. */
import type { PreparedRecord } from '../../shared/ledger/prepared.ts';

/** Where an appended record stands. */
export interface AppendedRecord {
  readonly position: number;
  readonly seq: number;
  readonly id: string;
  readonly createdAt: string;
  /** Of the entry, `sha256:…`. */
  readonly hash: string;
}

/** Values that an erasure names, before they go. */
export interface GoingValues {
  readonly seq: number;
  readonly fields: readonly string[];
}

export interface DecisionProjection {
  /** A record was appended. */
  appended(stored: AppendedRecord, prepared: PreparedRecord): void;
  /** A card of a model was registered. */
  registered(modelId: string): void;
  /** An intervention on a record was appended, with its row. */
  intervened(recordId: string): void;
  /** Values are about to be erased. */
  erasing(targets: readonly GoingValues[]): void;
  /** Nothing of the open transaction is kept. */
  undone(): void;
}

/** The same as areas have to do with it. */
export interface DecisionUpkeep extends DecisionProjection {
  /** Whether rows wait to be written. */
  readonly isWaiting: boolean;
  /** Writes the rows that wait; the caller holds the transaction. */
  write(): void;
  /** What is made or removed beside appends; the caller holds the transaction. */
  readonly work: {
    /** Begins what an earlier version, or a ledger whose key of persons is gone, has not. */
    open(): void;
    /** A model's profile was confirmed. */
    confirmed(modelId: string): void;
    /** Whether anything is left to do. */
    readonly isLeft: boolean;
    /** Does the next of it; answers the model that it was of, where there was anything. */
    turn(): { readonly model_id: string } | undefined;
  };
}
