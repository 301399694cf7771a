/** Grants: every one, one with its history; asking for one, answering, giving back and revoking. */
import type { z } from 'zod';
import {
  grantPageSchema,
  grantSchema,
  type createGrantSchema,
  type withdrawGrantSchema,
} from '../../shared/contract/grants.ts';
import type { Revoke } from '../../shared/contract/datasets.ts';
import { limits } from '../../shared/contract/limits.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { postOnce, reads, type Attempt } from './client.ts';
import { readsEvery } from './every-page.ts';
import { queryKeys } from './query-keys.ts';
import { sendSigned, type SignedAct } from './signing.ts';

/** `/grants/{id}` and what is below it. */
export function grantPath(id: string, below = ''): string {
  return `/grants/${encodeURIComponent(id)}${below}`;
}

/** Every grant that the caller may know of, newest first. */
export function useGrants() {
  return useAnswer('listGrants', {
    queryKey: [...queryKeys.grants, 'all'],
    queryFn: readsEvery(grantPageSchema, { path: '/grants', limit: limits.grants.maximumLimit }),
  });
}

/** `null` asks nothing. */
export function useGrant(id: string | null) {
  return useAnswer('getGrant', {
    enabled: id !== null,
    queryKey: [...queryKeys.grant, id],
    queryFn: reads(grantSchema, { path: grantPath(id ?? '') }),
  });
}

/** A change of a grant: what shows grants and sessions is asked again. */
const shown = [queryKeys.grants, queryKeys.sessions] as const;

export function useAskGrant() {
  return useChange(shown, (attempt: Attempt<z.input<typeof createGrantSchema>>) =>
    postOnce('/grants', attempt, grantSchema),
  );
}

/** Sends an answer; the grant as it is then comes back. */
export function useAnswerGrant() {
  return useChange(shown, (act: SignedAct) => sendSigned(act, grantSchema), { alsoRefused: true });
}

export function useWithdrawGrant(id: string) {
  return useChange(shown, (attempt: Attempt<z.input<typeof withdrawGrantSchema>>) =>
    postOnce(grantPath(id, '/withdraw'), attempt, grantSchema),
  );
}

export function useRevokeGrant(id: string) {
  return useChange(shown, (attempt: Attempt<Revoke>) =>
    postOnce(grantPath(id, '/revoke'), attempt, grantSchema),
  );
}
