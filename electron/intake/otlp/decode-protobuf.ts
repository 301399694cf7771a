/** From the bytes of an OTLP request to the members of OTLP/JSON, by the table of messages. */
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { limits } from '../../../shared/contract/limits.ts';
import type { Field, Message, ScalarKind } from './messages.ts';
import { OtlpFault } from './otlp-fault.ts';

/**
 * Decodes a message. Fields that are not in the table are skipped; a wire type that is not the field's, text that is no
 * UTF-8, a length beyond the message, or values that nest too deeply are faults.
 * @throws {OtlpFault}
 */
export function decodeProtobuf(bytes: Uint8Array, message: Message): unknown {
  try {
    return new Decoder(bytes).read(message);
  } catch (error) {
    if (error instanceof OtlpFault) throw error;
    // The reader has no errors of its own for bytes that are none of a message.
    throw new OtlpFault('is not a message in protobuf');
  }
}

type Members = Record<string, unknown>;

class Decoder {
  readonly #reader: BinaryReader;
  /** Messages that there is room for: each takes much more than the two bytes that it may be sent in. */
  #left: number = limits.otlp.messages;

  constructor(bytes: Uint8Array) {
    this.#reader = new BinaryReader(bytes);
  }

  read(message: Message): unknown {
    return this.#message(message, this.#reader.len, 0);
  }

  #message({ fields, isValue }: Message, end: number, depth: number): Members {
    const reader = this.#reader;
    const inner = isValue ? depth + 1 : depth;
    if (inner > limits.otlp.depth) throw new OtlpFault('has values that nest too deeply');
    if ((this.#left -= 1) < 0) throw new OtlpFault('has too many members', 'payload_too_large');
    const members: Members = {};
    while (reader.pos < end) {
      const [number, wire] = reader.tag();
      const field = fields[number];
      if (field === undefined) {
        reader.skip(wire, number);
        continue;
      }
      if (wire !== field.wire) throw new OtlpFault('has a field of another wire type');
      const value = this.#value(field.type, end, inner);
      if (field.isMany) manyOf(members, field).push(value);
      else members[field.name] = value;
    }
    if (reader.pos !== end) throw new OtlpFault('has a field that is longer than its message');
    return members;
  }

  #value(type: ScalarKind | Message, end: number, depth: number): unknown {
    const reader = this.#reader;
    if (typeof type !== 'string') {
      const length = reader.uint32();
      const own = reader.pos + length;
      if (own > end) throw new OtlpFault('has a field that is longer than its message');
      return this.#message(type, own, depth);
    }
    switch (type) {
      case 'text':
        return reader.string(true);
      case 'flag':
        return reader.bool();
      case 'int64':
        return String(reader.int64());
      case 'fixed64':
        return String(reader.fixed64());
      case 'double':
        return reader.double();
      case 'enum':
        return reader.int32();
      case 'bytes':
        return Buffer.from(reader.bytes()).toString('base64');
      case 'id':
        return Buffer.from(reader.bytes()).toString('hex');
      default:
        return type satisfies never;
    }
  }
}

function manyOf(members: Members, { name }: Field): unknown[] {
  const known = members[name];
  if (Array.isArray(known)) return known;
  const made: unknown[] = [];
  members[name] = made;
  return made;
}
