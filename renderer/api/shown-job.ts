/** A job that a dialog shows to its end: nothing else tells it meanwhile. */
import { useEffect, useRef } from 'react';
import { showJob } from '../state/watched-jobs.ts';

/** Takes the job as soon as its request is answered; what was taken is given up with the dialog. */
export function useShownJob(): (jobId: string) => void {
  const leave = useRef<(() => void)[]>(undefined);
  useEffect(() => {
    leave.current = [];
    return () => {
      for (const each of leave.current ?? []) each();
      // An answer that comes later finds nobody who shows its job.
      leave.current = undefined;
    };
  }, []);
  return (jobId) => void leave.current?.push(showJob(jobId));
}
