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

type FactsMeans = Pick<
  WriteContext,
  'database' | 'journal' | 'projection' | 'changed' | 'createId'
> & {
  readonly workspace: Pick<WriteContext['workspace'], 'kind'>;
  readonly lock: Pick<WriteContext['lock'], 'run'>;
  readonly starter: Pick<WriteContext['starter'], 'start'>;
  readonly jobs: Pick<WriteContext['jobs'], 'unfinished' | 'order' | 'shouldStop'>;
};

/** The writer's share: starts the job, one at a time, and does its parts. */
export class FactsKeeper {
  readonly #means: FactsMeans;
  /** Whether the job that was started last was not yet told that nothing is left. */
  #isAtIt = false;

  constructor(means: FactsMeans) {
    this.#means = means;
  }

  /** Starts the job where anything is left to do that no other does. */
  start(): void {
    const { workspace, projection, starter, createId } = this.#means;
    if (workspace.kind === 'case' || !projection.work.isLeft) return;
    if (this.#isAtIt && this.#goesOn()) return;
    this.#isAtIt = true;
    starter.start(undefined, {
      jobId: createId('job'),
      kind: 'decision_facts',
      words: { text: 'apply_profiles', values: {} },
      unit: 'records',
      parameters: {},
    });
  }

  /** Does the next part, when it is its turn to write. */
  async part(): Promise<FactsPart> {
    const { database, journal, lock, projection, changed } = this.#means;
    const { work } = projection;
    const done = await lock.run(() => transact(database, journal, () => work.turn()));
    const progress = done && new AppliedProfiles(database).ofModel(done.model_id)?.filling;
    const isLeft = work.isLeft;
    this.#isAtIt = isLeft;
    if (!isLeft) changed(['models', 'records']);
    return { isLeft, done: progress?.done ?? 0, total: progress?.total ?? 0 };
  }

  /** Tells whether a job of its kind waits or is at work, and nobody canceled it. */
  #goesOn(): boolean {
    const { jobs } = this.#means;
    return jobs
      .unfinished()
      .some((id) => jobs.order(id)?.kind === 'decision_facts' && !jobs.shouldStop(id));
  }
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
