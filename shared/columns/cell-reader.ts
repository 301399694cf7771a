/** Reads the cells of a column as its type says: one code for every file and every preview. */
import type { ColumnMapping } from '../contract/imports.ts';
import { parseJsonText } from '../contract/intake.ts';
import type { JsonValue } from '../contract/json.ts';
import { faultOf, type Fault } from '../contract/faults.ts';
import { isTimeText } from '../oversight/time-text.ts';
import { booleanOf, cellKind, isRoundable, numberOf } from './cell-value.ts';
import type { ColumnVerdict } from './column-judge.ts';

/** Undefined for a cell that is absent. */
export type CellReader = (text: string) => JsonValue | undefined;

/** A cell that is not what its type says. */
export class CellError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Reads cells as the mapping says; those of `auto` are text until the column was judged. */
export function chosenReader(type: ColumnMapping['type']): CellReader {
  switch (type) {
    case 'auto':
    case 'string':
      return (text) => text;
    case 'number':
      return readNumber;
    case 'boolean':
      return readBoolean;
    case 'time':
      return readTime;
    case 'json':
      return (text) => parseJsonText(text, 'cell');
    default:
      return type satisfies never;
  }
}

/** Reads the cells of a column that was judged: words for nothing are absent where it is no text. */
export function judgedReader(type: ColumnVerdict['type']): CellReader {
  const absent: CellReader = () => undefined;
  if (type === 'string' || type === 'json') return (text) => text;
  if (type === 'empty') return absent;
  const read = type === 'number' ? numberOf : booleanOf;
  return (text) => (cellKind(text) === 'missing' ? undefined : read(text));
}

function readNumber(text: string): number {
  if (!isRoundable(text)) throw new CellError(notNumber(text));
  return numberOf(text);
}

function notNumber(text: string): Fault {
  const kind = cellKind(text);
  if (kind === 'missing') {
    return faultOf('cell_number_missing', { text: shorten(text) });
  }
  if (kind === 'many_digits') return faultOf('cell_number_digits', { text: shorten(text) });
  return faultOf('cell_number', { text: shorten(text) });
}

function readBoolean(text: string): boolean {
  const value = booleanOf(text);
  if (value === undefined) throw new CellError(faultOf('cell_boolean', { text: shorten(text) }));
  return value;
}

/** A time stays as it stands: a number, or text. */
function readTime(text: string): number | string {
  if (!isTimeText(text)) throw new CellError(faultOf('cell_time', { text: shorten(text) }));
  return isRoundable(text) ? numberOf(text) : text;
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
