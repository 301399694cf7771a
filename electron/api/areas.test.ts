/** An operation that no area answers does not compile, nor does a job that no area does. */
import { expect, expectTypeOf, test } from 'vitest';
import { jobKinds, type JobKind } from '../../shared/contract/jobs.ts';
import { together } from '../area.ts';
import type { JobKindRunner } from '../jobs/job-runner.ts';
import type { DataOperationId, RouteHandlers, WriteOperationId } from '../route-handler.ts';
import type { areas } from './areas.ts';

type Each = (typeof areas)[number];
type Share<Name extends string> = Each extends infer One
  ? One extends Record<Name, (context: never) => infer Opened>
    ? Opened
    : never
  : never;
type Together<Union extends object> = ReturnType<typeof together<Union>>;
type Reads = Together<Share<'openReads'>['handlers']>;

test('the areas answer every query over rows', () => {
  type Queries = Together<Share<'openQueries'>['handlers']>;
  expectTypeOf<Queries>().toExtend<RouteHandlers<DataOperationId>>();
});

test('the areas answer every request that writes, but for the change of workspace', () => {
  type Writes = Together<Share<'openWrites'>['handlers']>;
  type Needed = RouteHandlers<Exclude<WriteOperationId, 'openWorkspace'>>;
  expectTypeOf<Writes>().toExtend<Needed>();
  expectTypeOf<Omit<Writes, 'createErasure'>>().not.toExtend<Needed>();
  expectTypeOf<Exclude<keyof Writes, WriteOperationId>>().toEqualTypeOf<never>();
});

test('without one of its areas an operation is missing', () => {
  expectTypeOf<Omit<Reads, 'getRecord'>>().not.toExtend<Pick<Reads, 'getRecord'>>();
  // @ts-expect-error one operation is not answered
  const handlers: RouteHandlers<'getRecord' | 'listRecords'> = together([
    { listRecords: () => ({ body: '' }) },
  ]);
  expect(handlers.getRecord).toBeUndefined();
});

test('each job but exports of lists is done by an area', () => {
  type Jobs = Together<Share<'jobs'>>;
  expectTypeOf<Exclude<JobKind, keyof Jobs>>().toEqualTypeOf<'view_export'>();
  expectTypeOf<Jobs['verification']>().toExtend<JobKindRunner>();
  expect(jobKinds).toContain('view_export');
});

test('where two have the same member, the later one has it', () => {
  expect(together([{ a: 1, b: 1 }, { b: 2 }])).toEqual({ a: 1, b: 2 });
});
