/** Waits for the facts of a model's decisions. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApi } from '../../api/test-api.ts';

/** Until the profile of a model is applied, so that there are figures. */
export async function untilApplied(api: TestApi, modelId: string): Promise<void> {
  const path = `/oversight?${new URLSearchParams({ model_id: modelId }).toString()}`;
  for (;;) {
    const response = await api.send('GET', path);
    const text = await response.text();
    if (response.status === 200) return;
    if (response.status !== 409) throw new Error(text);
    await sleep(5);
  }
}
