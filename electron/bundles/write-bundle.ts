/** Writes the files of a bundle into a folder, byte for byte as the ledger has them. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CreateBundle } from '../../shared/contract/bundles.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { decodeEntry } from '../../shared/ledger/entries.ts';
import type { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { readInclusionProof } from '../checkpoints/tree-proofs.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { publicKeyPem } from '../ledger/ledger-key.ts';
import { RecordsStore } from '../records/records-store.ts';
import { entryLabel } from './entry-label.ts';
import { bundleReadme } from './readme.ts';
import { filesBelow } from './zip-folder.ts';
import { makeFolder } from '../database/make-folder.ts';

export interface BundleOrder {
  readonly order: CreateBundle;
  /** The entries that go into it, increasing. */
  readonly seqs: readonly number[];
  /** The signed checkpoint that covers them. */
  readonly note: string;
  readonly verifyScript: string;
  /** Called after each entry; throws to stop. */
  readonly onEntry: (done: number) => void;
}

/** Writes everything but the zip. Call it within one read transaction. */
export function writeBundle(
  folder: string,
  database: ReaderDatabase,
  checkpoints: CheckpointFiles,
  bundle: BundleOrder,
): void {
  const { order, seqs, note, onEntry } = bundle;
  const size = parseCheckpoint(note)?.size ?? 0;
  const { origin, vkey } = new ChainStore(database).genesis();
  const put = (name: string, text: string) => {
    const path = join(folder, name);
    makeFolder(dirname(path));
    writeFileSync(path, text, { mode: 0o600 });
  };
  const entries = lineWriter(join(folder, 'entries.ndjson'));
  const payloads = lineWriter(join(folder, 'payloads.ndjson'));
  const entryOf = database
    .prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?')
    .pluck();
  const payloadsOf = database
    .prepare<[number], [string, string, string]>(
      'SELECT field, salt, value FROM payloads WHERE seq = ? ORDER BY field',
    )
    .raw();
  const records = new RecordsStore(database);
  const shown: string[] = [];
  for (const [index, seq] of seqs.entries()) {
    const text = entryOf.get(seq);
    if (text === undefined) throw new Error(`Entry ${seq} is missing from the journal.`);
    entries.line(text);
    const entry = decodeEntry(text);
    const label = entryLabel(entry);
    for (const [field, salt, value] of payloadsOf.all(seq)) {
      payloads.line(`{"field":"${field}","id":"${label}","salt":"${salt}","value":${value}}`);
    }
    if (order.kind !== 'full')
      put(`proofs/${label}.tlog-proof`, proofText(database, seq, size, note));
    if (entry.type === 'ledger.record/v1') {
      const record = records.find(entry.id, { includeSeq: true });
      if (record !== undefined) shown.push(record);
    }
    onEntry(index + 1);
  }
  entries.close();
  payloads.close();
  put('view/records.json', `[${shown.join(',\n')}]\n`);
  put('checkpoint.note', note);
  for (const [directory, notes] of [
    ['checkpoints', checkpoints.own()],
    ['anchors', checkpoints.anchors()],
  ] as const) {
    for (const { note: each } of notes) {
      const known = parseCheckpoint(each);
      if (known === undefined || known.size > size || known.origin !== origin) continue;
      put(`${directory}/${String(known.size).padStart(16, '0')}.note`, each);
    }
  }
  const signer = readKeyHistory(database).history.at(size);
  put('keys/ledger.vkey', `${signer}\n`);
  put('keys/ledger.pub.pem', publicKeyPem(signer));
  put('verify.py', bundle.verifyScript);
  put('README.txt', bundleReadme(order.kind, { origin, size, entries: seqs.length }));
  put(
    'manifest.json',
    `${canonicalJson({
      format: 'proofdesk.bundle/v1',
      kind: order.kind,
      origin,
      vkey,
      size,
      entries: seqs.length,
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

/** `SHA256SUMS` over every other file, as `sha256sum -c` reads it. */
export async function writeSums(folder: string): Promise<void> {
  let text = '';
  for (const name of filesBelow(folder).filter((each) => each !== 'SHA256SUMS')) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(folder, name))) hash.update(Buffer.from(chunk));
    text += `${hash.digest('hex')}  ${name}\n`;
  }
  writeFileSync(join(folder, 'SHA256SUMS'), text, { mode: 0o600 });
}

/** C2SP tlog-proof: the audit path and the checkpoint that it leads to. */
function proofText(database: ReaderDatabase, seq: number, size: number, note: string): string {
  const path = readInclusionProof(database, seq, size).map((hash) =>
    Buffer.from(hash.slice('sha256:'.length), 'hex').toString('base64'),
  );
  return `${['c2sp.org/tlog-proof@v1', `index ${seq}`, ...path].join('\n')}\n\n${note}`;
}

function lineWriter(path: string) {
  const file = openSync(path, 'wx', 0o600);
  let waiting = '';
  const flush = () => {
    writeSync(file, waiting);
    waiting = '';
  };
  return {
    line(text: string): void {
      waiting += `${text}\n`;
      if (waiting.length > 65_536) flush();
    },
    close(): void {
      flush();
      closeSync(file);
    },
  };
}
