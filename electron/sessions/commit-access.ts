/** The writer's half of every data access: state, usage and evidence in one transaction, or none of them. */
import type { Database } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import type { RecordedOperation } from '../../shared/contract/sessions.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { IdempotencyStore } from '../access/idempotency.ts';
import type { WriteLock } from '../access/write-lock.ts';
import type { WallClock, WallClockKeeper } from '../database/wall-clock.ts';
import type { DatasetsStore } from '../datasets/datasets-store.ts';
import type { PoliciesStore } from '../datasets/policies-store.ts';
import type { PreparedEvidence } from '../evidence/evidence.ts';
import type { Journal } from '../ledger/journal.ts';
import type { IdempotentRequest, Own } from '../route-handler.ts';
import type { EvidenceJournal } from './evidence-journal.ts';
import type { GrantAnswers, Question } from './grant-answers.ts';
import { requireActive } from './session-state.ts';
import type { SessionWriter, Usage } from './session-writer.ts';
import type { SessionsStore, StoredSession } from './sessions-store.ts';
import type { ModelReference } from './find-model.ts';
import type { Charged, Metering } from './metering.ts';

/** Access that a data thread asks the writer to commit; plain data. */
export interface AccessOrder {
  readonly sessionId: string;
  readonly usage: Usage;
  readonly idempotency: IdempotentRequest | undefined;
  readonly evidence?: PreparedEvidence | undefined;
  /** Of an answer of statistics: it is paid for once, with its evidence. */
  readonly question?: Question | undefined;
  /** Of an operation: what is kept besides its evidence. */
  readonly operation?:
    | {
        readonly type: string;
        readonly metadata: string;
        readonly modelId: string | undefined;
        /** Whose it is: it names no model of others. */
        readonly own: Own | undefined;
      }
    | undefined;
  /**
   * The answer to keep for whoever asks again with the same key. Absent where the same request finds
   * the same answer again (then only the fact is kept), and for an operation, whose answer is made here.
   */
  readonly answer?: string | undefined;
}

/** How it ended. `answer` is that of the first request with this key, if one was kept. */
export interface AccessReceipt {
  readonly replayed: boolean;
  readonly answer: string;
  /** The instant of the access. */
  readonly at: string;
  /** What it came to; of a repeated request nothing. */
  readonly charged?: Charged | undefined;
  /** Of an answer of statistics: the evidence of the first time it was given. */
  readonly evidenceId?: string | undefined;
}

export interface CommitAccessOptions {
  readonly database: Database;
  readonly journal: () => Journal;
  readonly lock: WriteLock;
  readonly idempotency: IdempotencyStore;
  readonly sessions: SessionsStore;
  readonly datasets: DatasetsStore;
  readonly policies: PoliciesStore;
  readonly writer: SessionWriter;
  readonly evidence: EvidenceJournal;
  readonly answers: GrantAnswers;
  readonly wallClock: WallClock;
  readonly wallClockKeeper: WallClockKeeper;
  readonly findModel: (modelId: string) => ModelReference | undefined;
  /** @throws {ApiError} `forbidden` for a model that another account registered */
  readonly refuseOthersModel: (modelId: string, own: Own | undefined) => void;
  readonly metering: Metering;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
  /** The same where evidence was appended to the ledger: a checkpoint follows. */
  readonly appended: (topics: readonly ChangeTopic[]) => void;
}

/**
 * Commits one access. The session's state is looked at inside the transaction: no call that began
 * after a revocation commits.
 * @throws {ApiError} as `requireActive` and `Metering.charge`, `idempotency_key_reused`, `not_found`, `policy_changed`
 */
export async function commitAccess(
  order: AccessOrder,
  options: CommitAccessOptions,
): Promise<AccessReceipt> {
  const { lock, changed, appended } = options;
  const receipt = await lock.run(() => commit(order, options));
  const tell = order.evidence === undefined ? changed : appended;
  tell(['sessions']);
  return receipt;
}

function commit(order: AccessOrder, options: CommitAccessOptions): AccessReceipt {
  if (order.evidence === undefined) {
    return options.database.transaction(() => keep(order, undefined, options)).immediate();
  }
  const journal = options.journal();
  return journal.transaction(() => keep(order, journal, options));
}

function keep(
  order: AccessOrder,
  journal: Journal | undefined,
  options: CommitAccessOptions,
): AccessReceipt {
  const { sessions, wallClock, wallClockKeeper, idempotency, writer } = options;
  const session = sessions.find(order.sessionId);
  if (session === undefined) {
    throw new ApiError('not_found', `There is no session ${order.sessionId}.`);
  }
  const now = wallClock.now();
  requireActive(session, now);
  requireVersion(session, order, options, now);
  wallClockKeeper.keep(now);
  let at = now;
  let charged: Charged | undefined;
  const { answer, replayed } = idempotency.once(order.idempotency, () => {
    const paid = withPrice(order, options);
    charged = options.metering.charge(session, paid.usage, now);
    if (journal !== undefined && paid.evidence !== undefined) {
      at = keepEvidence(paid, journal, session, options);
    }
    writer.addUsage(session, paid.usage, now);
    return { status: 200, body: answerOf(paid, at) };
  });
  const { question } = order;
  const evidenceId = question && options.answers.find(order.sessionId, question);
  return {
    replayed,
    answer: answer.body,
    at,
    ...(charged !== undefined && { charged }),
    ...(evidenceId !== undefined && { evidenceId }),
  };
}

/**
 * Refuses what was read under another version of the policy than the one that holds: then it is read again.
 * @throws {ApiError} `policy_changed`
 */
function requireVersion(
  session: StoredSession,
  { usage }: AccessOrder,
  { datasets, policies }: CommitAccessOptions,
  now: string,
): void {
  const dataset = datasets.findByNumber(session.dataset);
  const held = dataset && policies.inForce(dataset, now);
  if (held?.version === usage.policyVersion) return;
  throw new ApiError('policy_changed', 'The policy of the dataset has just changed. Ask again.', {
    details: { dataset_id: session.datasetId, version: held?.version ?? null },
  });
}

/** An operation's instant is known only here, so its answer (specification, "Recorded operation") is too. */
function answerOf({ operation, evidence, answer }: AccessOrder, at: string): string {
  if (operation === undefined || evidence === undefined) return answer ?? '';
  return JSON.stringify({
    operation_id: evidence.subjectId,
    created_at: at,
    status: 'RECORDED',
    evidence_id: evidence.evidenceId,
  } satisfies RecordedOperation);
}

/**
 * What is asked for the first time is paid in ε and leaves evidence; what was asked before leaves none.
 * @throws {ApiError} `privacy_budget_exhausted`
 */
function withPrice(order: AccessOrder, { answers }: CommitAccessOptions): AccessOrder {
  const { question, evidence, sessionId, usage } = order;
  if (question === undefined || evidence?.privacy === undefined) return order;
  if (answers.find(sessionId, question) !== undefined) return { ...order, evidence: undefined };
  const { spentMicro } = answers.priceOf(sessionId, question);
  const { evidenceId } = evidence;
  return {
    ...order,
    usage: { ...usage, evidenceId },
    evidence: { ...evidence, privacy: { ...evidence.privacy, spentMicro } },
  };
}

function keepEvidence(
  { evidence, operation, question, sessionId }: AccessOrder,
  journal: Journal,
  session: StoredSession,
  options: CommitAccessOptions,
): string {
  if (evidence === undefined) throw new Error('There is no evidence to keep.');
  const at = options.evidence.append(journal, evidence);
  if (question !== undefined) options.answers.pay(sessionId, question, evidence.evidenceId);
  if (operation !== undefined) {
    const { modelId, own } = operation;
    if (modelId !== undefined) options.refuseOthersModel(modelId, own);
    options.writer.addOperation(
      session,
      {
        operationId: evidence.subjectId,
        type: operation.type,
        records: evidence.inputs.count,
        metadata: operation.metadata,
        model:
          modelId === undefined
            ? undefined
            : { modelId, version: options.findModel(modelId)?.version ?? null },
        evidenceId: evidence.evidenceId,
      },
      at,
    );
  }
  return at;
}
