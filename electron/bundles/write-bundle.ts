/** Writes the files of a bundle, byte for byte as the ledger has them, one entry after another. */
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { decodeEntry, type LedgerEntry } from '../../shared/ledger/entries.ts';
import { consistencyProof } from '../../shared/ledger/proofs.ts';
import type { SubjectLeaf, SubjectProof } from '../../shared/ledger/subjects.ts';
import { readInclusionProofs, tileReader } from '../checkpoints/tree-proofs.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { isInvoice } from '../ledger/invoice-entries.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { publicKeyPem } from '../ledger/ledger-key.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { readTreeRoot } from '../ledger/tree-store.ts';
import type { ComputedIndex } from '../proof/index-of-subjects.ts';
import { manifestText, sumsBody, sumsFile, sumsNoteFile, type Manifest } from './bundle-format.ts';
import type { BundleFolder } from './bundle-folder.ts';
import type { Covering, Signing } from './cover-bundle.ts';
import { entryLabel } from './entry-label.ts';
import { hashOfFile, writeFileBy, type AppendedFile } from './file-pieces.ts';
import { hashLines, hashTexts } from './hash-lines.ts';
import { bundleReadme } from './readme.ts';
import type { Chosen } from './select-entries.ts';
import { provenLines, provenShares } from './select-payout.ts';
import type { Vouched } from './vouched.ts';

export interface BundleContent {
  readonly chosen: Chosen;
  /** The signed checkpoint that covers it. */
  readonly covering: Covering;
  /** Earlier checkpoints that others vouched for. */
  readonly vouched: readonly Vouched[];
  /** The program that verifies it, as it is released. */
  readonly auditor: string;
  /** Values that stay with the ledger besides those that bundles of its kind do not show. */
  readonly isWithheld?: ((entry: LedgerEntry, field: string) => boolean) | undefined;
  /** Called after each entry with how many are written; throws to stop. */
  readonly onEntry: (done: number) => Promise<void>;
}

/** Writes everything but the report, the sums and the zip. Call it within one read transaction. */
export async function writeBundle(
  bundle: BundleFolder,
  database: ReaderDatabase,
  content: BundleContent,
): Promise<void> {
  const { chosen, covering, vouched, auditor } = content;
  const { order, seqs } = chosen;
  const { size, note, index } = covering;
  const { origin, vkey } = new ChainStore(database).genesis();
  const withheld = await writeEntries(bundle, database, content);
  if (index !== undefined) await writeSubjects(bundle, chosen, index);
  if (order.kind === 'payout') await writeLines(bundle, database, content);
  bundle.put('checkpoint.note', note);
  const proofFrom = (earlier: number) =>
    hashLines(consistencyProof(sha256Into, earlier, size, tileReader(database)));
  for (const each of vouched) {
    bundle.put(`anchors/${each.size}.note`, each.note);
    bundle.put(`anchors/${each.size}.proof`, proofFrom(each.size));
    if (each.stamp !== undefined) bundle.put(`anchors/${each.size}.tsr`, each.stamp);
  }
  for (const earlier of order.since ?? []) {
    const root = Buffer.from(readTreeRoot(database, earlier), 'hex');
    bundle.put(`consistency/${earlier}.proof`, hashLines([root]) + proofFrom(earlier));
  }
  const signer = readKeyHistory(database).history.at(size);
  bundle.put('keys/ledger.vkey', `${signer}\n`);
  bundle.put('keys/ledger.pub.pem', publicKeyPem(signer));
  bundle.put('auditor.py', auditor);
  bundle.put('README.txt', bundleReadme(order, { origin, size, entries: seqs.count }));
  bundle.put(
    'manifest.json',
    manifestText({
      entries: seqs.count,
      format: 'proofdesk.bundle/v2',
      order,
      origin,
      size,
      vkey,
      withheld,
    }),
  );
}

/** The metered lines that a payout rests on, and the shares that it pays. */
async function writeLines(
  bundle: BundleFolder,
  database: ReaderDatabase,
  { chosen, onEntry }: BundleContent,
): Promise<void> {
  await writeFileBy(bundle.placeOf('lines.ndjson'), async (file) => {
    for (const { batch, index, text, path } of provenLines(database, chosen.events ?? [])) {
      const hashes = hashTexts(path).map((hash) => `"${hash}"`);
      file.append(`{"batch":${batch},"index":${index},"line":${text},"path":[${hashes.join()}]}\n`);
      await onEntry(chosen.seqs.count);
    }
  });
  await writeFileBy(bundle.placeOf('shares.ndjson'), async (file) => {
    for (const { document, index, text, path } of provenShares(database, chosen.shares ?? [])) {
      const hashes = hashTexts(path).map((hash) => `"${hash}"`);
      file.append(
        `{"document":"${document}","index":${index},"line":${text},"path":[${hashes.join()}]}\n`,
      );
      await onEntry(chosen.seqs.count);
    }
  });
}

/** Tells whether the values of an entry stay with its ledger: a payout shows sessions and invoices, not what is their labs'. */
function isOfOthers(kind: Chosen['order']['kind'], entry: LedgerEntry): boolean {
  if (kind !== 'payout' || !('members' in entry)) return false;
  const { table } = entry.members;
  return isInvoice(entry) || table === 'sessions' || table === 'invoices';
}

/** Tells whether a value says where a payout went: whoever is shown what was paid is not shown the bank account. */
function isOfBank(kind: Chosen['order']['kind'], entry: LedgerEntry, field: string): boolean {
  if (kind !== 'payout' || !('members' in entry) || entry.members['table'] !== 'payouts')
    return false;
  return field === 'destination' || field === 'reference';
}

/** The entries with what they commit to, and their proofs. @returns what is withheld */
async function writeEntries(
  bundle: BundleFolder,
  database: ReaderDatabase,
  {
    chosen: { order, seqs },
    covering: { size, note },
    isWithheld = () => false,
    onEntry,
  }: BundleContent,
): Promise<Manifest['withheld']> {
  const withheld: Manifest['withheld'] = [];
  const entryOf = database
    .prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?')
    .pluck();
  const payloadsOf = database
    .prepare<[number], [string, string, string]>(
      'SELECT field, salt, value FROM payloads WHERE seq = ? ORDER BY field',
    )
    .raw();
  const erasedIn = database
    .prepare<[number, number], string>(
      'SELECT field FROM erased_values WHERE target_seq = ? AND seq < ?',
    )
    .pluck();
  const pathOf = readInclusionProofs(database, size);
  const write = async (entries: AppendedFile, payloads: AppendedFile) => {
    let done = 0;
    for (const seq of seqs) {
      const text = entryOf.get(seq);
      if (text === undefined) throw new Error(`Entry ${seq} is missing from the journal.`);
      entries.append(`${text}\n`);
      const entry = decodeEntry(text);
      const label = entryLabel(entry);
      const isOfOther = isOfOthers(order.kind, entry);
      const stays = (field: string) =>
        isOfOther || isOfBank(order.kind, entry, field) || isWithheld(entry, field);
      const committed = 'commitments' in entry ? entry.commitments : [];
      const staying = committed.filter(({ field }) => stays(field));
      if (staying.length > 0) {
        const erased = erasedIn.all(seq, size);
        const kept = staying.filter(({ field }) => !erased.includes(field));
        withheld.push(...kept.map(({ field }) => ({ field, id: label })));
      }
      for (const [field, salt, value] of payloadsOf.iterate(seq)) {
        if (stays(field)) continue;
        payloads.append(`{"field":"${field}","id":"${label}","salt":"${salt}","value":${value}}\n`);
      }
      if (order.kind !== 'full') {
        bundle.addProof(`proofs/${label}.tlog-proof`, proofText(seq, pathOf(seq), note));
      }
      done += 1;
      await onEntry(done);
    }
  };
  await writeFileBy(bundle.placeOf('entries.ndjson'), (entries) =>
    writeFileBy(bundle.placeOf('payloads.ndjson'), (payloads) => write(entries, payloads)),
  );
  return withheld.toSorted((left, right) =>
    `${left.id}\n${left.field}` < `${right.id}\n${right.field}` ? -1 : 1,
  );
}

/** A proof for each chosen record in the order of the entries, then for each row: what is about it, or nothing is. */
async function writeSubjects(
  bundle: BundleFolder,
  { records, rows }: Chosen,
  index: ComputedIndex,
): Promise<void> {
  await writeFileBy(bundle.placeOf('subjects.ndjson'), async (file) => {
    for (const id of records?.() ?? []) {
      file.append(subjectText(id, index.prove('records', id)));
    }
    for (const id of rows) file.append(subjectText(id, index.prove('rows', id)));
  });
}

function subjectText(id: string, proof: SubjectProof): string {
  const shown = (leaf: SubjectLeaf) => ({ ...leaf, path: hashTexts(leaf.path) });
  if ('leaf' in proof) return `${canonicalJson({ id, ...shown(proof.leaf) })}\n`;
  const { left, right } = proof;
  const neighbours = {
    ...(left === undefined ? {} : { left: shown(left) }),
    ...(right === undefined ? {} : { right: shown(right) }),
  };
  return `${canonicalJson({ id, ...neighbours })}\n`;
}

/**
 * `SHA256SUMS` over every other file, as `sha256sum -c` reads it, and the ledger's signature over it.
 * @param goOn called with the bytes that were hashed since the last call; throws to stop
 */
export async function writeSums(
  bundle: BundleFolder,
  {
    origin,
    size,
    signSums,
  }: { readonly origin: string; readonly size: number } & Pick<Signing, 'signSums'>,
  goOn: (bytes: number) => Promise<void>,
): Promise<void> {
  await writeFileBy(bundle.placeOf(sumsFile), async (sums) => {
    for (const part of bundle.parts()) {
      if (part.name === sumsFile) continue;
      const hash = 'text' in part ? sha256(part.text) : await hashOfFile(part.path, goOn);
      if ('text' in part) await goOn(part.text.length);
      sums.append(`${hash}  ${part.name}\n`);
    }
  });
  const digest = await hashOfFile(bundle.placeOf(sumsFile), () => {});
  bundle.put(sumsNoteFile, await signSums(size, sumsBody({ origin, size, digest })));
}

/** C2SP tlog-proof: the audit path and the checkpoint that it leads to. */
function proofText(seq: number, path: readonly Uint8Array[], note: string): string {
  return `${['c2sp.org/tlog-proof@v1', `index ${seq}`, ...hashTexts(path)].join('\n')}\n\n${note}`;
}
