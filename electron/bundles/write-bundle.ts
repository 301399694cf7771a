/** Writes the files of a bundle, byte for byte as the ledger has them, one entry after another. */
import type { CreateBundle } from '../../shared/contract/bundles.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { decodeEntry } from '../../shared/ledger/entries.ts';
import type { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { readInclusionProofs } from '../checkpoints/tree-proofs.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { publicKeyPem } from '../ledger/ledger-key.ts';
import { sha256 } from '../ledger/sha256.ts';
import { RecordsStore } from '../records/records-store.ts';
import { hashOfFile, writeFileBy, type AppendedFile } from './file-pieces.ts';
import type { BundleFolder } from './bundle-folder.ts';
import { entryLabel } from './entry-label.ts';
import { bundleReadme } from './readme.ts';
import { RecordViews, type ViewCounts } from './record-views.ts';
import type { SeqSet } from './seq-set.ts';

export interface BundleOrder {
  readonly order: CreateBundle;
  /** The entries that go into it. */
  readonly seqs: SeqSet;
  /** The signed checkpoint that covers them. */
  readonly note: string;
  readonly verifyScript: string;
  /** Called after each entry with how many are written; throws to stop. */
  readonly onEntry: (done: number) => Promise<void>;
}

/** Writes everything but the report, the sums and the zip. Call it within one read transaction. */
export async function writeBundle(
  bundle: BundleFolder,
  database: ReaderDatabase,
  checkpoints: CheckpointFiles,
  given: BundleOrder,
): Promise<void> {
  const { order, seqs, note } = given;
  const size = parseCheckpoint(note)?.size ?? 0;
  const { origin, vkey } = new ChainStore(database).genesis();
  const view = await writeEntries(bundle, database, given, size);
  bundle.put('checkpoint.note', note);
  for (const [directory, notes] of [
    ['checkpoints', checkpoints.own()],
    ['anchors', checkpoints.anchors()],
  ] as const) {
    for (const { note: each } of notes) {
      const known = parseCheckpoint(each);
      if (known === undefined || known.size > size || known.origin !== origin) continue;
      bundle.put(`${directory}/${String(known.size).padStart(16, '0')}.note`, each);
    }
  }
  const signer = readKeyHistory(database).history.at(size);
  bundle.put('keys/ledger.vkey', `${signer}\n`);
  bundle.put('keys/ledger.pub.pem', publicKeyPem(signer));
  bundle.put('verify.py', given.verifyScript);
  bundle.put('README.txt', bundleReadme(order.kind, { origin, size, entries: seqs.count, view }));
  bundle.put(
    'manifest.json',
    `${canonicalJson({
      format: 'proofdesk.bundle/v1',
      kind: order.kind,
      origin,
      vkey,
      size,
      entries: seqs.count,
      range:
        order.range === undefined
          ? null
          : { from: order.range.from, to: Math.min(order.range.to, size - 1) },
      selection:
        order.kind === 'selection'
          ? order.record_ids === undefined
            ? { filter: { ...order.filter } }
            : { record_ids: [...order.record_ids] }
          : null,
      withheld: [],
    })}\n`,
  );
}

/** The entries with what they commit to, their proofs, and the records for reading. */
async function writeEntries(
  bundle: BundleFolder,
  database: ReaderDatabase,
  { order, seqs, note, onEntry }: BundleOrder,
  size: number,
): Promise<ViewCounts> {
  const entryOf = database
    .prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?')
    .pluck();
  const payloadsOf = database
    .prepare<[number], [string, string, string]>(
      'SELECT field, salt, value FROM payloads WHERE seq = ? ORDER BY field',
    )
    .raw();
  const pathOf = readInclusionProofs(database, size);
  const records = new RecordsStore(database);
  const view = new RecordViews(bundle);
  const write = async (entries: AppendedFile, payloads: AppendedFile) => {
    let done = 0;
    for (const seq of seqs) {
      const text = entryOf.get(seq);
      if (text === undefined) throw new Error(`Entry ${seq} is missing from the journal.`);
      entries.append(`${text}\n`);
      const entry = decodeEntry(text);
      const label = entryLabel(entry);
      for (const [field, salt, value] of payloadsOf.iterate(seq)) {
        payloads.append(`{"field":"${field}","id":"${label}","salt":"${salt}","value":${value}}\n`);
      }
      if (order.kind !== 'full') {
        bundle.addProof(`proofs/${label}.tlog-proof`, proofText(seq, pathOf(seq), note));
      }
      if (entry.type === 'ledger.record/v1') {
        const record = records.find(entry.id, { includeSeq: true });
        if (record !== undefined) view.add(record);
      }
      done += 1;
      await onEntry(done);
    }
    return view.finish();
  };
  try {
    return await writeFileBy(bundle.placeOf('entries.ndjson'), (entries) =>
      writeFileBy(bundle.placeOf('payloads.ndjson'), (payloads) => write(entries, payloads)),
    );
  } finally {
    view.close();
  }
}

/**
 * `SHA256SUMS` over every other file, as `sha256sum -c` reads it.
 * @param goOn called with the bytes that were hashed since the last call; throws to stop
 */
export async function writeSums(
  bundle: BundleFolder,
  goOn: (bytes: number) => Promise<void>,
): Promise<void> {
  bundle.remove('SHA256SUMS');
  await writeFileBy(bundle.placeOf('SHA256SUMS'), async (sums) => {
    for (const part of bundle.parts()) {
      if (part.name === 'SHA256SUMS') continue;
      const hash = 'text' in part ? sha256(part.text) : await hashOfFile(part.path, goOn);
      if ('text' in part) await goOn(part.text.length);
      sums.append(`${hash}  ${part.name}\n`);
    }
  });
}

/** C2SP tlog-proof: the audit path and the checkpoint that it leads to. */
function proofText(seq: number, path: readonly Uint8Array[], note: string): string {
  const hashes = path.map((hash) =>
    Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('base64'),
  );
  return `${['c2sp.org/tlog-proof@v1', `index ${seq}`, ...hashes].join('\n')}\n\n${note}`;
}
