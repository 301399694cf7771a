/** The route that tells the holder what a value of a grant stands for: what a lab was given leads back to a row. */
import type { Resolved } from '../../shared/contract/dataset-erasures.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { isJsonObject, jsonOrUndefined, type JsonValue } from '../../shared/contract/json.ts';
import type { ReadContext } from '../area.ts';
import {
  DatasetsStore,
  keyOf,
  parseDocument,
  type StoredDataset,
} from '../datasets/datasets-store.ts';
import { rowPosition } from '../datasets/row-position.ts';
import { valuesAtAddress } from '../../shared/policies/addresses.ts';
import { keyOfGrant } from '../policies/grant-key.ts';
import { KeyedRecordIds } from '../policies/keyed-record-ids.ts';
import { Methods } from '../policies/methods.ts';
import { RecordIds, recordIdKey } from '../policies/record-ids.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const resolveStatements = {
  key: 'SELECT key FROM grants WHERE grant_id = ? AND dataset = ?',
  rows: 'SELECT json(document) FROM dataset_rows WHERE position BETWEEN ? AND ?',
} as const;

export function resolveRoute({
  database,
}: Pick<ReadContext, 'database'>): RouteHandlers<'resolveDatasetValue'> {
  const datasets = new DatasetsStore(database);
  const keys = database.prepare<[string, number], Buffer | null>(resolveStatements.key).pluck();
  const rows = database.prepare<[number, number], string>(resolveStatements.rows).pluck();

  const ofId = (dataset: StoredDataset, key: Uint8Array, given: string): Resolved | undefined => {
    // Of rows that the ledger does not hold the id holds the key itself.
    const ofKey = new KeyedRecordIds(key).keyOf(given);
    if (ofKey !== undefined) {
      const value = `rec_${ofKey.replace(/^rec_/, '')}`;
      return { record_id: value, value };
    }
    const seq = new RecordIds(recordIdKey(key), dataset.number).seqOf(given);
    const row = seq === undefined ? undefined : datasets.rowAt(dataset.number, seq);
    if (row === undefined) return undefined;
    const id = parseDocument(row.text)['record_id'];
    const value = typeof id === 'string' ? id : null;
    return { record_id: value, value };
  };

  const ofHash = (
    dataset: StoredDataset,
    key: Uint8Array,
    { value, field }: { readonly value: string; readonly field: string },
  ): Resolved | undefined => {
    const hash = new Methods({ grant: key, dataset: keyOf(dataset) }).create({ method: 'hash' });
    const place = { field, subject: () => ['row', 0] as const };
    const tried = new Set<JsonValue>();
    const [first, last] = [1, dataset.recordCount].map((seq) => rowPosition(dataset.number, seq));
    for (const text of rows.iterate(first ?? 0, last ?? 0)) {
      const document = jsonOrUndefined(text);
      for (const each of isJsonObject(document) ? valuesAtAddress(document, field) : []) {
        if (each === null || typeof each === 'object' || tried.has(each)) continue;
        tried.add(each);
        if (hash(each, place) === value) return { record_id: null, value: each };
      }
    }
    return undefined;
  };

  return {
    resolveDatasetValue: ({ parameters: { dataset_id: id }, body }) => {
      const { grant_id: grantId, value, field } = body;
      const dataset = datasets.find(id);
      const stored = dataset && keys.get(grantId, dataset.number);
      if (dataset === undefined || stored === undefined) {
        throw new ApiError('not_found', `There is no grant ${grantId} on ${id}.`);
      }
      const key = keyOfGrant(stored, keyOf(dataset), grantId);
      const isHash = value.startsWith('hmac-sha256:');
      if (isHash && field === undefined) throw validationError([faultAt('field', 'required')]);
      const found = isHash
        ? ofHash(dataset, key, { value, field: field ?? '' })
        : ofId(dataset, key, value);
      if (found !== undefined) return jsonReply(found satisfies Resolved);
      throw new ApiError('not_found', `${grantId} was given no such value of ${id}.`);
    },
  };
}
