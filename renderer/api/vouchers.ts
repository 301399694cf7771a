/** Who vouches for the ledger from outside: places, witnesses, time stamps. */
import {
  authoritySchema,
  keptCosignaturesSchema,
  pemMediaType,
  policyMediaType,
  replyMediaType,
  vouchersSchema,
  voucherTimestampSchema,
  type SetPlaces,
} from '../../shared/contract/vouchers.ts';
import { consistencySchema } from '../../shared/contract/checkpoints.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { reads, request, requestFile, type Reader } from './client.ts';
import { queryKeys } from './query-keys.ts';

const changed = [queryKeys.vouchers, queryKeys.chain, queryKeys.checkpoints] as const;

export function useVouchers() {
  return useAnswer('getVouchers', {
    queryKey: [...queryKeys.vouchers, 'all'],
    queryFn: reads(vouchersSchema, { path: '/chain/vouchers' }),
  });
}

/** The policy as its text. */
export function useTrustPolicy() {
  return useAnswer('getTrustPolicy', {
    queryKey: [...queryKeys.vouchers, 'policy'],
    queryFn: async () => (await requestFile('/chain/policy')).content.text(),
  });
}

/** The folders that keep checkpoints, in place of those before. */
export function useSetPlaces() {
  return useChange(
    changed,
    ({ body, idempotencyKey }: { body: SetPlaces; idempotencyKey: string }) =>
      request(vouchersSchema, { method: 'PUT', path: '/chain/places', body, idempotencyKey }),
  );
}

interface Brought {
  readonly content: Blob;
  readonly idempotencyKey: string;
}

function useBrought<Answer>(
  answer: Reader<Answer>,
  to: { readonly method: 'POST' | 'PUT'; readonly path: string; readonly mediaType: string },
) {
  const { mediaType, ...route } = to;
  return useChange(changed, ({ content, idempotencyKey }: Brought) =>
    request(answer, { ...route, upload: { content, mediaType }, idempotencyKey }),
  );
}

export function useSetTrustPolicy() {
  return useBrought(vouchersSchema, {
    method: 'PUT',
    path: '/chain/policy',
    mediaType: policyMediaType,
  });
}

/** Brings the answer of a witness. */
export function useAddCosignatures() {
  return useBrought(keptCosignaturesSchema, {
    method: 'POST',
    path: '/chain/cosignatures',
    mediaType: policyMediaType,
  });
}

/** Brings the reply of a time-stamping authority. */
export function useAddTimestamp() {
  return useBrought(voucherTimestampSchema, {
    method: 'POST',
    path: '/chain/timestamps',
    mediaType: replyMediaType,
  });
}

/** Trusts authorities by their certificates, PEM. */
export function useAddAuthorities() {
  return useBrought(authoritySchema.array(), {
    method: 'POST',
    path: '/chain/authorities',
    mediaType: pemMediaType,
  });
}

/** Trusts an authority no longer. */
export function useRemoveAuthority() {
  return useChange(
    changed,
    ({ fingerprint, idempotencyKey }: { fingerprint: string; idempotencyKey: string }) =>
      request(authoritySchema, {
        method: 'DELETE',
        path: `/chain/authorities/${encodeURIComponent(fingerprint)}`,
        idempotencyKey,
      }),
  );
}

/** The root over the first `size` entries as the ledger has it now, `sha256:<hex>`. */
export async function rootAt(size: number): Promise<string> {
  const { from_root: root } = await request(consistencySchema, {
    path: '/chain/consistency',
    query: { from: size },
  });
  return root;
}

/** The request to a witness, as a file. */
export function witnessRequestFile(witness: string) {
  return requestFile('/chain/witness-request', { witness });
}

/** The query to a time-stamping authority, as a file. */
export function timestampQueryFile() {
  return requestFile('/chain/timestamp-query');
}
