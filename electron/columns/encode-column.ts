/** Cells as bytes, and back. Numbers are little-endian, whatever the machine has. */
import type { JsonValue } from '../../shared/contract/json.ts';
import { isScalar, type Scalar } from '../filters/compare-values.ts';
import {
  cellKind,
  encodings,
  listKind,
  type Column,
  type EncodedColumn,
  type CodeCells,
  type Encoding,
  type NumberCells,
  type ScalarCells,
  type TextCells,
} from './column-chunks.ts';

/** Between texts of a column; a text that holds it is kept in a dictionary. */
const separator = '\u001f';
/** Texts of which more than one in so many differ are kept one after another, without a dictionary. */
const rowsPerText = 2;
/** Mean length of texts that are kept: UTF-16 units. */
const longestMean = 256;

const bytesPerCode = 2;
/** One value in so many, or fewer, may differ where numbers that are no small whole ones have a dictionary. */
const cellsPerCode = 8;

/** How numbers are kept: each in so many bytes. */
const numberKinds = {
  i8: { bytes: 1, limit: 2 ** 7, cells: Int8Array },
  i16: { bytes: 2, limit: 2 ** 15, cells: Int16Array },
  i32: { bytes: 4, limit: 2 ** 31, cells: Int32Array },
  f64: { bytes: 8, limit: Number.POSITIVE_INFINITY, cells: Float64Array },
} as const;
type NumberEncoding = keyof typeof numberKinds;
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
  for (let cell = 0; cell < values.length; cell += 1) {
    const value = values[cell];
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
  if (!hasText) return encodeNumbers(values);
  if (characters > longestMean * count) return undefined;
  const most = hasOnlyText ? Math.floor(count / rowsPerText) : mostCodes;
  const data = encodeCodes(values, Math.min(most, mostCodes));
  if (data !== undefined) return { encoding: 'code', data };
  return hasOnlyText ? { encoding: 'text', data: encodeTexts(values) } : undefined;
}

/** Numbers, then the kinds of cells where one is no number; or a dictionary of them. */
function encodeNumbers(values: CellValues): EncodedColumn {
  const encoding = numberEncoding(values);
  if (encoding === 'f64') {
    // JSON, which a dictionary is, has one zero.
    const most = values.some((value) => Object.is(value, -0))
      ? 0
      : Math.floor(values.length / cellsPerCode);
    const data = encodeCodes(values, most);
    if (data !== undefined) return { encoding: 'code', data };
  }
  const { bytes, cells: Cells } = numberKinds[encoding];
  const isPlain = values.every((value) => typeof value === 'number');
  const data = Buffer.alloc(values.length * (isPlain ? bytes : bytes + 1));
  const cells = new Cells(values.length);
  const kindsAt = values.length * bytes;
  for (let cell = 0; cell < values.length; cell += 1) {
    const value = values[cell];
    if (typeof value === 'number') cells[cell] = value;
    if (!isPlain) data[kindsAt + cell] = kindOf(value);
  }
  data.set(inLittleEndian(new Uint8Array(cells.buffer), bytes));
  return { encoding, data };
}

/** The narrowest one that has room for every number. */
function numberEncoding(values: CellValues): NumberEncoding {
  let most = 0;
  for (const value of values) {
    if (typeof value !== 'number') continue;
    if (!Number.isInteger(value) || Object.is(value, -0)) return 'f64';
    most = Math.max(most, value < 0 ? -value - 1 : value);
  }
  const found = numberEncodings.find((each) => most < numberKinds[each].limit);
  return found ?? 'f64';
}

const numberEncodings = ['i8', 'i16', 'i32', 'f64'] as const satisfies readonly NumberEncoding[];

function kindOf(value: CellValues[number]): number {
  if (value === undefined) return cellKind.missing;
  if (value === null) return cellKind.null;
  if (typeof value === 'boolean') return value ? cellKind.true : cellKind.false;
  return cellKind.number;
}

/** Codes, 0 for a missing cell, then the dictionary as JSON; undefined where more than `most` values differ. */
function encodeCodes(values: CellValues, most: number): Buffer | undefined {
  const codes = new Map<Scalar, number>();
  const cells = Buffer.alloc(values.length * bytesPerCode);
  for (let cell = 0; cell < values.length; cell += 1) {
    const value = values[cell];
    if (value === undefined || isList(value)) continue;
    let code = codes.get(value);
    if (code === undefined) {
      code = codes.size + 1;
      if (code > most) return undefined;
      codes.set(value, code);
    }
    cells.writeUInt16LE(code, cell * bytesPerCode);
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
  const offsets = new Uint32Array(bytesFor(4, data, 0, offsetBytes).buffer);
  const kinds = new Uint8Array(data.subarray(offsetBytes, offsetBytes + rows));
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
    case 'i8':
    case 'i16':
    case 'i32':
    case 'f64':
      return decodeNumbers(encoding, data, rows);
    case 'code':
      return decodeCodes(data, rows);
    case 'text':
      return decodeTexts(data, rows);
    default:
      throw damagedColumn();
  }
}

function decodeNumbers(encoding: NumberEncoding, data: Buffer, rows: number): NumberCells {
  const { bytes, cells: Cells } = numberKinds[encoding];
  const kindsAt = rows * bytes;
  const isPlain = data.length === kindsAt;
  if (!isPlain && data.length !== kindsAt + rows) throw damagedColumn();
  return {
    kind: 'numbers',
    numbers: new Cells(bytesFor(bytes, data, 0, kindsAt).buffer),
    kinds: isPlain ? undefined : new Uint8Array(data.subarray(kindsAt)),
  };
}

/** A copy of some bytes, as the machine has numbers of so many bytes. */
function bytesFor(width: number, data: Buffer, from: number, to: number): Uint8Array<ArrayBuffer> {
  return inLittleEndian(new Uint8Array(data.subarray(from, to)), width);
}

const isLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Numbers of so many bytes as a little-endian machine has them, or back. */
function inLittleEndian(bytes: Uint8Array<ArrayBuffer>, width: number): Uint8Array<ArrayBuffer> {
  if (isLittle || width === 1) return bytes;
  for (let at = 0; at < bytes.length; at += width) bytes.subarray(at, at + width).reverse();
  return bytes;
}

function decodeCodes(data: Buffer, rows: number): CodeCells {
  const dictionaryAt = rows * bytesPerCode;
  if (data.length < dictionaryAt) throw damagedColumn();
  const values: readonly JsonValue[] = JSON.parse(data.toString('utf8', dictionaryAt));
  if (!Array.isArray(values)) throw damagedColumn();
  const codes = new Uint16Array(bytesFor(bytesPerCode, data, 0, dictionaryAt).buffer);
  return { kind: 'codes', codes, values: [undefined, ...values.filter(isScalar)] };
}

function decodeTexts(data: Buffer, rows: number): TextCells {
  const texts: (string | undefined)[] = data.toString('utf8', rows).split(separator);
  if (texts.length !== rows) throw damagedColumn();
  for (let cell = data.indexOf(0); cell !== -1 && cell < rows; cell = data.indexOf(0, cell + 1)) {
    texts[cell] = undefined;
  }
  return { kind: 'texts', texts };
}
