/** Which invoices hold the use that they bill: all but those that were corrected. */

/** Condition in SQL, on an invoice by its alias. */
export function isInForce(alias: string): string {
  return `(${alias}.status <> 'CANCELED' OR ${alias}.cancel_kind = 'UNCOLLECTIBLE')`;
}
