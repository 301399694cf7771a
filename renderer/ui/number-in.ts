/** A number as a person types it. */

/** A typed number; NaN for none, which the rules refuse at its field. */
export function numberIn(text: string): number {
  const plain = text.trim().replaceAll(',', '');
  return plain === '' ? Number.NaN : Number(plain);
}
