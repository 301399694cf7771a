/** What a person is told when the engine does not start: what happened, to what, what to do next. */

/** The members of an EngineStartError, or of any other error. */
export interface StartFailure {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Whether another process holds the data directory. */
export function isHeldByAnother(failure: StartFailure): boolean {
  return holderOf(failure) !== undefined;
}

/** One or two sentences for standard error or a dialog. Names the holder of a directory in use. */
export function describeStartFailure(failure: StartFailure, dataDirectory: string): string {
  const holder = holderOf(failure);
  if (holder === undefined) return `Proofdesk cannot open ${dataDirectory}: ${failure.message}`;
  return `The data directory ${dataDirectory} is in use by ${holder}. Close that first, or choose another directory.`;
}

function holderOf({ details }: StartFailure): string | undefined {
  const { holder } = details;
  if (typeof holder !== 'object' || holder === null) return undefined;
  const label = 'label' in holder && typeof holder.label === 'string' ? holder.label : 'Proofdesk';
  const process = 'pid' in holder && typeof holder.pid === 'number' ? `process ${holder.pid}` : '';
  const since =
    'started_at' in holder && typeof holder.started_at === 'string'
      ? `since ${holder.started_at}`
      : '';
  const more = [process, since].filter((text) => text !== '').join(', ');
  return more === '' ? label : `${label} (${more})`;
}
