/** A change of workspace under way: the engine is away for it on purpose, and the shell says so. */
import { create } from 'zustand';
import type { WorkspaceKind } from '../../shared/contract/workspace.ts';

export interface WorkspaceSwitch {
  readonly to: WorkspaceKind;
  /** Which server, where it is one. */
  readonly connectionId: string | null;
  /** ms since the epoch. */
  readonly at: number;
}

export const useWorkspaceSwitch = create<{ readonly pending: WorkspaceSwitch | null }>(() => ({
  pending: null,
}));

export function beginWorkspaceSwitch(to: WorkspaceKind, connectionId: string | null = null): void {
  useWorkspaceSwitch.setState({ pending: { to, connectionId, at: Date.now() } });
}

export function endWorkspaceSwitch(): void {
  useWorkspaceSwitch.setState({ pending: null });
}
