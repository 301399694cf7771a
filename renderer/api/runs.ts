/** Months that close: drafts, holds, runs. */
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  draftPageSchema,
  draftSchema,
  runPageSchema,
  runSchema,
  type holdDraftSchema,
  type startRunSchema,
} from '../../shared/contract/billing-runs.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { postOnce, reads, request, type Attempt } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Rows of a page of drafts, and of runs. */
export const draftsPageSize = 20;

/** A page of drafts of a month (`YYYY-MM`), with what all of them come to. */
export function useDrafts(month: string, offset: number) {
  return useAnswer('listDrafts', {
    queryKey: [...queryKeys.billing, 'drafts', month, offset],
    queryFn: reads(draftPageSchema, {
      path: '/billing/drafts',
      query: { month, limit: draftsPageSize, offset },
    }),
    placeholderData: keepPreviousData,
  });
}

/** A page of runs, newest first. */
export function useRuns(offset: number) {
  return useAnswer('listRuns', {
    queryKey: [...queryKeys.billing, 'runs', offset],
    queryFn: reads(runPageSchema, {
      path: '/billing/runs',
      query: { limit: draftsPageSize, offset },
    }),
    placeholderData: keepPreviousData,
  });
}

/** A run with what became of each account. */
export function useRun(id: string | undefined) {
  return useAnswer('getRun', {
    queryKey: [...queryKeys.billing, 'run', id],
    enabled: id !== undefined,
    queryFn: reads(runSchema, { path: `/billing/runs/${encodeURIComponent(id ?? '')}` }),
  });
}

function holdOf(account: string, month: string): string {
  return `/billing/drafts/${encodeURIComponent(account)}/${month}/hold`;
}

interface Draft {
  readonly account: string;
  readonly month: string;
}

export function useHoldDraft() {
  return useChange(
    [queryKeys.billing, queryKeys.overview, queryKeys.chain],
    ({ account, month, body }: Draft & { readonly body: z.input<typeof holdDraftSchema> }) =>
      request(draftSchema, { method: 'PUT', path: holdOf(account, month), body }),
    { alsoRefused: true },
  );
}

export function useReleaseDraft() {
  return useChange(
    [queryKeys.billing, queryKeys.overview, queryKeys.chain],
    ({ account, month }: Draft) =>
      request(draftSchema, { method: 'DELETE', path: holdOf(account, month) }),
    { alsoRefused: true },
  );
}

export function useStartRun() {
  return useChange(
    [queryKeys.billing, queryKeys.overview, queryKeys.chain],
    (attempt: Attempt<z.input<typeof startRunSchema>>) =>
      postOnce('/billing/runs', attempt, runSchema),
    { alsoRefused: true },
  );
}
