/** Checkpoints kept outside the database, how the ledger stands to them, and a record's evidence. */
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  checkpointSchema,
  ledgerKeySchema,
  recordEvidenceSchema,
  standingSchema,
  type KnownCheckpoint,
} from '../../shared/contract/checkpoints.ts';
import { paginated } from '../../shared/contract/common.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { newIdempotencyKey, postOnce, reads, request, type Attempt } from './client.ts';
import { queryKeys } from './query-keys.ts';

const checkpointListSchema = paginated(checkpointSchema);

/** Every checkpoint kept of this ledger, the largest first. */
export function useCheckpoints(page: { limit: number; offset: number }) {
  return useAnswer('listCheckpoints', {
    queryKey: [...queryKeys.checkpoints, 'list', page.limit, page.offset],
    queryFn: reads(checkpointListSchema, { path: '/chain/checkpoints', query: page }),
    placeholderData: keepPreviousData,
  });
}

/** Signs a checkpoint of the ledger as it is now; the same state gives the same note. */
export function useSignCheckpoint() {
  return useChange<void, KnownCheckpoint>([queryKeys.checkpoints, queryKeys.chainHead], () =>
    request(checkpointSchema, {
      method: 'POST',
      path: '/chain/checkpoints',
      idempotencyKey: newIdempotencyKey(),
    }),
  );
}

/** Compares a checkpoint that was kept elsewhere; one that this ledger's key signed is kept. */
export function useAnchorCheckpoint() {
  return useChange(
    [queryKeys.checkpoints, queryKeys.chainHead],
    (attempt: Attempt<{ note: string }>) => postOnce('/chain/anchors', attempt, standingSchema),
  );
}

/** Every key that signs or signed for this ledger; the one in force is the last. */
export function useLedgerKeys() {
  return useAnswer('listKeys', {
    queryKey: queryKeys.ledgerKeys,
    queryFn: reads(
      { parse: (value: unknown) => ledgerKeySchema.array().parse(value) },
      { path: '/chain/keys' },
    ),
  });
}

/** Changes the key of the ledger: an entry of the journal that both keys sign. */
export function useChangeKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (attempt: { confirm: string | undefined; idempotencyKey: string }) =>
      request(ledgerKeySchema, {
        method: 'POST',
        path: '/chain/keys',
        ...attempt,
      }),
    gcTime: 0,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.chain });
      await queryClient.invalidateQueries({ queryKey: queryKeys.checkpoints });
    },
  });
}

/** A record with its bytes, salts, inclusion proof and checkpoint, which may have to be signed first. */
export function useRecordEvidence(id: string, options: { enabled?: boolean } = {}) {
  return useAnswer('getRecordEvidence', {
    // Below the records: an intervention, an erasure and a new checkpoint all change it.
    queryKey: [...queryKeys.records, 'evidence', id],
    queryFn: reads(recordEvidenceSchema, { path: `/records/${encodeURIComponent(id)}/evidence` }),
    enabled: options.enabled ?? true,
    gcTime: 30_000,
    structuralSharing: false,
  });
}
