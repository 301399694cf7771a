/** Fixes the shares of a document as it is issued, and keeps them. */
import type { Database, Statement } from 'better-sqlite3';
import type { Share } from '../../../shared/billing/share-rule.ts';
import type { RandomBytes } from '../../../shared/ids.ts';
import { shareLine, type CommittedShare } from '../../../shared/ledger/shares.ts';
import type { TreeHead } from '../../../shared/ledger/subjects.ts';
import { headOfLines } from '../../proof/head-of-lines.ts';

const saltBytes = 16;

export interface FixedShares {
  readonly shares: readonly CommittedShare[];
  /** What the document's entry states of them. */
  readonly head: TreeHead;
  readonly fees: bigint;
}

/** Over the writer's connection; the caller holds the transaction. */
export class ShareWriter {
  readonly #random: RandomBytes;
  readonly #insert: Statement<[object]>;

  constructor(database: Database, random: RandomBytes) {
    this.#random = random;
    this.#insert = database.prepare(
      `INSERT INTO shares (document, n, dataset_id, holder_id, gross, fee, net, at, salt)
       VALUES (@document, @n, @datasetId, @holderId, @gross, @fee, @net, @at, @salt)`,
    );
  }

  /** Salts the shares of a document, in their order. */
  fix(document: string, shares: readonly Share[]): FixedShares {
    const committed = shares.map((share, index): CommittedShare => {
      const salt = Buffer.from(this.#random(saltBytes)).toString('base64url');
      return { ...share, document, n: index + 1, salt };
    });
    return {
      shares: committed,
      head: headOfLines(committed.map(shareLine)),
      fees: shares.reduce((sum, { fee }) => sum + fee, 0n),
    };
  }

  keep({ shares }: FixedShares, at: string): void {
    for (const share of shares) this.#insert.run({ ...share, at });
  }
}
