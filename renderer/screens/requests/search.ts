/** The address of Requests: whose, which, in what order, which one is open. */
import { listSearch, oneOf, someText } from '../../ui/list/list-search.ts';

export const statusClasses = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export const parseRequestsSearch = listSearch({
  /** Absent means those of this window; `programs` leaves out what the console asked. */
  of: oneOf(['everyone', 'programs']),
  /** Absent means all. `5xx` holds what was not answered, too. */
  status: oneOf(statusClasses),
  /** The row that is open. */
  request: someText,
});
