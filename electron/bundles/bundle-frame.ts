/** What stands around the entries of a bundle: keys, checkpoint, sums, what others vouched for, earlier states. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBase64 } from '../../shared/base64.ts';
import type { SignedCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { verifyConsistency } from '../../shared/ledger/proofs.ts';
import type { KeyHistory } from '../ledger/key-rotation.ts';
import { judgeNote, parseVkey, publicKeyPem } from '../ledger/ledger-key.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { sumsBody, sumsFile, sumsNoteFile, type Manifest } from './bundle-format.ts';
import { hashOfFile } from './file-pieces.ts';
import { readHashLines } from './hash-lines.ts';
import {
  namesIn,
  readAnchors,
  readEarlier,
  readManifest,
  readNote,
  readText,
  type EarlierState,
} from './read-bundle.ts';

/** Tells that a file is not what it has to be. */
export type ReportFile = (
  name: string,
  message: string,
  expected?: string | number,
  actual?: string | number,
) => void;

export class BundleFrame {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The text of the checkpoint, and what it says where it is one. */
  readonly note: string;
  readonly checkpoint: SignedCheckpoint | undefined;
  readonly size: number;
  /** 32 bytes; none where there is no checkpoint. */
  readonly root: Uint8Array;

  /** @throws {ApiError} `validation_error` where there is no manifest of a bundle */
  constructor(folder: string) {
    this.folder = folder;
    this.manifest = readManifest(folder);
    this.note = readText(folder, 'checkpoint.note');
    this.checkpoint = readNote(this.note);
    this.size = this.checkpoint?.size ?? 0;
    this.root = fromBase64(this.checkpoint?.root ?? '') ?? new Uint8Array();
  }

  /** Sizes of the checkpoints that others vouched for, and of earlier states. */
  sizes(): number[] {
    const { since = [] } = this.manifest.order;
    return [...readAnchors(this.folder).map(({ note }) => readNote(note)?.size ?? 0), ...since];
  }

  /** Manifest, keys and checkpoint speak of one ledger, and the key in force at its size. */
  checkKeys(keys: KeyHistory, report: ReportFile): void {
    const { origin, vkey, size } = this.manifest;
    const signer = keys.at(this.size);
    if (this.checkpoint === undefined) report('checkpoint.note', 'It is no checkpoint.');
    if (parseVkey(vkey)?.origin !== origin || this.checkpoint?.origin !== origin) {
      report('manifest.json', 'The manifest names another ledger than its key or its checkpoint.');
    }
    if (size !== this.size) {
      const message = 'The manifest names another size than the checkpoint.';
      report('manifest.json', message, this.size, size);
    }
    if (readText(this.folder, 'keys/ledger.vkey') !== `${signer}\n`) {
      const message = 'keys/ledger.vkey is not the key in force at the checkpoint, on one line.';
      report('keys/ledger.vkey', message, signer);
    }
    if (readText(this.folder, 'keys/ledger.pub.pem') !== pemOf(signer)) {
      report('keys/ledger.pub.pem', 'keys/ledger.pub.pem is not the key in keys/ledger.vkey.');
    }
    if (!isFirst(this.checkpoint, signer)) {
      report('checkpoint.note', 'Its first signature is not that of the ledger.');
    }
  }

  /** The sums are signed by the ledger's key, for this checkpoint. */
  async checkSums(keys: KeyHistory, report: ReportFile): Promise<void> {
    const sums = join(this.folder, sumsFile);
    const digest = existsSync(sums) ? await hashOfFile(sums, () => {}) : '';
    const { origin } = this.manifest;
    const body = sumsBody({ origin, size: this.size, digest });
    const note = readText(this.folder, sumsNoteFile);
    const line = note.startsWith(`${body}\n`) ? note.slice(body.length + 1) : '';
    const [, name, blob = ''] = /^— (\S+) (\S+)\n$/.exec(line) ?? [];
    const isCanonical = name === origin && fromBase64(blob)?.length === 68;
    if (isCanonical && judgeNote(note, keys.at(this.size)) === 'valid') return;
    report(sumsNoteFile, 'SHA256SUMS.note is not the signature of the ledger over these sums.');
  }

  /**
   * Each checkpoint that others vouched for is the ledger's, is the beginning of this one, and has its proof.
   * @returns their sizes
   */
  checkAnchors(keys: KeyHistory, report: ReportFile): number[] {
    const notes = new Map(readAnchors(this.folder).map(({ name, note }) => [name, note]));
    for (const name of namesIn(this.folder, 'anchors')) {
      const [size = ''] = name.split('.');
      if (!notes.has(`anchors/${size}.note`)) report(`anchors/${name}`, 'It has no checkpoint.');
    }
    return [...notes].flatMap(([name, text]) => {
      const note = readNote(text);
      const fault = this.#anchorFault(name, text, note, keys);
      if (fault !== undefined) report(name, `${name} ${fault}`);
      return note === undefined || fault !== undefined ? [] : [note.size];
    });
  }

  #anchorFault(
    name: string,
    text: string,
    note: SignedCheckpoint | undefined,
    keys: KeyHistory,
  ): string | undefined {
    if (note === undefined || name !== `anchors/${note.size}.note`) return 'is no checkpoint.';
    if (note.origin !== this.manifest.origin || note.size > this.size) {
      return 'speaks of another ledger.';
    }
    const signer = keys.at(note.size);
    if (!isFirst(note, signer) || judgeNote(text, signer) !== 'valid') {
      return 'is not signed by the key in force at it.';
    }
    const path = readHashLines(readText(this.folder, name.replace(/note$/, 'proof')));
    const claim = {
      oldSize: note.size,
      newSize: this.size,
      oldRoot: fromBase64(note.root) ?? new Uint8Array(),
      newRoot: this.root,
    };
    if (path === undefined || !verifyConsistency(sha256Into, claim, path)) {
      return 'is not the beginning of the checkpoint, by its proof.';
    }
    return this.#stampFault(name.replace(/note$/, 'tsr'), text);
  }

  /** A time stamp is of this note: it holds the SHA-256 of its first five lines. Who made it is judged where its authority is known. */
  #stampFault(name: string, note: string): string | undefined {
    if (!namesIn(this.folder, 'anchors').includes(name.slice('anchors/'.length))) return undefined;
    const stamped = `${note.split('\n').slice(0, 5).join('\n')}\n`;
    const imprint = Buffer.from(sha256(stamped), 'hex');
    return readFileSync(join(this.folder, name)).includes(imprint)
      ? undefined
      : 'has a time stamp of something else.';
  }

  /**
   * Each ordered proof leads from its earlier state to the checkpoint.
   * @param known tree heads of the first entries, by size, where all entries are here
   * @returns the tree heads of those that do, by size
   */
  checkEarlier(
    known: ReadonlyMap<number, Uint8Array>,
    report: ReportFile,
  ): Map<number, Uint8Array> {
    const roots = new Map<number, Uint8Array>();
    for (const size of this.manifest.order.since ?? []) {
      const earlier = readEarlier(this.folder, size);
      const expected = known.get(size) ?? earlier?.root;
      if (earlier !== undefined && this.#goesOnFrom(size, earlier, expected)) {
        roots.set(size, earlier.root);
      } else {
        const name = `consistency/${size}.proof`;
        report(name, `${name} does not lead to the checkpoint.`);
      }
    }
    return roots;
  }

  #goesOnFrom(size: number, earlier: EarlierState, expected: Uint8Array | undefined): boolean {
    const { root: oldRoot, path } = earlier;
    const claim = { oldSize: size, newSize: this.size, oldRoot, newRoot: this.root };
    return (
      Buffer.from(oldRoot).equals(expected ?? new Uint8Array()) &&
      verifyConsistency(sha256Into, claim, path)
    );
  }
}

function isFirst(note: SignedCheckpoint | undefined, vkey: string): boolean {
  const [first] = note?.signatures ?? [];
  const [name, keyId] = vkey.split('+');
  const id = Buffer.from(fromBase64(first?.blob ?? '') ?? []).subarray(0, 4);
  return first?.name === name && id.toString('hex') === keyId;
}

function pemOf(vkey: string): string | undefined {
  try {
    return publicKeyPem(vkey);
  } catch {
    return undefined;
  }
}
