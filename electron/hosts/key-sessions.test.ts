/** Sessions that are an API key: how long they last, and what ends them. */
import { describe, expect, test } from 'vitest';
import { keySessionCookie, KeySessions, sessionsOfKey, sessionTimes } from './key-sessions.ts';
import { mostWrongKeys, WrongKeys } from './wrong-keys.ts';

function sessions() {
  let now = 1_000_000;
  let count = 0;
  const made = new KeySessions(
    () => now,
    (bytes) => new Uint8Array(bytes).fill((count += 1)),
  );
  const begin = (keyId = 'key_1') => made.begin(`secret of ${keyId}`, keyId).split(';')[0] ?? '';
  return { made, begin, pass: (ms: number) => (now += ms) };
}

describe('a session', () => {
  test('is found by its cookie, among others, and by nothing else', () => {
    const { made, begin } = sessions();
    const cookie = begin();
    expect(made.find(cookie)).toMatchObject({ keyId: 'key_1', apiKey: 'secret of key_1' });
    expect(made.find(`a=b; ${cookie}; c=d`)?.keyId).toBe('key_1');
    expect(made.find(`${keySessionCookie}=other; ${cookie}`)?.keyId).toBe('key_1');
    for (const other of [
      null,
      '',
      `${keySessionCookie}=`,
      `${cookie}x`,
      cookie.replace('__Host-', ''),
    ]) {
      expect(made.find(other)).toBeUndefined();
    }
    made.close();
  });

  test('ends twelve hours after it was used last', () => {
    const { made, begin, pass } = sessions();
    const cookie = begin();
    const over = made.find(cookie)?.over;
    pass(sessionTimes.idleMs - 1);
    expect(made.find(cookie)).toBeDefined();
    pass(sessionTimes.idleMs - 1);
    expect(made.find(cookie)).toBeDefined();
    expect(over?.aborted).toBe(false);
    pass(sessionTimes.idleMs);
    expect(made.find(cookie)).toBeUndefined();
    expect(over?.aborted).toBe(true);
  });

  test('ends seven days after it began, however often it is used, and with it what it listens to', () => {
    const { made, begin, pass } = sessions();
    const cookie = begin();
    const over = made.find(cookie)?.over;
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      pass(6 * 3_600_000);
      expect(made.find(cookie)).toBeDefined();
    }
    pass(6 * 3_600_000);
    made.sweep();
    expect(over?.aborted).toBe(true);
    expect(made.find(cookie)).toBeUndefined();
  });

  test('ends alone', () => {
    const { made, begin } = sessions();
    const [one, other] = [begin(), begin()];
    made.end(one);
    expect(made.find(one)).toBeUndefined();
    expect(made.find(other)).toBeDefined();
  });

  test('gives way to newer ones of its key, and to those of no other', () => {
    const { made, begin, pass } = sessions();
    const others = begin('key_2');
    const own = Array.from({ length: sessionsOfKey }, () => {
      pass(1);
      return begin();
    });
    pass(1);
    made.find(own[0] ?? '');
    begin();
    expect(own.map((each) => made.find(each) !== undefined).indexOf(false)).toBe(1);
    expect(own.filter((each) => made.find(each) !== undefined)).toHaveLength(sessionsOfKey - 1);
    expect(made.find(others)).toBeDefined();
    made.close();
    expect(made.find(others)).toBeUndefined();
  });
});

describe('wrong keys', () => {
  function counting() {
    let now = 5_000_000;
    return { wrong: new WrongKeys(() => now), pass: (ms: number) => (now += ms) };
  }

  test('of a client are ten a minute; then it waits', () => {
    const { wrong, pass } = counting();
    for (let count = 0; count < mostWrongKeys; count += 1) {
      expect(wrong.attempt('1.2.3.4')).toHaveProperty('right');
      pass(1_000);
    }
    expect(wrong.attempt('1.2.3.4')).toEqual({ wait: 50 });
    expect(wrong.attempt('5.6.7.8')).toHaveProperty('right');
    pass(50_000);
    expect(wrong.attempt('1.2.3.4')).toHaveProperty('right');
    expect(wrong.attempt('1.2.3.4')).toHaveProperty('wait');
  });

  test('are not those that turn out right', () => {
    const { wrong } = counting();
    for (let count = 0; count < 3 * mostWrongKeys; count += 1) {
      const attempt = wrong.attempt('1.2.3.4');
      expect(attempt).toHaveProperty('right');
      if ('right' in attempt) attempt.right();
    }
  });

  test('are as many where all come at once', () => {
    const { wrong } = counting();
    const attempts = Array.from({ length: 50 }, () => wrong.attempt('1.2.3.4'));
    expect(attempts.filter((each) => 'right' in each)).toHaveLength(mostWrongKeys);
  });
});
