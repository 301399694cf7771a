/** Everything about a record that can be made before its place in the journal is known. */
import { idempotencyKeyPattern, identifierFault } from '../../shared/contract/common.ts';
import type { JsonValue } from '../../shared/contract/json.ts';
import {
  committedFields,
  type CommittedField,
  type CreateRecord,
} from '../../shared/contract/records.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { canonicalJson, StrictJsonError } from '../../shared/ledger/canonical-json.ts';
import { canonicalMembers, type CanonicalMember } from '../../shared/ledger/canonical-scan.ts';
import { commitment } from '../../shared/ledger/entries.ts';
import type { PreparedRecord } from '../../shared/ledger/prepared.ts';
import { searchText } from './search-text.ts';
import { sha256 } from './sha256.ts';

const saltBytes = 16;

/**
 * Canonical values, salts and commitments of a valid body. Asks `random` once, for 16 bytes a
 * committed field, which go to the fields in the order of their names.
 * @throws {StrictJsonError} for a value without a canonical form (a lone surrogate, NaN)
 */
export function prepareRecord(body: CreateRecord, random: RandomBytes): PreparedRecord {
  const values: FieldValue[] = [];
  for (const field of committedFields) {
    const given: JsonValue | undefined = body[field];
    if (given !== undefined) values.push({ field, value: canonicalJson(given) });
  }
  return prepare(body, values, random);
}

/**
 * The same straight from the JSON text of a body, for bulk intake: nothing is built but what is
 * stored. Undefined when the text is not a valid body; `parseStrictJson` and `createRecordSchema`
 * then say why.
 */
export function prepareRecordText(text: string, random: RandomBytes): PreparedRecord | undefined {
  return prepareMembers(membersOf(text), random);
}

/** The member of a record in a batch that is its idempotency key. */
const keyMember = 'idempotency_key';

/**
 * The same for a record of a batch, which may have an idempotency key beside its members. Undefined when the
 * text is not a valid one; `createRecordsItemSchema` then says why.
 */
export function prepareItemText(
  text: string,
  random: RandomBytes,
): { readonly record: PreparedRecord; readonly key: string | undefined } | undefined {
  const members = membersOf(text);
  const given = members.find(({ name }) => name === keyMember)?.text;
  const key = given?.startsWith('"') === true ? unquote(given) : undefined;
  if (given !== undefined && (key === undefined || !idempotencyKeyPattern.test(key))) {
    return undefined;
  }
  const own = given === undefined ? members : members.filter(({ name }) => name !== keyMember);
  const record = prepareMembers(own, random);
  return record === undefined ? undefined : { record, key };
}

/** The canonical members of an object; none where the text is something else, or is not to be taken. */
function membersOf(text: string): readonly CanonicalMember[] {
  try {
    return canonicalMembers(text) ?? [];
  } catch (error) {
    if (error instanceof StrictJsonError) return [];
    throw error;
  }
}

function prepareMembers(
  members: readonly CanonicalMember[],
  random: RandomBytes,
): PreparedRecord | undefined {
  const scalars: Scalars = {};
  const values: FieldValue[] = [];
  for (const member of members) {
    if (!takeMember(member, scalars, values)) return undefined;
  }
  if (scalars.model_id === undefined) return undefined;
  if (!has(values, 'input') || !has(values, 'output')) return undefined;
  return prepare({ ...scalars, model_id: scalars.model_id }, values, random);
}

interface FieldValue {
  readonly field: CommittedField;
  readonly value: string;
}

type Scalars = Partial<
  Pick<CreateRecord, 'model_id' | 'confidence' | 'policy_id' | 'transaction_id'>
>;

function has(values: readonly FieldValue[], field: CommittedField): boolean {
  return values.some((each) => each.field === field);
}

/** Sorts one member of a body into its place; false when `createRecordSchema` would refuse it. */
function takeMember(member: CanonicalMember, scalars: Scalars, values: FieldValue[]): boolean {
  const { name, text } = member;
  switch (name) {
    case 'input':
    case 'output':
    case 'context':
    case 'explanation':
      values.push({ field: name, value: text });
      return text.startsWith('{');
    case 'model_id':
    case 'policy_id':
    case 'transaction_id': {
      if (!text.startsWith('"')) return false;
      const value = unquote(text);
      scalars[name] = value;
      if (name === 'transaction_id') values.push({ field: name, value: text });
      return (
        value.length > 0 &&
        value.length <= limits.shortString &&
        identifierFault(value) === undefined
      );
    }
    case 'confidence':
      scalars.confidence = Number(text);
      return /^[0-9]/.test(text) && scalars.confidence <= 1;
    default:
      return false;
  }
}

function unquote(text: string): string {
  return text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1);
}

function prepare(
  body: Scalars & { readonly model_id: string },
  values: readonly FieldValue[],
  random: RandomBytes,
): PreparedRecord {
  const salts = random(saltBytes * values.length);
  return {
    modelId: body.model_id,
    confidence: body.confidence,
    policyId: body.policy_id,
    transactionId: body.transaction_id,
    values: values.map(({ field, value }, index) => {
      const bytes = salts.subarray(index * saltBytes, (index + 1) * saltBytes);
      const salt = encodeSalt(bytes);
      return { field, salt, value, commitment: commitment(sha256, field, salt, value) };
    }),
    searchText: searchText(valueOf(values, 'input'), valueOf(values, 'output')),
  };
}

function valueOf(values: readonly FieldValue[], field: CommittedField): string {
  return values.find((each) => each.field === field)?.value ?? '';
}

function encodeSalt(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64url');
}
