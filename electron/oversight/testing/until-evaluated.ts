/** Waits for evaluations of rules. */
import { setTimeout as sleep } from 'node:timers/promises';
import { watchedRulesSchema } from '../../../shared/contract/alerts.ts';
import { midnightOf } from '../../../shared/oversight/rules.ts';
import type { TestApi } from '../../api/test-api.ts';

/** Until the rules of a model are evaluated for the last midnight, by the profile in force. */
export async function untilEvaluated(api: TestApi, modelId: string): Promise<void> {
  const midnight = new Date(midnightOf(api.now)).toISOString();
  const query = new URLSearchParams({ model_id: modelId });
  for (;;) {
    const told = await api.read(watchedRulesSchema, `/oversight/rules?${query.toString()}`);
    if (told.data.length === 0 || told.evaluated_to === midnight) return;
    await sleep(5);
  }
}
