/** From the bytes of a body to what its handler takes: at once where it is small, else on a thread of its own. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { parseBody, parseJsonText, wholeBody } from '../../shared/contract/intake.ts';
import { isJsonObject } from '../../shared/contract/json.ts';
import { limits } from '../../shared/contract/limits.ts';
import { routeOf } from '../../shared/contract/routes.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import {
  readForRequest,
  type ForeignTask,
  type RunForeign,
  type Waiting,
} from '../foreign/foreign-task.ts';
import { readOtlp, unpackUpTo, type PackedForm } from '../intake/otlp/read-otlp.ts';
import { prepareBatch, readBatch } from '../intake/read-batch.ts';
import { prepareIntervention } from '../interventions/prepare-intervention.ts';
import { prepareRecord, prepareRecordText } from '../ledger/prepare-record.ts';
import type { PreparedBodies, SentBodyOf } from '../route-handler.ts';

/** Means to read bodies with. */
export interface BodyMeans {
  readonly foreign: RunForeign;
  /** Salts for the committed values of what is prepared. */
  readonly random: RandomBytes;
}

/** A body as it was sent, to the operation that is to take it. */
export interface SentBody {
  readonly operationId: string;
  readonly bytes: Uint8Array;
  /** How it is packed, for a route that takes such bodies. */
  readonly form?: PackedForm | undefined;
}

/** A body as its handler takes it: valid, or what was prepared of it; undefined for a route without one. */
export interface ReadBody {
  readonly body: unknown;
}

export const readBodyTask: ForeignTask<SentBody, ReadBody, never> = {
  name: 'read-body',
  run: async (sent, { random }) => readBody(sent, random),
};

/**
 * As `readBody`, wherever it holds up nobody: queries over rows have threads of their own anyway.
 * @throws {ApiError} as that does, or where the body was given up or could not be read in time
 */
export async function readBodyAside(
  sent: SentBody,
  { foreign, random }: BodyMeans,
  waiting: Waiting,
): Promise<ReadBody> {
  const small = smallOf(sent);
  if (small !== undefined || routeOf(sent.operationId)?.access === 'data') {
    return readBody(small ?? sent, random);
  }
  return readForRequest(foreign, readBodyTask, sent, { ...waiting, memoryMb: bodyMemory });
}

/** A body that is small, also once it is unpacked: then it comes without its packing. @throws {ApiError} */
function smallOf(sent: SentBody): SentBody | undefined {
  const { bytes, form } = sent;
  if (bytes.length > limits.bodyAtOnce) return undefined;
  if (form?.isGzip !== true) return sent;
  const unpacked = unpackUpTo(bytes, limits.bodyAtOnce);
  return unpacked && { ...sent, bytes: unpacked, form: { ...form, isGzip: false } };
}

/** Megabytes that the values of a body may take; the largest that is taken needs a fraction of it. */
const bodyMemory = 512;

/**
 * What the handler of an operation takes of a body.
 * @throws {ApiError} `malformed_json` or `validation_error`
 */
function readBody({ operationId, bytes, form }: SentBody, random: RandomBytes): ReadBody {
  if (form !== undefined) {
    const signal = operationId === 'ingestTraces' ? 'traces' : 'logs';
    return { body: readOtlp(signal, bytes, form, random) };
  }
  const route = routeOf(operationId);
  const text = decodeUtf8(bytes);
  if (route?.body === undefined) {
    refuseMembers(text);
    return { body: undefined };
  }
  // Most records are valid: they are prepared from their text, and nothing else is made of it.
  if (operationId === 'createRecords') return { body: readBatch(text, random) };
  const record = operationId === 'createRecord' ? prepareRecordText(text, random) : undefined;
  return { body: record ?? prepareBody(operationId, parseBody(text, route.body), random) };
}

/** Bodies that are values before they are made ready; others are made ready of their bytes alone. */
type PreparedValueId = Exclude<keyof PreparedBodies, 'ingestTraces' | 'ingestLogs'>;
type Prepare<Id extends PreparedValueId> = (
  body: SentBodyOf<Id>,
  random: RandomBytes,
) => PreparedBodies[Id];

const prepared: { readonly [Id in PreparedValueId]: Prepare<Id> } = {
  createRecord: prepareRecord,
  createRecords: prepareBatch,
  createIntervention: prepareIntervention,
};

/** Written as a method so that it may take less than any body: which body is whose, `prepared` has checked. */
type PrepareAny = { prepare(body: unknown, random: RandomBytes): unknown }['prepare'];

const preparedByName: Readonly<Partial<Record<string, PrepareAny>>> = prepared;

/** Makes of a valid body what the handler of its operation takes. */
export function prepareBody(operationId: string, body: unknown, random: RandomBytes): unknown {
  const prepare = preparedByName[operationId];
  return prepare === undefined ? body : prepare(body, random);
}

/** A route without a body takes an empty object at most. */
function refuseMembers(text: string): void {
  const value = parseJsonText(text);
  if (!isJsonObject(value)) throw validationError([faultAt(wholeBody, 'must_be_empty')]);
  const unknown = Object.keys(value);
  if (unknown.length === 0) return;
  const named = unknown.slice(0, limits.faults + 1);
  throw validationError(named.map((field) => faultAt(field, 'not_known', { unit: 'member' })));
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ApiError('malformed_json', 'The body is not JSON: its bytes are not UTF-8.');
  }
}
