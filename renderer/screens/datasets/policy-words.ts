/** A dataset's policy as facts that a screen can say: what is allowed, what is not, what is held back. */
import {
  dataOperations,
  type DataOperation,
  type DatasetPolicy,
} from '../../../shared/contract/datasets.ts';
import {
  transformationNames,
  type TransformationName,
} from '../../../shared/contract/transformations.ts';

export interface PolicyFacts {
  readonly allowed: readonly DataOperation[];
  readonly refused: readonly DataOperation[];
  readonly transformations: readonly TransformationName[];
  readonly refusedTransformations: readonly TransformationName[];
  /** Fewest rows of a group that is told; 1 tells every group. */
  readonly minGroupSize: number;
  readonly restricted: readonly string[];
  /** Nothing is held back at all. */
  readonly isOpen: boolean;
}

/** The facts of a policy. Absent members allow everything. */
export function policyFacts(policy: DatasetPolicy): PolicyFacts {
  const { allowed_operations: operations, allowed_transformations: names } = policy;
  const allowed = dataOperations.filter((each) => operations?.includes(each) ?? true);
  const transforms = allowed.includes('transform');
  const transformations = transforms
    ? transformationNames.filter((each) => names?.includes(each) ?? true)
    : [];
  const refused = dataOperations.filter((each) => !allowed.includes(each));
  const refusedTransformations = transformationNames.filter(
    (each) => !transformations.includes(each),
  );
  const minGroupSize = policy.min_group_size ?? 1;
  const restricted = policy.restricted_fields ?? [];
  return {
    allowed,
    refused,
    transformations,
    refusedTransformations,
    minGroupSize,
    restricted,
    isOpen:
      refused.length === 0 &&
      refusedTransformations.length === 0 &&
      minGroupSize === 1 &&
      restricted.length === 0,
  };
}
