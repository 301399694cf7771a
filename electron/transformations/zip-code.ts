/** The initial three digits of a ZIP code, as far as they may be told. */
import type { JsonValue } from '../../shared/contract/json.ts';

/**
 * Areas of at most 20,000 people, whose digits become 000 (45 CFR 164.514(b)(2)(i)(B); the guidance of
 * the Office for Civil Rights lists these from the census of 2000).
 */
const smallAreas = new Set(
  '036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893'.split(' '),
);

/** Three digits of a ZIP or ZIP+4 code, also of one that lost its leading zeros as a number. */
export function zip3(value: JsonValue): string | undefined {
  const text = typeof value === 'number' ? String(value).padStart(5, '0') : value;
  if (typeof text !== 'string' || !/^\d{5}(?:-?\d{4})?$/.test(text)) return undefined;
  const digits = text.slice(0, 3);
  return smallAreas.has(digits) ? '000' : digits;
}
