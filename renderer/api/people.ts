/** People who sign: who is enrolled, and their sealed keys. */
import { useQueryClient } from '@tanstack/react-query';
import { personListSchema, personSchema, sealedKeySchema } from '../../shared/contract/people.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { reads, request } from './client.ts';
import { queryKeys } from './query-keys.ts';
import { sendSigned, type SignedAct } from './signing.ts';

/** Everybody who was ever enrolled, in that order. */
export function usePeople() {
  return useAnswer('listPeople', {
    queryKey: queryKeys.people,
    queryFn: reads(personListSchema, { path: '/people' }),
  });
}

/** The sealed key of a person: asked for each time it is opened, and kept nowhere. */
export function fetchPersonKey(personId: string) {
  return request(sealedKeySchema, { path: `/people/${encodeURIComponent(personId)}/key` });
}

/** Sends an act upon people; the answer is the person as they are then. */
export function useChangePeople() {
  return useChange([queryKeys.people], (act: SignedAct) => sendSigned(act, personSchema), {
    alsoRefused: true,
  });
}

/** Has the list of people asked for again: an act was refused for what it says. */
export function usePeopleRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: queryKeys.people });
}
