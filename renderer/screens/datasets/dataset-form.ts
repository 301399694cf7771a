/** The form of a new dataset: from what is typed to the body. */
import type { CreateDataset } from '../../../shared/contract/datasets.ts';
import { policySchema } from '../../../shared/contract/policies.ts';

export const emptyForm = {
  name: '',
  holder_id: '',
  /** Empty: the service makes one. */
  dataset_id: '',
  /** Whether all of it is published at once, for every account. */
  isOpen: false,
};
export type DatasetForm = typeof emptyForm;

/** A draft, unless all of it is open. */
export function bodyOf(form: DatasetForm): CreateDataset {
  const id = form.dataset_id.trim();
  return {
    ...(id !== '' && { dataset_id: id }),
    name: form.name.trim(),
    holder_id: form.holder_id.trim(),
    ...(form.isOpen && {
      policy: policySchema.parse({ access: 'open', unlisted: 'clear', record_ids: 'kept' }),
    }),
  };
}
