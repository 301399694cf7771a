/** The routes of grants that a reader answers. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { ReadContext } from '../area.ts';
import { jsonReply, pageReply, type RouteHandlers } from '../route-handler.ts';
import { GrantsStore } from './grants-store.ts';

export function grantReadRoutes({
  database,
  now,
}: Pick<ReadContext, 'database' | 'now'>): RouteHandlers<'listGrants' | 'getGrant'> {
  const grants = new GrantsStore(database);
  return {
    listGrants: ({ query: { limit, offset, ...filter }, own }) => {
      const { data, total } = database
        .transaction(() => grants.list(filter, { limit, offset }, now(), own))
        .deferred();
      return pageReply(data, { total, limit, offset });
    },
    getGrant: ({ parameters: { grant_id: id } }) =>
      database.transaction(() => jsonReply(grants.show(id, now()) ?? unknownGrant(id))).deferred(),
  };
}

/** @throws {ApiError} always */
export function unknownGrant(id: string): never {
  throw new ApiError('not_found', `There is no grant ${id}.`);
}
