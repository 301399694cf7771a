import type { BillingSearch } from './search.ts';

/** What each tab of the screen gets. */
export interface TabProps {
  readonly search: BillingSearch;
  /** Changes a part of the address; what is not named stays. */
  readonly show: (part: Partial<BillingSearch>) => void;
}
