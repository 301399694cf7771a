/** The bundle of a payout: it is the sum of its shares and accruals, these are its holder's, and the metered lines are those that it names. */
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { batchType, readBatch, type Batch } from '../../shared/ledger/batches.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { LedgerEntry } from '../../shared/ledger/entries.ts';
import { factType, readFact, subjectOfRow, type Fact } from '../../shared/ledger/facts.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { verifyInclusion } from '../../shared/ledger/proofs.ts';
import { hexBytes } from '../../shared/ledger/subjects.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { isInvoice } from '../ledger/invoice-entries.ts';
import { headOf } from '../proof/head-of-lines.ts';
import { BundleShares } from './bundle-shares.ts';
import type { SubjectStep } from './bundle-subjects.ts';
import { readHashes } from './hash-lines.ts';
import { readLines, valueOfLine } from './read-bundle.ts';
import { wholeOfFact } from './whole-of-fact.ts';

interface PaidAccrual {
  readonly invoiceId: string;
  readonly datasetId: string;
  readonly holder: JsonValue | undefined;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

const linesFile = 'lines.ndjson';
const entriesFile = 'entries.ndjson';
/** Lines between two steps. */
const atOnce = 256;

export class BundlePayout {
  readonly #folder: string;
  readonly #payoutId: string;
  readonly #subjects = new Set<string>();
  readonly #accruals: PaidAccrual[] = [];
  readonly #shares: BundleShares;
  /** By id: the dataset that a session used, where that is the holder's. */
  readonly #sessions = new Map<string, { dataset: JsonValue; holder: JsonValue }>();
  readonly #batches = new Map<number, Batch>();
  #payout: Fact | undefined;

  constructor(folder: string, payoutId: string) {
    this.#folder = folder;
    this.#payoutId = payoutId;
    this.#shares = new BundleShares(folder);
  }

  /** Takes an entry in; tells whether it belongs to the payout. */
  add(entry: LedgerEntry): boolean {
    if (!('members' in entry)) return false;
    if (isInvoice(entry)) return this.#shares.addInvoice(entry);
    try {
      if (entry.type === batchType) return this.#addBatch(entry.seq, readBatch(entry));
      return entry.type === factType && this.#addFact(readFact(entry));
    } catch {
      return false;
    }
  }

  /** Subjects whose facts have to be all here. */
  subjects(): readonly string[] {
    return [...this.#subjects];
  }

  /** What is wrong, once all entries are in. */
  async *faults(): AsyncGenerator<SubjectStep> {
    yield* this.#shares.faults(this.#payout?.set ?? {});
    const fault = this.#sumFault();
    if (fault !== undefined) yield { name: entriesFile, message: fault };
    const batches = new Set(this.#batches.keys());
    const sessions = new Set(this.#sessions.keys());
    const datasets = new Set([
      ...this.#accruals.map(({ datasetId }) => datasetId),
      ...this.#shares.datasets,
    ]);
    const tree = new GrowingTree(sha256Into);
    let [last, lines] = [0, 0];
    for await (const line of readLines(this.#folder, linesFile)) {
      lines += 1;
      const found = this.#lineOf(valueOfLine(line));
      if (found === undefined || found.number <= last) {
        yield {
          name: linesFile,
          message: `Line ${lines} of ${linesFile} is not proven by its batch.`,
        };
      } else {
        last = found.number;
        tree.append(found.leaf);
        batches.delete(found.batch);
        sessions.delete(found.session);
        datasets.delete(found.dataset);
      }
      if (lines % atOnce === 0) yield { name: '' };
    }
    if (canonicalJson(this.#payout?.set?.['lines'] ?? null) !== headText(tree)) {
      yield { name: linesFile, message: 'The lines are not those that the payout names.' };
    }
    if (batches.size + sessions.size + datasets.size > 0) {
      const message = 'A share, an accrual, a session or a batch of the bundle has no line.';
      yield { name: linesFile, message };
    }
  }

  #addBatch(seq: number, batch: Batch): boolean {
    if (batch.table !== 'usage_events') return false;
    this.#batches.set(seq, batch);
    return true;
  }

  #addFact(fact: Fact): boolean {
    const { table, id, set } = fact;
    const isFirst = !this.#subjects.has(subjectOfRow(table, id));
    if (table === 'payouts' && id === this.#payoutId) {
      if (isFirst) this.#payout = fact;
    } else if (table === 'accruals' && Array.isArray(id)) {
      if (isFirst) this.#accruals.push(accrualOf(fact));
    } else if (table === 'sessions' && typeof id === 'string') {
      const known = { dataset: set?.['dataset_id'] ?? null, holder: set?.['holder_id'] ?? null };
      if (isFirst) this.#sessions.set(id, known);
    } else if (table === 'invoices' && typeof id === 'string') {
      this.#shares.addFact(fact);
    } else if (table === 'credit_notes' && typeof id === 'string') {
      if (isFirst && !this.#shares.addCreditNote(fact)) return false;
    } else {
      return false;
    }
    this.#subjects.add(subjectOfRow(table, id));
    return true;
  }

  /** The payout names its accruals, and is the sum of them and of its shares; each is its holder's, less the fee. */
  #sumFault(): string | undefined {
    const set = this.#payout?.set;
    if (set === null || set === undefined) return 'The bundle lacks the payout.';
    const tree = new GrowingTree(sha256Into);
    let { amount } = this.#shares;
    for (const { invoiceId, datasetId, holder, gross, fee, net } of this.#accruals) {
      const told = net <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(net) : String(net);
      const line = canonicalJson(['accruals', invoiceId, datasetId, told]);
      tree.append(hexBytes(leafHash(sha256, line)));
      amount += net;
      if (holder !== set['holder_id'] || gross - fee !== net) {
        return `The accrual of ${invoiceId} and ${datasetId} is not the holder's share less the fee.`;
      }
    }
    const named = set['accruals'] ?? { ...headOf(new GrowingTree(sha256Into)) };
    if (canonicalJson(named) !== headText(tree)) {
      return 'The accruals of the bundle are not those that the payout names.';
    }
    const tax = set['tax'] === undefined ? 0n : wholeOfFact(set['tax']);
    return tax !== undefined && wholeOfFact(set['amount']) === amount + tax
      ? undefined
      : 'The payout is not the sum of its shares and accruals.';
  }

  /** What a line is about, where it is in its batch and of a dataset of the holder's. */
  #lineOf(value: JsonValue | undefined) {
    if (value === undefined || !isJsonObject(value)) return undefined;
    const { batch: seq, index, line, path, ...rest } = value;
    if (typeof seq !== 'number' || typeof index !== 'number' || Object.keys(rest).length > 0) {
      return undefined;
    }
    const batch = this.#batches.get(seq);
    const hashes = Array.isArray(path) ? readHashes(path) : undefined;
    if (batch === undefined || hashes === undefined || !Array.isArray(line)) return undefined;
    const [table, number, , session] = line;
    const known = typeof session === 'string' ? this.#sessions.get(session) : undefined;
    const claim = {
      leaf: hexBytes(leafHash(sha256, canonicalJson(line))),
      index,
      size: batch.to - batch.from + 1,
      root: hexBytes(batch.root.slice('sha256:'.length)),
    };
    const isOfHolder = known?.holder === this.#payout?.set?.['holder_id'];
    const { dataset = null } = known ?? {};
    // Of a share the invoice says whose it is: others than the dataset's holder may benefit of it.
    const isPaid =
      (typeof dataset === 'string' && this.#shares.datasets.has(dataset)) ||
      (isOfHolder && this.#accruals.some(({ datasetId }) => datasetId === dataset));
    const holds =
      table === 'usage_events' &&
      number === batch.from + index &&
      isPaid &&
      verifyInclusion(sha256Into, claim, hashes);
    if (!holds || typeof session !== 'string' || typeof known?.dataset !== 'string')
      return undefined;
    const { leaf } = claim;
    return { batch: seq, number: batch.from + index, session, dataset: known.dataset, leaf };
  }
}

function accrualOf({ id, set }: Fact): PaidAccrual {
  const [invoiceId, datasetId] = Array.isArray(id) ? id : [];
  return {
    invoiceId: String(invoiceId),
    datasetId: String(datasetId),
    holder: set?.['holder_id'],
    gross: whole(set?.['gross']),
    fee: whole(set?.['fee']),
    net: whole(set?.['net']),
  };
}

/** Canonical text of how many leaves a tree has, and its head. */
function headText(tree: GrowingTree): string {
  return canonicalJson({ ...headOf(tree) });
}

/** @throws {TypeError} for what is no whole number */
function whole(value: JsonValue | undefined): bigint {
  const found = wholeOfFact(value);
  if (found === undefined) throw new TypeError('A fact has no whole number where it must.');
  return found;
}
