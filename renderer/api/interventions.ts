/** Interventions on a record and erasures in it: what a person did, and what counts now. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { erasureSchema, type CreateErasure } from '../../shared/contract/erasures.ts';
import { interventionListSchema, interventionSchema } from '../../shared/contract/interventions.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { postOnce, reads, request } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The interventions on a record in their order, and the decision in effect. */
export function useInterventions(recordId: string) {
  return useAnswer('listInterventions', {
    queryKey: [...queryKeys.records, 'interventions', recordId],
    queryFn: reads(interventionListSchema, {
      path: `/records/${encodeURIComponent(recordId)}/interventions`,
    }),
    enabled: recordId !== '',
    gcTime: 30_000,
    structuralSharing: false,
  });
}

export interface InterveneAttempt {
  readonly recordId: string;
  /** The JSON body as text: an outcome reaches the engine as it was typed. */
  readonly body: string;
  readonly idempotencyKey: string;
}

/** Appends an intervention; the answer is its decoded entry. */
export function useIntervene() {
  return useChange(
    [queryKeys.records],
    ({ recordId, ...attempt }: InterveneAttempt) =>
      postOnce(
        `/records/${encodeURIComponent(recordId)}/interventions`,
        attempt,
        interventionSchema,
      ),
    { alsoRefused: true },
  );
}

export interface EraseAttempt {
  readonly recordId: string;
  readonly body: CreateErasure;
  readonly idempotencyKey: string;
}

/** Erases values of a record for good; the answer is the declared erasure. */
export function useErase() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ recordId, body, idempotencyKey }: EraseAttempt) =>
      request(erasureSchema, {
        method: 'POST',
        path: `/records/${encodeURIComponent(recordId)}/erasures`,
        body,
        idempotencyKey,
      }),
    onSuccess: async (_erasure, { recordId }) => {
      // What is erased must not be left in this window either.
      queryClient.removeQueries({ queryKey: [...queryKeys.record, recordId], type: 'inactive' });
      await queryClient.invalidateQueries({ queryKey: queryKeys.records });
      await queryClient.invalidateQueries({
        queryKey: [...queryKeys.recordVerification, recordId],
      });
    },
  });
}
