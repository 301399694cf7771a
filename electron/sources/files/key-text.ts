/** Record ids that are made of a column. */
import { quotedName } from '../../filters/sql.ts';

/** SQL of the text that a record id is made of, behind its `rec_`. */
export function keyText(column: string): string {
  return `regexp_replace(CAST(${quotedName(column)} AS VARCHAR), '^rec_', '')`;
}
