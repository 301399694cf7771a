/** From the bytes of an OTLP request to the decisions in it. */
import { gunzipSync } from 'node:zlib';
import { ApiError } from '../../../shared/contract/errors.ts';
import { validateBody } from '../../../shared/contract/intake.ts';
import { isJsonObject, type JsonObject } from '../../../shared/contract/json.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { createRecordSchema } from '../../../shared/contract/records.ts';
import type { RandomBytes } from '../../../shared/ids.ts';
import type {
  DecisionRefusal,
  PreparedExport,
  PreparedRecord,
  SentDecision,
} from '../../../shared/ledger/prepared.ts';
import { errorCodeOf } from '../../database/error-code.ts';
import { prepareRecord } from '../../ledger/prepare-record.ts';
import { refusalOf } from '../refusal.ts';
import { decodeProtobuf } from './decode-protobuf.ts';
import { isDecision, recordOf, type OtlpOptions, type Telemetry } from './map-decisions.ts';
import { logRequest, traceRequest } from './messages.ts';
import { OtlpFault } from './otlp-fault.ts';
import {
  attributesIn,
  idIn,
  nanosIn,
  objectIn,
  objectsIn,
  textIn,
  type Attributes,
} from './values.ts';

/** How a body was sent. */
export interface PackedForm extends OtlpOptions {
  /** Else protobuf. */
  readonly isJson: boolean;
  readonly isGzip: boolean;
}

export type OtlpSignal = 'traces' | 'logs';

/**
 * The decisions of a request; spans and log records that are none are left out.
 * @throws {ApiError} `malformed_json` for what is no OTLP request, `payload_too_large`
 */
export function readOtlp(
  signal: OtlpSignal,
  bytes: Uint8Array,
  form: PackedForm,
  random: RandomBytes,
): PreparedExport {
  try {
    const { isJson } = form;
    const plain = form.isGzip ? unpack(bytes, limits.otlp.bytes) : bytes;
    const request = isJson
      ? jsonIn(plain)
      : decodeProtobuf(plain, signal === 'traces' ? traceRequest : logRequest);
    return { isJson, ...decisionsOf(sentIn(request, nestings[signal]), form, random) };
  } catch (error) {
    throw error instanceof OtlpFault ? error.error : error;
  }
}

/** A body without its gzip; undefined where it is longer than `most` bytes then. @throws {ApiError} where it is no gzip */
export function unpackUpTo(bytes: Uint8Array, most: number): Uint8Array | undefined {
  try {
    return unpack(bytes, most);
  } catch (error) {
    if (!(error instanceof OtlpFault)) throw error;
    if (error.code === 'payload_too_large') return undefined;
    throw error.error;
  }
}

function unpack(bytes: Uint8Array, maxOutputLength: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch (error) {
    if (errorCodeOf(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new OtlpFault(`is larger than ${maxOutputLength} bytes, unpacked`, 'payload_too_large');
    }
    throw new OtlpFault('is not packed by gzip');
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function jsonIn(bytes: Uint8Array): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw new OtlpFault('is not JSON in UTF-8');
  }
  if (!isJsonObject(value)) throw new OtlpFault('is not an object');
  return value;
}

/** Names of the lists of a request, one within the other, and what makes an element of the innermost one. */
interface Nesting {
  readonly byResource: string;
  readonly byScope: string;
  readonly each: string;
  readonly of: (element: JsonObject, resource: Attributes) => Telemetry;
}

const nestings: Readonly<Record<OtlpSignal, Nesting>> = {
  traces: { byResource: 'resourceSpans', byScope: 'scopeSpans', each: 'spans', of: spanOf },
  logs: { byResource: 'resourceLogs', byScope: 'scopeLogs', each: 'logRecords', of: logOf },
};

function* sentIn(request: unknown, { byResource, byScope, each, of }: Nesting) {
  for (const ofResource of objectsIn(objectIn(request)[byResource])) {
    const resource = attributesIn(objectIn(ofResource['resource'])['attributes']);
    for (const ofScope of objectsIn(ofResource[byScope])) {
      for (const element of objectsIn(ofScope[each])) yield of(element, resource);
    }
  }
}

const failedCodes: ReadonlySet<unknown> = new Set([2, 'STATUS_CODE_ERROR']);

function spanOf(span: JsonObject, resource: Attributes): Telemetry {
  return {
    traceId: idIn(span['traceId']),
    spanId: idIn(span['spanId']),
    parentSpanId: idIn(span['parentSpanId']),
    startNanos: nanosIn(span['startTimeUnixNano']),
    endNanos: nanosIn(span['endTimeUnixNano']),
    isFailed: failedCodes.has(objectIn(span['status'])['code']),
    event: undefined,
    attributes: attributesIn(span['attributes']),
    resource,
  };
}

function logOf(record: JsonObject, resource: Attributes): Telemetry {
  const attributes = attributesIn(record['attributes']);
  // Until 1.5 of the protocol the name of an event was an attribute.
  const named = attributes.get('event.name');
  return {
    traceId: idIn(record['traceId']),
    spanId: idIn(record['spanId']),
    parentSpanId: '',
    startNanos: 0n,
    endNanos: 0n,
    isFailed: attributes.has('error.type'),
    event: textIn(record['eventName']) || (typeof named === 'string' ? named : ''),
    attributes,
    resource,
  };
}

function decisionsOf(
  sent: Iterable<Telemetry>,
  options: OtlpOptions,
  random: RandomBytes,
): Pick<PreparedExport, 'items' | 'withoutContent'> {
  const items: SentDecision[] = [];
  let withoutContent = 0;
  for (const each of sent) {
    if (!isDecision(each, options)) continue;
    const record = recordOf(each, options);
    if (record === undefined) withoutContent += 1;
    else items.push(itemOf(each, record, random));
  }
  return { items, withoutContent };
}

const traceIdForm = /^(?!0{32})[0-9a-f]{32}$/;
const spanIdForm = /^(?!0{16})[0-9a-f]{16}$/;

function itemOf(
  { traceId, spanId }: Telemetry,
  body: JsonObject,
  random: RandomBytes,
): SentDecision {
  // What is sent twice is recognised by them.
  if (!traceIdForm.test(traceId) || !spanIdForm.test(spanId)) {
    return { refusal: refusal('validation_error', 'It has no trace id or no span id.') };
  }
  try {
    const record = prepareRecord(validateBody(body, createRecordSchema), random);
    if (bytesOf(record) > limits.bodyBytes) {
      return {
        refusal: refusal('payload_too_large', `It is larger than ${limits.bodyBytes} bytes.`),
      };
    }
    return { record, key: `otlp:${traceId}:${spanId}` };
  } catch (error) {
    if (error instanceof ApiError) return { refusal: refusalOf(error) };
    throw error;
  }
}

function refusal(code: DecisionRefusal['code'], message: string): DecisionRefusal {
  return { code, message, fields: [] };
}

function bytesOf({ values }: PreparedRecord): number {
  return values.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0);
}
