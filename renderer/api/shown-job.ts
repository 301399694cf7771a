/** A job that a dialog shows to its end: nothing else tells it meanwhile. */
import { useEffect, useRef, useState } from 'react';
import { showJob } from '../state/watched-jobs.ts';

/**
 * Takes the job that the dialog opens with, and any other as soon as its request is answered; what
 * was taken is given up with the dialog.
 */
export function useShownJob(opensWith?: string): (jobId: string) => void {
  const [first] = useState(opensWith);
  const leave = useRef<(() => void)[]>(undefined);
  useEffect(() => {
    leave.current = first === undefined ? [] : [showJob(first)];
    return () => {
      for (const each of leave.current ?? []) each();
      // An answer that comes later finds nobody who shows its job.
      leave.current = undefined;
    };
  }, [first]);
  return (jobId) => void leave.current?.push(showJob(jobId));
}
