/** Hooks of a holder's money: its summary, its account, and the files of its statements. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { payoutSchema, type payoutOutcomeSchema } from '../../shared/contract/billing.ts';
import {
  holderSummarySchema,
  type StatementFormat,
} from '../../shared/contract/billing-holders.ts';
import { holderDetailsSchema, type ChangeHolder } from '../../shared/contract/billing-parties.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import {
  postOnce,
  reads,
  request,
  requestFile,
  type Attempt,
  type ReceivedFile,
} from './client.ts';
import { queryKeys } from './query-keys.ts';

const holderPath = (id: string, ...more: string[]) =>
  ['/billing/holders', encodeURIComponent(id), ...more].join('/');
const payoutPath = (id: string, part: string) =>
  `/billing/payouts/${encodeURIComponent(id)}/${part}`;

/** The money of a holder: what is paid next, and where the rest is. */
export function useHolderSummary(id: string) {
  return useAnswer('getHolderSummary', {
    queryKey: [...queryKeys.billing, 'holder-summary', id],
    queryFn: reads(holderSummarySchema, { path: holderPath(id, 'summary') }),
  });
}

/** Who a holder is, and where it is paid. */
export function useHolder(id: string, enabled = true) {
  return useAnswer('getHolder', {
    queryKey: [...queryKeys.billing, 'holder', id],
    queryFn: reads(holderDetailsSchema, { path: holderPath(id) }),
    enabled,
  });
}

/** Changes a holder that is still at the version that was read. */
export function useChangeHolder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, body }: { id: string; version: number; body: ChangeHolder }) =>
      request(holderDetailsSchema, {
        method: 'PATCH',
        path: holderPath(id),
        body,
        ifMatch: String(version),
      }),
    // What came in between may be the reason of a refusal.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.billing }),
  });
}

/** Tells what became of a bank transfer. */
export function useTellOutcome() {
  return useChange(
    [queryKeys.billing],
    ({ id, ...attempt }: { id: string } & Attempt<z.input<typeof payoutOutcomeSchema>>) =>
      postOnce(payoutPath(id, 'outcome'), attempt, payoutSchema),
    { alsoRefused: true },
  );
}

export function payoutStatement(id: string, format: StatementFormat): Promise<ReceivedFile> {
  return requestFile(payoutPath(id, 'statement'), { format });
}

/** The statement of a calendar year. */
export function yearStatement(
  id: string,
  year: string,
  format: StatementFormat,
): Promise<ReceivedFile> {
  return requestFile(holderPath(id, 'statement'), {
    from: `${year}-01-01`,
    to: `${year}-12-31`,
    format,
  });
}
