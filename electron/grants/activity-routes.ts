/** The routes that tell what was done with data. They read no row and are metered to nobody. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { ReadContext } from '../area.ts';
import { DatasetsStore, unknownDataset, type StoredDataset } from '../datasets/datasets-store.ts';
import { requireKnown } from '../datasets/routes.ts';
import {
  accountOf,
  jsonReply,
  type Own,
  type Principal,
  type RouteHandlers,
} from '../route-handler.ts';
import { AccessReports } from './access-report.ts';
import { ActivityStore } from './activity-store.ts';

export function activityRoutes({
  database,
  now,
  supervisor,
}: Pick<ReadContext, 'database' | 'now' | 'supervisor'>): RouteHandlers<
  'getSessionActivity' | 'getDatasetActivity' | 'getDatasetAccess'
> {
  const datasets = new DatasetsStore(database);
  const activity = new ActivityStore(database);
  const reports = new AccessReports(database);

  /** A dataset of which the caller may be told. */
  const require = (id: string, principal: Principal, own: Own | undefined): StoredDataset => {
    const dataset = requireKnown(datasets, id, principal);
    const holder = own?.holderId ?? dataset.holderId;
    return dataset.holderId === holder ? dataset : unknownDataset(id);
  };

  return {
    getSessionActivity: ({ parameters: { session_id: id }, query }) =>
      database
        .transaction(() => {
          const found = activity.ofSession(id, query, now());
          if (found !== undefined) return jsonReply(found);
          throw new ApiError('not_found', `There is no session ${id}.`);
        })
        .deferred(),

    getDatasetActivity: ({ parameters: { dataset_id: id }, query, principal, own }) =>
      database
        .transaction(() => {
          const { number } = require(id, principal, own);
          return jsonReply(activity.ofDataset(number, query, now(), toldAccount(own)));
        })
        .deferred(),

    getDatasetAccess: async ({ parameters: { dataset_id: id }, query, principal, own }) => {
      const { from, to } = query;
      if (from !== undefined && to !== undefined && from > to) {
        throw validationError([faultAt('to', 'not_before', { other: 'from' })]);
      }
      require(id, principal, own);
      // So that every figure is of this moment.
      await supervisor.callWriter('settle-usage', {});
      return database
        .transaction(() =>
          jsonReply(reports.of(require(id, principal, own), { from, to }, now(), toldAccount(own))),
        )
        .deferred();
    },
  };
}

/** The account of which alone a caller is told: that of a lab. */
function toldAccount(own: Own | undefined): string | undefined {
  return own?.holderId === null ? accountOf(own) : undefined;
}
