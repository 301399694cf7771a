/** The address of the jobs: what they are narrowed to, the page, the one that a link led to. */
import { jobKinds, jobStatuses } from '../../../shared/contract/jobs.ts';
import { listSearch, oneOf, someText } from '../../ui/list/list-search.ts';

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export const parseJobsSearch = listSearch({
  kind: oneOf(jobKinds),
  status: oneOf(jobStatuses),
  /** The job that a link led to. */
  job: someText,
});
