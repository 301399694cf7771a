/** Requests to the process that reads sources, and their answers: plain data both ways. */
import type { PostgresCalls } from '../postgres/postgres-calls.ts';
import type { MemberRefusal } from '../read-row.ts';
import type { Condition, GroupOrder } from '../engine-orders.ts';
import type {
  FilesLook,
  FilesReading,
  InspectedFiles,
  ReadRow,
  RowsOrder,
} from '../files/files-engine.ts';

/** Why files will not do: a place that is not given, or a fault at a member. */
export type LookRefusal = 'place' | MemberRefusal;

/** Requests by their names, each with what it takes and gives. */
export interface SourceCalls extends PostgresCalls {
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

/** Asks the process that reads sources. @throws {ApiError} what reading refuses, `query_timeout`, `source_unavailable` */
export type AskSource = <Call extends SourceCall>(
  call: Call,
  params: SourceCalls[Call]['takes'],
) => Promise<SourceCalls[Call]['gives']>;

/** A password to keep, or to forget where there is none. */
export interface PasswordOrder {
  readonly connection: string;
  readonly password: string | undefined;
}

/** A request on its way. */
export interface SourceRequest {
  readonly call: SourceCall | 'keepPassword';
  readonly params: unknown;
  /** Of the folder for what is too large for memory. */
  readonly temporary: string;
  readonly limitMs: number;
  /** The connection whose password goes along. */
  readonly connection?: string | undefined;
  /** Of the server that is asked. */
  readonly password?: string | undefined;
  /** The limit that a client is told, of which that may be what is left. */
  readonly toldMs: number;
}
