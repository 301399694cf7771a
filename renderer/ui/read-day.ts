/** A day as a person types it. */
import { dateSchema } from '../../shared/contract/common.ts';

/** `2026-11-21`, `21 Nov 2026` or `21 November 2026` as `2026-11-21`; null for anything else. */
export function readDay(text: string): string | null {
  const plain = text.trim();
  if (dateSchema.safeParse(plain).success) return plain;
  if (!/^\d{1,2} [A-Za-z]{3,9} \d{4}$/.test(plain)) return null;
  const at = Date.parse(`${plain} UTC`);
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10);
}
