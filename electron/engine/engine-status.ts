/** How the engine is, as its hosts and the recovery screen are told. */
import type { Filling } from '../../shared/contract/recovery.ts';
import type { LedgerKind } from '../../shared/contract/workspace.ts';
import type { EngineFault } from './engine-fault.ts';
import type { DeliveryOutcome } from './webhook-sender.ts';
import type { WorkerRole } from './wire.ts';

/**
 * `recovering`: a worker crashed and starts again. `failed`: the ledger did not open, or a worker
 * stays down; nothing goes on until somebody asks for it (`restart`).
 */
export interface EngineStatus {
  readonly state: 'starting' | 'ready' | 'recovering' | 'switching' | 'failed' | 'closed';
  /** Of the state; milliseconds since 1970. */
  readonly since: number;
  readonly workspace: LedgerKind;
  /**
   * Why it has failed, also while it is opened again; while it is ready, the damage that was met, or
   * that the disk is full and it is open for reading only.
   */
  readonly fault: EngineFault | undefined;
  readonly crash: EngineCrash | undefined;
  /** How far a demo ledger that is being made is. */
  readonly filling: Filling | undefined;
  /** Whether the tables of the ledger that is opened are brought up to date. */
  readonly isMigrating: boolean;
}

/** Work under way in an engine, and what became of its threads. */
export interface EngineLoad {
  /** Requests that the writer has before it. */
  readonly writerQueue: number;
  /** How often threads of a kind crashed since the start. */
  readonly crashes: ReadonlyMap<WorkerRole, number>;
  /** How often an event was sent since the start, by what came of it. */
  readonly deliveries: ReadonlyMap<DeliveryOutcome, number>;
}

/** A worker that crashed and is not back. */
export interface EngineCrash {
  readonly thread: WorkerRole;
  /** In a row. */
  readonly times: number;
  /** Milliseconds since 1970; undefined when it is starting, or stays down. */
  readonly nextAttemptAt: number | undefined;
}
