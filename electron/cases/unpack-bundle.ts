/** Unpacks the zip of a bundle from anybody: only what a bundle has, and never outside its folder. */
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry } from 'yauzl';
import { ApiError } from '../../shared/contract/errors.ts';
import { makeFolder } from '../database/make-folder.ts';

/** Everything that a bundle may hold (docs/ledger-format.md, "Bundles"). No other name is written. */
const bundleNames =
  /^(README\.txt|SHA256SUMS|manifest\.json|checkpoint\.note|entries\.ndjson|payloads\.ndjson|verify\.py|keys\/ledger\.(vkey|pub\.pem)|view\/(report\.pdf|records\.json)|(checkpoints|anchors)\/[0-9a-f-]{1,64}\.note|proofs\/[A-Za-z0-9_-]{1,96}\.tlog-proof)$/;

/** Of the Unix mode in the upper half of the external attributes. */
const fileTypeMask = 0o170000;
const regularFile = 0o100000;

export interface UnpackLimits {
  readonly files: number;
  /** Bytes of all files together. */
  readonly bytes: number;
}

/**
 * Writes the files of a zip below `folder`, mode 0600, counting what is really unpacked.
 * @param onPiece called while it is unpacked
 * @throws {ApiError} `validation_error` for a zip that is damaged or holds what a bundle does not
 */
export async function unpackBundle(
  path: string,
  folder: string,
  limits: UnpackLimits,
  onPiece: () => void = () => {},
): Promise<void> {
  const zip = await openPromise(path, { strictFileNames: true, autoClose: false }).catch(
    (error: unknown) => {
      throw refusal(`It cannot be read as a zip: ${messageOf(error)}.`);
    },
  );
  const names = new Set<string>();
  let left = limits.bytes;
  try {
    if (zip.entryCount > limits.files) {
      throw refusal(`It holds ${zip.entryCount} files; a bundle has at most ${limits.files}.`);
    }
    for await (const entry of zip.eachEntry()) {
      refuseEntry(entry, names);
      left -= entry.uncompressedSize;
      if (left < 0) throw tooLarge(limits);
      const target = join(folder, entry.fileName);
      makeFolder(dirname(target));
      const content = await zip.openReadStreamPromise(entry);
      const sink = createWriteStream(target, { flags: 'wx', mode: 0o600 });
      // What the directory of the zip says of the size is not believed.
      await pipeline(content, upTo(entry.uncompressedSize, limits, onPiece), sink);
    }
  } catch (error) {
    throw error instanceof ApiError ? error : refusal(`It is damaged: ${messageOf(error)}.`);
  } finally {
    zip.close();
  }
}

function refuseEntry(entry: Entry, names: Set<string>): void {
  const { fileName: name } = entry;
  if (!bundleNames.test(name))
    throw refusal(`It holds ${JSON.stringify(name)}, which no bundle has.`);
  if (names.has(name)) throw refusal(`It holds ${name} twice.`);
  names.add(name);
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

function tooLarge({ bytes }: UnpackLimits): ApiError {
  return refusal(`It unpacks to more than it says, or to more than ${bytes} bytes.`);
}

function refusal(reason: string): ApiError {
  return new ApiError('validation_error', `The file is not an evidence bundle. ${reason}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
