/** Interventions on a record and erasures in it: what a person did, and what counts now. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { erasureSchema } from '../../shared/contract/erasures.ts';
import { interventionListSchema, interventionSchema } from '../../shared/contract/interventions.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { reads } from './client.ts';
import { queryKeys } from './query-keys.ts';
import { sendSigned, type SignedAct } from './signing.ts';

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

/** Appends an intervention; the answer is its decoded entry. */
export function useIntervene() {
  return useChange([queryKeys.records], (act: SignedAct) => sendSigned(act, interventionSchema), {
    alsoRefused: true,
  });
}

/** Erases values of a record for good; the answer is the declared erasure. */
export function useErase(recordId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (act: SignedAct) => sendSigned(act, erasureSchema),
    onSuccess: async () => {
      // What is erased must not be left in this window either.
      queryClient.removeQueries({ queryKey: [...queryKeys.record, recordId], type: 'inactive' });
      await queryClient.invalidateQueries({ queryKey: queryKeys.records });
      await queryClient.invalidateQueries({
        queryKey: [...queryKeys.recordVerification, recordId],
      });
    },
  });
}
