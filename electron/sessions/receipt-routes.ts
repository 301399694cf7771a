/** The routes of receipts: what each access of a session delivered, and what proves it. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { AccessKind } from '../../shared/contract/activity.ts';
import { isJsonObject, jsonOrUndefined } from '../../shared/contract/json.ts';
import type { ReceiptAnswer, ReceiptSummary } from '../../shared/contract/receipts.ts';
import { accessKinds } from '../../shared/contract/activity.ts';
import type { DatasetsStore, StoredDataset } from '../datasets/datasets-store.ts';
import type { View } from '../policies/view.ts';
import { receiptText } from '../receipts/chain.ts';
import { receiptSalt, resultSalts } from '../receipts/leaves.ts';
import { decodeRuns, rowsIn } from '../receipts/runs.ts';
import { jsonReply, pageReply, type Principal, type RouteHandlers } from '../route-handler.ts';
import { givenFields } from './given-fields.ts';
import type { ReceiptAnchors } from './receipt-anchors.ts';
import type { ReceiptsStore, StoredReceipt } from './receipts-store.ts';
import { unknownSession } from './routes.ts';
import { SaltedRow } from '../sources/seen-row.ts';
import { keyOfSession, type SessionViews } from './session-views.ts';
import type { SessionsStore, StoredSession } from './sessions-store.ts';

export type ReceiptReads = 'listSessionReceipts' | 'getSessionReceipt';

export interface ReceiptReadMeans {
  readonly sessions: SessionsStore;
  readonly datasets: DatasetsStore;
  readonly views: SessionViews;
  readonly receipts: ReceiptsStore;
  readonly anchors: ReceiptAnchors;
  /** Of the workspace. */
  readonly currency: () => string;
  /** Has the writer sign the head of a receipt. */
  readonly sign: (head: Uint8Array) => Promise<ReceiptAnswer['signature']>;
}

export function receiptReadRoutes(means: ReceiptReadMeans): RouteHandlers<ReceiptReads> {
  const { receipts } = means;
  return {
    listSessionReceipts: ({ parameters: { session_id: id }, query: { limit, offset } }) => {
      const place = placeOf(means, id);
      const { data, total } = receipts.ofSession(id, { limit, offset });
      const stored = means.datasets.fields(place.dataset.number);
      const shown = data.map((each) => summaryOf(means, place, each, stored));
      return pageReply(shown, { total, limit, offset });
    },

    getSessionReceipt: async ({ parameters: { session_id: id, n }, principal }) => {
      const place = placeOf(means, id);
      const found = /^[1-9]\d{0,14}$/.test(n) ? receipts.find(id, Number(n)) : undefined;
      if (found === undefined) {
        throw new ApiError('not_found', `There is no receipt ${n} of session ${id}.`);
      }
      const { salts, erased } = saltsOf(means, place, found);
      return jsonReply({
        ...membersOf(found),
        receipt: found.receipt === undefined ? null : receiptText(found.receipt),
        request: found.request ?? null,
        signature: await means.sign(found.head),
        anchor: means.anchors.of(found) ?? null,
        erased,
        ...(maySeeSalts(principal) && { salts }),
      } satisfies ReceiptAnswer);
    },
  };
}

/** A session with the dataset that it reads. */
interface Place {
  readonly session: StoredSession;
  readonly dataset: StoredDataset;
}

function placeOf({ sessions, datasets }: ReceiptReadMeans, id: string): Place {
  const session = sessions.find(id) ?? unknownSession(id);
  const dataset = datasets.findByNumber(session.dataset);
  return dataset === undefined ? unknownSession(id) : { session, dataset };
}

/** Salts tell of rows: they are for who may see these. */
function maySeeSalts(principal: Principal): boolean {
  if (principal.kind === 'operator') return true;
  return (
    principal.kind === 'api_key' &&
    (principal.role === 'ai_lab' || principal.role === 'data_holder')
  );
}

function membersOf({ n, at, kind, rows, bytes, root, head }: StoredReceipt) {
  return {
    n,
    at,
    kind: kindOf(kind),
    rows,
    bytes,
    root: Buffer.from(root).toString('base64url'),
    head: Buffer.from(head).toString('base64url'),
  };
}

function kindOf(text: string): AccessKind {
  return accessKinds.find((each) => each === text) ?? 'read';
}

/** @param stored fields of the dataset */
function summaryOf(
  means: ReceiptReadMeans,
  place: Place,
  receipt: StoredReceipt,
  stored: ReturnType<DatasetsStore['fields']>,
): ReceiptSummary {
  return {
    ...membersOf(receipt),
    // Neither the request nor the names of the paths are there any more.
    fields: place.dataset.isErased
      ? []
      : givenFields(receipt, viewOf(means, place, receipt), stored),
    cost: means.receipts.costOf(receipt),
    currency: means.currency(),
  };
}

function viewOf(
  { views }: ReceiptReadMeans,
  { session, dataset }: Place,
  { policyVersion }: StoredReceipt,
): View {
  return views.at(session, dataset, policyVersion).view;
}

/** A delivery of rows that the ledger does not hold; results of an aggregation are none. */
function isOfRowsElsewhere({ request }: StoredReceipt): boolean {
  const asked = jsonOrUndefined(request ?? '');
  return isJsonObject(asked) && 'source' in asked && asked['operation'] !== 'aggregateSession';
}

/** Salts of the leaves of rows that are still there, in order of arrival; of an aggregation those of its results. */
function saltsOf(
  means: ReceiptReadMeans,
  place: Place,
  receipt: StoredReceipt,
): { readonly salts: NonNullable<ReceiptAnswer['salts']>; readonly erased: number } {
  const { sessionId, n, rows } = receipt;
  const { session, dataset } = place;
  const runs = decodeRuns(receipt.runs);
  if (dataset.isErased) return { salts: [], erased: rowsIn(runs) };
  // The ledger holds neither these rows nor their ids, which their salts are made of.
  if (isOfRowsElsewhere(receipt)) return { salts: [], erased: 0 };
  if (runs.length === 0) {
    const saltOf = resultSalts(keyOfSession(session, dataset));
    const salts = Array.from({ length: rows }, (_, index) => ({
      record_id: `result_${index + 1}`,
      salt: receiptSalt(sessionId, n, saltOf(index + 1)),
    }));
    return { salts, erased: 0 };
  }
  const view = viewOf(means, place, receipt);
  const salts: { record_id: string; salt: string }[] = [];
  for (const { from, to } of runs) {
    for (let seq = from; seq <= to; seq += 1) {
      const row = means.datasets.rowAt(dataset.number, seq);
      if (row === undefined) continue;
      const id = new SaltedRow(row, view).document['record_id'];
      const salt = receiptSalt(sessionId, n, row.salt);
      salts.push({ record_id: typeof id === 'string' ? id : '', salt });
    }
  }
  return { salts, erased: rowsIn(runs) - salts.length };
}
