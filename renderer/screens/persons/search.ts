/** The addresses of the requests of persons and of one of them; what cannot be read is left out. No name stands in one. */
import { personAsks, requestStandings } from '../../../shared/oversight/request-steps.ts';
import { addressOf, listSearch, oneOf } from '../../ui/list/list-search.ts';

export const parsePersonsSearch = listSearch({
  urgency: oneOf(requestStandings),
  ask: oneOf(personAsks),
});

export const requestTabs = [
  'find',
  'read',
  'explain',
  'access',
  'object',
  'erase',
  'close',
] as const;
export type RequestTab = (typeof requestTabs)[number];

/** Without a tab it is the search for decisions. */
export const parsePersonRequestSearch = addressOf({
  tab: oneOf(['read', 'explain', 'access', 'object', 'erase', 'close']),
});
