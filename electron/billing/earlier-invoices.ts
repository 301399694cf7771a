/** Invoices from before shares were fixed as they are issued: what holders get of them is theirs once they are paid. */
import type { Database, Statement } from 'better-sqlite3';
import { sharesOf, type DatasetUse, type Share } from '../../shared/billing/shares.ts';
import { integerMember } from '../../shared/ledger/facts.ts';
import type { Facts } from '../proof/facts.ts';
import type { BookWriter, Posting } from './books.ts';
import type { HolderWriter } from './holder-accounts.ts';
import type { StoredInvoice } from './invoices-store.ts';
import { usesOfInvoice } from './invoice-uses.ts';

interface EarlierMeans {
  readonly books: BookWriter;
  readonly holders: HolderWriter;
  readonly facts: Facts;
}

/** Over the writer's connection; the caller holds the transaction. */
export class EarlierInvoices {
  readonly #means: EarlierMeans;
  readonly #uses: Statement<[bigint], DatasetUse>;

  constructor(database: Database, means: EarlierMeans) {
    this.#means = means;
    this.#uses = usesOfInvoice(database);
  }

  /**
   * What holders get: the lines of usage, before tax, by what each dataset was used. To be asked before it is marked as
   * paid: whatever fee is in force then is the one that its holders are charged.
   */
  sharesOf(invoice: StoredInvoice, now: string): readonly Share[] {
    const uses = this.#uses.all(invoice.number);
    return sharesOf(invoice.usage, uses, (holderId) => this.#means.holders.know(holderId, now));
  }

  accrue(invoice: StoredInvoice, shares: readonly Share[], now: string): void {
    if (shares.length === 0) return;
    const { invoiceId } = invoice.document;
    for (const share of shares) this.#keep(invoiceId, share, now);
    this.#means.books.post(invoiceId, 'accrued', now, accruedPostings(shares));
  }

  #keep(invoiceId: string, share: Share, now: string): void {
    const { datasetId, holderId, gross, fee, net } = share;
    this.#means.facts.write('accruals', [invoiceId, datasetId], {
      set: {
        holder_id: holderId,
        gross: integerMember(gross),
        fee: integerMember(fee),
        net: integerMember(net),
        accrued_at: now,
      },
    });
  }
}

/** Postings of what holders get of an invoice once it is paid. */
export function accruedPostings(
  shares: readonly Pick<Share, 'gross' | 'fee' | 'net'>[],
): Posting[] {
  return shares.flatMap(({ gross, fee, net }): Posting[] => [
    ['holder_share', gross],
    ['fee_income', -fee],
    ['holder_payable', -net],
  ]);
}
