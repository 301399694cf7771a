/** The invoice that a document of shares is, or takes back. */

/** Joins it in SQL, to a table with a column `document`: `i` is the invoice, `n` the credit note or null. */
export function ofDocument(alias: string): string {
  return `LEFT JOIN credit_notes AS n ON n.credit_note_id = ${alias}.document
    JOIN invoices AS i ON i.number = coalesce(n.invoice,
      (SELECT v.number FROM invoices AS v WHERE v.invoice_id = ${alias}.document))`;
}
