/** Requests to the process that reads files, and their answers: plain data both ways. */
import type { Fault } from '../../../shared/contract/faults.ts';
import type {
  Condition,
  FilesLook,
  FilesReading,
  GroupOrder,
  InspectedFiles,
  ReadRow,
  RowsOrder,
} from '../files/files-engine.ts';

/** Why files will not do: a place that is not given, or a fault at a member. */
export type LookRefusal = 'place' | { readonly member: string; readonly fault: Fault };

/** Requests by their names, each with what it takes and gives. */
export interface SourceCalls {
  inspect: {
    takes: FilesLook;
    gives: InspectedFiles | { readonly refused: LookRefusal };
  };
  /** Undefined where the files are those of the snapshot. */
  check: { takes: { readonly reading: Pick<FilesReading, 'snapshot'> }; gives: undefined };
  count: {
    takes: { readonly reading: FilesReading; readonly condition: Condition };
    gives: number;
  };
  rows: { takes: { readonly reading: FilesReading; readonly order: RowsOrder }; gives: ReadRow[] };
  at: {
    takes: { readonly reading: FilesReading; readonly seqs: readonly number[] };
    gives: ReadRow[];
  };
  group: {
    takes: { readonly reading: FilesReading; readonly order: GroupOrder };
    gives: (string | number | boolean | null)[][];
  };
}

export type SourceCall = keyof SourceCalls;

/** Asks the process that reads files. @throws {ApiError} what reading refuses, `query_timeout`, `source_unavailable` */
export type AskSource = <Call extends SourceCall>(
  call: Call,
  params: SourceCalls[Call]['takes'],
) => Promise<SourceCalls[Call]['gives']>;

/** A request on its way. */
export interface SourceRequest {
  readonly call: SourceCall;
  readonly params: unknown;
  /** Of the folder for what is too large for memory. */
  readonly temporary: string;
  readonly limitMs: number;
  /** The limit that a client is told, of which that may be what is left. */
  readonly toldMs: number;
}
