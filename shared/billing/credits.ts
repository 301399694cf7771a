/** Credits: money that lowers later invoices before tax, and in which order it is drawn down. */

export const creditKinds = ['GOODWILL', 'PREPAID', 'CORRECTION'] as const;
export type CreditKind = (typeof creditKinds)[number];

export const creditBearers = ['PLATFORM', 'HOLDERS'] as const;
/** Who gets less for it. A prepaid credit was paid: nobody bears it. */
export type CreditBearer = (typeof creditBearers)[number];

export const usualPriority = 50;

/** A credit with what is left of it; minor units. */
export interface OpenCredit {
  readonly creditId: string;
  readonly kind: CreditKind;
  readonly rest: bigint;
  /** Null of a prepaid one. */
  readonly borneBy: CreditBearer | null;
  readonly priority: number;
  /** The last day on which it may be used; null for none. */
  readonly expiresOn: string | null;
  /** Order in which credits were given. */
  readonly number: bigint;
}

export interface DrawnCredit {
  readonly credit: OpenCredit;
  readonly amount: bigint;
}

/**
 * Uses credits for what is due, never more than that: by priority, then what expires first, then goodwill before what was
 * paid, then the older one.
 * @param day that of the invoice
 */
export function drawCredits(
  due: bigint,
  credits: readonly OpenCredit[],
  day: string,
): DrawnCredit[] {
  let open = due;
  return credits
    .filter(({ rest, expiresOn }) => rest > 0n && (expiresOn === null || expiresOn >= day))
    .toSorted(inOrderOfUse)
    .flatMap((credit): DrawnCredit[] => {
      const amount = credit.rest < open ? credit.rest : open;
      if (amount <= 0n) return [];
      open -= amount;
      return [{ credit, amount }];
    });
}

function inOrderOfUse(one: OpenCredit, other: OpenCredit): number {
  if (one.priority !== other.priority) return one.priority - other.priority;
  if (one.expiresOn !== other.expiresOn) {
    if (one.expiresOn === null) return 1;
    return other.expiresOn === null || one.expiresOn < other.expiresOn ? -1 : 1;
  }
  const [isPaid, isOtherPaid] = [one.kind === 'PREPAID', other.kind === 'PREPAID'];
  if (isPaid !== isOtherPaid) return isPaid ? 1 : -1;
  return one.number < other.number ? -1 : Number(one.number > other.number);
}
