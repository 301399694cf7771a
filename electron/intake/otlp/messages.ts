/**
 * The messages of OTLP 1.10 that are read of a request, by their field numbers: 15 types. What is not named here is
 * skipped. A decoded message has the members of OTLP/JSON, so that both encodings are read by the same code.
 */
import { WireType } from '@bufbuild/protobuf/wire';

export const scalarKinds = [
  'text',
  'flag',
  'int64',
  'fixed64',
  'double',
  'enum',
  'bytes',
  'id',
] as const;
export type ScalarKind = (typeof scalarKinds)[number];

export interface Field {
  /** Member of OTLP/JSON. */
  readonly name: string;
  readonly wire: WireType;
  /** A scalar, or the message that it holds. */
  readonly type: ScalarKind | Message;
  readonly isMany: boolean;
}

/** Fields by their number; holes are numbers that are skipped. */
export interface Message {
  readonly fields: readonly (Field | undefined)[];
  /** Values that may hold values: how deep they nest is bounded. */
  readonly isValue: boolean;
}

const wireOf: Readonly<Record<ScalarKind, WireType>> = {
  text: WireType.LengthDelimited,
  flag: WireType.Varint,
  int64: WireType.Varint,
  fixed64: WireType.Bit64,
  double: WireType.Bit64,
  enum: WireType.Varint,
  bytes: WireType.LengthDelimited,
  id: WireType.LengthDelimited,
};

type Declared = Readonly<
  Record<number, readonly [name: string, type: ScalarKind | Message, many?: 'many']>
>;

/** Fills in the fields of a message, which may hold itself. */
function declare(message: { fields: (Field | undefined)[] }, fields: Declared): void {
  for (const [number, [name, type, many]] of Object.entries(fields)) {
    const wire = typeof type === 'string' ? wireOf[type] : WireType.LengthDelimited;
    message.fields[Number(number)] = { name, wire, type, isMany: many === 'many' };
  }
}

function message(fields: Declared, isValue = false): Message {
  const made = { fields: [], isValue };
  declare(made, fields);
  return made;
}

const anyValue: { fields: (Field | undefined)[]; isValue: boolean } = { fields: [], isValue: true };
const keyValue = message({ 1: ['key', 'text'], 2: ['value', anyValue] });
const arrayValue = message({ 1: ['values', anyValue, 'many'] });
const keyValueList = message({ 1: ['values', keyValue, 'many'] });
declare(anyValue, {
  1: ['stringValue', 'text'],
  2: ['boolValue', 'flag'],
  3: ['intValue', 'int64'],
  4: ['doubleValue', 'double'],
  5: ['arrayValue', arrayValue],
  6: ['kvlistValue', keyValueList],
  7: ['bytesValue', 'bytes'],
});

const resource = message({ 1: ['attributes', keyValue, 'many'] });
/** Read to be judged, and not used. */
const scope = message({ 1: ['name', 'text'], 2: ['version', 'text'] });
const status = message({ 2: ['message', 'text'], 3: ['code', 'enum'] });
const span = message({
  1: ['traceId', 'id'],
  2: ['spanId', 'id'],
  4: ['parentSpanId', 'id'],
  5: ['name', 'text'],
  7: ['startTimeUnixNano', 'fixed64'],
  8: ['endTimeUnixNano', 'fixed64'],
  9: ['attributes', keyValue, 'many'],
  15: ['status', status],
});
const scopeSpans = message({ 1: ['scope', scope], 2: ['spans', span, 'many'] });
const resourceSpans = message({ 1: ['resource', resource], 2: ['scopeSpans', scopeSpans, 'many'] });
const logRecord = message({
  1: ['timeUnixNano', 'fixed64'],
  6: ['attributes', keyValue, 'many'],
  9: ['traceId', 'id'],
  10: ['spanId', 'id'],
  12: ['eventName', 'text'],
});
const scopeLogs = message({ 1: ['scope', scope], 2: ['logRecords', logRecord, 'many'] });
const resourceLogs = message({ 1: ['resource', resource], 2: ['scopeLogs', scopeLogs, 'many'] });

/** The body of `POST /traces`. */
export const traceRequest = message({ 1: ['resourceSpans', resourceSpans, 'many'] });
/** The body of `POST /logs`. */
export const logRequest = message({ 1: ['resourceLogs', resourceLogs, 'many'] });
