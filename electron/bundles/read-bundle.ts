/** Reads the files of an unpacked bundle: its manifest, its notes, and its lines one at a time. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { bundleKinds } from '../../shared/contract/bundles.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { piecesOf } from './file-pieces.ts';

const manifestSchema = z.object({
  format: z.literal('proofdesk.bundle/v1'),
  kind: z.enum(bundleKinds),
  origin: z.string().min(1).max(512),
  vkey: z.string().min(1).max(1_024),
  size: z.int().min(1),
  entries: z.int().min(1),
  range: z.object({ from: z.int(), to: z.int() }).nullable(),
  withheld: z.array(z.object({ id: z.string(), field: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** One line of `payloads.ndjson`. `value` is the canonical text as it stands there. */
export interface PayloadLine {
  readonly id: string;
  readonly field: string;
  readonly salt: string;
  readonly value: string;
}

/** A line longer than this is no entry of a ledger: bodies are far smaller. */
const longestLine = 64 * 1024 * 1024;
/** Manifest, notes and keys; bytes. */
const longestText = 16 * 1024 * 1024;

/** @throws {ApiError} `validation_error` where there is none, or none of this format */
export function readManifest(folder: string): Manifest {
  const parsed = manifestSchema.safeParse(parsedJson(readText(folder, 'manifest.json')));
  if (parsed.success) return parsed.data;
  throw new ApiError(
    'validation_error',
    'The file is not an evidence bundle. Its manifest.json is missing, or of another format.',
  );
}

/** The text of a file; empty where it is missing or far too long. */
export function readText(folder: string, name: string): string {
  const path = join(folder, name);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size === 0 || size > longestText ? '' : readFileSync(path, 'utf8');
}

/** Name and text of every note in a folder of the bundle, by name. */
export function readNotes(folder: string, directory: 'checkpoints' | 'anchors') {
  const path = join(folder, directory);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .toSorted()
    .map((name) => ({
      name: `${directory}/${name}`,
      note: readText(folder, `${directory}/${name}`),
    }));
}

/** The lines of a file, split at the byte 0x0A and nothing else (docs/ledger-format.md, "Bundles"). */
export async function* readLines(folder: string, name: string): AsyncGenerator<string, void> {
  const path = join(folder, name);
  if (!existsSync(path)) return;
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of piecesOf(path)) {
    let rest = piece;
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      const last = rest.subarray(0, end);
      yield length === 0
        ? last.toString('utf8')
        : Buffer.concat([...waiting, last]).toString('utf8');
      waiting = [];
      length = 0;
      rest = rest.subarray(end + 1);
    }
    // The piece is read over.
    waiting.push(Buffer.from(rest));
    length += rest.length;
    if (length > longestLine) {
      throw new ApiError(
        'validation_error',
        `A line of ${name} is longer than ${longestLine} bytes.`,
      );
    }
  }
  if (length > 0) yield Buffer.concat(waiting).toString('utf8');
}

/** A payload line in its parts; undefined when it is not one, byte for byte. */
export function parsePayload(line: string): PayloadLine | undefined {
  const split = line.indexOf('","value":');
  if (split < 0 || !line.endsWith('}')) return undefined;
  const front = parsedJson(`${line.slice(0, split)}"}`);
  const { field, id, salt } = isJsonObject(front) ? front : ({} satisfies JsonObject);
  if (typeof field !== 'string' || typeof id !== 'string' || typeof salt !== 'string') {
    return undefined;
  }
  const value = line.slice(split + '","value":'.length, -1);
  return parsedJson(value) === undefined ? undefined : { field, id, salt, value };
}

/** Undefined for what is not strict JSON. */
export function parsedJson(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch {
    return undefined;
  }
}
