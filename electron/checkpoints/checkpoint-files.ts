/** The folder of checkpoints beside the database: what a restored or cut database cannot take back. */
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { unlessGone, writeWhole } from '../database/durable-files.ts';
import { makeFolder } from '../database/make-folder.ts';
import { sha256 } from '../ledger/sha256.ts';
import { readCosigned } from '../proof/outside/cosigned.ts';
import { OutsideFiles } from '../proof/outside/outside-files.ts';

/** A note as it is kept. */
export interface KeptNote {
  readonly note: string;
  /** Milliseconds since 1970: when the file was last written. */
  readonly keptAt: number;
  /** Whether it was brought from elsewhere. */
  readonly anchored: boolean;
}

/** Beyond this many own notes, every second one of the older half goes. */
const defaultKept = 500;

const namePattern = /^\d{16}-[0-9a-f]{16}\.note$/;
const rotationPattern = /^\d{16}-[0-9a-f]{16}\.json$/;

/**
 * Signed notes as files of mode 0600, named by the size they cover, and those brought from elsewhere
 * in a folder of their own. Files are written whole or not at all.
 */
export class CheckpointFiles {
  readonly #directory: string;
  readonly #own: string;
  readonly #anchors: string;
  readonly #rotations: string;
  readonly #outside: OutsideFiles;
  readonly #kept: number;

  /** @param directory the folder of the ledger */
  constructor(directory: string, kept = defaultKept) {
    this.#directory = directory;
    this.#kept = kept;
    this.#outside = new OutsideFiles(directory);
    this.#own = join(directory, 'checkpoints');
    this.#anchors = join(this.#own, 'anchors');
    this.#rotations = join(this.#own, 'rotations');
  }

  /** The own notes with the greatest sizes, the greatest first; all unless told how many. */
  own(newest = Number.POSITIVE_INFINITY): KeptNote[] {
    return readNotes(this.#own, newest, false);
  }

  /** Everything that was kept elsewhere: brought from there, found at a place, cosigned by a witness. */
  anchors(): KeptNote[] {
    return [...this.broughtAnchors(), ...outsideNotes(this.#outside)];
  }

  /** The notes that a person brought from elsewhere, the greatest size first. */
  broughtAnchors(): KeptNote[] {
    return readNotes(this.#anchors, Number.POSITIVE_INFINITY, true);
  }

  /**
   * Keeps a note that this ledger signed, and thins the older ones out.
   * @param spared the size of one that stays: that of the newest index, under which selections are proven
   */
  keep(note: string, spared?: number): void {
    this.#write(this.#own, note);
    thin(this.#own, this.#kept, spared);
  }

  /**
   * The changes of key kept beside the ledger, as canonical entries by their place: an older state of
   * the database does not know the keys that came after it.
   */
  rotations(): string[] {
    return namesIn(this.#rotations, rotationPattern)
      .toReversed()
      .flatMap((name) => unlessGone(() => readFileSync(join(this.#rotations, name), 'utf8')) ?? []);
  }

  /** Keeps a change of key, given as its canonical entry. */
  keepRotation(seq: number, entry: string): void {
    const name = `${String(seq).padStart(16, '0')}-${sha256(entry).slice(0, 16)}.json`;
    this.#keep(this.#rotations, name, entry);
  }

  /**
   * Moves the notes that no longer speak of this ledger into a folder elsewhere, and the changes of key
   * from an entry on: a restored ledger does not go on from what was signed for the replaced one.
   */
  setAside(folder: string, speaksOfOther: (note: KeptNote) => boolean, fromSeq: number): void {
    const anchors = join(folder, 'anchors');
    const rotations = join(folder, 'rotations');
    const moves: [from: string, to: string, name: string][] = [];
    for (const [from, to, anchored] of [
      [this.#own, folder, false],
      [this.#anchors, anchors, true],
    ] as const) {
      for (const name of namesIn(from)) {
        const note = readFileSync(join(from, name), 'utf8');
        if (speaksOfOther({ note, keptAt: 0, anchored })) moves.push([from, to, name]);
      }
    }
    for (const name of namesIn(this.#rotations, rotationPattern)) {
      if (Number(name.slice(0, 16)) >= fromSeq) moves.push([this.#rotations, rotations, name]);
    }
    for (const [from, to, name] of moves) {
      makeFolder(to, this.#directory);
      renameSync(join(from, name), join(to, name));
    }
  }

  /** Keeps a note from elsewhere. */
  keepAnchor(note: string): void {
    this.#write(this.#anchors, note);
  }

  #write(folder: string, note: string): void {
    const size = parseCheckpoint(note)?.size ?? 0;
    const name = `${String(size).padStart(16, '0')}-${sha256(note).slice(0, 16)}.note`;
    this.#keep(folder, name, note);
  }

  #keep(folder: string, name: string, text: string): void {
    makeFolder(folder, this.#directory);
    writeWhole(folder, name, text);
  }
}

function readNotes(folder: string, newest: number, anchored: boolean): KeptNote[] {
  return namesIn(folder)
    .slice(0, newest)
    .flatMap((name): KeptNote[] => {
      const path = join(folder, name);
      const note = unlessGone(() => ({
        keptAt: Math.floor(statSync(path).mtimeMs),
        note: readFileSync(path, 'utf8'),
        anchored,
      }));
      return note === undefined ? [] : [note];
    });
}

/** Cosigned notes that are compared: the newest tell most. */
const newestCosigned = 8;

/** The newest note of each place, and those that a witness of the policy cosigned. */
function outsideNotes(outside: OutsideFiles): KeptNote[] {
  const policy = outside.policy();
  const cosigned = outside.cosigned(newestCosigned).flatMap((note): KeptNote[] => {
    const times = readCosigned(policy, note, Number.POSITIVE_INFINITY)?.counted ?? [];
    const keptAt = Math.max(...times.map(({ time }) => time * 1_000));
    return times.length === 0 ? [] : [{ note, keptAt, anchored: true }];
  });
  const { places } = outside.places();
  const found = places.flatMap((place): KeptNote[] => {
    const { note, seen_at: seenAt, same_volume: isBeside } = place;
    if (note === null) return [];
    // What stands on the volume of the ledger is not elsewhere; that it differs tells all the same.
    return [{ note, keptAt: seenAt ?? 0, anchored: !isBeside }];
  });
  return [...cosigned, ...found];
}

/** Names of notes, the greatest size first. */
function namesIn(folder: string, pattern = namePattern): string[] {
  const names = unlessGone(() => readdirSync(folder)) ?? [];
  return names
    .filter((name) => pattern.test(name))
    .toSorted()
    .toReversed();
}

function thin(folder: string, kept: number, spared: number | undefined): void {
  const names = namesIn(folder);
  if (names.length <= kept) return;
  const older = names.slice(Math.floor(names.length / 2));
  for (const [index, name] of older.entries()) {
    if (index % 2 === 0 && Number(name.slice(0, 16)) !== spared) rmSync(join(folder, name));
  }
}
