/** The form of a new dataset: from what is typed to the body. */
import { dataOperations, type CreateDataset } from '../../../shared/contract/datasets.ts';
import { transformationNames } from '../../../shared/contract/transformations.ts';
import { numberIn } from '../../ui/number-in.ts';

export const emptyForm = {
  name: '',
  holder_id: '',
  /** Empty: the service makes one. */
  dataset_id: '',
  /** Whether accounts ask before they open sessions. */
  isOnRequest: false,
  policy: {
    allowed_operations: [...dataOperations],
    allowed_transformations: [...transformationNames],
    min_group_size: '',
    restricted_fields: new Array<string>(),
  },
};
export type DatasetForm = typeof emptyForm;

/** The chosen ones in the order of the contract; nothing where all are. */
function someOf<Name extends string>(all: readonly Name[], chosen: readonly Name[]) {
  return chosen.length === all.length ? undefined : all.filter((each) => chosen.includes(each));
}

/** The policy without what restricts nothing. */
function policyOf({ policy }: DatasetForm): NonNullable<CreateDataset['policy']> {
  const operations = someOf(dataOperations, policy.allowed_operations);
  const transformations = policy.allowed_operations.includes('transform')
    ? someOf(transformationNames, policy.allowed_transformations)
    : undefined;
  return {
    ...(operations && { allowed_operations: operations }),
    ...(transformations && { allowed_transformations: transformations }),
    ...(policy.min_group_size !== '' && { min_group_size: numberIn(policy.min_group_size) }),
    ...(policy.restricted_fields.length > 0 && { restricted_fields: policy.restricted_fields }),
  };
}

export function bodyOf(form: DatasetForm): CreateDataset {
  const id = form.dataset_id.trim();
  const policy = policyOf(form);
  return {
    ...(id !== '' && { dataset_id: id }),
    name: form.name.trim(),
    holder_id: form.holder_id.trim(),
    access: form.isOnRequest ? 'on_request' : 'open',
    ...(Object.keys(policy).length > 0 && { policy }),
  };
}
