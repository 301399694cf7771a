/** What of models needs attention: artifacts, cards and decision profiles that are missing or say too little. */
import { z } from 'zod';
import { addDays, dayOf } from '../../shared/billing/calendar.ts';
import { unregisteredModelsSchema } from '../../shared/contract/models.ts';
import type { Attention } from '../../shared/contract/overview.ts';
import { noAttention } from '../../shared/ledger-attention.ts';
import type { CallerAsks } from './ask.ts';

/** Things of one kind that are told; the list has the others. */
const shown = 5;
/** Decisions from before a card are told of for so many days. */
const lateCardDays = 30;

export interface ModelSince {
  readonly modelId: string;
  readonly since: string;
}

export interface ModelSources {
  readonly asks: CallerAsks;
  readonly now: string;
  /** Models whose newest card names no limitation. */
  readonly unlimited: readonly ModelSince[];
  /** Models whose artifact was last found to be another one than their newest card names. */
  readonly mismatched: readonly ModelSince[];
  /** When each model had its first card; none where the caller may not know of all. */
  readonly firstCards: readonly ModelSince[];
  /** Models with decisions of which nobody said what they mean; none where the caller may not know of all. */
  readonly unprofiled: readonly { readonly modelId: string; readonly decisions: number }[];
}

export async function ofModels(sources: ModelSources): Promise<Attention[]> {
  return [
    ...namedModels(sources.mismatched, 'artifact_mismatch', 'bad'),
    ...(await unregistered(sources.asks)),
    ...(await withoutCard(sources)),
    ...withoutProfile(sources),
    ...namedModels(sources.unlimited, 'card_without_limitations', 'info'),
  ];
}

function namedModels(
  models: readonly ModelSince[],
  kind: Attention['kind'],
  severity: Attention['severity'],
): Attention[] {
  return models
    .slice(0, shown)
    .map(({ modelId: id, since }) => ({ ...about(id), kind, severity, since }));
}

function about(modelId: string) {
  return { ...noAttention, object_id: modelId, name: modelId };
}

/** Models that decisions name and no card describes, as the list of models tells them. */
async function unregistered(asks: CallerAsks): Promise<Attention[]> {
  const found = await asks.ask(unregisteredModelsSchema, 'getUnregisteredModels');
  return (found?.models ?? []).slice(0, shown).map(({ model_id: id, decision_count: count }) => ({
    ...about(id),
    kind: 'model_unregistered',
    severity: 'warn',
    count,
    query: { model_id: id },
  }));
}

const totalSchema = z.object({ total: z.int() });

/** Models that decided for days before they had a card: none was in force then. */
async function withoutCard({ asks, now, firstCards }: ModelSources): Promise<Attention[]> {
  const first = addDays(dayOf(now), -lateCardDays);
  const found: Attention[] = [];
  for (const { modelId: id, since } of firstCards) {
    const last = addDays(dayOf(since), -1);
    if (found.length === shown || last < first) continue;
    const query = { model_id: id, start_date: first, end_date: last };
    const list = await asks.ask(totalSchema, 'listRecords', { ...query, limit: '1' });
    if (list === undefined || list.total === 0) continue;
    found.push({
      ...about(id),
      kind: 'decisions_without_card',
      severity: 'warn',
      since,
      count: list.total,
      query,
    });
  }
  return found;
}

function withoutProfile({ unprofiled }: ModelSources): Attention[] {
  return unprofiled.slice(0, shown).map(({ modelId: id, decisions: count }) => ({
    ...about(id),
    kind: 'model_without_profile',
    severity: 'info',
    count,
  }));
}
