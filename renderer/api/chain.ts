/** The chain behind the records: head, entries, verification runs and what they found. */
import { keepPreviousData } from '@tanstack/react-query';
import {
  entryListSchema,
  findingSchema,
  isOfRow,
  verificationSchema,
} from '../../shared/contract/chain.ts';
import { paginated } from '../../shared/contract/common.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { useAnswer } from './answers.ts';
import { chainQuery } from './chain-head.ts';
import { newIdempotencyKey, reads, request, requestFile } from './client.ts';
import { useFirstScreen } from './first-screen.ts';
import { useJobRequest } from './jobs.ts';
import { queryKeys } from './query-keys.ts';

export const findingPageSize = 200;
const verificationListSchema = paginated(verificationSchema);
const findingListSchema = paginated(findingSchema);

/** The ledger at one moment: what every screen says of how it stands is said by this answer. */
export function useChain() {
  return useAnswer('getChain', chainQuery);
}

/** The same for what the frame says beside a screen. */
export function useChainBeside() {
  return useAnswer('getChain', { ...chainQuery, enabled: useFirstScreen() });
}

/** Journal entries with their stored bytes, from `fromSeq` upwards. */
export function useEntries(fromSeq: number | undefined, limit: number) {
  return useAnswer('listEntries', {
    queryKey: [...queryKeys.entries, fromSeq, limit],
    queryFn: reads(entryListSchema, {
      path: '/chain/entries',
      query: { from_seq: fromSeq, limit },
    }),
    enabled: fromSeq !== undefined,
    gcTime: 30_000,
  });
}

/** Starts a verification of every entry; the answer is its job. */
export function useStartVerification() {
  return useJobRequest(() =>
    request(jobSchema, {
      method: 'POST',
      path: '/chain/verifications',
      idempotencyKey: newIdempotencyKey(),
    }),
  );
}

/** Finished verifications, newest first. */
export function useVerifications(page: { limit: number; offset: number }) {
  return useAnswer('listVerifications', {
    queryKey: [...queryKeys.verifications, 'list', page.limit, page.offset],
    queryFn: reads(verificationListSchema, { path: '/chain/verifications', query: page }),
    placeholderData: keepPreviousData,
  });
}

/** One finished verification; `undefined` as id asks nothing. */
export function useVerification(id: string | undefined) {
  return useAnswer('getVerification', {
    queryKey: [...queryKeys.verifications, 'one', id],
    queryFn: reads(verificationSchema, {
      path: `/chain/verifications/${encodeURIComponent(id ?? '')}`,
    }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** One page of 200 findings in journal order, `page` from 0; `undefined` as id asks nothing. */
export function useFindings(verificationId: string | undefined, page: number) {
  return useAnswer('listFindings', {
    ...findingPageQuery(verificationId ?? '', page),
    enabled: verificationId !== undefined,
  });
}

export function findingPageQuery(verificationId: string, page: number) {
  return {
    // A finished verification never changes: its findings hang on its id alone, outside the topic.
    queryKey: ['findings', verificationId, page],
    queryFn: reads(findingListSchema, {
      path: `/chain/verifications/${encodeURIComponent(verificationId)}/findings`,
      query: { limit: findingPageSize, offset: page * findingPageSize },
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  };
}

function requestFindingAt(verificationId: string, place: number, signal: AbortSignal) {
  return request(findingListSchema, {
    path: `/chain/verifications/${encodeURIComponent(verificationId)}/findings`,
    query: { limit: 1, offset: place },
    signal,
  });
}

/** One finding by its place in journal order, from 0. */
export function findingAtQuery(verificationId: string, place: number) {
  return {
    queryKey: ['findings', verificationId, 'at', place],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      requestFindingAt(verificationId, place, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  };
}

/**
 * The place of the first of `total` findings at entry `seq` or after it, by halving: they come in
 * journal order, and reading all of them could take minutes.
 */
export function useFindingPlace(
  verificationId: string | undefined,
  total: number,
  seq: number | undefined,
) {
  const id = verificationId ?? '';
  return useAnswer('listFindings', {
    queryKey: ['findings', id, 'place', seq],
    queryFn: async ({ signal }) => {
      let low = 0;
      let high = total - 1;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        const { data } = await requestFindingAt(id, middle, signal);
        const found = data[0];
        // Those of rows stand behind those of all entries.
        const isBefore = found !== undefined && !isOfRow(found) && (found.seq ?? 0) < (seq ?? 0);
        if (isBefore) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    enabled: verificationId !== undefined && seq !== undefined && total > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

/** The report of a finished verification as a PDF, with a name to save it by. */
export async function fetchReport(
  verificationId: string,
): Promise<{ content: Blob; name: string }> {
  const path = `/chain/verifications/${encodeURIComponent(verificationId)}/report`;
  const { content, name } = await requestFile(path);
  return { content, name: name ?? `${verificationId}.pdf` };
}
