/** Recording a training, analysis or validation with its evidence (specification, "Record operation"). */
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { DataOperation } from '../../shared/contract/datasets.ts';
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { OperationType } from '../../shared/contract/sessions.ts';
import { prepareEvidence } from '../evidence/create-evidence.ts';
import type { EvidenceOrder } from '../evidence/evidence.ts';
import type { RouteHandlers } from '../route-handler.ts';
import type { DataMeans } from './data-means.ts';
import { evidenceOf, keepAccess } from './keep-access.ts';
import { namedRows } from './named-rows.ts';
import { openedSession } from './opened-session.ts';
import { receiptHeaders } from './receipt-headers.ts';
import { requireAllowed } from './session-state.ts';
import type { UsageKind } from './session-writer.ts';
import type { StoredSession } from './sessions-store.ts';

const kindOf = {
  TRAIN: 'train',
  ANALYZE: 'analyze',
  VALIDATE: 'validate',
} as const satisfies Record<OperationType, UsageKind & DataOperation>;

export function operationRoute(means: DataMeans): RouteHandlers<'recordOperation'> {
  const { createId, random } = means;
  return {
    recordOperation: async (call) => {
      const { body, idempotency, caller } = call;
      const opened = openedSession(means, call.parameters.session_id);
      const { session, allowed } = opened;
      const kind = kindOf[body.operation_type];
      requireAllowed(kind, { sessionId: session.sessionId, allowedOperations: allowed });
      requireNoRows(session, body.records);
      const metadata = body.metadata ?? {};
      const modelId = metadata['model_id'];
      const order = {
        ...evidenceOf(opened, caller, createId),
        kind: 'operation',
        subjectId: createId('op'),
        action: { name: body.operation_type, method: null, parameters: {}, keyId: null },
        metadata,
        counts: { changed: 0, skipped: 0 },
      } as const satisfies Omit<EvidenceOrder, 'inputs'>;
      const evidence = await opened.source.withRows(body.records, (rows) =>
        prepareEvidence({ ...order, inputs: namedRows(body.records, 'records', rows) }, random),
      );
      const { evidenceId } = evidence;
      const receipt = await keepAccess(means, opened, {
        // The rows were counted when they were read: using them is an operation, not an access.
        usage: { kind, records: 0, bytes: 0, evidenceId },
        idempotency,
        evidence,
        operation: {
          type: body.operation_type,
          metadata: canonicalJson(metadata),
          modelId: typeof modelId === 'string' && modelId !== '' ? modelId : undefined,
          own: call.own,
        },
        request: { operation: 'recordOperation', operation_type: body.operation_type },
        given: [],
      });
      return { body: receipt.answer, ...receiptHeaders(receipt) };
    },
  };
}

/** Whoever has sums alone knows no row. @throws {ApiError} `validation_error` */
function requireNoRows({ grant }: StoredSession, records: readonly string[]): void {
  if (grant?.kind !== 'statistics' || records.length === 0) return;
  throw validationError([faultAt('records', 'not_of_session')]);
}
