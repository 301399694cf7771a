import type { BillingSearch } from './search.ts';

/** Props of each tab of the screen. */
export interface TabProps {
  readonly search: BillingSearch;
  /** Changes a part of the address; what is not named stays. */
  readonly show: (part: Partial<BillingSearch>) => void;
}
