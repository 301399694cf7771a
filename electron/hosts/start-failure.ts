/** What standard error says of a ledger that did not open: what happened, to what, what to do next. */
import type { EngineFault } from '../engine/engine-fault.ts';

/** One or two sentences. Names the holder of a directory in use. */
export function describeStartFailure(
  { fault, message, holder }: Pick<EngineFault, 'fault' | 'message' | 'holder'>,
  dataDirectory: string,
): string {
  if (fault !== 'in_use') return `Proofdesk cannot open ${dataDirectory}: ${message}`;
  const who =
    holder === undefined
      ? 'another process'
      : `${holder.label} (process ${holder.pid}, since ${holder.started_at})`;
  return `The data directory ${dataDirectory} is in use by ${who}. Close that first, or choose another directory.`;
}
