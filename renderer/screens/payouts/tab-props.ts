import type { PayoutsSearch } from './search.ts';

/** Props of each tab of the screen. */
export interface TabProps {
  readonly search: PayoutsSearch;
  /** Changes a part of the address; what is not named stays. */
  readonly show: (part: Partial<PayoutsSearch>) => void;
}
