/** Cells as bytes, and back. Numbers are little-endian, whatever the machine has. */
import type { Scalar } from '../filters/compare-values.ts';
import {
  cellKind,
  encodings,
  listKind,
  type Column,
  type EncodedColumn,
  type Encoding,
  type ScalarCells,
} from './column-chunks.ts';

/** Between texts of a column; a text that holds it is kept in a dictionary. */
const separator = '\u001f';
/** Texts of which more than one in so many differ are kept one after another, without a dictionary. */
const rowsPerText = 2;
/** Mean length of texts that are kept: UTF-16 units. */
const longestMean = 256;

const bytesPerNumber = 8;
const bytesPerCode = 2;
const mostCodes = 65_535;

/** Values of cells in their order; undefined for a missing one. */
export type CellValues = readonly (Scalar | readonly Scalar[] | undefined)[];

/** The bytes of a column; undefined where its texts are too long to be kept. */
export function encodeColumn(values: CellValues): EncodedColumn | undefined {
  return values.some((each) => Array.isArray(each)) ? encodeLists(values) : encodeScalars(values);
}

function encodeLists(values: CellValues): EncodedColumn | undefined {
  const kinds = Buffer.alloc(values.length);
  const offsets = Buffer.alloc(4 * (values.length + 1));
  const elements: Scalar[] = [];
  for (const [cell, value] of values.entries()) {
    offsets.writeUInt32LE(elements.length, 4 * cell);
    if (value === undefined) continue;
    kinds[cell] = Array.isArray(value) ? listKind.array : listKind.scalar;
    if (isList(value)) for (const element of value) elements.push(element);
    else elements.push(value);
  }
  offsets.writeUInt32LE(elements.length, 4 * values.length);
  const inner = encodeScalars(elements);
  if (inner === undefined) return undefined;
  const head = Buffer.of(encodings.indexOf(inner.encoding));
  return { encoding: 'list', data: Buffer.concat([offsets, kinds, head, inner.data]) };
}

function isList(value: Scalar | readonly Scalar[]): value is readonly Scalar[] {
  return Array.isArray(value);
}

function encodeScalars(values: CellValues): EncodedColumn | undefined {
  let [hasText, hasOnlyText, characters, count] = [false, true, 0, 0];
  for (const value of values) {
    if (typeof value === 'string') {
      hasText = true;
      characters += value.length;
      count += 1;
      if (value.includes(separator)) hasOnlyText = false;
    } else if (value !== undefined) hasOnlyText = false;
  }
  if (!hasText) return { encoding: 'f64', data: encodeNumbers(values) };
  if (characters > longestMean * count) return undefined;
  const codes = new Map<Scalar, number>();
  for (const value of values) {
    if (value !== undefined && !isList(value) && !codes.has(value))
      codes.set(value, codes.size + 1);
  }
  const isVaried = codes.size * rowsPerText > count;
  if (hasOnlyText && (isVaried || codes.size > mostCodes)) {
    return { encoding: 'text', data: encodeTexts(values) };
  }
  if (codes.size > mostCodes) return undefined;
  return { encoding: 'code', data: encodeCodes(values, codes) };
}

/** Numbers, then the kinds of cells where one is no number. */
function encodeNumbers(values: CellValues): Buffer {
  const isPlain = values.every((value) => typeof value === 'number');
  const data = Buffer.alloc(values.length * (isPlain ? bytesPerNumber : bytesPerNumber + 1));
  const kindsAt = values.length * bytesPerNumber;
  for (const [cell, value] of values.entries()) {
    if (typeof value === 'number') data.writeDoubleLE(value, cell * bytesPerNumber);
    if (!isPlain) data[kindsAt + cell] = kindOf(value);
  }
  return data;
}

function kindOf(value: CellValues[number]): number {
  if (value === undefined) return cellKind.missing;
  if (value === null) return cellKind.null;
  if (typeof value === 'boolean') return value ? cellKind.true : cellKind.false;
  return cellKind.number;
}

/** Codes, 0 for a missing cell, then the dictionary as JSON. */
function encodeCodes(values: CellValues, codes: ReadonlyMap<Scalar, number>): Buffer {
  const cells = Buffer.alloc(values.length * bytesPerCode);
  for (const [cell, value] of values.entries()) {
    if (value === undefined || isList(value)) continue;
    cells.writeUInt16LE(codes.get(value) ?? 0, cell * bytesPerCode);
  }
  return Buffer.concat([cells, Buffer.from(JSON.stringify([...codes.keys()]))]);
}

/** Which cells are there, then their texts. */
function encodeTexts(values: CellValues): Buffer {
  const there = Buffer.from(values.map((value) => Number(value !== undefined)));
  const texts = values.map((value) => (typeof value === 'string' ? value : ''));
  return Buffer.concat([there, Buffer.from(texts.join(separator))]);
}

/** @throws {Error} where the bytes are no column of so many cells */
export function decodeColumn({ encoding, data }: EncodedColumn, rows: number): Column {
  if (encoding !== 'list') return { kind: 'scalars', cells: decodeScalars(encoding, data, rows) };
  const offsetBytes = 4 * (rows + 1);
  if (data.length < offsetBytes + rows + 1) throw damagedColumn();
  const offsets = new Uint32Array(rows + 1);
  for (let cell = 0; cell <= rows; cell += 1) offsets[cell] = data.readUInt32LE(4 * cell);
  const kinds = Uint8Array.from(data.subarray(offsetBytes, offsetBytes + rows));
  const inner = encodings[data[offsetBytes + rows] ?? encodings.length];
  const count = offsets[rows] ?? 0;
  if (inner === undefined || inner === 'list') throw damagedColumn();
  const elements = decodeScalars(inner, data.subarray(offsetBytes + rows + 1), count);
  return { kind: 'lists', cells: { kinds, offsets, elements } };
}

/** The error of kept bytes that cannot be read. */
export function damagedColumn(): Error {
  return new Error('A column of a dataset is damaged. Verify the ledger to see what is affected.');
}

function decodeScalars(
  encoding: Exclude<Encoding, 'list'>,
  data: Buffer,
  rows: number,
): ScalarCells {
  switch (encoding) {
    case 'f64':
      return decodeNumbers(data, rows);
    case 'code':
      return decodeCodes(data, rows);
    case 'text':
      return decodeTexts(data, rows);
    default:
      throw damagedColumn();
  }
}

function decodeNumbers(data: Buffer, rows: number): ScalarCells {
  const kindsAt = rows * bytesPerNumber;
  const isPlain = data.length === kindsAt;
  if (!isPlain && data.length !== kindsAt + rows) throw damagedColumn();
  const bytes = new Uint8Array(kindsAt);
  bytes.set(data.subarray(0, kindsAt));
  const kinds = new Uint8Array(rows);
  if (isPlain) kinds.fill(cellKind.number);
  else kinds.set(data.subarray(kindsAt));
  return { kinds, numbers: doublesOf(bytes), texts: [] };
}

const isLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function doublesOf(bytes: Uint8Array<ArrayBuffer>): Float64Array {
  if (isLittle) return new Float64Array(bytes.buffer);
  const view = new DataView(bytes.buffer);
  return Float64Array.from({ length: bytes.length / bytesPerNumber }, (_, cell) =>
    view.getFloat64(cell * bytesPerNumber, true),
  );
}

function decodeCodes(data: Buffer, rows: number): ScalarCells {
  const dictionaryAt = rows * bytesPerCode;
  if (data.length < dictionaryAt) throw damagedColumn();
  const dictionary: unknown = JSON.parse(data.toString('utf8', dictionaryAt));
  if (!Array.isArray(dictionary)) throw damagedColumn();
  const texts: string[] = [];
  const kindsOf = new Uint8Array(dictionary.length + 1);
  const numbersOf = new Float64Array(dictionary.length + 1);
  for (const [index, value] of dictionary.entries()) {
    if (typeof value === 'string') {
      kindsOf[index + 1] = cellKind.string;
      numbersOf[index + 1] = texts.length;
      texts.push(value);
    } else {
      kindsOf[index + 1] = kindOf(value);
      numbersOf[index + 1] = typeof value === 'number' ? value : 0;
    }
  }
  const kinds = new Uint8Array(rows);
  const numbers = new Float64Array(rows);
  for (let cell = 0; cell < rows; cell += 1) {
    const at = cell * bytesPerCode;
    const code = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8);
    kinds[cell] = kindsOf[code] ?? cellKind.missing;
    numbers[cell] = numbersOf[code] ?? 0;
  }
  return { kinds, numbers, texts };
}

function decodeTexts(data: Buffer, rows: number): ScalarCells {
  const texts = data.toString('utf8', rows).split(separator);
  if (texts.length !== rows) throw damagedColumn();
  const kinds = new Uint8Array(rows);
  const numbers = new Float64Array(rows);
  for (let cell = 0; cell < rows; cell += 1) {
    kinds[cell] = data[cell] === 1 ? cellKind.string : cellKind.missing;
    numbers[cell] = cell;
  }
  return { kinds, numbers, texts };
}
