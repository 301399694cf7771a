/** What a host does with backups and diagnostics, whether or not the ledger is open. */
import type { RestorePreview } from '../../shared/contract/backups.ts';
import type { BroughtKey } from '../../shared/contract/signing-key.ts';
import type { ChangeTopic, LedgerKind } from '../../shared/contract/workspace.ts';
import type { CarriedKeys, ExportedKeys, OpenedKeys } from './signing-key-file.ts';

/** A preview with the SHA-256 of the copy, hexadecimal; empty where it was not read. */
export type Preview = RestorePreview & { readonly sha256: string };

/** The work that needs SQLite, which a host's own process never touches: on a thread of its own. */
export interface MaintenanceThread {
  /** @throws {ApiError} `validation_error` for a key file that does not open, or a file that was given up */
  preview(path: string, key?: BroughtKey): Promise<Preview>;
  /** @throws {ApiError} as `preview` */
  openKey(key: BroughtKey): Promise<OpenedKeys>;
  exportKey(passphrase: string): Promise<ExportedKeys>;
  /** The ledger must be closed. Of a file that was looked at, and so came to an end in time. */
  restore(order: RestoreTask): Promise<RestoreOutcome>;
  /** Facts of the ledger's file for diagnostics, as JSON text. Never rejects for a damaged file. */
  inspect(): Promise<unknown>;
}

export interface RestoreTask {
  readonly path: string;
  readonly confirm: string;
  /** Of the copy, when it was looked at. */
  readonly sha256: string;
  readonly restoreId: string;
  readonly requestedBy: string;
  readonly eraseAgain: boolean;
  /** What the key file held; the host's part of it is laid out. */
  readonly brought?: CarriedKeys | undefined;
}

export interface RestoreOutcome {
  readonly backup_id: string | null;
  readonly entries: number;
  readonly head_hash: string;
  readonly replaced_path: string;
  readonly erased_again: number;
}

/** The ledger that a host has open, or was to open. */
export interface HeldLedger {
  workspace(): { readonly kind: LedgerKind; readonly directory: string };
  /** Keeps a seed in a folder as this host keeps one beside a ledger; undefined where it cannot. */
  readonly keepSeed: ((folder: string, seed: Uint8Array) => Promise<void>) | undefined;
  /** Closes the ledger, runs `work`, opens it again whatever came of it. @throws what `work` throws */
  whileClosed<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Nothing is put beside a ledger that is not where it was. @throws {ApiError} `engine_unavailable` */
  refuseMoved(): void;
  /** `ready` when it is open and whole. */
  state(): string;
  announce(topics: readonly ChangeTopic[]): void;
}
