/** The fast verdict on a record: rebuild its entry from everything stored about it, and compare. */
import { quoteString } from '../../shared/ledger/canonical-json.ts';
import { recordEntryText } from '../../shared/ledger/entries.ts';
import type { EntryRow, PayloadRow, RecordRow } from '../ledger/ledger-snapshot.ts';
import { sha256 } from '../ledger/sha256.ts';

/** Where the chain stands before an entry. */
export interface ChainPlace {
  /** Hex hash the next record must link to; undefined when it is lost, and nothing can be said fast. */
  readonly recordHash: string | undefined;
  /** Position of the record before; 0 before the first. */
  readonly position: number;
  /** `created_at` of the entry before. */
  readonly createdAt: string;
}

/**
 * The entry's hex hash when the record holds in every part: the text made from its index columns,
 * the commitments recomputed from its payloads and the hash before is the stored text, and the
 * stored hashes are its. Undefined says only "look closer", never what is wrong.
 * @param payloads rows sorted by field; those from `from` to before `to` are the record's
 * @param leaf the leaf hash computed from the stored text, hex
 */
export function checkRecord(
  entry: EntryRow,
  record: RecordRow,
  payloads: readonly PayloadRow[],
  from: number,
  to: number,
  before: ChainPlace,
  leaf: string,
): string | undefined {
  const bytes = entry[1];
  if (bytes === null || leaf !== entry[2] || !columnsFit(entry[0], record, before))
    return undefined;
  let commit = '';
  let transactionPreimage = '';
  for (let index = from; index < to; index += 1) {
    const payload = payloads[index];
    const preimage = payload?.[2];
    if (payload === undefined || typeof preimage !== 'string') return undefined;
    // Bytes that are not UTF-8 decode to U+FFFD: whether it was meant is for a closer look.
    if (preimage.includes('\uFFFD')) return undefined;
    if (payload[1] === 'transaction_id') transactionPreimage = preimage;
    commit += `${commit === '' ? '' : ','}"${payload[1]}":"sha256:${sha256(preimage)}"`;
  }
  const [, seq, id, modelId, createdAt, confidence, policyId, transactionId, hash] = record;
  const accountId = record[11];
  if (!transactionFits(transactionId, transactionPreimage)) return undefined;
  const text = recordEntryText(
    {
      seq,
      id,
      createdAt,
      modelId,
      accountId: accountId ?? undefined,
      confidence: confidence ?? undefined,
      policyId: policyId ?? undefined,
      previousHash: `sha256:${before.recordHash}`,
    },
    commit,
  );
  if (text !== bytes || bytes.includes('\uFFFD')) return undefined;
  const actual = sha256(bytes);
  return actual === hash ? actual : undefined;
}

/** Types and order of the index columns; their values are compared as part of the text. */
function columnsFit(seq: number, record: RecordRow, before: ChainPlace): boolean {
  const [position, recordSeq, id, modelId, createdAt, confidence, policyId] = record;
  return (
    recordSeq === seq &&
    position === before.position + 1 &&
    record[9] === before.recordHash &&
    typeof id === 'string' &&
    typeof modelId === 'string' &&
    typeof createdAt === 'string' &&
    createdAt >= before.createdAt &&
    (confidence === null || (typeof confidence === 'number' && !Object.is(confidence, -0))) &&
    (policyId === null || typeof policyId === 'string') &&
    (record[11] === null || typeof record[11] === 'string')
  );
}

/** The transaction id in clear must be the committed one. */
function transactionFits(transactionId: unknown, preimage: string): boolean {
  if (transactionId === null) return preimage === '';
  if (typeof transactionId !== 'string') return false;
  const end = `","transaction_id",${quoteString(transactionId)}]`;
  return preimage.slice(-end.length) === end;
}
