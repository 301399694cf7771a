/** Verification of an unpacked bundle, with the steps of its verify.py: files, key, entries, places, values. */
import type { EntryVerdict, Finding } from '../../shared/contract/chain.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import {
  clockType,
  commitment,
  decodeEntry,
  entryHash,
  isClockDated,
  type LedgerEntry,
} from '../../shared/ledger/entries.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { verifyInclusion } from '../../shared/ledger/proofs.ts';
import { hashOfFile } from './file-pieces.ts';
import type { BundleFolder } from './bundle-folder.ts';
import { entryLabel } from './entry-label.ts';
import { createFinding, type FindingDetails } from '../verification/findings.ts';
import { recordIdOf } from '../verification/diagnosis.ts';
import { KeyHistory, keyRotationType } from '../ledger/key-rotation.ts';
import { judgeNote } from '../ledger/ledger-key.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { openBundleIndex } from './bundle-index.ts';
import {
  parsePayload,
  readLines,
  readManifest,
  readNotes,
  readText,
  type Manifest,
} from './read-bundle.ts';

/** Claims of a bundle and the findings in it. */
export interface BundleVerification {
  readonly manifest: Manifest;
  /** What the checkpoint's signature is to the bundle's key. */
  readonly signature: 'valid' | 'bad_signature' | 'unknown_key';
  readonly checkpoint: { readonly size: number; readonly root: string };
  readonly checked: number;
  readonly records: number;
  readonly fields: number;
  readonly counts: Partial<Record<EntryVerdict, number>>;
  readonly findings: number;
  readonly firstFinding: Finding | null;
  readonly headHash: string | null;
  /** Of the last entry. */
  readonly lastCreatedAt: string;
  /** Base64 tree heads of the first entries, by size, for a full bundle: those asked for. */
  readonly roots: ReadonlyMap<number, string>;
}

export interface VerifyBundleOptions {
  readonly onFinding: (finding: Finding) => void;
  /** Called after each entry and each piece of a file, with the entries that are checked; throws to stop. */
  readonly goOn: (done: number, total: number) => Promise<void> | void;
  /** Sizes at which the tree heads are wanted. */
  readonly sizes?: readonly number[];
  /** The entry that was made into a case, to be the same. */
  readonly storedEntry?: (seq: number) => string | undefined;
}

/**
 * Reads every file of a bundle once. Memory does not grow with its entries.
 * @throws {ApiError} `validation_error` where it has no manifest of a bundle
 */
export async function verifyBundle(
  bundle: BundleFolder,
  options: VerifyBundleOptions,
): Promise<BundleVerification> {
  const run = new BundleRun(bundle, options);
  try {
    await run.checkFiles();
    await run.checkEntries();
    await run.checkPayloads();
    return run.result();
  } finally {
    run.close();
  }
}

/** Lines, or small files, that make a piece. */
const atOnce = 256;

class BundleRun {
  readonly #bundle: BundleFolder;
  readonly #folder: string;
  readonly #options: VerifyBundleOptions;
  readonly #manifest: Manifest;
  readonly #note: string;
  readonly #size: number;
  readonly #root: string;
  readonly #index = openBundleIndex();
  readonly #tree = new GrowingTree(sha256Into);
  readonly #wanted: Set<number>;
  /** Goes on as the entries do. */
  readonly #keys: KeyHistory;
  readonly #roots = new Map<number, string>();
  readonly #counts: Partial<Record<EntryVerdict, number>> = {};
  #findings = 0;
  #firstFinding: Finding | null = null;
  #checked = 0;
  #records = 0;
  #fields = 0;
  #lastSeq = -1;
  #createdAt = '';
  #recordBefore: { readonly seq: number; readonly hash: string } | undefined;
  #headHash: string | null = null;

  constructor(bundle: BundleFolder, options: VerifyBundleOptions) {
    const folder = bundle.path;
    this.#bundle = bundle;
    this.#folder = folder;
    this.#options = options;
    this.#manifest = readManifest(folder);
    this.#note = readText(folder, 'checkpoint.note');
    const checkpoint = parseCheckpoint(this.#note);
    this.#size = checkpoint?.size ?? 0;
    this.#root = checkpoint?.root ?? '';
    this.#keys = new KeyHistory(this.#manifest.vkey);
    const notes = (['checkpoints', 'anchors'] as const)
      .flatMap((directory) => readNotes(folder, directory))
      .map(({ note }) => parseCheckpoint(note)?.size ?? 0);
    this.#wanted = new Set([...notes, ...(options.sizes ?? [])]);
  }

  close(): void {
    this.#index.close();
  }

  /** Every file has the hash it is listed with, and there is no other. */
  async checkFiles(): Promise<void> {
    let lines = 0;
    for await (const line of readLines(this.#folder, 'SHA256SUMS')) {
      const [, hash, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
      if (hash !== undefined && name !== undefined) this.#index.addListed(name, hash);
      lines += 1;
      if (lines % atOnce === 0) await this.#goOn();
    }
    let files = 0;
    for (const part of this.#bundle.parts()) {
      const { name } = part;
      if (name === 'SHA256SUMS') continue;
      files += 1;
      if (files % atOnce === 0) await this.#goOn();
      const expected = this.#index.takeListed(name);
      if (expected === undefined) {
        this.#reportFile(name, `${name} is not in SHA256SUMS.`);
        continue;
      }
      const actual =
        'text' in part ? sha256(part.text) : await hashOfFile(part.path, () => this.#goOn());
      if (actual === expected) continue;
      this.#reportFile(name, `${name} does not have the hash in SHA256SUMS.`, expected, actual);
    }
    for (const name of this.#index.restListed()) this.#reportFile(name, `${name} is missing.`);
    if (this.#manifest.size !== this.#size) {
      this.#reportFile('manifest.json', 'The manifest names another size than the checkpoint.');
    }
  }

  async checkEntries(): Promise<void> {
    const { entries: total, kind, range } = this.#manifest;
    for await (const line of readLines(this.#folder, 'entries.ndjson')) {
      this.#checkEntry(line);
      this.#checked += 1;
      await this.#goOn();
    }
    if (this.#checked !== total) {
      const message = `The bundle holds ${this.#checked} entries; its manifest says ${total}.`;
      this.#reportFile('entries.ndjson', message, total, this.#checked);
    }
    if (range !== null && this.#lastSeq < range.to) {
      this.#reportFile('entries.ndjson', `The range ends before entry ${range.to}.`);
    }
    const signer = this.#keys.at(this.#size);
    if (readText(this.#folder, 'keys/ledger.vkey').trim() !== signer) {
      const message = 'keys/ledger.vkey is not the key in force at the checkpoint.';
      this.#reportFile('keys/ledger.vkey', message, signer);
    }
    if (kind === 'full') this.#checkRoots();
  }

  async checkPayloads(): Promise<void> {
    let payloads = 0;
    for await (const line of readLines(this.#folder, 'payloads.ndjson')) {
      this.#checkPayload(line);
      payloads += 1;
      if (payloads % atOnce === 0) await this.#goOn();
    }
    const withheld = new Set(this.#manifest.withheld.map((each) => `${each.id} ${each.field}`));
    let erased = 0;
    for (const {
      label,
      field,
      hash,
      seq,
      type,
      record_id: recordId,
      erased: isErased,
    } of this.#index.open()) {
      if (isErased === 1) erased += 1;
      if (isErased === 1 || withheld.has(`${label} ${field}`)) continue;
      const message = `The ${field} of entry ${seq} is missing, and nothing says why.`;
      this.#report('MISSING_UNDECLARED', message, about({ seq, type, recordId }, field, hash));
    }
    if (erased > 0) this.#counts.ERASED_DECLARED = erased;
  }

  result(): BundleVerification {
    return {
      manifest: this.#manifest,
      signature: judgeNote(this.#note, this.#keys.at(this.#size)),
      checkpoint: { size: this.#size, root: this.#root },
      checked: this.#checked,
      records: this.#records,
      fields: this.#fields,
      counts: this.#counts,
      findings: this.#findings,
      firstFinding: this.#firstFinding,
      headHash: this.#headHash,
      lastCreatedAt: this.#createdAt,
      roots: this.#roots,
    };
  }

  #checkEntry(line: string): void {
    const leaf = Buffer.from(leafHash(sha256, line), 'hex');
    this.#tree.append(leaf);
    // Only the whole of a ledger tells its earlier heads.
    if (this.#manifest.kind === 'full' && this.#wanted.has(this.#tree.size)) {
      this.#roots.set(this.#tree.size, Buffer.from(this.#tree.root()).toString('base64'));
    }
    const entry = decoded(line);
    if (entry === undefined) {
      const message = `Line ${this.#checked + 1} of entries.ndjson is not an entry in canonical form.`;
      this.#report('ENTRY_ALTERED', message, { seq: this.#lastSeq + 1, actual: line });
      return;
    }
    const before = this.#findings;
    const hash = entryHash(sha256, line);
    this.#checkPlace(entry, leaf);
    this.#checkLinks(entry, hash);
    this.#remember(entry, hash);
    const stored = this.#options.storedEntry?.(entry.seq) ?? line;
    if (stored !== line) {
      const message = `Entry ${entry.seq} of the case is not that of its bundle.`;
      this.#report('PROJECTION_MISMATCH', message, this.#about(entry, 'bytes', line, stored));
    }
    if (before === this.#findings) this.#counts.OK = (this.#counts.OK ?? 0) + 1;
  }

  /** Order, time, and the way to the checkpoint. */
  #checkPlace(entry: LedgerEntry, leaf: Uint8Array): void {
    const { seq, type } = entry;
    const { kind, range, vkey } = this.#manifest;
    const isNext = kind === 'full' || (range !== null && seq > range.from && seq <= range.to);
    const from = this.#lastSeq;
    if (seq <= from) {
      this.#report('REORDERED', `Entry ${seq} follows entry ${from}.`, this.#about(entry));
    } else if (isNext && seq !== from + 1) {
      const message = `Entries ${from + 1} to ${seq - 1} are missing from the bundle.`;
      this.#report('DELETED', message, { seq: from + 1 });
    }
    this.#lastSeq = Math.max(from, seq);
    if (entry.createdAt < this.#createdAt) {
      const message = `Entry ${seq} is dated before the entry that precedes it.`;
      this.#report('TIME_REGRESSION', message, this.#about(entry, 'created_at'));
    }
    if (kind === 'full' && type === clockType && !isClockDated(entry, this.#createdAt)) {
      const message = `Entry ${seq} declares the clock and is dated neither by it nor by the entry before.`;
      this.#report('ENTRY_ALTERED', message, this.#about(entry, 'created_at'));
    }
    this.#createdAt = entry.createdAt;
    if (seq === 0 && (type !== 'ledger.genesis/v1' || entry.vkey !== vkey)) {
      const message = 'Entry 0 is not the genesis of the key in the manifest.';
      this.#report('ENTRY_ALTERED', message, this.#about(entry, 'vkey'));
    }
    const fault = type === keyRotationType ? this.#keys.add(entry) : undefined;
    if (fault !== undefined) {
      const message = `Entry ${seq} is not a change of key that both keys signed. ${fault}`;
      this.#report('INSERTED', message, this.#about(entry, 'vkey'));
    }
    if (kind !== 'full') this.#checkProof(entry, leaf);
  }

  /** C2SP tlog-proof: the path of the entry to the checkpoint of the bundle. */
  #checkProof(entry: LedgerEntry, leaf: Uint8Array): void {
    const name = `proofs/${entryLabel(entry)}.tlog-proof`;
    const text = this.#bundle.proof(name);
    const split = text.indexOf('\n\n');
    const [format, index, ...path] = text.slice(0, Math.max(0, split)).split('\n');
    const holds =
      format === 'c2sp.org/tlog-proof@v1' &&
      index === `index ${entry.seq}` &&
      text.slice(split + 2) === this.#note &&
      verifyInclusion(
        sha256Into,
        { leaf, index: entry.seq, size: this.#size, root: bytesOf(this.#root) },
        path.map(bytesOf),
      );
    if (holds) return;
    const message = `${name} does not lead from entry ${entry.seq} to the checkpoint.`;
    this.#report('ENTRY_ALTERED', message, this.#about(entry, 'proof'));
  }

  #checkLinks(entry: LedgerEntry, hash: string): void {
    if (entry.type === 'ledger.record/v1') {
      const before = this.#recordBefore;
      const { kind, range } = this.#manifest;
      const isNext = kind === 'full' || (range !== null && (before?.seq ?? 0) > 0);
      if (isNext && before !== undefined && entry.previousHash !== before.hash) {
        const message = `Record ${entry.seq} does not link to the record before it.`;
        const details = this.#about(entry, 'previous_hash', before.hash, entry.previousHash);
        this.#report('LINK_BROKEN', message, details);
      }
      this.#records += 1;
    }
    if (entry.type === 'ledger.record/v1' || entry.seq === 0) {
      this.#recordBefore = { seq: entry.seq, hash };
    }
    if (entry.type === 'ledger.intervention/v1') {
      const record = this.#index.entry(entry.recordId)?.hash ?? entry.recordHash;
      const last = this.#index.lastIntervention(entry.recordId);
      const previous = last?.hash ?? (entry.n === 1 ? record : entry.previousHash);
      const follows = last === undefined || entry.n === last.n + 1;
      if (entry.recordHash !== record || entry.previousHash !== previous || !follows) {
        const message = `Intervention ${entry.id} does not follow from what came before it on its record.`;
        const details = this.#about(entry, 'previous_hash', previous, entry.previousHash);
        this.#report('LINK_BROKEN', message, details);
      }
      this.#index.addIntervention(entry.recordId, entry.n, hash);
    }
    if (entry.type === 'ledger.erasure/v1') {
      const target = this.#index.entry(entry.targetId)?.hash ?? entry.targetHash;
      if (target !== entry.targetHash) {
        const message = `The erasure ${entry.seq} does not link to the entry it names.`;
        const details = this.#about(entry, 'target_hash', target, entry.targetHash);
        this.#report('LINK_BROKEN', message, details);
      }
      this.#index.addErased(entry.targetId, entry.fields);
    }
  }

  #remember(entry: LedgerEntry, hash: string): void {
    const found = {
      seq: entry.seq,
      type: entry.type,
      record_id: recordIdOf(entry) ?? null,
      hash,
    };
    const commitments = 'commitments' in entry ? entry.commitments : [];
    this.#index.addEntry(entryLabel(entry), found, commitments);
    this.#headHash = hash;
  }

  /** The tree over all entries is the checkpoint's, and so is its beginning that of the older ones. */
  #checkRoots(): void {
    const root = Buffer.from(this.#tree.root()).toString('base64');
    if (this.#tree.size !== this.#size || root !== this.#root) {
      const message = 'The entries do not have the root of the checkpoint.';
      this.#reportFile('checkpoint.note', message, this.#root, root);
    }
    for (const { name, size, root: known } of this.#notes()) {
      if (this.#roots.get(size) === known) continue;
      this.#reportFile(name, `${name} speaks of another ledger.`, known, this.#roots.get(size));
    }
  }

  #checkPayload(line: string): void {
    const payload = parsePayload(line);
    const entry = payload === undefined ? undefined : this.#index.entry(payload.id);
    if (payload === undefined || entry === undefined) {
      const message = 'A line of payloads.ndjson belongs to no entry of the bundle.';
      this.#report('INSERTED', message, { seq: 0, field: 'payloads.ndjson', actual: line });
      return;
    }
    const { id, field, salt, value } = payload;
    const { seq, type, record_id: recordId } = entry;
    this.#fields += 1;
    const expected = this.#index.takeCommitment(id, field);
    const actual = commitment(sha256, field, salt, value);
    if (expected === actual) return;
    const message =
      expected === undefined
        ? `Entry ${seq} does not commit to a ${field}, or has it twice.`
        : `The ${field} of entry ${seq} is not what the entry commits to.`;
    const verdict = expected === undefined ? 'INSERTED' : 'FIELD_ALTERED';
    this.#report(verdict, message, about({ seq, type, recordId }, field, expected, actual));
  }

  #goOn(): Promise<void> | void {
    return this.#options.goOn(this.#checked, this.#manifest.entries);
  }

  /** The notes that came with the bundle and its key signed; others are a finding of their own. */
  #notes(): { name: string; size: number; root: string }[] {
    return (['checkpoints', 'anchors'] as const).flatMap((directory) =>
      readNotes(this.#folder, directory).flatMap(({ name, note }) => {
        const known = parseCheckpoint(note);
        const isOurs =
          known !== undefined && judgeNote(note, this.#keys.at(known.size)) === 'valid';
        return isOurs ? [{ name, size: known.size, root: known.root }] : [];
      }),
    );
  }

  #about(entry: LedgerEntry, field?: string, expected?: string, actual?: string): FindingDetails {
    const { seq, type } = entry;
    return about({ seq, type, recordId: recordIdOf(entry) ?? null }, field, expected, actual);
  }

  #reportFile(
    name: string,
    message: string,
    expected?: string | number,
    actual?: string | number,
  ): void {
    this.#report('ENTRY_ALTERED', message, { seq: 0, field: name, expected, actual });
  }

  #report(verdict: EntryVerdict, message: string, details: FindingDetails): void {
    const finding = createFinding(verdict, message, details);
    this.#findings += 1;
    this.#firstFinding ??= finding;
    this.#counts[verdict] = (this.#counts[verdict] ?? 0) + 1;
    this.#options.onFinding(finding);
  }
}

function about(
  entry: { readonly seq: number; readonly type: string; readonly recordId: string | null },
  field?: string,
  expected?: string,
  actual?: string,
): FindingDetails {
  const { seq, type, recordId } = entry;
  return { seq, type, recordId: recordId ?? undefined, field, expected, actual };
}

function decoded(line: string): LedgerEntry | undefined {
  try {
    return decodeEntry(line);
  } catch {
    return undefined;
  }
}

function bytesOf(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64');
}
