/** Decision records: pages for the grid, one record, facets, its place in a list, its check, append. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { recordVerificationSchema } from '../../shared/contract/chain.ts';
import { isJsonObject } from '../../shared/contract/json.ts';
import type { OversightInterval } from '../../shared/contract/oversight.ts';
import {
  recordFacetsSchema,
  recordHistogramSchema,
  recordListSchema,
  recordPositionSchema,
  recordSchema,
  type BriefRecord,
  type DecisionRecord,
  type RecordFilter,
} from '../../shared/contract/records.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { reads, request } from './client.ts';
import { queryKeys } from './query-keys.ts';
import { wholePage } from './whole-page.ts';

export const recordPageSize = 200;
const pageMemoryMs = 30_000;

export type RecordOrder = 'asc' | 'desc';

/** A record as the console asks for it: with its journal index, where the server knows of one. */
export type RecordRow = DecisionRecord;
/** The same in a list: in brief, where the server knows how. */
export type ListedRecord = BriefRecord;

/** Checks the envelope only: two hundred records are the engine's own, not walked again here. */
const recordPageSchema = z.object({
  data: z.array(z.custom<ListedRecord>()),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  partly_searched: z.int().default(0),
});

/** Payloads are taken as they are (a 1 MB input is not walked twice); the members around them are checked. */
const recordReader = {
  parse(value: unknown): RecordRow {
    if (!isJsonObject(value)) throw new TypeError('not a record');
    return recordSchema.parse(value);
  },
};

/** The query string of a filter, in the words of `GET /records`. */
export function filterQuery(filter: RecordFilter): Record<string, string | number | boolean> {
  const query: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) query[name] = value;
  }
  return query;
}

/** One page of 200 rows, `pageIndex` from 0. Kept for 30 s after its last use. */
export function recordPageQuery(page: {
  filter: RecordFilter;
  order: RecordOrder;
  pageIndex: number;
}) {
  return queryOptions({
    queryKey: [...queryKeys.recordPages, page.filter, page.order, page.pageIndex],
    queryFn: ({ signal }) => {
      const place = { limit: recordPageSize, offset: page.pageIndex * recordPageSize };
      return wholePage(place, ({ limit, offset }) =>
        request(recordPageSchema, {
          path: '/records',
          query: {
            ...filterQuery(page.filter),
            order: page.order,
            limit,
            offset,
            include: 'seq',
            brief: true,
            facts: true,
          },
          signal,
        }),
      );
    },
    gcTime: pageMemoryMs,
    structuralSharing: false,
  });
}

export function recordQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.record, id],
    queryFn: reads(recordReader, {
      path: `/records/${encodeURIComponent(id)}`,
      query: { include: 'seq' },
    }),
    gcTime: pageMemoryMs,
    structuralSharing: false,
  });
}

/** One record; `undefined` or an empty id asks nothing. */
export function useRecord(id: string | undefined) {
  return useAnswer('getRecord', {
    ...recordQuery(id ?? ''),
    enabled: id !== undefined && id !== '',
  });
}

/** The records that follow a journal index in an order; the neighbours of a record. */
export function useRecordsAfter(afterSeq: number | undefined, order: RecordOrder, limit: number) {
  return useAnswer('listRecords', {
    queryKey: [...queryKeys.records, 'after', afterSeq, order, limit],
    queryFn: reads(recordPageSchema, {
      path: '/records',
      query: { order, limit, include: 'seq', brief: true, after_seq: afterSeq },
    }),
    enabled: afterSeq !== undefined,
    gcTime: pageMemoryMs,
    structuralSharing: false,
  });
}

/** The newest record of a model in a list of at most one; what a new decision can start from. */
export function latestOfModelQuery(modelId: string) {
  return queryOptions({
    queryKey: [...queryKeys.records, 'latest', modelId],
    queryFn: reads(recordListSchema, {
      path: '/records',
      query: { model_id: modelId, limit: 1, include: 'seq' },
    }),
    structuralSharing: false,
  });
}

/** Values to filter by, with their counts under `filter`. */
export function useRecordFacets(filter: RecordFilter, options: { enabled?: boolean } = {}) {
  return useAnswer('getRecordFacets', {
    queryKey: [...queryKeys.recordFacets, filter],
    queryFn: reads(recordFacetsSchema, { path: '/records/facets', query: filterQuery(filter) }),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
  });
}

/** Values of some fields among the records of a filter; none ask nothing. */
export function useFieldFacets(filter: RecordFilter, fields: readonly string[]) {
  const facets = fields.join(',');
  return useAnswer('getRecordFacets', {
    queryKey: [...queryKeys.recordFacets, filter, facets],
    queryFn: reads(recordFacetsSchema, {
      path: '/records/facets',
      query: { ...filterQuery(filter), facets },
    }),
    placeholderData: keepPreviousData,
    enabled: facets !== '',
  });
}

/** The records of a filter over time; by days, weeks, months … as suits them where no interval is asked for. */
export function useRecordHistogram(
  filter: RecordFilter,
  options: { readonly interval?: OversightInterval; readonly enabled?: boolean } = {},
) {
  const { interval, enabled = true } = options;
  return useAnswer('getRecordHistogram', {
    queryKey: [...queryKeys.recordHistogram, filter, interval],
    queryFn: reads(recordHistogramSchema, {
      path: '/records/histogram',
      query: { ...filterQuery(filter), ...(interval === undefined ? {} : { interval }) },
    }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function recordPositionQuery(id: string, filter: RecordFilter, order: RecordOrder) {
  return queryOptions({
    queryKey: [...queryKeys.recordPosition, id, filter, order],
    queryFn: reads(recordPositionSchema, {
      path: `/records/${encodeURIComponent(id)}/position`,
      query: { ...filterQuery(filter), order },
    }),
    gcTime: pageMemoryMs,
  });
}

/** Where a record stands in the list of `filter` and `order`. */
export function useRecordPosition(
  id: string | undefined,
  filter: RecordFilter,
  order: RecordOrder,
) {
  return useAnswer('getRecordPosition', {
    ...recordPositionQuery(id ?? '', filter, order),
    enabled: id !== undefined && id !== '',
  });
}

/**
 * The check of one record, made by the engine when asked. The answer says when it was made; it is
 * kept, not repeated, until `refetch`.
 */
export function useRecordVerification(id: string | undefined, options: { enabled?: boolean } = {}) {
  return useAnswer('verifyRecord', {
    queryKey: [...queryKeys.recordVerification, id],
    queryFn: reads(recordVerificationSchema, {
      path: `/records/${encodeURIComponent(id ?? '')}/verification`,
    }),
    enabled: id !== undefined && id !== '' && (options.enabled ?? true),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10 * 60_000,
  });
}

export interface CreateRecordAttempt {
  /** The JSON body as text: what was typed is what the strict parser sees. */
  readonly body: string;
  readonly idempotencyKey: string;
}

/** Appends one record; the answer is the stored record. */
export function useCreateRecord() {
  return useChange([queryKeys.records], ({ body, idempotencyKey }: CreateRecordAttempt) =>
    request(recordSchema, { method: 'POST', path: '/records', body, idempotencyKey }),
  );
}

const idsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The id of the newest decision; undefined in an empty ledger. @throws ApiFailure */
export async function newestRecordId(): Promise<string | undefined> {
  const { data } = await request(idsSchema, { path: '/records', query: { limit: 1, brief: true } });
  return data[0]?.id;
}
