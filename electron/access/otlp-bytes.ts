/** Bodies of OTLP answers, as bytes: JSON, or the two kinds of fields of protobuf that they are made of. */
import type { otlpMediaTypes } from '../../shared/contract/otlp.ts';

/** google.rpc.Code by HTTP status. */
const codes: Readonly<Partial<Record<number, number>>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  409: 9,
  413: 8,
  415: 3,
  429: 8,
  500: 13,
  503: 14,
};

export interface OtlpBody {
  readonly mediaType: (typeof otlpMediaTypes)[number];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** An error as a Status, in the encoding that the request has. */
export function statusBody(status: number, message: string, isJson: boolean): OtlpBody {
  const code = codes[status] ?? codes[500] ?? 0;
  return isJson
    ? jsonBody({ code, message })
    : protobufBody([varintField(1, code), textField(2, message)]);
}

export function jsonBody(value: object): OtlpBody {
  return {
    mediaType: 'application/json',
    bytes: new Uint8Array(Buffer.from(JSON.stringify(value))),
  };
}

export function protobufBody(fields: readonly number[][]): OtlpBody {
  return { mediaType: 'application/x-protobuf', bytes: Uint8Array.from(fields.flat()) };
}

/** A field of protobuf that is an unsigned integer below 2^53. */
export function varintField(field: number, value: number): number[] {
  return [...varint(field * 8), ...varint(value)];
}

export function textField(field: number, text: string): number[] {
  return bytesField(field, [...Buffer.from(text)]);
}

/** A field of protobuf that is a text or a message. */
export function bytesField(field: number, bytes: readonly number[]): number[] {
  return [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
}

/** Seven bits a byte, the lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  while (left >= 0x80) {
    bytes.push((left % 0x80) + 0x80);
    left = Math.floor(left / 0x80);
  }
  return [...bytes, left];
}
