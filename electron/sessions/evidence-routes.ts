/** The routes of evidence: readable in every state of its session. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { EvidenceSalts, EvidenceSide } from '../../shared/contract/evidence.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { entryHash } from '../../shared/ledger/entries.ts';
import {
  parseDocument,
  type DatasetsStore,
  type StoredDataset,
} from '../datasets/datasets-store.ts';
import type { EvidenceRow } from '../evidence/evidence.ts';
import { leafSalt, type SideName } from '../evidence/evidence-leaves.ts';
import { dsseFile, openLineageEvent } from '../evidence/export-evidence.ts';
import { verifyEvidence } from '../evidence/verify-evidence.ts';
import { sha256 } from '../ledger/sha256.ts';
import { jsonReply, pageReply, type RouteHandlers } from '../route-handler.ts';
import type { EvidenceStore, StoredEvidence } from './evidence-store.ts';
import { SeenFields } from './seen-fields.ts';
import { unknownSession } from './routes.ts';
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
  /** Origin and verifier key of the ledger, as its genesis says. */
  readonly genesis: () => { readonly origin: string; readonly vkey: string };
  /** The verifier key that signed the evidence in an entry. */
  readonly keyAt: (seq: number) => string;
  readonly clock: Clock;
}): RouteHandlers<EvidenceReads> {
  const { evidence, sessions, datasets, genesis, keyAt, clock } = options;
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
        inputs: inputsOf({ datasets, sessions }, stored),
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

/** The rows that went in, one by one, while all of them are there. */
function inputsOf(
  { datasets, sessions }: { readonly datasets: DatasetsStore; readonly sessions: SessionsStore },
  { evidence: { dataset_id: id, session_id: session, inputs } }: StoredEvidence,
): Generator<EvidenceRow> | undefined {
  const dataset = datasets.find(id);
  if (dataset === undefined) return undefined;
  const { number, recordCount } = dataset;
  const isWhole = inputs.leaves.every(({ record_id: recordId }) =>
    datasets.holds(number, recordId, recordCount),
  );
  if (!isWhole) return undefined;
  const granted = sessions.find(session)?.grant?.fields;
  const seen = new SeenFields(dataset.policy.restricted_fields, granted);
  return inputRows(datasets, dataset, { leaves: inputs.leaves, seen });
}

function* inputRows(
  datasets: DatasetsStore,
  { number, recordCount }: StoredDataset,
  { leaves, seen }: Pick<EvidenceSide, 'leaves'> & { readonly seen: SeenFields },
): Generator<EvidenceRow> {
  for (const { record_id: recordId } of leaves) {
    const row = datasets.row(number, recordId, recordCount);
    if (row !== undefined) yield { recordId, document: seen.strip(parseDocument(row.text)) };
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
