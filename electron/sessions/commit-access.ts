/** The writer's half of every data access: state, usage and evidence in one transaction, or none of them. */
import { z } from 'zod';
import { ApiError } from '../../shared/contract/errors.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import type { RecordedOperation } from '../../shared/contract/sessions.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { IdempotencyStore } from '../access/idempotency.ts';
import type { WriteLock } from '../access/write-lock.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { WallClock, WallClockKeeper } from '../database/wall-clock.ts';
import type { DatasetsStore } from '../datasets/datasets-store.ts';
import type { PoliciesStore } from '../datasets/policies-store.ts';
import type { PreparedEvidence } from '../evidence/evidence.ts';
import type { Journal } from '../ledger/journal.ts';
import type { LedgerKey } from '../ledger/ledger-key.ts';
import { transact } from '../ledger/open-commits.ts';
import { receiptHeader } from '../receipts/chain.ts';
import type { IdempotentRequest, Own } from '../route-handler.ts';
import type { EvidenceJournal } from './evidence-journal.ts';
import type { GrantAnswers, Question } from './grant-answers.ts';
import { requireActive } from './session-state.ts';
import type { KeptReceipt, ReceiptsStore } from './receipts-store.ts';
import type { Delivered, SessionWriter, Usage } from './session-writer.ts';
import type { SessionsStore, StoredSession } from './sessions-store.ts';
import type { ModelReference } from './find-model.ts';
import type { Charged, Metering } from './metering.ts';

/** Access that a data thread asks the writer to commit; plain data. */
export interface AccessOrder {
  readonly sessionId: string;
  readonly usage: Usage;
  readonly idempotency: IdempotentRequest | undefined;
  readonly receipt: Delivered;
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
}

/** How it ended. Of a request that is repeated all of it is that of the first time. */
export interface AccessReceipt {
  readonly replayed: boolean;
  /** Of an operation: its answer, which is made here. Rows are never kept: a repeated request finds them again. */
  readonly answer: string;
  /** What it came to; of a repeated request nothing. */
  readonly charged?: Charged | undefined;
  /** The number of its receipt; 0 of an access from before there were receipts. */
  readonly n: number;
  /** Of the tree over what was delivered, hex. */
  readonly root?: string | undefined;
  /** The header that tells of the receipt. */
  readonly header?: string | undefined;
  /** Of what is evidenced: `transform_…`, `op_…` or `agg_…`. */
  readonly subjectId?: string | undefined;
  /** Of an answer of statistics: the evidence of the first time it was given. */
  readonly evidenceId?: string | undefined;
}

/** Either that, or the number that the receipt has to have: somebody else's came before. */
export type AccessOutcome = AccessReceipt | { readonly taken: number };

export interface CommitAccessOptions {
  readonly database: WriterDatabase;
  readonly journal: () => Journal;
  readonly lock: WriteLock;
  readonly idempotency: IdempotencyStore;
  readonly sessions: SessionsStore;
  readonly datasets: DatasetsStore;
  readonly policies: PoliciesStore;
  readonly writer: SessionWriter;
  readonly evidence: EvidenceJournal;
  readonly answers: GrantAnswers;
  readonly receipts: ReceiptsStore;
  /** The ledger's key. */
  readonly key: () => LedgerKey;
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
): Promise<AccessOutcome> {
  const { lock, changed, appended } = options;
  try {
    const receipt = await lock.run(() => commit(order, options));
    const tell = order.evidence === undefined ? changed : appended;
    tell(['sessions']);
    return receipt;
  } catch (error) {
    if (error instanceof ReceiptTaken) return { taken: error.next };
    if (error instanceof ApiError && error.code === 'spending_limit_exceeded') {
      await lock.run(() => tellRefused(options));
      changed(['billing']);
    }
    throw error;
  }
}

/** What a limit refuses leaves nothing behind; that it did is told all the same. */
function tellRefused({ database, journal, wallClock, metering }: CommitAccessOptions): void {
  transact(database, journal, () => metering.tellRefused(wallClock.now()));
}

/** A receipt was worked out for a number that another access has. */
class ReceiptTaken extends Error {
  /** The number that follows now. */
  readonly next: number;

  constructor(next: number) {
    super(`The next receipt is number ${next}.`);
    this.next = next;
  }
}

function commit(order: AccessOrder, options: CommitAccessOptions): AccessReceipt {
  if (order.evidence === undefined) {
    return transact(options.database, options.journal, () => keep(order, undefined, options));
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
  let charged: Charged | undefined;
  let made: KeptReceipt | undefined;
  const { answer, replayed } = idempotency.once(order.idempotency, () => {
    const n = session.accesses + 1;
    if (order.receipt.n !== n) throw new ReceiptTaken(n);
    const paid = withPrice(order, options);
    charged = options.metering.charge(session, paid.usage, now);
    let at = now;
    if (journal !== undefined && paid.evidence !== undefined) {
      at = keepEvidence(paid, journal, session, options);
    }
    const head = writer.addUsage(session, paid.usage, order.receipt, now);
    made = { n, root: order.receipt.root, head, evidenceId: paid.usage.evidenceId };
    return { status: 200, body: JSON.stringify({ n, answer: answerOf(paid, at) }) };
  });
  return { replayed, charged, ...told(answer.body, order, options, made) };
}

const keptSchema = z.object({ n: z.int(), answer: z.string() });

/** What is told of an access that is kept. @param made its receipt, where it was kept just now */
function told(
  body: string,
  { sessionId, question }: AccessOrder,
  { answers, receipts, evidence, key }: CommitAccessOptions,
  made: KeptReceipt | undefined,
): Omit<AccessReceipt, 'replayed' | 'charged'> {
  const kept = keptSchema.safeParse(jsonOrUndefined(body));
  const n = kept.data?.n ?? 0;
  const found = made ?? receipts.find(sessionId, n);
  if (kept.data === undefined || found === undefined) return { n: 0, answer: body };
  const { root, head, evidenceId } = found;
  return {
    n,
    answer: kept.data.answer,
    root: Buffer.from(root).toString('hex'),
    header: receiptHeader({ n, root, head }, key().signHead(head)),
    subjectId: evidenceId && evidence.subjectOf(evidenceId),
    evidenceId: question && answers.find(sessionId, question),
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
function answerOf({ operation, evidence }: AccessOrder, at: string): string {
  if (operation === undefined || evidence === undefined) return '';
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
