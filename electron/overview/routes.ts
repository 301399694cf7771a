/** The overview: one answer over all areas, for whoever asks. */
import { z } from 'zod';
import { dayOf } from '../../shared/billing/calendar.ts';
import { chainSchema } from '../../shared/contract/chain.ts';
import type { Overview } from '../../shared/contract/overview.ts';
import { vouchersSchema } from '../../shared/contract/vouchers.ts';
import type { Ownership } from '../access/ownership.ts';
import { billingReadRoutes } from '../billing/read-routes.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { ModelsStore } from '../models/models-store.ts';
import { RecordsStore } from '../records/records-store.ts';
import { jsonReply, type AnyHandler, type RouteHandlers } from '../route-handler.ts';
import { alteredAccess } from '../proof/altered-access.ts';
import { ActivityReader } from './activity.ts';
import { CallerAsks } from './ask.ts';
import { attentionOf, type ModelSince } from './attention.ts';
import { daysFrom, daysUpTo } from './days.ts';
import { figuresOf } from './figures.ts';
import { unsignedPeople } from './unsigned-people.ts';

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
} as const;

const newestSchema = z.object({ data: z.array(z.object({ created_at: z.string() })) });

export function overviewReadRoutes(options: OverviewOptions): RouteHandlers<'getOverview'> {
  const { database, ownership, now } = options;
  const records = new RecordsStore(database);
  const models = new ModelsStore(database);
  const unsigned = unsignedPeople(database);
  const first = database.prepare<[], string>(overviewStatements.first).pluck();
  const activity = new ActivityReader(database);
  /** Billing without charging the time up to now: the writer may be at a long import. */
  const billing = billingReadRoutes({ database, now, settle: async () => undefined });

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
      const overview: Overview = {
        generated_at: at,
        attention: await attentionOf({
          asks,
          now: at,
          ledger: await asks.ask(chainSchema, 'getChain'),
          waiting: figures.find(({ kind }) => kind === 'review_waiting')?.value,
          altered: asks.may('listApiKeys') ? alteredAccess(database) : [],
          unsigned: asks.may('listPeople') ? unsigned : () => [],
          ...faultyModels(asks),
          vouchers: asks.may('listVerifications')
            ? await asks.ask(vouchersSchema, 'getVouchers')
            : undefined,
          recordedSince: first.get(),
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
