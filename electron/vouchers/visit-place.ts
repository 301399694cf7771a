/** A look at a place, and a note that is laid there: what a thread of its own does, since a share may not answer. */
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCodeOf } from '../database/error-code.ts';
import type { ForeignTask } from '../foreign/foreign-task.ts';

/** Notes of one ledger that a place keeps; beyond that every second one of the older half goes. */
const mostKept = 100;
/** Longer than any note. */
const longestNote = 64 * 1024;

const visitSchema = z.object({
  path: z.string(),
  /** The ledger's folder, to tell whether both are on one volume. */
  beside: z.string(),
  origin: z.string(),
  /** A note to be laid there, and the entries that it covers. */
  note: z.object({ text: z.string(), size: z.number() }).optional(),
  /** Notes of more entries than `above` are moved to a folder of this name: a restore took the ledger back. */
  setAside: z.object({ name: z.string(), above: z.number() }).optional(),
  /** Whether it is only asked if the place can be written to. */
  isTried: z.boolean().optional(),
});
export type PlaceVisit = z.infer<typeof visitSchema>;

export const placeFoundSchema = z.object({
  state: z.enum(['found', 'gone', 'unwritable']),
  /** What the system said. */
  words: z.string(),
  /** The note of most entries that lies there; null where there is none. */
  note: z.string().nullable(),
  sameVolume: z.boolean(),
});
export type PlaceFound = z.infer<typeof placeFoundSchema>;

export const visitPlaceTask: ForeignTask<unknown, PlaceFound, never> = {
  name: 'visit-place',
  run: async (order) => orderedVisit(order),
};

/** The visit that an order from another thread asks for. */
export function orderedVisit(order: unknown): PlaceFound {
  return visitPlace(visitSchema.parse(order));
}

/** Never throws for what is wrong with the place. */
export function visitPlace(visit: PlaceVisit): PlaceFound {
  const missing = whyMissing(visit.path);
  if (missing !== undefined) {
    return { state: 'gone', words: missing, note: null, sameVolume: false };
  }
  const sameVolume = statSync(visit.path).dev === statSync(visit.beside).dev;
  let note: string | null = null;
  try {
    if (visit.setAside !== undefined) setAside(visit, visit.setAside);
    if (visit.isTried === true) tryToWrite(visit.path);
    if (visit.note !== undefined) lay(visit, visit.note);
    note = readNewest(visit);
    return { state: 'found', words: '', note, sameVolume };
  } catch (error) {
    const state = whyMissing(visit.path) === undefined ? 'unwritable' : 'gone';
    return { state, words: wordsOf(error), note, sameVolume };
  }
}

function whyMissing(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : 'ENOTDIR';
  } catch (error) {
    return wordsOf(error);
  }
}

/** Name of a ledger in names of files: its origin may have slashes. */
export function placeName(origin: string): string {
  return origin.replaceAll(/[^A-Za-z0-9.-]/g, '_').slice(0, 120);
}

/** Files of the ledger's notes, that of most entries first. */
function notesIn({ path, origin }: PlaceVisit): { name: string; size: number }[] {
  const head = `${placeName(origin)}-`;
  return readdirSync(path)
    .filter((name) => name.startsWith(head) && /^\d{1,16}\.note$/.test(name.slice(head.length)))
    .map((name) => ({ name, size: Number.parseInt(name.slice(head.length), 10) }))
    .toSorted((one, other) => other.size - one.size);
}

function readNewest(visit: PlaceVisit): string | null {
  const [newest] = notesIn(visit);
  if (newest === undefined) return null;
  const path = join(visit.path, newest.name);
  // A link or a pipe is none of ours, and reading it might never end.
  const info = lstatSync(path);
  return info.isFile() && info.size <= longestNote ? readFileSync(path, 'utf8') : '';
}

/** Never in the place of another note: what lies there may be the only trace of another history. */
function lay(visit: PlaceVisit, { text, size }: { readonly text: string; readonly size: number }) {
  const name = `${placeName(visit.origin)}-${size}.note`;
  const notes = notesIn(visit);
  if (notes.some((each) => each.name === name)) return;
  writeDurably(visit.path, name, text);
  thin(visit.path, notes);
}

function writeDurably(folder: string, name: string, text: string): void {
  const draft = join(folder, `.${name}.${process.pid}.new`);
  const file = openSync(draft, 'wx', 0o644);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(draft, join(folder, name));
}

function thin(folder: string, notes: readonly { readonly name: string }[]): void {
  if (notes.length < mostKept) return;
  const older = notes.slice(Math.floor(notes.length / 2));
  for (const [index, { name }] of older.entries()) {
    if (index % 2 === 0) rmSync(join(folder, name), { force: true });
  }
}

function setAside(visit: PlaceVisit, order: { readonly name: string; readonly above: number }) {
  const moved = notesIn(visit).filter(({ size }) => size > order.above);
  if (moved.length === 0) return;
  const folder = join(visit.path, order.name);
  mkdirSync(folder, { recursive: true });
  for (const { name } of moved) renameSync(join(visit.path, name), join(folder, name));
}

function tryToWrite(path: string): void {
  const probe = join(path, `.proofdesk-${process.pid}.probe`);
  rmSync(probe, { force: true });
  closeSync(openSync(probe, 'wx', 0o600));
  rmSync(probe);
}

function wordsOf(error: unknown): string {
  const code = errorCodeOf(error);
  if (code !== '') return code;
  return error instanceof Error ? error.message : String(error);
}
