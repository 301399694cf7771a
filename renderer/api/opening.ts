/** A ledger that is being opened, or made, on purpose: which, and how far that is. */
import type { Filling } from '../../shared/contract/recovery.ts';
import type { WorkspaceKind } from '../../shared/contract/workspace.ts';
import { useWorkspaceSwitch } from '../state/workspace-switch.ts';
import { useRecovery } from './recovery.ts';
import { useWorkspace } from './workspace.ts';

export interface Opening {
  readonly to: WorkspaceKind;
  /** Whether this window has asked for it: then nothing of the ledger before is to be shown. */
  readonly isAsked: boolean;
  /** How far a demo ledger that is being made is; null while that is not told. */
  readonly filling: Filling | null;
}

/** Undefined where nothing is being opened, and where the host itself does not answer. */
export function useOpening(): Opening | undefined {
  const pending = useWorkspaceSwitch((state) => state.pending);
  const { data: recovery, isError } = useRecovery();
  const looksElsewhere = (useWorkspace().data?.remote ?? null) !== null;
  if (isError) return undefined;
  const isOpening = recovery?.state === 'opening';
  const opens = isOpening && !looksElsewhere ? recovery.workspace : undefined;
  const to = pending?.to ?? opens;
  if (to === undefined) return undefined;
  const filling = to === 'demo' && isOpening ? recovery.filling : null;
  return { to, isAsked: pending !== null, filling };
}
