/** What the list on screen says of itself to the status bar. */
import { create } from 'zustand';

export interface ListStatus {
  /** 1-based row of the cursor; null without one. */
  readonly position: number | null;
  /** Rows of the list; null while unknown. */
  readonly total: number | null;
  readonly filtered: boolean;
  readonly selected: number;
  /** What the rows are; decisions where nothing is said. */
  readonly noun:
    | 'decisions'
    | 'models'
    | 'sessions'
    | 'datasets'
    | 'grants'
    | 'persons'
    | 'figures'
    | 'alerts'
    | 'invoices'
    | 'payments'
    | 'payouts'
    | 'transactions'
    | 'jobs'
    | 'requests'
    | 'events'
    | 'dataRows';
}

const nothing: ListStatus = {
  position: null,
  total: null,
  filtered: false,
  selected: 0,
  noun: 'decisions',
};

export const useListStatus = create<{ readonly list: ListStatus | null }>(() => ({ list: null }));

/** Publishes the list's figures; null when no list is on screen. */
export function publishListStatus(list: Partial<ListStatus> | null): void {
  useListStatus.setState({ list: list === null ? null : { ...nothing, ...list } });
}
