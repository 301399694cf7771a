/** What the parts of every overview are made from. */
import type { Chain } from '../../../shared/contract/chain.ts';
import type { Overview } from '../../../shared/contract/overview.ts';

export interface PartsProps {
  readonly overview: Overview;
  /** Undefined for whom it is not. */
  readonly chain: Chain | undefined;
}
