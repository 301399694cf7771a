/** A record as JSON text, put together from the canonical texts that are stored: nothing is rewritten. */
import { isJsonObject, jsonOrUndefined } from '../../shared/contract/json.ts';
import { quoteString } from '../../shared/ledger/canonical-json.ts';

/** A record's own columns, as far as they are shown. */
export interface RecordRow {
  readonly position: number;
  readonly seq: number;
  readonly id: string;
  readonly model_id: string;
  readonly created_at: string;
  readonly confidence: number | null;
  readonly policy_id: string | null;
  readonly hash: Uint8Array;
  readonly previous_hash: Uint8Array;
  readonly intervention_count: number;
}

/** What stands for an input or output that is gone, and for one whose erasure was declared. */
const missing = '{"missing":true}';
const erasedValue = '{"erased":true}';

export interface RecordJsonOptions {
  readonly includeSeq: boolean;
  /** The JSON array of the interventions on the record; empty unless given. */
  readonly interventions?: string;
  /** The fields that erasures of the record name. */
  readonly erased?: readonly string[];
  /** JSON of what the profile of the model reads in it. */
  readonly facts?: string;
  /** JSON of why it waits, and since when. */
  readonly waiting?: string;
  /** Bytes of the values that are there and left out, by field. */
  readonly omitted?: ReadonlyMap<string, number>;
}

/** Canonical JSON texts by field: `input`, `output`, … */
export type PayloadTexts = ReadonlyMap<string, string>;

/**
 * The record in exactly the specified shape; `seq` follows where it was asked for. The texts in
 * `payloads` must be JSON.
 */
export function recordJson(
  record: {
    readonly id: string;
    readonly seq: number;
    readonly modelId: string;
    readonly createdAt: string;
    readonly confidence: number | null;
    readonly policyId: string | null;
    /** `sha256:…` */
    readonly hash: string;
    readonly previousHash: string;
  },
  payloads: PayloadTexts,
  options: RecordJsonOptions,
): string {
  const { interventions = '[]', erased = [], omitted } = options;
  const gone = (field: string) => (erased.includes(field) ? erasedValue : missing);
  const member = (field: string) => {
    const text = payloads.get(field);
    return text === undefined ? '' : `,"${field}":${text}`;
  };
  const required = (field: string) =>
    omitted?.has(field) === true ? '' : member(field) || `,"${field}":${gone(field)}`;
  return (
    `{"id":${quoteString(record.id)},"model_id":${quoteString(record.modelId)}` +
    required('input') +
    required('output') +
    (record.confidence === null ? '' : `,"confidence":${record.confidence}`) +
    member('transaction_id') +
    (record.policyId === null ? '' : `,"policy_id":${quoteString(record.policyId)}`) +
    member('context') +
    member('explanation') +
    `,"hash":"${record.hash}","previous_hash":"${record.previousHash}"` +
    `,"created_at":${quoteString(record.createdAt)},"interventions":${interventions}` +
    (options.includeSeq ? `,"seq":${record.seq}` : '') +
    (options.facts === undefined ? '' : `,"facts":${options.facts}`) +
    (options.waiting === undefined ? '' : `,"waiting":${options.waiting}`) +
    (omitted === undefined ? '}' : `,"omitted":${JSON.stringify(Object.fromEntries(omitted))}}`)
  );
}

/** The JSON of a record as it is stored. */
export function storedRecordJson(
  row: RecordRow,
  payloads: PayloadTexts,
  options: RecordJsonOptions,
): string {
  const record = {
    id: row.id,
    seq: row.seq,
    modelId: row.model_id,
    createdAt: row.created_at,
    confidence: row.confidence,
    policyId: row.policy_id,
    hash: hashText(row.hash),
    previousHash: hashText(row.previous_hash),
  };
  return recordJson(record, new Map([...payloads].map(readable)), options);
}

/** `sha256:` and hexadecimal digits. */
export function hashText(hash: Uint8Array): string {
  return `sha256:${Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('hex')}`;
}

/**
 * A stored text that is no longer what its field holds was changed behind the ledger's back. It must
 * not break the list it stands in, and must not be hidden: it is shown as it is, in a value of the
 * field's type, and verification names it.
 */
function readable([field, text]: [string, string]): [string, string] {
  if (field === 'transaction_id') {
    return [field, typeof jsonOrUndefined(text) === 'string' ? text : JSON.stringify(text)];
  }
  return [field, isJsonObject(jsonOrUndefined(text)) ? text : JSON.stringify({ unreadable: text })];
}
