/** What moves money, behind an interface; the one built in is local and moves none. */
import type { PaymentMethod } from '../../shared/contract/billing.ts';
import type { LedgerKind } from '../../shared/contract/workspace.ts';

export type ChargeResult =
  | { readonly outcome: 'COMPLETED' }
  | { readonly outcome: 'DECLINED'; readonly reason: string };

export type TransferResult =
  | { readonly outcome: 'COMPLETED' }
  | { readonly outcome: 'PENDING' }
  | { readonly outcome: 'FAILED'; readonly reason: string };

/** Amounts in minor units. Called inside the transaction that keeps the result, so it answers at once. */
export interface PaymentProcessor {
  charge(method: PaymentMethod, amount: bigint): ChargeResult;
  /** Sends a payout, or asks again how one that was sent stands. */
  transfer(method: string, amount: bigint): TransferResult;
}

/** Last four digits that the local processor declines, and why. */
const declining: Readonly<Record<string, string>> = {
  '0002': 'The payment method was declined.',
  '9995': 'The payment method has insufficient funds.',
};

export const localProcessor: PaymentProcessor = {
  charge: ({ last4 }) => {
    const reason = declining[last4];
    return reason === undefined ? { outcome: 'COMPLETED' } : { outcome: 'DECLINED', reason };
  },
  transfer: (method) => {
    if (method === 'test_failing') {
      return { outcome: 'FAILED', reason: 'The account of the holder does not exist.' };
    }
    return { outcome: method === 'test_slow' ? 'PENDING' : 'COMPLETED' };
  },
};

/** Bank transfers are made by people: what became of one is told by them. */
const transfersByHand: PaymentProcessor = {
  ...localProcessor,
  transfer: (method, amount) =>
    method === 'bank_transfer' ? { outcome: 'PENDING' } : localProcessor.transfer(method, amount),
};

/** The processor of a kind of ledger: in an example everything arrives by itself. */
export function processorOf(kind: LedgerKind): PaymentProcessor {
  return kind === 'demo' ? localProcessor : transfersByHand;
}
