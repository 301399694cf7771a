/** The routes of evidence: readable in every state of its session. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { EvidenceSalts, EvidenceSide } from '../../shared/contract/evidence.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { entryHash } from '../../shared/ledger/entries.ts';
import type { DatasetsStore } from '../datasets/datasets-store.ts';
import type { EvidenceRow } from '../evidence/evidence.ts';
import { leafSalt, type SideName } from '../evidence/evidence-leaves.ts';
import { dsseFile, openLineageEvent } from '../evidence/export-evidence.ts';
import { verifyEvidence } from '../evidence/verify-evidence.ts';
import { sha256 } from '../ledger/sha256.ts';
import { jsonReply, pageReply, type RouteHandlers } from '../route-handler.ts';
import type { EvidenceStore, StoredEvidence } from './evidence-store.ts';
import { seenRow, type Snapshot } from './row-queries.ts';
import { unknownSession } from './routes.ts';
import type { SessionViews } from './session-views.ts';
import type { SessionsStore } from './sessions-store.ts';

export type EvidenceReads =
  | 'listSessionEvidence'
  | 'getEvidence'
  | 'getEvidenceSalts'
  | 'verifyEvidence'
  | 'exportEvidence'
  | 'exportLineage';

export function evidenceReadRoutes(options: {
  readonly evidence: EvidenceStore;
  readonly sessions: SessionsStore;
  readonly datasets: DatasetsStore;
  readonly views: SessionViews;
  /** Origin and verifier key of the ledger, as its genesis says. */
  readonly genesis: () => { readonly origin: string; readonly vkey: string };
  /** The verifier key that signed the evidence in an entry. */
  readonly keyAt: (seq: number) => string;
  readonly clock: Clock;
}): RouteHandlers<EvidenceReads> {
  const { evidence, sessions, genesis, keyAt, clock } = options;
  const require = (id: string): StoredEvidence => evidence.find(id) ?? unknownEvidence(id);

  return {
    listSessionEvidence: ({ parameters: { session_id: id }, query: { limit, offset } }) => {
      if (sessions.find(id) === undefined) unknownSession(id);
      const { data, total } = evidence.ofSession(id, { limit, offset });
      return pageReply(data, { total, limit, offset });
    },

    getEvidence: ({ parameters: { evidence_id: id } }) => jsonReply(require(id).evidence),

    verifyEvidence: ({ parameters: { evidence_id: id } }) => {
      const stored = require(id);
      const { seq } = stored.place;
      const found = verifyEvidence(stored.evidence, {
        vkey: keyAt(seq),
        entryText: evidence.entryText(seq) ?? '',
        previousHash: evidence.hashBefore(seq) ?? entryHash(sha256, evidence.entryText(0) ?? ''),
        leafSecret: stored.prepared.leafSecret,
        inputs: inputsOf(options, stored),
      });
      return jsonReply({ ...found, checked_at: instant(clock()) });
    },

    getEvidenceSalts: ({ parameters: { evidence_id: id } }) => jsonReply(saltsOf(require(id))),

    exportEvidence: ({ parameters: { evidence_id: id } }) => {
      const { name, mediaType, text } = dsseFile(require(id).evidence);
      return { body: text, headers: { 'content-type': mediaType, ...attachment(name) } };
    },

    exportLineage: ({ parameters: { evidence_id: id } }) => {
      const { evidence: found } = require(id);
      const event = openLineageEvent(found, genesis().origin);
      return {
        body: `${JSON.stringify(event, undefined, 2)}\n`,
        headers: attachment(`${found.evidence_id}.openlineage.json`),
      };
    },
  };
}

interface InputMeans {
  readonly datasets: DatasetsStore;
  readonly sessions: SessionsStore;
  readonly views: SessionViews;
}

/** The rows that went in, one by one and as they were seen, while all of them are there. */
function inputsOf(
  { datasets, sessions, views }: InputMeans,
  {
    evidence: { evidence_id: id, dataset_id: datasetId, session_id: sessionId, inputs },
  }: StoredEvidence,
): Generator<EvidenceRow> | undefined {
  const dataset = datasets.find(datasetId);
  const session = sessions.find(sessionId);
  if (dataset === undefined || session === undefined) return undefined;
  const { view } = views.at(session, dataset, sessions.policyOfEvidence(session.number, id));
  const rows = { dataset: dataset.number, seq: dataset.recordCount, view };
  const ids = inputs.leaves.map(({ record_id: recordId }) => recordId);
  const isWhole = ids.every((each) => seenRow(datasets, rows, each) !== undefined);
  return isWhole ? inputRows(datasets, rows, ids) : undefined;
}

function* inputRows(
  datasets: DatasetsStore,
  rows: Omit<Snapshot, 'viewName'>,
  ids: readonly string[],
): Generator<EvidenceRow> {
  for (const recordId of ids) {
    const row = seenRow(datasets, rows, recordId);
    if (row !== undefined) yield { recordId, document: row.document };
  }
}

function saltsOf({ evidence: found, prepared }: StoredEvidence): EvidenceSalts {
  const saltsAt = (side: SideName, { leaves }: EvidenceSide) =>
    leaves.map(({ record_id }, index) => ({
      record_id,
      salt: leafSalt(prepared.leafSecret, side, index),
    }));
  return {
    evidence_id: found.evidence_id,
    inputs: saltsAt('inputs', found.inputs),
    outputs: found.outputs && saltsAt('outputs', found.outputs),
  };
}

function attachment(name: string): { 'content-disposition': string } {
  return { 'content-disposition': `attachment; filename="${name}"` };
}

function unknownEvidence(id: string): never {
  throw new ApiError('not_found', `There is no evidence ${id}.`);
}
