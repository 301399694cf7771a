/** The job that makes and removes facts beside appends: a part at a time, so that others can write between. */
import { z } from 'zod';
import type { Supervisor, WriteContext } from '../area.ts';
import { JobStopped, type JobKindRunner } from '../jobs/job-runner.ts';
import { transact } from '../ledger/open-commits.ts';
import { AppliedProfiles } from './applied-profiles.ts';

/** Has the writer do the next part. */
export const factsTask = 'make-facts';

const partSchema = z.object({ isLeft: z.boolean(), done: z.int(), total: z.int() });
/** How far it is: the records of the model whose part was done. */
export type FactsPart = z.infer<typeof partSchema>;

export function factsJob(callWriter: Supervisor['callWriter']): JobKindRunner {
  return {
    run: async ({ report, shouldStop }) => {
      for (;;) {
        const { isLeft, done, total } = partSchema.parse(await callWriter(factsTask, {}));
        report({ phase: 'writing', done, total, unit: 'records' });
        if (!isLeft) return { result: {} };
        if (shouldStop()) throw new JobStopped();
      }
    },
    dispose: async () => 0,
    completedResult: () => undefined,
  };
}

/** Starts the job where anything is left to do. */
export function startFactsJob({
  workspace,
  projection,
  starter,
  createId,
}: Pick<WriteContext, 'workspace' | 'projection' | 'starter' | 'createId'>): void {
  if (workspace.kind === 'case' || !projection.work.isLeft) return;
  starter.start(undefined, {
    jobId: createId('job'),
    kind: 'decision_facts',
    words: { text: 'apply_profiles', values: {} },
    unit: 'records',
    parameters: {},
  });
}

/** Writes the facts that wait, when it is its turn to write. */
export async function writeFacts({
  database,
  journal,
  lock,
  projection,
}: Pick<WriteContext, 'database' | 'journal' | 'lock' | 'projection'>): Promise<void> {
  await lock.run(() => {
    if (projection.isWaiting) transact(database, journal, () => projection.write());
  });
}

/** Does the next part, when it is its turn to write. */
export async function makeFacts({
  database,
  journal,
  lock,
  projection,
  changed,
}: Pick<
  WriteContext,
  'database' | 'journal' | 'lock' | 'projection' | 'changed'
>): Promise<FactsPart> {
  const { work } = projection;
  const done = await lock.run(() => transact(database, journal, () => work.turn()));
  const progress = done && new AppliedProfiles(database).ofModel(done.model_id)?.filling;
  const isLeft = work.isLeft;
  if (!isLeft) changed(['models', 'records']);
  return { isLeft, done: progress?.done ?? 0, total: progress?.total ?? 0 };
}
