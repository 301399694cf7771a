/** The routes of evidence: readable in every state of its session. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { EvidenceSalts, EvidenceSide } from '../../shared/contract/evidence.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { entryHash } from '../../shared/ledger/entries.ts';
import type { DatasetsStore } from '../datasets/datasets-store.ts';
import type { EvidenceRow } from '../evidence/evidence.ts';
import { dsseFile, openLineageEvent } from '../evidence/export-evidence.ts';
import { verifyEvidence } from '../evidence/verify-evidence.ts';
import { leafSalts, oldLeafSalts } from '../evidence/evidence-leaves.ts';
import { sha256 } from '../ledger/sha256.ts';
import { resultSalts, type LeafSide } from '../receipts/leaves.ts';
import { jsonReply, pageReply, type RouteHandlers } from '../route-handler.ts';
import { rowsOfLeaves, type RowMeans } from './evidence-rows.ts';
import type { EvidenceStore, StoredEvidence } from './evidence-store.ts';
import { unknownSession } from './routes.ts';
import { keyOfSession, type SessionViews } from './session-views.ts';
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
        oldSecret: stored.oldSecret,
        inputs: inputsOf(options, stored),
      });
      return jsonReply({ ...found, checked_at: instant(clock()) });
    },

    getEvidenceSalts: ({ parameters: { evidence_id: id } }) =>
      jsonReply(saltsOf(options, require(id))),

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

/** The rows that went in as they were seen, null for one that was erased, unless one is lost. */
function inputsOf(
  means: RowMeans,
  stored: StoredEvidence,
): readonly (EvidenceRow | null)[] | undefined {
  const { inputs } = stored.evidence;
  const rows = rowsOfLeaves(means, stored.evidence)?.(inputs);
  const there = rows?.flatMap((row) => (row === undefined ? [] : [row]));
  return there?.length === inputs.count ? there : undefined;
}

/** The salts of the leaves; null for a leaf whose row is gone, and with it its salt. */
function saltsOf(means: RowMeans, stored: StoredEvidence): EvidenceSalts {
  const { evidence, oldSecret } = stored;
  const salts = oldSecret === undefined ? leafSalts(evidence.evidence_id) : oldLeafSalts(oldSecret);
  const find = rowsOfLeaves(means, evidence);
  const results = resultsOf(means, stored);
  const saltsAt = (name: LeafSide, side: EvidenceSide) => {
    const rows = results ?? find?.(side) ?? [];
    return side.leaves.map(({ record_id: recordId }, index) => {
      const row = rows[index] ?? (oldSecret === undefined ? undefined : anyRow);
      const isGone = row === undefined || row === null;
      return { record_id: recordId, salt: isGone ? null : salts(name, index, row) };
    });
  };
  return {
    evidence_id: evidence.evidence_id,
    inputs: saltsAt('inputs', evidence.inputs),
    outputs: evidence.outputs && saltsAt('outputs', evidence.outputs),
  };
}

/** Salts of evidence from before there were receipts are made of no row. */
const anyRow: EvidenceRow = { recordId: '', document: {}, rowSalt: new Uint8Array() };

/** Of an aggregation: what stands in place of rows. */
function resultsOf(
  { datasets, sessions }: RowMeans,
  { evidence: { kind, outputs, dataset_id: datasetId, session_id: sessionId } }: StoredEvidence,
): readonly EvidenceRow[] | undefined {
  const dataset = datasets.find(datasetId);
  const session = sessions.find(sessionId);
  if (kind !== 'aggregation' || session === undefined || dataset === undefined) return undefined;
  if (dataset.isErased) return undefined;
  const saltOf = resultSalts(keyOfSession(session, dataset));
  return outputs?.leaves.map((_, index) => ({ ...anyRow, rowSalt: saltOf(index + 1) }));
}

function attachment(name: string): { 'content-disposition': string } {
  return { 'content-disposition': `attachment; filename="${name}"` };
}

function unknownEvidence(id: string): never {
  throw new ApiError('not_found', `There is no evidence ${id}.`);
}
