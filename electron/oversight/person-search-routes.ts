/** The route that searches for a person. */
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { ReadContext } from '../area.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import { personSearches } from './person-searches.ts';

/** Handler that a reader thread answers: the search is kept there, for its lists. */
export function personSearchRoutes(context: ReadContext): RouteHandlers<'searchPersons'> {
  const searches = personSearches(context);
  return {
    searchPersons: ({ body: { identifiers, record_id: recordId } }) =>
      context.database
        .transaction(() => {
          if (recordId !== undefined) return jsonReply(searches.byRecord(recordId));
          if (identifiers !== undefined) return jsonReply(searches.byIdentifiers(identifiers));
          throw validationError([faultAt('identifiers', 'required')]);
        })
        .deferred(),
  };
}
