/** The overview: one answer over all areas, for whoever asks. */
import { z } from 'zod';
import { dayOf } from '../../shared/billing/calendar.ts';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { paginated } from '../../shared/contract/common.ts';
import type { Overview } from '../../shared/contract/overview.ts';
import type { Ownership } from '../access/ownership.ts';
import { billingReadRoutes } from '../billing/read-routes.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import type { ChainStore } from '../ledger/chain-store.ts';
import { ModelsStore } from '../models/models-store.ts';
import { RecordsStore } from '../records/records-store.ts';
import { jsonReply, type AnyHandler, type RouteHandlers } from '../route-handler.ts';
import { ActivityReader } from './activity.ts';
import { CallerAsks } from './ask.ts';
import { attentionOf } from './attention.ts';
import { daysFrom, daysUpTo } from './days.ts';
import { figuresOf } from './figures.ts';

export interface OverviewOptions {
  /** The read operations of this thread. */
  readonly handlers: () => Readonly<Partial<Record<string, AnyHandler>>>;
  readonly database: ReaderDatabase;
  readonly chain: ChainStore;
  readonly ownership: Ownership;
  readonly now: () => string;
  /** How it stands with the backups. */
  readonly backups: () => Promise<{
    readonly failedAt: string | null;
    readonly overdueSince: string | null;
  }>;
}

const newestSchema = z.object({ data: z.array(z.object({ created_at: z.string() })) });

export function overviewReadRoutes(options: OverviewOptions): RouteHandlers<'getOverview'> {
  const { database, chain, ownership, now } = options;
  const records = new RecordsStore(database);
  const models = new ModelsStore(database);
  const activity = new ActivityReader(database);
  /** Billing without charging the time up to now: the writer may be at a long import. */
  const billing = billingReadRoutes({ database, now, settle: async () => undefined });

  const verificationOf = async (asks: CallerAsks): Promise<Overview['verification']> => {
    const page = await asks.ask(paginated(verificationSchema), 'listVerifications', { limit: '1' });
    if (page === undefined) return null;
    const latest = page.data[0] ?? null;
    return { latest, size: chain.size(), record_count: chain.recordCount() };
  };

  const withoutLimitations = (asks: CallerAsks) => {
    if (!asks.may('listModelCards')) return [];
    return models.list(asks.writer('listModelCards')).flatMap(({ model_id: modelId }) => {
      const found = models.find(modelId);
      if (found === undefined || (found.card.limitations ?? '').trim() !== '') return [];
      return [{ modelId, createdAt: found.createdAt }];
    });
  };

  return {
    getOverview: async (call) => {
      const asks = new CallerAsks(call, {
        ownership,
        handlers: { ...options.handlers(), ...billing },
      });
      const at = now();
      const [newest] = (await asks.ask(newestSchema, 'listRecords', { limit: '1' }))?.data ?? [];
      const recent = newest === undefined ? undefined : daysUpTo(newest.created_at);
      const writer = asks.writer('listRecords');
      const figures = await figuresOf(asks, dayOf(at), recent);
      const verification = await verificationOf(asks);
      const overview: Overview = {
        generated_at: at,
        verification,
        attention: await attentionOf({
          asks,
          now: at,
          verification: verification === null ? undefined : verification.latest,
          recordCount: verification?.record_count ?? 0,
          waiting: figures.find(({ kind }) => kind === 'review_waiting')?.value,
          unlimited: withoutLimitations(asks),
          backups: asks.may('getBackupSettings') ? await options.backups() : undefined,
        }),
        figures,
        days:
          recent === undefined
            ? null
            : daysFrom(recent.from, (instants) => records.countsBefore({ writer }, instants)),
        activity: await activity.of(asks),
      };
      return jsonReply(overview);
    },
  };
}
