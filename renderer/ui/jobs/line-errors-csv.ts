/** Refused lines as rows and as CSV text (RFC 4180). */
import type { ImportLineError } from '../../../shared/contract/imports.ts';
import { csvLine } from '../../../shared/csv.ts';
import type { ToldFault } from '../fault-text.tsx';

export interface ReasonRow {
  readonly key: string;
  /** On the first row of a line only. */
  readonly line: number | undefined;
  readonly field: string;
  readonly reason: ToldFault;
}

/** One row a reason; a line refused for several fields takes several. */
export function reasonRows(errors: readonly ImportLineError[]): ReasonRow[] {
  return errors.flatMap((error): ReasonRow[] =>
    error.fields.length === 0
      ? [{ key: `${error.line}`, line: error.line, field: '', reason: { message: error.message } }]
      : error.fields.map((field, place) => ({
          key: `${error.line} ${place}`,
          line: place === 0 ? error.line : undefined,
          field: field.field,
          reason: field,
        })),
  );
}

/** Columns line, field, reason; every row carries its line. */
export function lineErrorsCsv(errors: readonly ImportLineError[]): string {
  const rows = errors.flatMap(({ line, message, fields }) =>
    (fields.length === 0 ? [{ field: '', message }] : fields).map((each) => [
      line,
      each.field,
      each.message,
    ]),
  );
  return [['line', 'field', 'reason'], ...rows].map((row) => csvLine(row)).join('');
}
