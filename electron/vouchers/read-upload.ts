/** Small bodies that are no JSON: read whole, up to a limit. */
import { createHash } from 'node:crypto';
import { ApiError } from '../../shared/contract/errors.ts';
import { voucherLimits } from '../../shared/contract/vouchers.ts';
import type { IdempotentRequest } from '../route-handler.ts';

export interface SmallUpload {
  readonly bytes: Buffer;
  /** The same key with other bytes is another request. */
  readonly idempotency: IdempotentRequest | undefined;
}

/** @throws {ApiError} `payload_too_large` */
export async function readUpload(
  stream: ReadableStream<Uint8Array> | null,
  idempotency: IdempotentRequest | undefined,
): Promise<SmallUpload> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.length;
    if (size > voucherLimits.bodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (idempotency === undefined) return { bytes, idempotency };
  const fingerprint = createHash('sha256').update(idempotency.fingerprint).update(bytes);
  return { bytes, idempotency: { ...idempotency, fingerprint: fingerprint.digest('hex') } };
}

function tooLarge(): ApiError {
  const { bodyBytes: maximum } = voucherLimits;
  return new ApiError('payload_too_large', `The body is larger than ${maximum} bytes.`, {
    details: { maximum_bytes: maximum },
  });
}
