/** Whether the engine answers, as the change stream sees it: read by the status bar and by screens. */
import { createStore, useStore } from 'zustand';

export interface EngineState {
  readonly status: 'connecting' | 'up' | 'down';
  /** When the status began, in ms since the epoch. */
  readonly since: number;
  /** Failed attempts in a row. */
  readonly attempts: number;
  /** When the next attempt is due while down, in ms since the epoch. */
  readonly nextAttemptAt: number | null;
}

export const engineStore = createStore<EngineState>(() => ({
  status: 'connecting',
  since: Date.now(),
  attempts: 0,
  nextAttemptAt: null,
}));

export function useEngineState(): EngineState {
  return useStore(engineStore);
}
