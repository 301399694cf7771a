/** Whether the engine answers, and to this browser, as the change stream sees it: read by the status bar and by screens. */
import { createStore, useStore } from 'zustand';
import type { SignInWay } from '../../shared/contract/sign-in.ts';

export interface EngineState {
  /** `signed-out`: the engine is there, and the session of this browser is over. */
  readonly status: 'connecting' | 'up' | 'down' | 'signed-out';
  /** When the status began, in ms since the epoch. */
  readonly since: number;
  /** Failed attempts in a row. */
  readonly attempts: number;
  /** When the next attempt is due while down, in ms since the epoch. */
  readonly nextAttemptAt: number | null;
  /** What lets this browser in again; of meaning while it is signed out. */
  readonly signInWay: SignInWay;
  /** Whether it is another ledger, or as somebody else, that this browser was let in again to. */
  readonly isElsewhere: boolean;
  /** Whether the session of this browser is an API key, which it may give back. */
  readonly isKeySession: boolean;
}

export const engineStore = createStore<EngineState>(() => ({
  status: 'connecting',
  since: Date.now(),
  attempts: 0,
  nextAttemptAt: null,
  signInWay: 'key',
  isElsewhere: false,
  isKeySession: false,
}));

/** An answer said that the session of this browser is an API key. */
export function tellKeySession(): void {
  if (!engineStore.getState().isKeySession) engineStore.setState({ isKeySession: true });
}

export function useEngineState(): EngineState {
  return useStore(engineStore);
}

/** An answer said that the session of this browser is over. */
export function tellSignedOut(signInWay: SignInWay): void {
  const { status, since, attempts } = engineStore.getState();
  const isNew = status !== 'signed-out';
  engineStore.setState({
    status: 'signed-out',
    since: isNew ? Date.now() : since,
    attempts: isNew ? 0 : attempts,
    nextAttemptAt: null,
    signInWay,
    isElsewhere: false,
  });
}
