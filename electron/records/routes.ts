/** The routes of decision records (specification, "Records"). */
import { ApiError } from '../../shared/contract/errors.ts';
import type { ListRecordsQuery } from '../../shared/contract/records.ts';
import { instant, type Clock } from '../../shared/time.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { verifyRecord } from '../verification/verify-record.ts';
import { accountOf, jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { FindPersons } from './position-index.ts';
import { RecordsStore } from './records-store.ts';

export type RecordReads =
  | 'listRecords'
  | 'getRecord'
  | 'getRecordFacets'
  | 'getRecordHistogram'
  | 'getRecordPosition'
  | 'verifyRecord';

type RecordColumnsAsked = Pick<ListRecordsQuery, 'model_id' | 'where' | 'sort'>;

/** Handlers of the record routes that a reader thread answers. */
export function recordReadRoutes(options: {
  readonly database: ReaderDatabase;
  readonly clock: Clock;
  readonly persons: FindPersons;
}): RouteHandlers<RecordReads> {
  const { database, clock, persons } = options;
  const store = new RecordsStore(database, persons);
  /** Lists are made from columns where they are filtered or sorted by them. */
  const readAhead = async ({ model_id: modelId, where, sort }: RecordColumnsAsked) => {
    if (where !== undefined || sort !== undefined) await store.readAhead(modelId);
  };
  return {
    listRecords: async ({ query, own }) => {
      await readAhead(query);
      return { body: store.list({ ...query, writer: accountOf(own) }) };
    },

    getRecord: ({ parameters: { id }, query }) => ({
      body: store.find(id, { includeSeq: query.include === 'seq' }) ?? unknownRecord(id),
    }),

    getRecordFacets: async ({ query, own }) => {
      await store.readAhead(query.model_id);
      return jsonReply(store.facets({ ...query, writer: accountOf(own) }));
    },

    getRecordHistogram: async ({ query, own }) => {
      await store.readAhead(query.model_id);
      return jsonReply(store.histogram({ ...query, writer: accountOf(own) }));
    },

    getRecordPosition: async ({ parameters: { id }, query, own }) => {
      await readAhead(query);
      const { order, sort, ...filter } = query;
      return jsonReply(
        store.locate(id, { ...filter, writer: accountOf(own) }, { order, sort }) ??
          unknownRecord(id),
      );
    },

    verifyRecord: ({ parameters: { id } }) => {
      const verification = verifyRecord(database, id) ?? unknownRecord(id);
      return jsonReply({ ...verification, checked_at: instant(clock()) });
    },
  };
}

function unknownRecord(id: string): never {
  throw new ApiError('not_found', `There is no record ${id}.`);
}
