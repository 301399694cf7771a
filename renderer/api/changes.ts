/** The stream of changed topics: invalidates cached answers and tells whether the engine is there. */
import { useEffect } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { changeSchema, type ChangeTopic, type Workspace } from '../../shared/contract/workspace.ts';
import { requestLines } from './client.ts';
import { engineStore } from './engine-state.ts';
import { keysOfTopic } from './query-keys.ts';
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

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      wake = undefined;
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
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
    stop(): void {
      clearTimeout(timer);
    },
  };
}

/** Reads the stream once, from open to end; every way it can end is an engine that is not there. */
async function readStream(
  onOpen: () => void,
  onChange: (changed: readonly ChangeTopic[]) => void,
  outer: AbortSignal,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  const signal = AbortSignal.any([outer, silence.signal]);
  try {
    for await (const line of requestLines('/events', signal, onOpen)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      const change = changeSchema.safeParse(parsed(line));
      // A topic that a newer engine knows and this console does not is no reason to leave.
      if (change.success) onChange(change.data.changed);
    }
  } catch {
    // An abort, a refused connection and a broken stream are told apart by nobody: `follow` tries again.
  } finally {
    clearTimeout(timer);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
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
  await (isAnother ? queryClient.resetQueries() : queryClient.invalidateQueries());
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

async function follow(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  const pending = invalidator(queryClient);
  signal.addEventListener('abort', () => pending.stop());
  let everOpened = false;
  while (!signal.aborted) {
    await readStream(
      () => {
        engineStore.setState({ status: 'up', since: Date.now(), attempts: 0, nextAttemptAt: null });
        if (everOpened) void askEverythingAgain(queryClient);
        everOpened = true;
      },
      (changed) => pending.add(changed),
      signal,
    );
    if (signal.aborted) return;
    const { status, since, attempts } = engineStore.getState();
    const wait = backOffMs(attempts + 1);
    engineStore.setState({
      status: 'down',
      since: status === 'down' ? since : Date.now(),
      attempts: attempts + 1,
      nextAttemptAt: Date.now() + wait,
    });
    await pause(wait, signal);
  }
}

/** Follows the engine's change stream while mounted. Use it once, at the root. */
export function useChanges(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    void follow(queryClient, controller.signal);
    return () => controller.abort();
  }, [queryClient]);
}
