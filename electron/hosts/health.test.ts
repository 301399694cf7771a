/** What probes are told of each state of the engine. */
import { describe, expect, test } from 'vitest';
import type { EngineFault } from '../engine/engine-fault.ts';
import { readinessWords, type Readiness } from '../../shared/contract/server.ts';
import { answerProbe, readinessOf } from './health.ts';

const none = { fault: undefined, isMigrating: false };

function faultOf(fault: EngineFault['fault']): EngineFault {
  return {
    fault,
    message: 'secret',
    code: '',
    path: '/secret',
    versions: undefined,
    holder: undefined,
  };
}

describe('a host is', () => {
  test.each([
    [{ ...none, state: 'starting' }, false, 'opening'],
    [{ ...none, state: 'switching' }, false, 'opening'],
    [{ ...none, state: 'starting', isMigrating: true }, false, 'migrating'],
    [{ ...none, state: 'ready' }, false, 'ok'],
    [{ ...none, state: 'ready', isMigrating: true }, false, 'ok'],
    [{ ...none, state: 'ready', fault: faultOf('full') }, false, 'storage_full'],
    [{ ...none, state: 'ready', fault: faultOf('corrupt') }, false, 'fault'],
    [{ ...none, state: 'failed', fault: faultOf('key_locked') }, false, 'fault'],
    [{ ...none, state: 'failed' }, false, 'fault'],
    [{ ...none, state: 'recovering' }, false, 'writer'],
    [{ ...none, state: 'ready' }, true, 'draining'],
    [{ ...none, state: 'failed', fault: faultOf('corrupt') }, true, 'draining'],
    [{ ...none, state: 'closed' }, false, 'draining'],
  ] as const)('%j, told to end %s: %s', (status, isDraining, word) => {
    expect(readinessOf(status, isDraining)).toBe(word);
  });
});

describe('a probe', () => {
  const ask = (method: string, target: string, ready: Readiness = 'ok') =>
    answerProbe(method, target, () => ready);

  test('is told that the process turns, whatever the ledger does', async () => {
    for (const ready of readinessWords) {
      const answer = ask('GET', '/livez', ready);
      expect([answer?.status, await answer?.text()]).toEqual([200, 'ok\n']);
    }
  });

  test('is told one word', async () => {
    for (const ready of readinessWords) {
      const answer = ask('GET', '/readyz', ready);
      expect(answer?.status).toBe(ready === 'ok' ? 200 : 503);
      expect(await answer?.text()).toBe(`${ready}\n`);
      expect(await ask('HEAD', '/readyz', ready)?.text()).toBe('');
    }
  });

  test.each([
    '/',
    '/readyz/',
    '/readyz?x',
    '/readyz/..',
    '/livez%20',
    '/LIVEZ',
    '/v1/readyz',
    '//livez',
  ])('is not %s', (target) => {
    expect(ask('GET', target)).toBeUndefined();
  });

  test('is read', () => {
    expect(ask('POST', '/readyz')?.status).toBe(405);
    expect(ask('DELETE', '/livez')?.status).toBe(405);
  });
});
