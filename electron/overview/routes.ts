/** The overview: one answer over all areas, for whoever asks. */
import { z } from 'zod';
import { dayOf } from '../../shared/billing/calendar.ts';
import { chainSchema } from '../../shared/contract/chain.ts';
import type { Overview } from '../../shared/contract/overview.ts';
import { vouchersSchema } from '../../shared/contract/vouchers.ts';
import type { Ownership } from '../access/ownership.ts';
import { billingReadRoutes } from '../billing/read-routes.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { countSchemaDifferences } from '../database/schema-differences.ts';
import { ModelsStore } from '../models/models-store.ts';
import { RecordsStore } from '../records/records-store.ts';
import { jsonReply, type AnyHandler, type RouteHandlers } from '../route-handler.ts';
import { alteredAccess } from '../proof/altered-access.ts';
import { ActivityReader } from './activity.ts';
import { CallerAsks } from './ask.ts';
import { attentionOf } from './attention.ts';
import { daysFrom, daysUpTo } from './days.ts';
import { dueOf } from './due.ts';
import type { ModelSince } from './model-attention.ts';
import { unsignedPeople } from './unsigned-people.ts';
import { openRequests, waitingReviews } from './waiting.ts';

export interface OverviewOptions {
  /** The read operations of this thread. */
  readonly handlers: () => Readonly<Partial<Record<string, AnyHandler>>>;
  readonly database: ReaderDatabase;
  readonly ownership: Ownership;
  readonly now: () => string;
  /** How it stands with the backups. */
  readonly backups: () => Promise<{
    readonly failedAt: string | null;
    readonly overdueSince: string | null;
  }>;
}

/** Every statement of its own, by name, so that a test can read the plan of each. */
export const overviewStatements = {
  first: 'SELECT created_at FROM records ORDER BY position LIMIT 1',
  firstCards: 'SELECT model_id AS modelId, min(created_at) AS since FROM models GROUP BY model_id',
  profiled: 'SELECT DISTINCT model_id FROM profiles',
} as const;

const newestSchema = z.object({
  total: z.int(),
  data: z.array(z.object({ created_at: z.string() })),
});

export function overviewReadRoutes(options: OverviewOptions): RouteHandlers<'getOverview'> {
  const { database, ownership, now } = options;
  const records = new RecordsStore(database);
  const models = new ModelsStore(database);
  const unsigned = unsignedPeople(database);
  const first = database.prepare<[], string>(overviewStatements.first).pluck();
  const firstCards = database.prepare<[], ModelSince>(overviewStatements.firstCards);
  const profiled = database.prepare<[], string>(overviewStatements.profiled).pluck();
  const activity = new ActivityReader(database);
  /** Billing without charging the time up to now: the writer may be at a long import. */
  const billing = billingReadRoutes({
    database,
    now,
    isDemo: false,
    settle: async () => undefined,
    keepPaper: async () => undefined,
  });

  /** What is wrong with the newest card of each model. */
  const faultyModels = (asks: CallerAsks) => {
    const unlimited: ModelSince[] = [];
    const mismatched: ModelSince[] = [];
    const listed = asks.may('listModelCards') ? models.list(asks.writer('listModelCards')) : [];
    for (const { model_id: modelId, version } of listed) {
      const found = models.find(modelId);
      if (found !== undefined && (found.card.limitations ?? '').trim() === '') {
        unlimited.push({ modelId, since: found.createdAt });
      }
      const check = models.lastCheck(modelId, version);
      if (check?.outcome === 'mismatch') mismatched.push({ modelId, since: check.created_at });
    }
    return { unlimited, mismatched };
  };

  /** Models with decisions and without a profile, those with the most decisions first. */
  const unprofiledModels = () => {
    const known = new Set(profiled.all());
    return records
      .modelIds()
      .filter((modelId) => !known.has(modelId))
      .map((modelId) => ({ modelId, decisions: records.countOfModel(modelId) }))
      .toSorted((one, other) => other.decisions - one.decisions);
  };

  return {
    getOverview: async (call) => {
      const asks = new CallerAsks(call, {
        ownership,
        handlers: { ...options.handlers(), ...billing },
      });
      const at = now();
      const list = await asks.ask(newestSchema, 'listRecords', { limit: '1' });
      const [newest] = list?.data ?? [];
      const recent = newest === undefined ? undefined : daysUpTo(newest.created_at);
      const writer = asks.writer('listRecords');
      const reviews = await waitingReviews(asks);
      const days =
        recent === undefined
          ? null
          : daysFrom(recent.from, (instants) => records.countsBefore({ writer }, instants));
      const seesModels = asks.seesAll('listModelCards') && asks.seesAll('listRecords');
      const overview: Overview = {
        generated_at: at,
        attention: await attentionOf({
          asks,
          now: at,
          ledger: await asks.ask(chainSchema, 'getChain'),
          reviews,
          altered: asks.may('listApiKeys') ? alteredAccess(database) : [],
          schemaDifferences: asks.may('listVerifications') ? countSchemaDifferences(database) : 0,
          unsigned: asks.may('listPeople') ? unsigned : () => [],
          ...faultyModels(asks),
          firstCards: seesModels ? firstCards.all() : [],
          unprofiled: seesModels ? unprofiledModels() : [],
          vouchers: asks.may('listVerifications')
            ? await asks.ask(vouchersSchema, 'getVouchers')
            : undefined,
          recordedSince: first.get(),
          backups: asks.may('getBackupSettings') ? await options.backups() : undefined,
        }),
        due: await dueOf(asks),
        decisions: list?.total ?? null,
        reviews,
        requests: await openRequests(asks, dayOf(at)),
        days,
        activity: await activity.of(asks, days ?? []),
      };
      return jsonReply(overview);
    },
  };
}
