/** The address of Developers: its tab; whose calls, which, in what order; the call or the endpoint that is open. */
import { listSearch, oneOf, someText } from '../../ui/list/list-search.ts';

export const developerTabs = ['connect', 'calls', 'webhooks'] as const;

export const statusClasses = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export const parseDevelopersSearch = listSearch({
  /** Absent means how to connect. */
  tab: oneOf(['calls', 'webhooks']),
  /** Absent means the calls of this window; `programs` leaves out what the console asked. */
  of: oneOf(['everyone', 'programs']),
  /** Absent means all. `5xx` holds what was not answered, too. */
  status: oneOf(statusClasses),
  /** The call that is open. */
  request: someText,
  /** The endpoint that is open. */
  endpoint: someText,
});
