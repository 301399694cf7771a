/** What probes are told: whether the process turns, and whether it takes work. One word, no id, no figure. */
import type { Readiness } from '../../shared/contract/server.ts';
import type { EngineStatus } from '../engine/engine-status.ts';

/** Paths of the probes, at the root of every door. */
export const probePaths = { live: '/livez', ready: '/readyz' } as const;

/** How ready a host is, by the state of its engine. */
export function readinessOf(
  { state, fault, isMigrating }: Pick<EngineStatus, 'state' | 'fault' | 'isMigrating'>,
  isDraining: boolean,
): Readiness {
  if (isDraining || state === 'closed') return 'draining';
  if (state === 'starting' || state === 'switching') return isMigrating ? 'migrating' : 'opening';
  if (state === 'recovering') return 'writer';
  if (fault?.fault === 'full') return 'storage_full';
  return state === 'failed' || fault !== undefined ? 'fault' : 'ok';
}

/** Answers a probe; undefined for what is none. */
export function answerProbe(
  method: string,
  target: string,
  readiness: () => Readiness,
): Response | undefined {
  if (target !== probePaths.live && target !== probePaths.ready) return undefined;
  if (method !== 'GET' && method !== 'HEAD') {
    return word('', 405, method, { allow: 'GET, HEAD' });
  }
  if (target === probePaths.live) return word('ok', 200, method);
  const ready = readiness();
  return ready === 'ok'
    ? word(ready, 200, method)
    : word(ready, 503, method, { 'retry-after': '1' });
}

function word(
  text: string,
  status: number,
  method: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(method === 'HEAD' ? null : `${text}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}
