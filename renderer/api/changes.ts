/** The stream of changed topics: invalidates cached answers and tells whether the engine is there. */
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { changeSchema, type ChangeTopic, type Workspace } from '../../shared/contract/workspace.ts';
import { requestLines } from './client.ts';
import { engineStore } from './engine-state.ts';
import { keysOfTopic, queryKeys } from './query-keys.ts';
import { workspaceQuery } from './workspace.ts';

/** The engine sends an empty line every 15 s; silence for longer means that it is gone. */
const silenceMs = 40_000;
/** Topics that arrive together are invalidated together. */
const gatherMs = 120;

/** Wait before attempt n (from 1) to reach the engine again: 0.25 s doubling to 5 s. */
export function backOffMs(attempt: number): number {
  return Math.min(5_000, 250 * 2 ** Math.min(attempt - 1, 10));
}

let wake: (() => void) | undefined;

/** Ends the wait before the next attempt; for a "try again" button. */
export function reconnectNow(): void {
  wake?.();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      wake = undefined;
      resolve();
    };
    const timer = setTimeout(finish, ms);
    wake = finish;
  });
}

/**
 * Asks again what topics have changed. An answer that was on its way when its topic changed may be
 * of before the change: it is let in, so that a stream of changes starves no list, and asked once more.
 */
export function invalidator(queryClient: QueryClient) {
  const topics = new Set<ChangeTopic>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    if (topics.size > 0 && timer === undefined) timer = setTimeout(ask, gatherMs);
  };
  const ask = () => {
    timer = undefined;
    const changed = [...topics];
    topics.clear();
    for (const topic of changed) {
      for (const queryKey of keysOfTopic[topic]) {
        if (queryClient.isFetching({ queryKey, type: 'active' }) > 0) topics.add(topic);
        void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
      }
    }
    later();
  };
  return {
    add(changed: readonly ChangeTopic[]): void {
      for (const topic of changed) topics.add(topic);
      later();
    },
  };
}

/** Reads the stream once, from open to end; every way it can end is an engine that is not there. */
async function readStream(
  onOpen: () => void,
  onChange: (changed: readonly ChangeTopic[]) => void,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    for await (const line of requestLines('/events', silence.signal, onOpen)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      const change = changeSchema.safeParse(jsonOrUndefined(line));
      // A topic that a newer engine knows and this console does not is no reason to leave.
      if (change.success) onChange(change.data.changed);
    }
  } catch {
    // An abort, a refused connection and a broken stream are told apart by nobody: `follow` tries again.
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What changed while nobody listened is unknown. When another ledger is open now, what is on the
 * screen is not only old but of something else: it is emptied, not merely refreshed.
 */
async function askEverythingAgain(queryClient: QueryClient): Promise<void> {
  const before = queryClient.getQueryData<Workspace>(workspaceQuery.queryKey);
  const now = await queryClient
    .fetchQuery({ ...workspaceQuery, staleTime: 0 })
    .catch(() => undefined);
  const isAnother = before !== undefined && now !== undefined && !isSame(before, now);
  if (!isAnother) return queryClient.invalidateQueries();
  // Who one is there comes first: nothing is asked that the key may not.
  await queryClient.resetQueries({ queryKey: queryKeys.me });
  await queryClient.resetQueries({
    predicate: ({ queryHash }) => queryHash !== hashKey(queryKeys.me),
  });
}

/** Two demo ledgers have one origin: what tells them apart is where they are. */
function isSame(one: Workspace, other: Workspace): boolean {
  return (
    one.origin === other.origin &&
    one.kind === other.kind &&
    one.case_id === other.case_id &&
    one.remote?.connection_id === other.remote?.connection_id
  );
}

/**
 * Follows the engine's change stream for as long as the page is there. Begun before anything is asked,
 * so that what is answered first was asked while somebody listened.
 */
export async function followChanges(queryClient: QueryClient): Promise<never> {
  const pending = invalidator(queryClient);
  let everOpened = false;
  for (;;) {
    await readStream(
      () => {
        engineStore.setState({ status: 'up', since: Date.now(), attempts: 0, nextAttemptAt: null });
        if (everOpened) {
          void askEverythingAgain(queryClient);
        } else {
          // What was answered before anybody listened may have changed in between.
          void queryClient.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt > 0 });
          // What came while the engine opened was asked before it was known how that ends.
          void queryClient.invalidateQueries({ queryKey: queryKeys.recovery });
        }
        everOpened = true;
      },
      (changed) => pending.add(changed),
    );
    const { status, since, attempts } = engineStore.getState();
    const wait = backOffMs(attempts + 1);
    engineStore.setState({
      status: 'down',
      since: status === 'down' ? since : Date.now(),
      attempts: attempts + 1,
      nextAttemptAt: Date.now() + wait,
    });
    await pause(wait);
  }
}
