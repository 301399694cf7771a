/** A record as JSON text, put together from the canonical texts that are stored: nothing is rewritten. */
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
  options: { readonly includeSeq: boolean },
): string {
  const payload = (field: string, always: boolean) => {
    const text = payloads.get(field);
    if (text !== undefined) return `,"${field}":${text}`;
    return always ? `,"${field}":null` : '';
  };
  return (
    `{"id":${quoteString(record.id)},"model_id":${quoteString(record.modelId)}` +
    payload('input', true) +
    payload('output', true) +
    (record.confidence === null ? '' : `,"confidence":${record.confidence}`) +
    payload('transaction_id', false) +
    (record.policyId === null ? '' : `,"policy_id":${quoteString(record.policyId)}`) +
    payload('context', false) +
    payload('explanation', false) +
    `,"hash":"${record.hash}","previous_hash":"${record.previousHash}"` +
    `,"created_at":${quoteString(record.createdAt)},"interventions":[]` +
    `${options.includeSeq ? `,"seq":${record.seq}` : ''}}`
  );
}

/** The JSON of a record as it is stored. */
export function storedRecordJson(
  row: RecordRow,
  payloads: PayloadTexts,
  options: { readonly includeSeq: boolean },
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
 * A stored text that is not JSON any more was changed behind the ledger's back. It must not break
 * the list it stands in, and must not be hidden: it is shown as it is, and verification names it.
 */
function readable([field, text]: [string, string]): [string, string] {
  try {
    JSON.parse(text);
    return [field, text];
  } catch {
    return [field, JSON.stringify({ unreadable: text })];
  }
}
