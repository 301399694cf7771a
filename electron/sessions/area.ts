/** Data sessions, the evidence of them, and queries over rows. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ModelOwners } from '../access/model-owners.ts';
import { ObjectOwners } from '../access/object-owners.ts';
import { GatheredTopics } from '../access/gathered-topics.ts';
import { Ownership } from '../access/ownership.ts';
import type { Area, QueryContext, ReadContext, WriteContext } from '../area.ts';
import { WallClock } from '../database/wall-clock.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import { PoliciesStore } from '../datasets/policies-store.ts';
import { requirePublished } from '../datasets/policy-routes.ts';
import { requireDataset } from '../datasets/routes.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { accessOutcomeSchema } from './access-receipt.ts';
import { commitAccess, type AccessOrder, type CommitAccessOptions } from './commit-access.ts';
import { AnswerTicks } from './answer-tick.ts';
import { CursorCodec } from './cursor.ts';
import { dataGuards, dataRoutes } from './data-routes.ts';
import { EvidenceJournal } from './evidence-journal.ts';
import { evidenceReadRoutes } from './evidence-routes.ts';
import { EvidenceStore } from './evidence-store.ts';
import { modelFinder } from './find-model.ts';
import { GrantAnswers } from './grant-answers.ts';
import type { Granting } from './granting.ts';
import type { Metering } from './metering.ts';
import { QueryLimit } from '../sources/embedded/query-limit.ts';
import { sessionReadRoutes, sessionWriteRoutes } from './routes.ts';
import { ReceiptedAccesses } from './receipted.ts';
import { ReceiptAnchors } from './receipt-anchors.ts';
import { receiptReadRoutes } from './receipt-routes.ts';
import { ReceiptsStore } from './receipts-store.ts';
import { RowQueries } from '../sources/embedded/row-queries.ts';
import { SessionGuard } from './session-guard.ts';
import { SourceWatch } from './source-watch.ts';
import { changedRowsSchema, SessionSnapshots, SessionSources } from '../sources/session-rows.ts';
import { SessionViews } from './session-views.ts';
import { SessionWriter } from './session-writer.ts';
import { SessionsStore } from './sessions-store.ts';
import { WorkspaceMoney } from '../billing/workspace-money.ts';

const orderSchema = z.custom<AccessOrder>(
  (value) => typeof value === 'object' && value !== null && 'sessionId' in value,
);

const headSchema = z.instanceof(Uint8Array);
const signatureSchema = z.object({ vkey: z.string(), value: z.string() });

/** The signature of the key in force. */
function signatureOver(head: Uint8Array, keys: WriteContext['keys']) {
  const key = keys.current();
  return { vkey: key.vkey, value: Buffer.from(key.signHead(head)).toString('base64url') };
}

/**
 * @param openMetering what charges the use of sessions
 * @param openGranting what they stand on
 */
export const sessionsArea = (
  openMetering: (context: WriteContext) => Metering,
  openGranting: (context: WriteContext) => Granting,
) =>
  ({
    openReads: openSessionReads,
    openWrites: (context) =>
      openSessionWrites(context, openMetering(context), openGranting(context)),
    openQueries: openDataQueries,
  }) satisfies Area;

function openSessionReads({ database, ownership, now, clock, supervisor }: ReadContext) {
  const sessions = new SessionsStore(database);
  const money = new WorkspaceMoney(database);
  const datasets = new DatasetsStore(database);
  const views = new SessionViews(database);
  const chain = new ChainStore(database);
  return {
    handlers: {
      ...sessionReadRoutes({ sessions, mayUse: ownership.mayUse.bind(ownership), now }),
      ...evidenceReadRoutes({
        evidence: new EvidenceStore(database),
        sessions,
        datasets,
        views,
        genesis: () => chain.genesis(),
        keyAt: (seq) => readKeyHistory(database).history.at(seq),
        clock,
      }),
      ...receiptReadRoutes({
        sessions,
        datasets,
        views,
        receipts: new ReceiptsStore(database),
        anchors: new ReceiptAnchors(database),
        currency: () => money.now.code,
        sign: async (head) =>
          signatureSchema.parse(await supervisor.callWriter('sign-receipt', head)),
      }),
    },
  };
}

function openSessionWrites(context: WriteContext, metering: Metering, granting: Granting) {
  const { database, commits, createId, acting, lock, transaction } = context;
  const datasets = new DatasetsStore(database);
  const policies = new PoliciesStore(database);
  const sessions = new SessionsStore(database);
  const writer = new SessionWriter(database, context);
  const models = new ModelOwners(database);
  const ownership = new Ownership(new ObjectOwners(database));
  const watch = new SourceWatch(context, { sessions, writer });
  const refuseOthersModel = models.refuseOthers.bind(models);
  const access = accessOptions(context, {
    sessions,
    datasets,
    policies,
    writer,
    refuseOthersModel,
    metering,
  });
  return {
    handlers: sessionWriteRoutes({
      sessions,
      writer,
      requireDataset: (id, holder) => requireDataset(datasets, id, holder),
      policyOf: (dataset, now) => requirePublished(policies, dataset, now).policy,
      findDataset: (number) => datasets.findByNumber(number),
      refuseOthersModel,
      mayUse: ownership.mayUse.bind(ownership),
      acting,
      createId,
      metering,
      granting,
      snapshots: new SessionSnapshots(context),
      commits,
    }),
    tasks: {
      'commit-access': async (params: unknown) => commitAccess(orderSchema.parse(params), access),
      'sign-receipt': async (params: unknown) =>
        signatureOver(headSchema.parse(params), context.keys),
      'note-source-changed': async (params: unknown) => {
        const { sessionId, found } = changedRowsSchema.parse(params);
        await lock.run(() =>
          transaction((now) => {
            const session = sessions.find(sessionId);
            if (session !== undefined) writer.noteChanged(session, found, now);
          }),
        );
        context.supervisor.changed(['sessions']);
      },
      'check-sources': () => watch.look(),
      'observe-time': async () => lock.run(() => transaction(() => {})),
    },
  };
}

function openDataQueries({
  database,
  clock,
  random,
  createId,
  supervisor,
  signingSeed,
  sessionLimits,
  workspace,
}: QueryContext) {
  const sessions = new SessionsStore(database);
  const datasets = new DatasetsStore(database);
  const wallClock = new WallClock(database, clock);
  const limit = new QueryLimit(sessionLimits.queryMs, () => performance.now());
  const guard = new SessionGuard({
    sessions,
    datasets,
    policies: new PoliciesStore(database),
    wallClock,
    rate: sessionLimits.rate,
    observeTime: async () => void (await supervisor.callWriter('observe-time', {})),
  });
  return {
    handlers: dataRoutes({
      sessions,
      datasets,
      views: new SessionViews(database),
      ticks: new AnswerTicks({
        now: () => performance.now(),
        sleep: async (milliseconds) => {
          await sleep(milliseconds);
        },
      }),
      queries: new RowQueries(database, limit),
      sources: new SessionSources(database, { supervisor, workspace }, sessionLimits.queryMs),
      queryMs: sessionLimits.queryMs,
      noteChanged: async (sessionId, found) =>
        void (await supervisor.callWriter('note-source-changed', { sessionId, found })),
      cursors: new CursorCodec(signingSeed),
      wallClock,
      createId,
      random,
      accesses: new ReceiptedAccesses(async (order) =>
        accessOutcomeSchema.parse(await supervisor.callWriter('commit-access', order)),
      ),
    }),
    guards: dataGuards(guard),
  };
}

type SessionParts = Pick<
  CommitAccessOptions,
  'sessions' | 'datasets' | 'policies' | 'writer' | 'refuseOthersModel' | 'metering'
>;

function accessOptions(context: WriteContext, parts: SessionParts): CommitAccessOptions {
  const { database, keys, supervisor } = context;
  const { journal, lock, idempotency, wallClock, wallClockKeeper } = context;
  // Each page of a stream changes its session.
  const told = new GatheredTopics(supervisor.changed);
  return {
    ...parts,
    database,
    journal,
    lock,
    idempotency,
    evidence: new EvidenceJournal(database, () => keys.current()),
    answers: new GrantAnswers(database),
    receipts: new ReceiptsStore(database),
    key: () => keys.current(),
    wallClock,
    wallClockKeeper,
    findModel: modelFinder(database),
    changed: (topics) => told.add(topics),
    appended: context.changed,
  };
}
