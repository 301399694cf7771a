/** A data thread's share of the API: queries over the rows of datasets, on a connection that cannot write. */
import { ObjectOwners } from '../access/object-owners.ts';
import { Ownership } from '../access/ownership.ts';
import { together, type Means } from '../area.ts';
import type { DataOperationId, RouteHandlers } from '../route-handler.ts';
import { areas } from './areas.ts';
import { closingOnFailure, type KeepOpen } from './closing-on-failure.ts';
import { openLedger } from './open-ledger.ts';

export function openQueries(means: Means) {
  return closingOnFailure(async (open) => openAll(means, open));
}

function openAll(means: Means, open: KeepOpen) {
  const { database, place } = openLedger(means, open);
  const opened = areas.flatMap((area) =>
    'openQueries' in area ? [area.openQueries({ ...means, database })] : [],
  );
  const handlers: RouteHandlers<DataOperationId> = together(opened.map((each) => each.handlers));
  return {
    handlers,
    ownership: new Ownership(new ObjectOwners(database)),
    guards: together(opened.map((each) => each.guards)),
    place,
    close: async () => {
      database.close();
    },
  };
}
