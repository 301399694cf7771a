/** The routes of datasets: what shows them, and what the holder does with them. */
import { createHash } from 'node:crypto';
import { ApiError } from '../../shared/contract/errors.ts';
import type { Dataset } from '../../shared/contract/datasets.ts';
import type { Policy } from '../../shared/contract/policies.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { Writes } from '../access/commits.ts';
import { usersAccount, usersHolder } from '../access/ownership.ts';
import {
  jsonReply,
  pageReply,
  type IdempotentRequest,
  type Principal,
  type RouteHandlers,
} from '../route-handler.ts';
import type { RunForeign } from '../foreign/foreign-task.ts';
import type { SignerRequest } from '../proof/signers.ts';
import type { DatasetWriter } from './dataset-writer.ts';
import { unknownDataset, type DatasetsStore, type StoredDataset } from './datasets-store.ts';
import { readAppend, readRowsAside } from './read-rows.ts';
import type { Sourcing } from './sourcing.ts';

export type DatasetReads = 'listDatasets' | 'getDataset' | 'getDatasetFields';

/** Handlers of the dataset routes that a reader thread answers. `now` is the present, never before what was seen already. */
export function datasetReadRoutes(options: {
  readonly datasets: DatasetsStore;
  readonly now: () => string;
}): RouteHandlers<DatasetReads> {
  const { datasets, now } = options;
  return {
    listDatasets: ({ query: { limit, offset, ...filter }, principal }) => {
      const account = usersAccount(principal);
      const holder = usersHolder(principal);
      if (holder !== undefined && (filter.holder_id ?? holder) !== holder) {
        return pageReply([], { total: 0, limit, offset });
      }
      const of = holder === undefined ? filter : { ...filter, holder_id: holder };
      const { data, total } = datasets.list(of, { limit, offset }, now(), account);
      return pageReply(data, { total, limit, offset });
    },

    getDataset: ({ parameters: { dataset_id: id }, principal }) => {
      requireKnown(datasets, id, principal);
      return jsonReply(datasets.show(id, now(), usersAccount(principal)) ?? unknownDataset(id));
    },

    getDatasetFields: ({ parameters: { dataset_id: id }, principal }) =>
      jsonReply({ fields: datasets.fields(requireKnown(datasets, id, principal).number) }),
  };
}

/** A dataset that the caller knows of, in any state. @throws {ApiError} `not_found` */
export function requireKnown(
  datasets: DatasetsStore,
  id: string,
  principal: Principal,
): StoredDataset {
  const dataset = datasets.require(id);
  const holder = usersHolder(principal);
  return holder === undefined || dataset.holderId === holder ? dataset : unknownDataset(id);
}

export type DatasetWrites = 'createDataset' | 'appendDatasetRecords' | 'revokeDataset';

/** Ends the grants and sessions on a dataset, in the transaction that withdraws it. */
export type EndUse = (dataset: number, reason: string, by: string, now: string) => void;

export interface DatasetWriteOptions {
  readonly datasets: DatasetsStore;
  readonly writer: DatasetWriter;
  readonly endUse: EndUse;
  /** Publishes version 1 of a dataset that is made with it. @throws {ApiError} `signature_required` */
  readonly publishFirst: (
    dataset: StoredDataset,
    policy: Policy,
    call: SignerRequest,
    now: string,
  ) => void;
  /** Refuses while an import writes rows to the dataset. */
  readonly refuseWhileImporting: (datasetId: string) => void;
  readonly sourcing: Sourcing;
  /** Begins the analysis of a dataset. */
  readonly analyse: (datasetId: string) => void;
  readonly commits: Writes;
  /** Reads large bodies. */
  readonly foreign: RunForeign;
  readonly createId: CreateId;
}

const created = { status: 201, topics: ['datasets', 'grants', 'sessions'] } as const;
const changed = { ...created, status: 200 } as const;

/** Handlers of the dataset routes that write. */
export function datasetWriteRoutes(options: DatasetWriteOptions): RouteHandlers<DatasetWrites> {
  const { datasets, writer, commits, foreign, createId, sourcing } = options;

  const show = (id: string, now: string): Dataset =>
    datasets.show(id, now, undefined) ?? unknownDataset(id);

  return {
    createDataset: async (call) => {
      const { policy, source, holder_id: holderId } = call.body;
      const holders = call.own === undefined ? [null, holderId] : [holderId];
      const prepared = source && (await sourcing.prepare(source, holders));
      let made: string | undefined;
      const reply = await commits.writeJson(call, created, (now) => {
        const id = writer.create(call.body, now, (each) => datasets.find(each) !== undefined);
        if (prepared !== undefined) {
          prepared.keep(id, now);
          writer.keepPaths(datasets.require(id).number, prepared.paths);
        }
        if (policy !== undefined)
          options.publishFirst(requireDataset(datasets, id), policy, call, now);
        if (prepared !== undefined) made = id;
        return show(id, now);
      });
      if (made !== undefined) options.analyse(made);
      return reply;
    },

    appendDatasetRecords: async (call) => {
      const { parameters, upload, idempotency: request, caller, signal, principal } = call;
      const id = parameters.dataset_id;
      requireDataset(datasets, id);
      sourcing.refuseRows(id);
      const bytes = await readAppend(upload.bytes);
      const body = { bytes, mediaType: upload.mediaType };
      const { rows, paths } = await readRowsAside(body, { foreign, createId }, { caller, signal });
      const asked = { idempotency: withBody(request, bytes), signal, principal };
      return commits.writeJson(asked, created, (now) => {
        const dataset = requireDataset(datasets, id);
        options.refuseWhileImporting(id);
        writer.append(dataset, rows, paths, now);
        return {
          dataset_id: id,
          appended: rows.length,
          first_record_id: rows[0]?.row.recordId,
          last_record_id: rows.at(-1)?.row.recordId,
          record_count: dataset.recordCount - dataset.erasedCount + rows.length,
        };
      });
    },

    revokeDataset: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { parameters, body } = call;
        const id = parameters.dataset_id;
        const dataset = datasets.require(id);
        if (dataset.revokedAt === null) {
          const by = body.revoked_by ?? dataset.holderId;
          writer.revoke(dataset, body.reason, by, now);
          options.endUse(dataset.number, body.reason, by, now);
        }
        return show(id, now);
      }),
  };
}

/**
 * The dataset, if rows can be added and sessions opened.
 * @param holderId whose alone the caller knows of, where it is told
 * @throws {ApiError} `not_found`, `access_revoked`
 */
export function requireDataset(
  datasets: DatasetsStore,
  id: string,
  holderId?: string,
): StoredDataset {
  const dataset = datasets.require(id);
  if (holderId !== undefined && dataset.holderId !== holderId) unknownDataset(id);
  if (dataset.revokedAt === null) return dataset;
  throw new ApiError('access_revoked', 'The holder has withdrawn the dataset.', {
    details: {
      dataset_id: id,
      revoked_at: dataset.revokedAt,
      reason: dataset.revocationReason,
      revoked_by: dataset.revokedBy,
    },
  });
}

function withBody(
  request: IdempotentRequest | undefined,
  body: Uint8Array,
): IdempotentRequest | undefined {
  if (request === undefined) return undefined;
  const fingerprint = createHash('sha256').update(request.fingerprint).update(body).digest('hex');
  return { ...request, fingerprint };
}
