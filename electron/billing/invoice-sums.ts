/** What the lines of an invoice come to: by kind, by who bears a credit, and what of it holders share. */
import type { LineKind } from '../../shared/contract/billing.ts';
import type { CreditBearer } from '../../shared/billing/credits.ts';
import type { SharedAmounts, SharedPool } from '../../shared/billing/share-rule.ts';
import { sumOf, type PerDimension } from '../../shared/billing/volume.ts';
import type { InvoiceLine } from './invoice-document.ts';

/** Kinds of lines that holders share where a rate card says so. */
export const sharableKinds = ['true_up', 'minimum'] as const satisfies readonly LineKind[];
export type SharableKind = (typeof sharableKinds)[number];

/** Minor units. */
export function sumLines(lines: readonly InvoiceLine[]): bigint {
  return lines.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Sums by kind, in the order of the kinds' names; those that come to 0 are left out. */
export function amountsByKind(lines: readonly InvoiceLine[]): Map<LineKind, bigint> {
  const sums = new Map<LineKind, bigint>();
  for (const { kind, amount } of lines) sums.set(kind, (sums.get(kind) ?? 0n) + amount);
  return new Map([...sums].filter(([, sum]) => sum !== 0n).toSorted(byName));
}

function byName([one]: readonly [string, bigint], [other]: readonly [string, bigint]): number {
  return one < other ? -1 : 1;
}

/** Amounts that holders share of an invoice, from its lines and from what those of usage give each dataset. */
export function sharedAmounts(
  lines: readonly InvoiceLine[],
  usage: readonly { readonly datasetId: string; readonly amounts: PerDimension }[],
  extras: readonly SharableKind[],
): SharedAmounts {
  const given = new Map<string, bigint>();
  for (const { datasetId, amounts } of usage) {
    given.set(datasetId, (given.get(datasetId) ?? 0n) + sumOf(amounts));
  }
  return {
    given,
    extras: sumLines(lines.filter(({ kind }) => extras.some((each) => each === kind))),
    holdersCredits: -sumLines(lines.filter(({ credit }) => credit?.borneBy === 'HOLDERS')),
  };
}

/** Credits of an invoice by who bears them; minor units. */
export interface BorneCredits {
  readonly holders: bigint;
  readonly platform: bigint;
  readonly prepaid: bigint;
}

function creditsOf(lines: readonly InvoiceLine[], bearer: CreditBearer | null): bigint {
  return sumLines(lines.filter(({ credit }) => credit !== undefined && credit.borneBy === bearer));
}

/** Sum of negative adjustments: credits that the platform bears. */
export function creditedBy(lines: readonly InvoiceLine[]): bigint {
  return sumLines(lines.filter(({ kind, amount }) => kind === 'adjustment' && amount < 0n));
}

/** Credits by who bears them in the end: what holders would bear beyond their pool is the platform's. */
export function borneCredits(
  lines: readonly InvoiceLine[],
  { holdersCredits }: SharedAmounts,
  { beyond }: SharedPool,
): BorneCredits {
  return {
    holders: holdersCredits - beyond,
    platform: beyond - creditedBy(lines) - creditsOf(lines, 'PLATFORM'),
    prepaid: -creditsOf(lines, null),
  };
}
