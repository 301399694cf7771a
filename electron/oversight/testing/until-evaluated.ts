/** Waits for evaluations of rules. */
import { paginated } from '../../../shared/contract/common.ts';
import { jobSchema } from '../../../shared/contract/jobs.ts';
import type { TestApi } from '../../api/test-api.ts';

/** Until each that was begun is over. */
export async function untilEvaluated(api: TestApi): Promise<void> {
  const { data } = await api.read(paginated(jobSchema), '/jobs');
  for (const { job_id: id, kind } of data) {
    if (kind !== 'rule_evaluation') continue;
    const { status, error } = await api.ended(id);
    if (status !== 'completed') throw new Error(JSON.stringify(error));
  }
}
