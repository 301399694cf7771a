/** The groups of an answer as a table: its columns, its cells, and how long each bar is. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import { formatDecimal } from '../../ui/format.ts';

export interface ResultTable {
  /** Columns of the groups' keys; `_id` where the key is a single value. */
  readonly keys: readonly string[];
  /** The other members, in the order they first appear. */
  readonly measures: readonly string[];
}

/** The key's part of a row: an object's members, or the key itself as `_id`. */
export function keyParts(row: JsonObject): JsonObject {
  const key = row['_id'];
  if (key === undefined) return {};
  return isJsonObject(key) ? key : { _id: key };
}

/** Table of an answer, with a column for each member. */
export function tableOf(rows: readonly JsonObject[]): ResultTable {
  const keys = new Set<string>();
  const measures = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(keyParts(row))) keys.add(name);
    for (const name of Object.keys(row)) if (name !== '_id') measures.add(name);
  }
  return { keys: [...keys], measures: [...measures] };
}

/** The measures that can be drawn as bars: those with a number in any row. */
export function drawable(rows: readonly JsonObject[], measures: readonly string[]): string[] {
  return measures.filter((name) => rows.some((row) => typeof row[name] === 'number'));
}

/** Where a bar starts and how wide it is, in percent of its room. */
export interface Bar {
  readonly start: number;
  readonly width: number;
}

/** Bars from a common zero; a value that is no number has none. */
export function barsOf(rows: readonly JsonObject[], measure: string): (Bar | null)[] {
  const values = rows.map((row) => row[measure]);
  const numbers = values.filter((value): value is number => typeof value === 'number');
  const low = Math.min(0, ...numbers);
  const high = Math.max(0, ...numbers);
  const span = high - low;
  return values.map((value) => {
    if (typeof value !== 'number') return null;
    if (span === 0) return { start: 0, width: 0 };
    return {
      start: ((Math.min(value, 0) - low) / span) * 100,
      width: (Math.abs(value) / span) * 100,
    };
  });
}

/** A cell: numbers grouped and to four decimals, texts as they are, the rest as JSON. */
export function cellText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return formatDecimal(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
