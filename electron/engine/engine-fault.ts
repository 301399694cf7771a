/** Why the ledger is not open, as plain data: what the recovery screen is chosen by and says. */
import {
  lockHolderSchema,
  type LockHolder,
  type RecoveryFault,
} from '../../shared/contract/recovery.ts';
import { errorCodeOf, isDamageCode, isRefusal, isStorageFull } from '../database/error-code.ts';

export interface EngineFault {
  readonly fault: RecoveryFault;
  /** For a person; names the file. */
  readonly message: string;
  /** What SQLite, the system or the program called it; empty where it had no name. */
  readonly code: string;
  /** The file or folder that it is about. */
  readonly path: string | undefined;
  readonly versions: { readonly found: number; readonly known: number } | undefined;
  readonly holder: LockHolder | undefined;
}

const databaseFaults: ReadonlySet<string> = new Set<RecoveryFault>([
  'corrupt',
  'locked',
  'unwritable',
  'full',
  'newer',
  'older',
  'foreign',
  'moved',
  'key_locked',
]);

/** The fault in what opening a ledger failed with, on this thread or on another. */
export function faultOf(error: unknown): EngineFault {
  const message = error instanceof Error ? error.message : String(error);
  const details = detailsOf(error);
  return {
    fault: kindOf(error, details),
    message,
    code: textIn(details, 'systemCode') ?? errorCodeOf(error),
    path: textIn(details, 'path') ?? textIn(details, 'directory'),
    versions: versionsIn(details),
    holder: lockHolderSchema.safeParse(details['holder']).data,
  };
}

/** A thread that ended so often that it is not started any more. `cause` is what it ended with last. */
export function crashFault(cause: Error | undefined): EngineFault {
  const known = cause === undefined ? undefined : faultOf(cause);
  // A thread that cannot open the ledger any more did not crash: the file is what has changed.
  if (known !== undefined && known.fault !== 'unknown') return known;
  return {
    fault: 'crashed',
    message: cause?.message ?? 'A thread ended several times in a row.',
    code: known?.code ?? '',
    path: undefined,
    versions: undefined,
    holder: undefined,
  };
}

function kindOf(error: unknown, details: Readonly<Record<string, unknown>>): RecoveryFault {
  if (error instanceof Error && error.name === 'DirectoryLockedError') return 'in_use';
  const fault = textIn(details, 'fault');
  if (isDatabaseFault(fault)) return fault;
  if (isStorageFull(error)) return 'full';
  const code = errorCodeOf(error);
  if (isDamageCode(code)) return 'corrupt';
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'locked';
  return isRefusal(code) ? 'unwritable' : 'unknown';
}

function isDatabaseFault(fault: string | undefined): fault is RecoveryFault {
  return fault !== undefined && databaseFaults.has(fault);
}

/** What an error says of itself: its `details` when it came from another thread, else its members. */
function detailsOf(error: unknown): Readonly<Record<string, unknown>> {
  if (typeof error !== 'object' || error === null) return {};
  const { details } = error as { details?: unknown };
  return typeof details === 'object' && details !== null ? { ...details } : { ...error };
}

function textIn(details: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = details[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function versionsIn(details: Readonly<Record<string, unknown>>): EngineFault['versions'] {
  const value = details['versions'];
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('found' in value) || !('known' in value)) return undefined;
  const { found, known } = value;
  return typeof found === 'number' && typeof known === 'number' ? { found, known } : undefined;
}
