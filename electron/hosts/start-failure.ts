/** What a person is told when the engine does not start: what happened, to what, what to do next. */

/** The members of an EngineStartError. */
export interface StartFailure {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Whether another process holds the data directory. */
export function isHeldByAnother(failure: StartFailure): boolean {
  return failure.code === 'DirectoryLockedError';
}

/** One or two sentences for standard error or a dialog. Names the holder of a directory in use. */
export function describeStartFailure(failure: StartFailure, dataDirectory: string): string {
  if (!isHeldByAnother(failure)) {
    return `Proofdesk cannot open ${dataDirectory}: ${failure.message}`;
  }
  const holder = describeHolder(failure.details['holder']);
  return `The data directory ${dataDirectory} is in use by ${holder}. Close that first, or choose another directory.`;
}

/** A holder as the lock of the data directory describes it, or null where it could not be read. */
function describeHolder(holder: unknown): string {
  if (
    typeof holder === 'object' &&
    holder !== null &&
    'label' in holder &&
    'pid' in holder &&
    'started_at' in holder
  ) {
    return `${String(holder.label)} (process ${String(holder.pid)}, since ${String(holder.started_at)})`;
  }
  return 'another process';
}
