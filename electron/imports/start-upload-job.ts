/** Takes an uploaded file in, then starts the job that reads it; of a refused one nothing stays. */
import { createHash } from 'node:crypto';
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { wholeBody } from '../../shared/contract/intake.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { WriteContext } from '../area.ts';
import type { NewJob } from '../jobs/jobs-store.ts';
import type { IdempotentRequest, RouteReply } from '../route-handler.ts';
import { spoolUpload } from './spool-upload.ts';

export type UploadMeans = Pick<WriteContext, 'uploads' | 'remover' | 'starter' | 'createId'>;

/**
 * Answers 202 with the job that `jobOf` describes, told how many bytes came. A retry with the same
 * Idempotency-Key is the same request only with the same bytes.
 * @throws {ApiError} `validation_error` of an empty file, `payload_too_large`, `idempotency_key_reused`
 */
export async function startUploadJob(
  { uploads, remover, starter, createId }: UploadMeans,
  content: Parameters<typeof spoolUpload>[0] | null,
  idempotency: IdempotentRequest | undefined,
  jobOf: (bytes: number) => Omit<NewJob, 'jobId'>,
): Promise<RouteReply> {
  if (content === null) throw emptyFile();
  const jobId = createId('job');
  let isStarted = false;
  try {
    const file = await uploads.create(jobId, 'upload');
    const { bytes, hash } = await spoolUpload(content, file, limits.importBytes).finally(() =>
      file.close(),
    );
    if (bytes === 0) throw emptyFile();
    const { reply, replayed } = starter.start(
      idempotency && {
        ...idempotency,
        fingerprint: createHash('sha256')
          .update(idempotency.fingerprint + hash)
          .digest('hex'),
      },
      { jobId, ...jobOf(bytes) },
    );
    isStarted = !replayed;
    return reply;
  } finally {
    if (!isStarted) await remover.remove(uploads.allOf(jobId));
  }
}

function emptyFile() {
  return validationError([faultAt(wholeBody, 'not_empty')]);
}
