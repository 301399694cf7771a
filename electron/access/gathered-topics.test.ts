import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import { GatheredTopics } from './gathered-topics.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('A change is told at once, those that follow it together, each topic once', () => {
  const told: (readonly ChangeTopic[])[] = [];
  const topics = new GatheredTopics((each) => told.push(each));
  topics.add(['sessions']);
  expect(told).toEqual([['sessions']]);
  for (let count = 0; count < 5; count += 1) topics.add(['sessions', 'billing']);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(50);
  expect(told).toEqual([['sessions'], ['sessions', 'billing']]);
  topics.add(['records']);
  vi.advanceTimersByTime(50);
  expect(told.slice(2)).toEqual([['records']]);
  vi.advanceTimersByTime(500);
  expect(told).toHaveLength(3);
  topics.add(['jobs']);
  expect(told.slice(3)).toEqual([['jobs']]);
});
