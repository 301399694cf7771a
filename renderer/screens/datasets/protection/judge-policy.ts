/** Has a policy judged by the rules of publishing before it is taken over: nothing is published. */
import type { Policy } from '../../../../shared/contract/policies.ts';
import type { DatasetPreview } from '../../../../shared/contract/policy-routes.ts';
import { ApiFailure, toFailure } from '../../../api/client.ts';
import { previewPolicy } from '../../../api/policies.ts';

const judgedRows = 3;

/** @throws {ApiFailure} with each fault at the field of the form that `fieldOf` names for a member of the policy */
export async function judgePolicy(
  datasetId: string,
  policy: Policy,
  fieldOf: (member: string) => string,
): Promise<DatasetPreview> {
  try {
    return await previewPolicy(datasetId, { policy, limit: judgedRows });
  } catch (error) {
    const failure = toFailure(error);
    const fields = failure.fields.map((each) => ({
      ...each,
      field: fieldOf(each.field.replace(/^policy\./, '')),
    }));
    const { status, code, message, details, requestId, retryAfter } = failure;
    throw new ApiFailure(status, code, message, { fields, details, requestId, retryAfter });
  }
}
