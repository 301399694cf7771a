import type { PayoutsSearch } from './search.ts';

/** What each tab of the screen gets. */
export interface TabProps {
  readonly search: PayoutsSearch;
  /** Changes a part of the address; what is not named stays. */
  readonly show: (part: Partial<PayoutsSearch>) => void;
}
