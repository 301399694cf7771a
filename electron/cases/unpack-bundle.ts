/** Unpacks the zip of a bundle from anybody: only what a bundle has, and never outside its folder. */
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry } from 'yauzl';
import { ApiError } from '../../shared/contract/errors.ts';
import { bundleNames } from '../bundles/bundle-format.ts';
import type { BundleFolder } from '../bundles/bundle-folder.ts';
import { errorCodeOf } from '../database/error-code.ts';

const isProof = /^proofs\//;
/** Bytes of a proof: far more than that of the largest ledger has. */
const longestProof = 64 * 1024;

/** Of the Unix mode in the upper half of the external attributes. */
const fileTypeMask = 0o170000;
const regularFile = 0o100000;

export interface UnpackLimits {
  readonly files: number;
  /** Bytes of all files together. */
  readonly bytes: number;
}

/**
 * Unpacks a zip into an empty bundle, files of mode 0600, counting what is really unpacked. Memory does
 * not grow with the number of files.
 * @param onPiece called while it is unpacked
 * @throws {ApiError} `validation_error` for a zip that is damaged or holds what a bundle does not
 */
export async function unpackBundle(
  path: string,
  bundle: BundleFolder,
  limits: UnpackLimits,
  onPiece: () => void = () => {},
): Promise<void> {
  const zip = await openPromise(path, { strictFileNames: true, autoClose: false }).catch(
    (error: unknown) => {
      throw refusal(`It cannot be read as a zip: ${messageOf(error)}.`);
    },
  );
  let left = limits.bytes;
  try {
    if (zip.entryCount > limits.files) {
      throw refusal(`It holds ${zip.entryCount} files; a bundle has at most ${limits.files}.`);
    }
    for await (const entry of zip.eachEntry()) {
      refuseEntry(entry);
      const { fileName: name, uncompressedSize: size } = entry;
      left -= size;
      if (left < 0) throw tooLarge(limits);
      const content = await zip.openReadStreamPromise(entry);
      // What the directory of the zip says of the size is not believed.
      const counted = upTo(size, limits, onPiece);
      if (isProof.test(name)) {
        if (size > longestProof) throw refusal(`${name} is too long for a proof.`);
        const pieces: Buffer[] = [];
        await pipeline(content, counted, async (chunks: AsyncIterable<Buffer>) => {
          for await (const chunk of chunks) pieces.push(chunk);
        });
        const text = Buffer.concat(pieces).toString('utf8');
        if (!bundle.addProof(name, text)) throw twice(name);
      } else {
        const target = createWriteStream(bundle.placeOf(name), { flags: 'wx', mode: 0o600 });
        await pipeline(content, counted, target).catch((error: unknown) => {
          throw errorCodeOf(error) === 'EEXIST' ? twice(name) : error;
        });
      }
    }
  } catch (error) {
    throw error instanceof ApiError ? error : refusal(`It is damaged: ${messageOf(error)}.`);
  } finally {
    zip.close();
  }
}

function refuseEntry(entry: Entry): void {
  const { fileName: name } = entry;
  if (!bundleNames.test(name))
    throw refusal(`It holds ${JSON.stringify(name)}, which no bundle has.`);
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask;
  if (type !== 0 && type !== regularFile) throw refusal(`${name} is not a plain file in it.`);
  if (entry.isEncrypted()) throw refusal(`${name} is encrypted in it.`);
}

/** Passes on what comes until it is more than was announced. */
function upTo(bytes: number, limits: UnpackLimits, onPiece: () => void): Transform {
  let left = bytes;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      left -= chunk.length;
      onPiece();
      if (left < 0) done(tooLarge(limits));
      else done(null, chunk);
    },
  });
}

function twice(name: string): ApiError {
  return refusal(`It holds ${name} twice.`);
}

function tooLarge({ bytes }: UnpackLimits): ApiError {
  return refusal(`It unpacks to more than it says, or to more than ${bytes} bytes.`);
}

function refusal(reason: string): ApiError {
  return new ApiError('validation_error', `The file is not an evidence bundle. ${reason}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
