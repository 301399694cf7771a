/** Prepared records in a file, between the thread that checks them and the one that writes them. */
import { StringDecoder } from 'node:string_decoder';
import { committedFields, type CommittedField } from '../../shared/contract/records.ts';
import { quoteString } from '../../shared/ledger/canonical-json.ts';
import type { PreparedRecord, PreparedValue } from '../../shared/ledger/prepared.ts';
import { searchText } from '../ledger/search-text.ts';

const cell = '\t';
const partsPerValue = 4;
const leadingParts = 3;

/**
 * One line: model, confidence, policy, and then field, salt, value and commitment of each committed
 * value. None of them has a tab or a line feed in it: texts are JSON, and canonical JSON has no
 * control characters. The search text is left out; it follows from the values.
 */
export function stageRecord(record: PreparedRecord): string {
  const { modelId, confidence, policyId } = record;
  let line =
    quoteString(modelId) +
    cell +
    (confidence === undefined ? '' : String(confidence)) +
    cell +
    (policyId === undefined ? '' : quoteString(policyId));
  for (const { field, salt, value, commitment } of record.values) {
    line += `${cell}${field}${cell}${salt}${cell}${value}${cell}${commitment}`;
  }
  return `${line}\n`;
}

/** The record of a line without its line feed. */
export function unstageRecord(line: string): PreparedRecord {
  const parts = line.split(cell);
  const values: PreparedValue[] = [];
  const texts: Partial<Record<CommittedField, string>> = {};
  for (let at = leadingParts; at < parts.length; at += partsPerValue) {
    const field = fieldOf(parts[at]);
    const value = parts[at + 2] ?? '';
    values.push({ field, salt: parts[at + 1] ?? '', value, commitment: parts[at + 3] ?? '' });
    texts[field] = value;
  }
  const [modelId = '', confidence = '', policyId = ''] = parts;
  return {
    modelId: textOf(modelId),
    confidence: confidence === '' ? undefined : Number(confidence),
    policyId: policyId === '' ? undefined : textOf(policyId),
    transactionId: texts.transaction_id === undefined ? undefined : textOf(texts.transaction_id),
    values,
    searchText: searchText(texts.input ?? '', texts.output ?? ''),
  };
}

/** Cuts pieces of a file into lines; what comes after the last line feed is not a line. */
export class LineReader {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';

  push(piece: Buffer): string[] {
    const lines = (this.#rest + this.#decoder.write(piece)).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines;
  }
}

function fieldOf(text: string | undefined): CommittedField {
  const field = committedFields.find((each) => each === text);
  if (field === undefined) throw damaged();
  return field;
}

function textOf(json: string): string {
  if (json.startsWith('"') && json.endsWith('"') && !json.includes('\\')) return json.slice(1, -1);
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'string') throw damaged();
  return value;
}

function damaged(): Error {
  return new Error('The staged records of an import are damaged.');
}
