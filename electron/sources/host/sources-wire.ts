/** Messages between this program and the process that reads files. */
import type { SourceRequest } from './source-request.ts';

export interface ToSources {
  readonly id: number;
  readonly request: SourceRequest;
}

/** An answer, or the error in its place as plain data. */
export interface FromSources {
  readonly id: number;
  readonly outcome: SourceOutcome;
}

export type SourceOutcome =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly error: {
        readonly name: string;
        readonly message: string;
        readonly code: string | undefined;
        readonly details: Readonly<Record<string, unknown>>;
      };
    };
