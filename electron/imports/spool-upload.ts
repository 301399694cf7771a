/** Takes an uploaded file in as it comes, to disk, without holding it in memory. */
import { createHash } from 'node:crypto';
import { ApiError } from '../../shared/contract/errors.ts';

/** Sink that is written to; an open file is one. */
export interface FileSink {
  /** May write less than it is asked to. */
  write(bytes: Uint8Array, offset: number, length: number): Promise<{ bytesWritten: number }>;
}

export interface SpooledUpload {
  readonly bytes: number;
  /** SHA-256 of the file, hexadecimal. */
  readonly hash: string;
}

/**
 * Writes `upload` to `file` and says what it was.
 * @throws {ApiError} `payload_too_large` beyond `maximumBytes`; the system's error of a failed write
 */
export async function spoolUpload(
  upload: ReadableStream<Uint8Array>,
  file: FileSink,
  maximumBytes: number,
): Promise<SpooledUpload> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of upload) {
    bytes += chunk.length;
    if (bytes > maximumBytes) {
      throw new ApiError(
        'payload_too_large',
        `The file is larger than ${maximumBytes} bytes. Split it and import the parts.`,
        { details: { maximum_bytes: maximumBytes } },
      );
    }
    hash.update(chunk);
    await writeFully(file, chunk);
  }
  return { bytes, hash: hash.digest('hex') };
}

/** Writes all of `bytes` at the end of `file`: one call may write less than it was given. */
export async function writeFully(file: FileSink, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written);
    written += bytesWritten;
  }
}
