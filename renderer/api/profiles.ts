/** Decision profiles of models: those that were confirmed, the proposal of one, the act that confirms. */
import {
  profileListSchema,
  profileSchema,
  proposedProfileSchema,
} from '../../shared/contract/profiles.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { reads } from './client.ts';
import { queryKeys } from './query-keys.ts';
import { sendSigned, type SignedAct } from './signing.ts';

/** `/models/{id}/profiles` */
export function profilesPath(modelId: string): string {
  return `/models/${encodeURIComponent(modelId)}/profiles`;
}

/** The profiles of a model, newest first: the first is in force. `undefined` asks nothing. */
export function useProfiles(modelId: string | undefined) {
  return useAnswer('listProfiles', {
    queryKey: [...queryKeys.models, 'profiles', modelId],
    queryFn: reads(profileListSchema, { path: profilesPath(modelId ?? '') }),
    enabled: modelId !== undefined,
  });
}

/** The profile that the newest records of a model propose; `undefined` asks nothing. */
export function useProfileProposal(modelId: string | undefined) {
  return useAnswer('getProfileProposal', {
    queryKey: [...queryKeys.modelDecisions, 'proposal', modelId],
    queryFn: reads(proposedProfileSchema, { path: `${profilesPath(modelId ?? '')}/proposal` }),
    enabled: modelId !== undefined,
    // A form begins with it: it stays what it was while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Confirms a profile; what came in between is asked for also after a refusal. */
export function useConfirmProfile() {
  return useChange(
    [queryKeys.models, queryKeys.modelDecisions],
    (act: SignedAct) => sendSigned(act, profileSchema),
    { alsoRefused: true },
  );
}
