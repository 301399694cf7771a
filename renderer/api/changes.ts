/** The stream of changed topics: invalidates cached answers and tells whether the engine is there, and to this browser. */
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { meSchema, type Me } from '../../shared/contract/access.ts';
import {
  changeSchema,
  workspaceSchema,
  type ChangeTopic,
  type Workspace,
} from '../../shared/contract/workspace.ts';
import { ApiFailure, request, requestLines } from './client.ts';
import { engineStore } from './engine-state.ts';
import { release } from './held-calls.ts';
import { meQuery } from './me.ts';
import { keysOfTopic, queryKeys } from './query-keys.ts';
import { workspaceQuery } from './workspace.ts';

/** The engine sends an empty line every 15 s; silence for longer means that it is gone. */
const silenceMs = 40_000;
/** Topics that arrive together are invalidated together. */
const gatherMs = 120;

/** Longest wait before another attempt: for an engine that is away, and for a session, which a person brings. */
const longestMs = { down: 5_000, 'signed-out': 60_000 } as const;

/** Wait before attempt n (from 1) to reach the engine again: 0.25 s doubling to the longest. */
export function backOffMs(attempt: number, longest: number = longestMs.down): number {
  return Math.min(longest, 250 * 2 ** Math.min(attempt - 1, 10));
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

/**
 * Reads the stream once, from open to end. Whichever way it ends, the engine is not there; unless this
 * browser is signed out: then it answers that.
 */
async function readStream(
  onOpen: (stream: AbortSignal) => void,
  onChange: (changed: readonly ChangeTopic[]) => void,
): Promise<'gone' | 'signed-out'> {
  let ending: 'gone' | 'signed-out' = 'gone';
  const end = new AbortController();
  let timer = setTimeout(() => end.abort(), silenceMs);
  const stopListening = engineStore.subscribe(({ status }, { status: before }) => {
    if (status !== 'signed-out' || before === 'signed-out') return;
    // Told by another call: nothing more is to be heard with the session that is over.
    ending = 'signed-out';
    end.abort();
  });
  try {
    const opened = () => onOpen(end.signal);
    for await (const line of requestLines('/events', end.signal, opened)) {
      clearTimeout(timer);
      timer = setTimeout(() => end.abort(), silenceMs);
      const change = changeSchema.safeParse(jsonOrUndefined(line));
      // A topic that a newer engine knows and this console does not is no reason to leave.
      if (change.success) onChange(change.data.changed);
    }
  } catch (error) {
    // A refused connection and a broken stream are told apart by nobody: `followChanges` tries again.
    if (error instanceof ApiFailure && error.signInWay !== null) ending = 'signed-out';
  } finally {
    clearTimeout(timer);
    stopListening();
    end.abort();
  }
  return ending;
}

/** What the screens show is of: a ledger, as somebody may see it. */
interface Standpoint {
  readonly workspace: Workspace | undefined;
  readonly me: Me | undefined;
}

function shownStandpoint(queryClient: QueryClient): Standpoint {
  return {
    workspace: queryClient.getQueryData(workspaceQuery.queryKey),
    me: queryClient.getQueryData(meQuery.queryKey),
  };
}

/** Asked for itself: what is cached may wait for a session, or be of before. What is not told is undefined. */
async function askStandpoint(signal: AbortSignal): Promise<Standpoint> {
  const own = { isUnlisted: true, isUnheld: true, signal };
  const [workspace, me] = await Promise.all([
    request(workspaceSchema, { ...own, path: '/workspace' }).catch(() => undefined),
    request(meSchema, { ...own, path: '/me' }).catch(() => undefined),
  ]);
  return { workspace, me };
}

/** Two demo ledgers have one origin: what tells them apart is where they are. */
function isSameLedger(one: Workspace, other: Workspace): boolean {
  return (
    one.origin === other.origin &&
    one.kind === other.kind &&
    one.case_id === other.case_id &&
    one.remote?.connection_id === other.remote?.connection_id
  );
}

/** The same caller, with the same rights: what one was shown the other may see. */
function isSameCaller(one: Me, other: Me): boolean {
  return (
    one.kind === other.kind &&
    one.key_id === other.key_id &&
    one.role === other.role &&
    one.account_id === other.account_id &&
    one.holder_id === other.holder_id
  );
}

/** What is not known of either is no difference. */
function isAnother(before: Standpoint, now: Standpoint): boolean {
  const { workspace, me } = before;
  return (
    (workspace !== undefined &&
      now.workspace !== undefined &&
      !isSameLedger(workspace, now.workspace)) ||
    (me !== undefined && now.me !== undefined && !isSameCaller(me, now.me))
  );
}

/** Nothing of what was read stays. */
async function forgetEverything(queryClient: QueryClient): Promise<void> {
  // Who one is there comes first: nothing is asked that the key may not.
  await queryClient.resetQueries({ queryKey: queryKeys.me });
  await queryClient.resetQueries({
    predicate: ({ queryHash }) => queryHash !== hashKey(queryKeys.me),
  });
}

/**
 * What changed while nobody listened is unknown. When another ledger is open now, or somebody else is
 * asking, what is on the screen is not only old but of something else: it is emptied, not merely refreshed.
 */
async function askEverythingAgain(queryClient: QueryClient, stream: AbortSignal): Promise<void> {
  const before = shownStandpoint(queryClient);
  const now = await askStandpoint(stream);
  if (stream.aborted) return;
  if (isAnother(before, now)) await forgetEverything(queryClient);
  else await queryClient.invalidateQueries();
}

/**
 * Somebody has signed in again. What waits is sent where it was meant to go, and nowhere else: to the same
 * ledger, for the same caller. What was asked by another is dropped with what was shown to them.
 */
async function comeBack(
  queryClient: QueryClient,
  stream: AbortSignal,
  onBack: () => void,
): Promise<void> {
  const before = shownStandpoint(queryClient);
  const now = await askStandpoint(stream);
  if (stream.aborted) return;
  const isElsewhere = isAnother(before, now);
  onBack();
  tellUp(isElsewhere);
  tellOtherTabs();
  if (isElsewhere) release('another');
  else release(now.workspace === undefined ? 'unknown' : 'same');
  if (isElsewhere) void forgetEverything(queryClient);
  // What was sent once more is not asked twice.
  else void queryClient.invalidateQueries({}, { cancelRefetch: false });
}

function tellUp(isElsewhere: boolean): void {
  const since = Date.now();
  engineStore.setState({ status: 'up', since, attempts: 0, nextAttemptAt: null, isElsewhere });
}

/** Changed by each tab that is let in: tabs of one browser have one session, and the others hear of it. */
const letInKey = 'proofdesk.let-in';

function tellOtherTabs(): void {
  try {
    localStorage.setItem(letInKey, String(Date.now()));
  } catch {
    // Where the browser forbids storage, the other tabs find out by trying.
  }
}

function hearOtherTabs(): void {
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === letInKey) reconnectNow();
  });
  // Whoever comes back to this tab may have signed in elsewhere.
  document.addEventListener('visibilitychange', reconnectNow);
}

/**
 * Follows the engine's change stream for as long as the page is there. Begun before anything is asked,
 * so that what is answered first was asked while somebody listened.
 */
export async function followChanges(queryClient: QueryClient): Promise<never> {
  const pending = invalidator(queryClient);
  hearOtherTabs();
  let everOpened = false;
  /** Since this browser was signed out, until what waits is let go of. */
  let isReturning = false;
  engineStore.subscribe(({ status }) => {
    if (status === 'signed-out') isReturning = true;
  });
  const onOpen = (stream: AbortSignal) => {
    const isFirst = !everOpened;
    everOpened = true;
    if (isReturning) {
      void comeBack(queryClient, stream, () => {
        isReturning = false;
      });
      return;
    }
    tellUp(false);
    if (!isFirst) {
      void askEverythingAgain(queryClient, stream);
    } else {
      // What was answered before anybody listened may have changed in between.
      void queryClient.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt > 0 });
      // What came while the engine opened was asked before it was known how that ends.
      void queryClient.invalidateQueries({ queryKey: queryKeys.recovery });
      // By a link in this tab, say.
      tellOtherTabs();
    }
  };
  for (;;) {
    const ending = await readStream(onOpen, (changed) => pending.add(changed));
    const status = ending === 'gone' ? 'down' : ending;
    const { status: before, since, attempts } = engineStore.getState();
    const wait = backOffMs(attempts + 1, longestMs[status]);
    engineStore.setState({
      status,
      since: status === before ? since : Date.now(),
      attempts: attempts + 1,
      nextAttemptAt: status === 'down' ? Date.now() + wait : null,
    });
    await pause(wait);
  }
}
