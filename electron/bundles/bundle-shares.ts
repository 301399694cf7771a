/** Shares in the bundle of a payout: each is one of an invoice that is paid, its holder's, and among those that the payout names. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { OtherEntry } from '../../shared/ledger/entries.ts';
import type { Fact } from '../../shared/ledger/facts.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { verifyInclusion } from '../../shared/ledger/proofs.ts';
import { hexBytes } from '../../shared/ledger/subjects.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { headOf } from '../proof/head-of-lines.ts';
import type { SubjectStep } from './bundle-subjects.ts';
import { readHashes } from './hash-lines.ts';
import { readLines, valueOfLine } from './read-bundle.ts';
import { wholeOfFact } from './whole-of-fact.ts';

const sharesFile = 'shares.ndjson';
/** Shares between two steps. */
const atOnce = 256;

interface Shown {
  readonly document: string;
  readonly dataset: string;
  readonly net: bigint;
  readonly leaf: Uint8Array;
}

export class BundleShares {
  readonly #folder: string;
  /** By id of its document: the root over shares that an entry names, and how many they are. */
  readonly #documents = new Map<string, { readonly count: number; readonly root: string }>();
  readonly #paid = new Set<string>();
  readonly #notes = new Set<string>();
  /** Datasets of shares. */
  readonly datasets = new Set<string>();
  /** Sum of their net amounts, once they were read. */
  amount = 0n;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes the entry of an invoice in; tells whether it names shares. */
  addInvoice({ members: { id, shares } }: OtherEntry): boolean {
    return this.#addDocument(id, shares);
  }

  /** Takes in the first fact of a credit note: what it takes from holders counts as it is issued. */
  addCreditNote({ id, set }: Fact): boolean {
    if (typeof id !== 'string' || !this.#addDocument(id, set?.['shares'])) return false;
    this.#paid.add(id);
    this.#notes.add(id);
    return true;
  }

  #addDocument(id: unknown, shares: JsonValue | undefined): boolean {
    if (typeof id !== 'string' || shares === undefined || !isJsonObject(shares)) return false;
    const { count, root } = shares;
    const isHash = typeof root === 'string' && /^sha256:[0-9a-f]{64}$/.test(root);
    if (typeof count !== 'number' || !isHash) return false;
    this.#documents.set(id, { count, root });
    return true;
  }

  /** Takes in what is said of an invoice. */
  addFact({ id, set }: Fact): void {
    if (typeof id === 'string' && set?.['status'] === 'PAID') this.#paid.add(id);
  }

  /** What is wrong with the shares of a payout, given by what its first fact says. */
  async *faults(payout: JsonObject): AsyncGenerator<SubjectStep> {
    const tree = new GrowingTree(sha256Into);
    const idle = new Set(this.#documents.keys());
    let lines = 0;
    for await (const line of readLines(this.#folder, sharesFile)) {
      lines += 1;
      const share = this.#shareOf(valueOfLine(line), payout['holder_id']);
      if (share === undefined) {
        const message = `Line ${lines} of ${sharesFile} is no share of a paid invoice and this holder.`;
        yield { name: sharesFile, message };
      } else {
        tree.append(share.leaf);
        idle.delete(share.document);
        this.amount += share.net;
        // What a credit note takes back was used, and paid for, before.
        if (!this.#notes.has(share.document)) this.datasets.add(share.dataset);
      }
      if (lines % atOnce === 0) yield { name: '' };
    }
    const named = payout['shares'] ?? { ...headOf(new GrowingTree(sha256Into)) };
    if (canonicalJson(named) !== canonicalJson({ ...headOf(tree) })) {
      yield { name: sharesFile, message: 'The shares are not those that the payout names.' };
    }
    if (idle.size > 0) {
      yield {
        name: sharesFile,
        message: 'An invoice or a credit note of the bundle has no share.',
      };
    }
  }

  /** A share, where its invoice names it and is paid, and it is the holder's gross less the fee. */
  #shareOf(value: JsonValue | undefined, holder: JsonValue | undefined): Shown | undefined {
    if (value === undefined || !isJsonObject(value)) return undefined;
    const { document, index, line, path, ...rest } = value;
    if (typeof document !== 'string' || typeof index !== 'number') return undefined;
    const hashes = Array.isArray(path) ? readHashes(path) : undefined;
    const named = this.#documents.get(document);
    if (hashes === undefined || named === undefined || !Array.isArray(line)) return undefined;
    const [table, of, n, , dataset, whose] = line;
    const claim = {
      leaf: hexBytes(leafHash(sha256, canonicalJson(line))),
      index,
      size: named.count,
      root: hexBytes(named.root.slice('sha256:'.length)),
    };
    const [gross, fee, net] = line.slice(6).map(wholeOfFact);
    const isShare = line.length === 9 && table === 'shares' && of === document && n === index + 1;
    if (!isShare || whose !== holder || typeof dataset !== 'string') return undefined;
    if (gross === undefined || fee === undefined || net !== gross - fee) return undefined;
    if (!this.#paid.has(document) || Object.keys(rest).length > 0) return undefined;
    if (!verifyInclusion(sha256Into, claim, hashes)) return undefined;
    return { document, dataset, net, leaf: claim.leaf };
  }
}
