/** From the text of a batch to its decisions: what is wrong with one of them is its own fault. */
import { z } from 'zod';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import {
  createRecordsItemSchema,
  type CreateRecordsItem,
} from '../../shared/contract/intake-routes.ts';
import { parseBody, parseJsonText, validateBody } from '../../shared/contract/intake.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import type { SentDecision } from '../../shared/ledger/prepared.ts';
import { prepareItemText, prepareRecord } from '../ledger/prepare-record.ts';
import { elementPlaces, type Place } from './element-places.ts';
import { refusalOf } from './refusal.ts';

/** The one member of a batch. */
const member = 'records';
const shape = z.strictObject({ [member]: z.array(z.unknown()) });

/**
 * The decisions of a batch, in order. Those that cannot be taken carry their refusal, with paths from their own
 * root; the whole is refused only for what is wrong outside of them.
 * @throws {ApiError} `malformed_json` or `validation_error`
 */
export function readBatch(text: string, random: RandomBytes): SentDecision[] {
  const { items } = limits.batch;
  const places = elementPlaces(text, member, items) ?? refuseShape(text);
  if (places.length === 0) {
    throw validationError([faultAt(member, 'at_least_items', { minimum: 1 })]);
  }
  if (places.length > items) {
    throw validationError([faultAt(member, 'at_most_items', { maximum: items })]);
  }
  const faults = new NamedFaults();
  return places.map((place, index) =>
    faults.within(readElement(text.slice(place.start, place.end), index, random)),
  );
}

/** The decisions of a batch that is a value already. */
export function prepareBatch(
  { records }: { readonly records: readonly CreateRecordsItem[] },
  random: RandomBytes,
): SentDecision[] {
  return records.map((item) => prepareItem(item, random));
}

function prepareItem(item: CreateRecordsItem, random: RandomBytes): SentDecision {
  const { idempotency_key: key, ...record } = item;
  return { record: prepareRecord(record, random), key };
}

/** @throws {ApiError} `malformed_json`: then the whole is not JSON */
function readElement(text: string, index: number, random: RandomBytes): SentDecision {
  try {
    if (isTooLong(text)) refuseLong(text);
    return (
      prepareItemText(text, random) ??
      prepareItem(parseBody(text, createRecordsItemSchema, 'record'), random)
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== 'malformed_json') return { refusal: refusalOf(error) };
    throw new ApiError('malformed_json', `${member}.${index}: ${error.message}`);
  }
}

function isTooLong(text: string): boolean {
  const most = limits.bodyBytes;
  return text.length * 3 > most && Buffer.byteLength(text) > most;
}

/** What is too long is refused by itself, unless it is no JSON: then the rest of the body is none either. */
function refuseLong(text: string): never {
  if (jsonOrUndefined(text) === undefined) parseJsonText(text, 'record');
  throw new ApiError('payload_too_large', `The record is larger than ${limits.bodyBytes} bytes.`);
}

/** @throws {ApiError} always: says what is wrong with a body that is no list of records and nothing else */
function refuseShape(text: string): Place[] {
  validateBody(parseJsonText(text), shape);
  throw new Error('A batch has the right shape, and its records were not found.');
}

/** Faults of all decisions together: an answer has room for so many of them, and for one of each in any case. */
class NamedFaults {
  #left: number = limits.batch.faults;

  within(sent: SentDecision): SentDecision {
    if (!('refusal' in sent)) return sent;
    const fields = sent.refusal.fields.slice(0, Math.max(1, this.#left));
    this.#left -= fields.length;
    return { refusal: { ...sent.refusal, fields } };
  }
}
