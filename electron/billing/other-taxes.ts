/** Taxes that lines of some kinds have in place of that of their account. */
import { z } from 'zod';
import {
  taxedKinds,
  taxKinds,
  type OtherTaxes as TaxesOfKinds,
  type TaxKind,
} from '../../shared/contract/billing-parties.ts';
import type { LineKind } from '../../shared/contract/billing.ts';
import { unitsOf } from '../../shared/billing/decimal.ts';
import type { OtherTax } from '../../shared/billing/invoice-amounts.ts';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';

/** A tax by its kind and its rate: why it is so stands with the party. */
export interface LineTax extends OtherTax {
  readonly kind: TaxKind;
}

/** By kind of line. */
export type OtherTaxes = Readonly<Partial<Record<LineKind, LineTax>>>;

export const lineTaxSchema = z
  .object({ kind: z.enum(taxKinds), bps: z.int().min(0).max(10_000) })
  .transform(({ kind, bps }): LineTax => ({ kind, bps: BigInt(bps) }));
const storedSchema = z.partialRecord(z.enum(taxedKinds), lineTaxSchema);

/** As the fact of an account has them; none of a value that is no such object. */
export function readOtherTaxes(value: JsonValue | undefined): OtherTaxes {
  const read = storedSchema.safeParse(value ?? {});
  return read.success ? read.data : {};
}

/** The fact of them, in clear; null for none. Those that are the account's own are none. */
export function otherTaxesFact(
  taxes: TaxesOfKinds,
  own: { readonly kind: TaxKind; readonly rate_percent: number },
): JsonObject | null {
  const others = Object.entries(taxes).flatMap(([kind, tax]) =>
    tax.kind === own.kind && tax.rate_percent === own.rate_percent
      ? []
      : [[kind, { kind: tax.kind, bps: Number(unitsOf(tax.rate_percent, 2)) }] as const],
  );
  return others.length === 0 ? null : Object.fromEntries(others);
}

/** Lines with the tax that each has, where it is not that of the account. */
export function withTaxes<Line extends { readonly kind: LineKind }>(
  lines: readonly Line[],
  taxes: OtherTaxes,
): (Line & { readonly tax?: LineTax })[] {
  return lines.map((line) => {
    const tax = taxes[line.kind];
    return tax === undefined ? line : { ...line, tax };
  });
}
