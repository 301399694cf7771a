/** Reads the files of an unpacked bundle: its manifest, its notes, and its lines one at a time. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fromBase64 } from '../../shared/base64.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { parseCheckpoint, type SignedCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { canonicalValue, parseManifest, type Manifest } from './bundle-format.ts';
import { piecesOf } from './file-pieces.ts';
import { readHashLines } from './hash-lines.ts';

/** One line of `payloads.ndjson`. `value` is the canonical text as it stands there. */
export interface PayloadLine {
  readonly id: string;
  readonly field: string;
  readonly salt: string;
  readonly value: string;
}

/** A line longer than this is no entry of a ledger: bodies are far smaller. */
const longestLine = 64 * 1024 * 1024;
/** Manifest, notes and keys; bytes. A manifest names each chosen record. */
const longestText = 64 * 1024 * 1024;

/** @throws {ApiError} `validation_error` where there is none, or none of this format */
export function readManifest(folder: string): Manifest {
  return parseManifest(readText(folder, 'manifest.json'));
}

/** The text of a file; empty where it is missing, far too long, or not UTF-8. */
export function readText(folder: string, name: string): string {
  const path = join(folder, name);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size === 0 || size > longestText ? '' : (utf8(readFileSync(path)) ?? '');
}

/** Names of the files in a folder of the bundle, sorted. */
export function namesIn(folder: string, directory: 'anchors' | 'consistency'): string[] {
  const path = join(folder, directory);
  return existsSync(path) ? readdirSync(path).toSorted() : [];
}

/** An earlier state as a bundle shows it: its tree head, and the proof from there to the checkpoint. */
export interface EarlierState {
  readonly root: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** The earlier state of this size in a bundle; undefined where it has none that can be read. */
export function readEarlier(folder: string, size: number): EarlierState | undefined {
  const [root, ...path] = readHashLines(readText(folder, `consistency/${size}.proof`)) ?? [];
  return root === undefined ? undefined : { root, path };
}

/** Notes of checkpoints that came with a bundle from elsewhere, by name. */
export function readAnchors(folder: string) {
  return namesIn(folder, 'anchors')
    .filter((name) => name.endsWith('.note'))
    .map((name) => ({ name: `anchors/${name}`, note: readText(folder, `anchors/${name}`) }));
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes; undefined where they are not UTF-8. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The lines of a file, split at the byte 0x0A and nothing else (docs/ledger-format.md, "Bundles"); undefined for
 * one that is not UTF-8, and for a last one without its line feed.
 */
export async function* readLines(
  folder: string,
  name: string,
): AsyncGenerator<string | undefined, void> {
  const path = join(folder, name);
  if (!existsSync(path)) return;
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of piecesOf(path)) {
    let rest = piece;
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      const last = rest.subarray(0, end);
      yield utf8(length === 0 ? last : Buffer.concat([...waiting, last]));
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
  if (length > 0) yield undefined;
}

/** A payload line in its parts; undefined when it is not one in canonical form. */
export function parsePayload(line: string | undefined): PayloadLine | undefined {
  const payload = line === undefined ? undefined : canonicalValue(line);
  if (payload === undefined || !isJsonObject(payload)) return undefined;
  const { field, id, salt, value, ...rest } = payload;
  if (typeof field !== 'string' || typeof id !== 'string' || typeof salt !== 'string') {
    return undefined;
  }
  if (value === undefined || Object.keys(rest).length > 0) return undefined;
  return { field, id, salt, value: canonicalJson(value) };
}

/** The value of a line in canonical form; undefined for any other. */
export function valueOfLine(line: string | undefined): JsonValue | undefined {
  return line === undefined ? undefined : canonicalValue(line);
}

/** Bytes of the shortest signature line's content: a key id and something behind it. */
const shortestBlob = 5;

/**
 * Reads a checkpoint as a bundle holds it: each signature in canonical base64, none of the same name and key
 * twice, those behind the first sorted by name. Undefined for any other text.
 */
export function readNote(text: string): SignedCheckpoint | undefined {
  const note = parseCheckpoint(text);
  if (note === undefined || note.size === 0) return undefined;
  const signers = new Set<string>();
  for (const [at, { name, blob }] of note.signatures.entries()) {
    const bytes = fromBase64(blob);
    if (bytes === undefined || bytes.length < shortestBlob) return undefined;
    signers.add(`${name} ${bytes.subarray(0, 4).toString()}`);
    const before = at > 1 ? note.signatures[at - 1] : undefined;
    if (before !== undefined && before.name > name) return undefined;
  }
  return signers.size === note.signatures.length ? note : undefined;
}
