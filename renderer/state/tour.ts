/** The tour: whether it is on the screen, and how far it got, which outlives the window. */
import { create } from 'zustand';
import { prefer, usePreferences } from './preferences.ts';

/** Stops of the tour, in their order. */
export const tourStops = [
  'verdict',
  'list',
  'record',
  'review',
  'chain',
  'bundles',
  'help',
] as const;
export type TourStop = (typeof tourStops)[number];

export const useTour = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

/** Begins where it was left, or at its first stop. */
export function startTour(): void {
  const { tour } = usePreferences.getState();
  prefer({ tour: typeof tour === 'number' && tour < tourStops.length ? tour : 0 });
  useTour.setState({ isOpen: true });
}

/** Goes to a stop; beyond the last one the tour is over. */
export function goToStop(index: number): void {
  if (index < tourStops.length) {
    prefer({ tour: Math.max(0, index) });
    return;
  }
  prefer({ tour: 'over' });
  useTour.setState({ isOpen: false });
}

/** Takes it off the screen; it can be continued. */
export function leaveTour(): void {
  useTour.setState({ isOpen: false });
}

/** Says that it is not wanted: it is offered no more. */
export function declineTour(): void {
  prefer({ tour: 'over' });
  useTour.setState({ isOpen: false });
}
