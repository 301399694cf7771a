/** Long work, and how far it is. */
import type { Area } from '../area.ts';
import { Room } from '../database/room.ts';
import { givingBackTask } from './given-back.ts';
import { jobReadRoutes, jobWriteRoutes } from './routes.ts';

export const jobsArea = {
  openReads: ({ jobs, ownership }) => ({
    handlers: jobReadRoutes(jobs, ownership.mayUseJob.bind(ownership)),
  }),
  openWrites: (context) => {
    const { lock, jobs, jobsIdempotency, leftJobs, uploads, remover } = context;
    const room = new Room({ ...context, inTurn: (work) => lock.run(work) });
    return {
      handlers: jobWriteRoutes({
        store: jobs,
        removeUpload: (jobId) => remover.removeLater(uploads.allOf(jobId)),
        idempotency: jobsIdempotency,
        changed: context.changed,
      }),
      tasks: {
        [givingBackTask]: () => room.giveBack(),
        'left-jobs': async () => leftJobs,
      },
    };
  },
} satisfies Area;
