/** Verification of an unpacked bundle, as strict as docs/auditor.py: files, key, entries, places, values, completeness. */
import type { EntryVerdict, Finding } from '../../shared/contract/chain.ts';
import {
  clockType,
  commitment,
  entryHash,
  entryOrUndefined,
  isClockDated,
  type LedgerEntry,
} from '../../shared/ledger/entries.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { verifyInclusion } from '../../shared/ledger/proofs.ts';
import { KeyHistory, keyRotationType } from '../ledger/key-rotation.ts';
import { judgeNote } from '../ledger/ledger-key.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { recordIdOf } from '../verification/diagnosis.ts';
import { createFinding, type FindingDetails } from '../verification/findings.ts';
import {
  bundleNames,
  requiredFiles,
  sumsFile,
  sumsNoteFile,
  type Manifest,
} from './bundle-format.ts';
import type { BundleFolder } from './bundle-folder.ts';
import type { RowsElsewhere } from '../../shared/ledger/source-claims.ts';
import type { CountedFigure } from './bundle-figure.ts';
import { BundleFrame } from './bundle-frame.ts';
import { openBundleIndex } from './bundle-index.ts';
import { BundleSubjects } from './bundle-subjects.ts';
import { EntryLinks } from './entry-links.ts';
import { entryLabel } from './entry-label.ts';
import { hashOfFile } from './file-pieces.ts';
import { readHashes } from './hash-lines.ts';
import { parsePayload, readLines } from './read-bundle.ts';

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
  /** Base64 tree heads of the first entries, by size: those that its proofs give, and in a full bundle those asked for. */
  readonly roots: ReadonlyMap<number, string>;
  /** Sizes of the checkpoints in it that others vouched for, and that hold. */
  readonly anchors: readonly number[];
  /** Of the bundle of a figure: what was counted again. */
  readonly figure?: CountedFigure | undefined;
  /** Rows that the ledger does not hold, and evidence is about: nothing of them is computed again. */
  readonly elsewhere: readonly RowsElsewhere[];
}

export interface VerifyBundleOptions {
  readonly onFinding: (finding: Finding) => void;
  /** Called after each entry and each piece of a file, with the entries that are checked; throws to stop. */
  readonly goOn: (done: number, total: number) => Promise<void> | void;
  /** Sizes at which the tree heads are wanted. */
  readonly sizes?: readonly number[];
  /** The entry that was made into a case, to be the same. */
  readonly storedEntry?: (seq: number) => string | undefined;
  /** Whether it is being made: it has no report and no sums yet. */
  readonly isDraft?: boolean;
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
    if (options.isDraft !== true) await run.checkFiles();
    await run.checkEntries();
    await run.checkPayloads();
    await run.checkSubjects();
    await run.checkFrame();
    return run.result();
  } finally {
    run.close();
  }
}

/** Lines, or small files, that make a piece. */
const atOnce = 256;

class BundleRun {
  readonly #bundle: BundleFolder;
  readonly #options: VerifyBundleOptions;
  readonly #frame: BundleFrame;
  readonly #manifest: Manifest;
  readonly #index = openBundleIndex();
  readonly #tree = new GrowingTree(sha256Into);
  readonly #wanted: Set<number>;
  /** Goes on as the entries do. */
  readonly #keys: KeyHistory;
  readonly #links: EntryLinks;
  readonly #subjects: BundleSubjects;
  readonly #roots = new Map<number, Uint8Array>();
  readonly #counts: Partial<Record<EntryVerdict, number>> = {};
  #findings = 0;
  #firstFinding: Finding | null = null;
  #checked = 0;
  #records = 0;
  #fields = 0;
  #lastSeq = -1;
  #createdAt = '';
  #headHash: string | null = null;
  #anchors: readonly number[] = [];

  constructor(bundle: BundleFolder, options: VerifyBundleOptions) {
    this.#bundle = bundle;
    this.#options = options;
    this.#frame = new BundleFrame(bundle.path);
    this.#manifest = this.#frame.manifest;
    this.#keys = new KeyHistory(this.#manifest.vkey);
    this.#wanted = new Set([...this.#frame.sizes(), ...(options.sizes ?? [])]);
    const { order } = this.#manifest;
    this.#links = new EntryLinks(bundle.path, this.#manifest, this.#frame.size, this.#index);
    this.#subjects = new BundleSubjects(bundle.path, order, this.#index);
  }

  close(): void {
    this.#index.close();
  }

  /** Every file is one of a bundle of this order, has the hash it is listed with, and is listed in order. */
  async checkFiles(): Promise<void> {
    await this.#readSums();
    const { order } = this.#manifest;
    const required = new Set(requiredFiles(order));
    let files = 0;
    for (const part of this.#bundle.parts()) {
      const { name } = part;
      files += 1;
      if (files % atOnce === 0) await this.#goOn();
      const isOptional = name.startsWith('anchors/') || this.#isProof(name);
      if (!required.delete(name) && !(isOptional && bundleNames.test(name))) {
        this.#reportFile(name, `${name} is no file of such a bundle.`);
      }
      if (name === sumsFile || name === sumsNoteFile) continue;
      const expected = this.#index.takeListed(name);
      const actual =
        'text' in part ? sha256(part.text) : await hashOfFile(part.path, () => this.#goOn());
      if (actual === expected) continue;
      this.#reportFile(name, `${name} does not have the hash in SHA256SUMS.`, expected, actual);
    }
    for (const name of this.#index.restListed()) this.#reportFile(name, `${name} is missing.`);
    for (const name of required) this.#reportFile(name, `${name} is missing.`);
  }

  async #readSums(): Promise<void> {
    let before = '';
    let lines = 0;
    for await (const line of readLines(this.#bundle.path, sumsFile)) {
      const [, hash, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line ?? '') ?? [];
      const isNext = hash !== undefined && name !== undefined && name > before;
      if (!isNext || !this.#index.addListed(name, hash)) {
        this.#reportFile(sumsFile, 'SHA256SUMS has a line that is none, or is out of order.');
      }
      before = name ?? before;
      lines += 1;
      if (lines % atOnce === 0) await this.#goOn();
    }
  }

  async checkEntries(): Promise<void> {
    for await (const line of readLines(this.#bundle.path, 'entries.ndjson')) {
      this.#checkEntry(line);
      this.#checked += 1;
      await this.#goOn();
    }
    const { entries: total, order } = this.#manifest;
    if (this.#checked !== total) {
      const message = `The bundle holds ${this.#checked} entries; its manifest says ${total}.`;
      this.#reportFile('entries.ndjson', message, total, this.#checked);
    }
    for (const message of this.#links.end()) this.#reportFile('entries.ndjson', message);
    const proofs = order.kind === 'full' ? 0 : this.#checked;
    if (this.#bundle.proofs() !== proofs) {
      const message = 'The bundle has not one proof for each entry.';
      this.#reportFile('proofs', message, proofs, this.#bundle.proofs());
    }
    if (order.kind === 'full') this.#checkRoot();
  }

  async checkPayloads(): Promise<void> {
    const place = { seq: -1, field: '' };
    let payloads = 0;
    for await (const line of readLines(this.#bundle.path, 'payloads.ndjson')) {
      this.#checkPayload(line, place);
      payloads += 1;
      if (payloads % atOnce === 0) await this.#goOn();
    }
    const withheld = new Set(this.#manifest.withheld.map((each) => `${each.id}\n${each.field}`));
    let erased = 0;
    for (const each of this.#index.open()) {
      const { label, field, hash, seq, type, record_id: recordId } = each;
      if (each.erased === 1) erased += 1;
      if (each.erased === 1 || withheld.delete(`${label}\n${field}`)) continue;
      const message = `The ${field} of entry ${seq} is missing, and nothing says why.`;
      this.#report('MISSING_UNDECLARED', message, about({ seq, type, recordId }, field, hash));
    }
    if (withheld.size > 0) {
      const message = 'The manifest says that something is withheld, and it is not.';
      this.#reportFile('manifest.json', message);
    }
    if (erased > 0) this.#counts.ERASED_DECLARED = erased;
  }

  /** The indexes are what the entries come to, or nothing about what was chosen is left out. */
  async checkSubjects(): Promise<void> {
    const subjects = this.#subjects.faults(this.#frame.size, this.#links.rows());
    const { payout, figure } = this.#links;
    for (const faults of [subjects, payout?.faults() ?? [], figure?.faults() ?? []]) {
      for await (const { name, message } of faults) {
        if (message === undefined) await this.#goOn();
        else this.#reportFile(name, message);
      }
    }
  }

  async checkFrame(): Promise<void> {
    const report = this.#reportFile.bind(this);
    this.#frame.checkKeys(this.#keys, report);
    this.#anchors = this.#frame.checkAnchors(this.#keys, report);
    const earlier = this.#frame.checkEarlier(this.#roots, report);
    for (const [size, root] of earlier) this.#roots.set(size, root);
    if (this.#options.isDraft !== true) await this.#frame.checkSums(this.#keys, report);
  }

  result(): BundleVerification {
    const { note, size, checkpoint } = this.#frame;
    const roots = [...this.#roots].map(
      ([at, root]) => [at, Buffer.from(root).toString('base64')] as const,
    );
    return {
      manifest: this.#manifest,
      signature: judgeNote(note, this.#keys.at(size)),
      checkpoint: { size, root: checkpoint?.root ?? '' },
      checked: this.#checked,
      records: this.#records,
      fields: this.#fields,
      counts: this.#counts,
      findings: this.#findings,
      firstFinding: this.#firstFinding,
      headHash: this.#headHash,
      lastCreatedAt: this.#createdAt,
      roots: new Map(roots),
      anchors: this.#anchors,
      figure: this.#links.figure?.counted,
      elsewhere: this.#links.claims.elsewhere(),
    };
  }

  #checkEntry(line: string | undefined): void {
    const entry = line === undefined ? undefined : entryOrUndefined(line);
    if (line === undefined || entry === undefined) {
      const message = `Line ${this.#checked + 1} of entries.ndjson is not an entry in canonical form.`;
      this.#report('ENTRY_ALTERED', message, { seq: this.#lastSeq + 1, actual: line });
      return;
    }
    const leaf = Buffer.from(leafHash(sha256, line), 'hex');
    this.#tree.append(leaf);
    // Only the whole of a ledger tells its earlier heads.
    if (this.#manifest.order.kind === 'full' && this.#wanted.has(this.#tree.size)) {
      this.#roots.set(this.#tree.size, this.#tree.root());
    }
    const before = this.#findings;
    const hash = entryHash(sha256, line);
    this.#checkPlace(entry, leaf);
    if (entry.type === 'ledger.record/v1') this.#records += 1;
    for (const fault of this.#links.add(entry, { text: line, hash, leaf })) {
      const { verdict, message, field, expected, actual } = fault;
      this.#report(verdict, message, this.#about(entry, field, expected, actual));
    }
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
    const { order, vkey, origin } = this.#manifest;
    const isFull = order.kind === 'full';
    const isNext = isFull || (order.kind === 'range' && seq > order.from && seq <= order.to);
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
    if (isFull && type === clockType && !isClockDated(entry, this.#createdAt)) {
      const message = `Entry ${seq} declares the clock and is dated neither by it nor by the entry before.`;
      this.#report('ENTRY_ALTERED', message, this.#about(entry, 'created_at'));
    }
    this.#createdAt = entry.createdAt;
    const isGenesis = type === 'ledger.genesis/v1';
    if (from < 0 !== isGenesis || (isGenesis && (entry.vkey !== vkey || entry.origin !== origin))) {
      const message = `Entry ${seq} is not the genesis of the key in the manifest.`;
      this.#report('ENTRY_ALTERED', message, this.#about(entry, 'vkey'));
    }
    const fault = type === keyRotationType ? this.#keys.add(entry) : undefined;
    if (fault !== undefined) {
      const message = `Entry ${seq} is not a change of key that both keys signed. ${fault}`;
      this.#report('INSERTED', message, this.#about(entry, 'vkey'));
    }
    if (!isFull) this.#checkProof(entry, leaf);
  }

  /** C2SP tlog-proof: the path of the entry to the checkpoint of the bundle. */
  #checkProof(entry: LedgerEntry, leaf: Uint8Array): void {
    const name = `proofs/${entryLabel(entry)}.tlog-proof`;
    const text = this.#bundle.proof(name);
    const split = text.indexOf('\n\n');
    const [format, index, ...lines] = text.slice(0, Math.max(0, split)).split('\n');
    const path = readHashes(lines);
    const { size, root, note } = this.#frame;
    const holds =
      format === 'c2sp.org/tlog-proof@v1' &&
      index === `index ${entry.seq}` &&
      text.slice(split + 2) === note &&
      path !== undefined &&
      verifyInclusion(sha256Into, { leaf, index: entry.seq, size, root }, path);
    if (holds) return;
    const message = `${name} does not lead from entry ${entry.seq} to the checkpoint.`;
    this.#report('ENTRY_ALTERED', message, this.#about(entry, 'proof'));
  }

  #remember(entry: LedgerEntry, hash: string): void {
    const { seq, type } = entry;
    const found = { seq, type, record_id: recordIdOf(entry) ?? null, hash };
    const commitments = 'commitments' in entry ? entry.commitments : [];
    if (!this.#index.addEntry(entryLabel(entry), found, commitments)) {
      const message = `Entry ${seq} has the id of another entry.`;
      this.#report('INSERTED', message, this.#about(entry, 'id'));
    }
    this.#subjects.add(entry);
    this.#headHash = hash;
  }

  /** The tree over all entries is the checkpoint's. */
  #checkRoot(): void {
    const root = Buffer.from(this.#tree.root());
    const { size, root: expected } = this.#frame;
    if (this.#tree.size === size && root.equals(expected)) return;
    const message = 'The entries do not have the root of the checkpoint.';
    const wanted = Buffer.from(expected).toString('base64');
    this.#reportFile('checkpoint.note', message, wanted, root.toString('base64'));
  }

  /** @param place of the payload before, which it moves on */
  #checkPayload(line: string | undefined, place: { seq: number; field: string }): void {
    const payload = parsePayload(line);
    const entry = payload === undefined ? undefined : this.#index.entry(payload.id);
    if (payload === undefined || entry === undefined) {
      const message =
        'A line of payloads.ndjson belongs to no entry of the bundle, or is not canonical.';
      this.#report('INSERTED', message, { seq: 0, field: 'payloads.ndjson', actual: line });
      return;
    }
    const { id, field, salt, value } = payload;
    const { seq, type, record_id: recordId } = entry;
    this.#fields += 1;
    const details = (expected?: string, actual?: string) =>
      about({ seq, type, recordId }, field, expected, actual);
    if (seq < place.seq || (seq === place.seq && field <= place.field)) {
      this.#report('REORDERED', `The ${field} of entry ${seq} is out of order.`, details());
    }
    place.seq = seq;
    place.field = field;
    if (this.#index.isErased(id, field)) {
      const message = `The ${field} of entry ${seq} was erased, and is here.`;
      this.#report('INSERTED', message, details());
    }
    const fault = this.#links.valueFault(id, field, value);
    if (fault !== undefined) this.#report('ENTRY_ALTERED', fault, details());
    const expected = this.#index.takeCommitment(id, field);
    const actual = commitment(sha256, field, salt, value);
    if (expected === actual) return;
    const message =
      expected === undefined
        ? `Entry ${seq} does not commit to a ${field}, or has it twice.`
        : `The ${field} of entry ${seq} is not what the entry commits to.`;
    const verdict = expected === undefined ? 'INSERTED' : 'FIELD_ALTERED';
    this.#report(verdict, message, details(expected, actual));
  }

  #isProof(name: string): boolean {
    return this.#manifest.order.kind !== 'full' && name.startsWith('proofs/');
  }

  #goOn(): Promise<void> | void {
    return this.#options.goOn(this.#checked, this.#manifest.entries);
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
