/** The states of a grant, and which action leads from one to another. */
import type { GrantAction, GrantStatus } from '../../shared/contract/grants.ts';

/** The state that an action leads to. */
const stateAfter = {
  request: 'requested',
  grant: 'active',
  refuse: 'refused',
  withdraw: 'withdrawn',
  revoke: 'revoked',
} as const satisfies Record<GrantAction, GrantStatus>;

/** Actions that may follow; all states but the first two stay. */
const actionsIn = {
  requested: ['grant', 'refuse', 'withdraw'],
  active: ['withdraw', 'revoke'],
  ended: [],
  refused: [],
  withdrawn: [],
  revoked: [],
} as const satisfies Record<GrantStatus, readonly Exclude<GrantAction, 'request'>[]>;

/** @param now the greatest time that was ever seen */
export function grantStatus(
  grant: { readonly action: GrantAction; readonly endsAt: string },
  now: string,
): GrantStatus {
  const state = stateAfter[grant.action];
  return state === 'active' && grant.endsAt <= now ? 'ended' : state;
}

export function mayFollow(status: GrantStatus, action: GrantAction): boolean {
  return actionsIn[status].some((each) => each === action);
}
