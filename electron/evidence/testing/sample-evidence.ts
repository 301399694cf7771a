/** Evidence of a transformation and of an operation, made with fixed keys and salts. */
import type { Evidence } from '../../../shared/contract/evidence.ts';
import { createLedgerKey } from '../../ledger/ledger-key.ts';
import { countingRandom } from '../../ledger/testing/test-ledger.ts';
import { evidenceResource, prepareEvidence, sealEvidence } from '../create-evidence.ts';
import { evidenceEntryText } from '../evidence-entry.ts';
import type { EvidenceOrder, EvidencePlace, EvidenceRow, PreparedEvidence } from '../evidence.ts';

export const sampleKey = createLedgerKey(
  'ledger.example/test',
  Uint8Array.from({ length: 32 }, (_, index) => index),
);

/** The hash of the evidence before. */
export const hashBefore = `sha256:${'ab'.repeat(32)}`;

export const samplePlace: EvidencePlace = {
  seq: 12,
  createdAt: '2026-01-01T00:00:05.000Z',
  previousHash: hashBefore,
};

export function sampleRows(count: number, mark: string): EvidenceRow[] {
  return Array.from({ length: count }, (_, index) => ({
    recordId: `rec_${index}`,
    document: { record_id: `rec_${index}`, mark, lab_results: { glucose: index / 3 } },
    rowSalt: new Uint8Array(16).fill(index + 1),
  }));
}

export function sampleOrder(kind: EvidenceOrder['kind'], count = 3): EvidenceOrder {
  const common = {
    evidenceId: `ev_${kind}`,
    kind,
    sessionId: 'sess_1',
    datasetId: 'ds_clinical',
    actor: { id: 'usr_7', role: 'researcher' },
    purpose: 'Study of “glucose”\n2026',
    metadata: { operator: 'Ada', note: { '2': 1, '10': 'größer' } },
    inputs: sampleRows(count, 'in'),
  };
  switch (kind) {
    case 'transformation':
      return {
        ...common,
        subjectId: 'transform_1',
        action: {
          name: 'anonymize',
          method: 'hash',
          parameters: { fields: ['mark'], method: 'hash' },
          keyId: 'tkey_1',
        },
        report: { fields: [], notes: ['Ümlaut'] },
        outputs: sampleRows(count, 'out'),
        counts: { changed: count, skipped: 0 },
      };
    case 'operation':
      return {
        ...common,
        subjectId: 'op_1',
        action: { name: 'TRAIN', method: null, parameters: {}, keyId: null },
        counts: { changed: 0, skipped: 0 },
      };
    case 'aggregation':
      return {
        ...common,
        subjectId: 'agg_1',
        action: { name: 'aggregate', method: null, parameters: { limit: 10 }, keyId: null },
        inputs: [],
        outputs: sampleRows(count, 'out'),
        counts: { changed: 0, skipped: 0 },
      };
  }
}

export interface SampleEvidence {
  readonly order: EvidenceOrder;
  readonly prepared: PreparedEvidence;
  readonly entryText: string;
  readonly evidence: Evidence;
}

export function sampleEvidence(kind: EvidenceOrder['kind'], count = 3): SampleEvidence {
  const order = sampleOrder(kind, count);
  const prepared = prepareEvidence(order, countingRandom());
  const sealed = sealEvidence(prepared, samplePlace, sampleKey);
  return {
    order,
    prepared,
    entryText: evidenceEntryText(prepared, samplePlace),
    evidence: evidenceResource(prepared, samplePlace, sealed),
  };
}
