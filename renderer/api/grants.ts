/** Grants: every one, one with its history; asking for one, answering, giving back and revoking. */
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  grantPageSchema,
  grantStatuses,
  grantSchema,
  type createGrantSchema,
  type GrantRow,
  type GrantStatus,
  type withdrawGrantSchema,
} from '../../shared/contract/grants.ts';
import type { Revoke } from '../../shared/contract/datasets.ts';
import { limits } from '../../shared/contract/limits.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { newIdempotencyKey, postOnce, reads, request, type Attempt } from './client.ts';
import { useMayAsk } from './capabilities.ts';
import { readsEvery } from './every-page.ts';
import { useFirstScreen } from './first-screen.ts';
import { queryKeys } from './query-keys.ts';
import { sendSigned, type SignedAct } from './signing.ts';

/** `/grants/{id}` and what is below it. */
export function grantPath(id: string, below = ''): string {
  return `/grants/${encodeURIComponent(id)}${below}`;
}

/** Rows of a page of grants. */
export const grantPageSize: number = limits.grants.maximumLimit;

/** Which grants; absent members leave nothing out. */
export interface GrantChoice {
  readonly status?: GrantStatus | undefined;
  readonly dataset_id?: string | undefined;
  readonly account_id?: string | undefined;
}

/** A page of the grants that the caller may know of, newest first. */
export function useGrants(choice: GrantChoice, offset: number) {
  return useAnswer('listGrants', {
    queryKey: [...queryKeys.grants, 'page', choice, offset],
    queryFn: reads(grantPageSchema, {
      path: '/grants',
      query: { ...choice, limit: grantPageSize, offset },
    }),
    placeholderData: keepPreviousData,
  });
}

const total = { parse: (value: unknown) => grantPageSchema.parse(value).pagination.total };

/** How many grants there are in each state, of what else is chosen. */
export function useGrantCounts(choice: Omit<GrantChoice, 'status'>) {
  return useAnswer('listGrants', {
    queryKey: [...queryKeys.grants, 'counts', choice],
    queryFn: async ({ signal }): Promise<Readonly<Record<GrantStatus, number>>> => {
      const counts = { requested: 0, active: 0, ended: 0, refused: 0, withdrawn: 0, revoked: 0 };
      await Promise.all(
        grantStatuses.map(async (status) => {
          const query = { ...choice, status, limit: 1 };
          counts[status] = await request(total, { path: '/grants', query, signal });
        }),
      );
      return counts;
    },
    placeholderData: keepPreviousData,
  });
}

/** How many requests wait for an answer of the caller; undefined for who does not answer, and until it is known. */
export function useWaitingGrants(): number | undefined {
  const mayAsk = useMayAsk();
  const isDrawn = useFirstScreen();
  return useAnswer('listGrants', {
    enabled: isDrawn && mayAsk('answerGrant'),
    queryKey: [...queryKeys.grants, 'waiting'],
    queryFn: reads(total, { path: '/grants', query: { status: 'requested', limit: 1 } }),
  }).data;
}

/** The ε of a dataset that grants have which are active, or spent which are over; as far as the caller may know. */
export function useGivenEpsilon(datasetId: string) {
  return useAnswer('listGrants', {
    queryKey: [...queryKeys.grants, 'epsilon', datasetId],
    queryFn: readsEvery(grantPageSchema, {
      path: '/grants',
      limit: limits.grants.maximumLimit,
      query: { dataset_id: datasetId },
    }),
    select: (grants: readonly GrantRow[]) =>
      grants.reduce((sum, { status, epsilon }) => {
        const { granted, spent } = epsilon ?? { granted: 0, spent: 0 };
        return sum + (status === 'active' ? granted : spent);
      }, 0),
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

/** Grants of an account on a dataset that are active; nothing is asked without an account. */
export function useActiveGrants({
  datasetId,
  accountId,
}: {
  readonly datasetId: string;
  readonly accountId: string | undefined;
}) {
  const query = {
    dataset_id: datasetId,
    account_id: accountId,
    status: 'active',
    limit: limits.grants.maximumLimit,
  };
  return useAnswer('listGrants', {
    enabled: accountId !== undefined,
    queryKey: [...queryKeys.grants, 'active', query],
    queryFn: reads(grantPageSchema, { path: '/grants', query }),
  });
}

/** Grants of the holder on a dataset that a session may stand on now; `null` asks nothing. */
export function useUsableGrants(datasetId: string | null) {
  const query = {
    dataset_id: datasetId ?? undefined,
    status: 'active',
    limit: limits.grants.maximumLimit,
  };
  return useAnswer('listGrants', {
    enabled: datasetId !== null,
    queryKey: [...queryKeys.grants, 'usable', query],
    queryFn: reads(grantPageSchema, { path: '/grants', query }),
    select: ({ data }: z.infer<typeof grantPageSchema>) =>
      data.filter(
        ({ granted_by: by, terms: { starts_at: from } }) =>
          by === 'holder' && (from === null || Date.parse(from) <= Date.now()),
      ),
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

/** Revokes several grants, one after the other. */
export function useRevokeGrants() {
  return useChange(
    shown,
    async ({ ids, body }: { readonly ids: readonly string[]; readonly body: Revoke }) => {
      for (const id of ids) {
        const attempt = { body, idempotencyKey: newIdempotencyKey() };
        await postOnce(grantPath(id, '/revoke'), attempt, grantSchema);
      }
    },
    { alsoRefused: true },
  );
}
