/** The form of a new dataset: from what is typed to the body, and faults to the fields they are of. */
import {
  createDatasetSchema,
  dataOperations,
  type CreateDataset,
  type DataOperation,
} from '../../../shared/contract/datasets.ts';
import type { FieldError } from '../../../shared/contract/errors.ts';
import { fieldErrors, oncePerField } from '../../../shared/contract/intake.ts';
import {
  transformationNames,
  type TransformationName,
} from '../../../shared/contract/transformations.ts';
import { numberIn } from '../../ui/number-in.ts';
import type { ReactNode } from 'react';
import { faultText } from '../../ui/fault-text.tsx';
import type { Faults } from '../../ui/form-faults.ts';

export interface DatasetForm {
  readonly name: string;
  readonly holderId: string;
  /** Empty: the service makes one. */
  readonly datasetId: string;
  readonly operations: readonly DataOperation[];
  readonly transformations: readonly TransformationName[];
  readonly minGroupSize: string;
  readonly restricted: readonly string[];
}

export const emptyForm: DatasetForm = {
  name: '',
  holderId: '',
  datasetId: '',
  operations: dataOperations,
  transformations: transformationNames,
  minGroupSize: '',
  restricted: [],
};

/** The body of a form; what restricts nothing is left out. */
export function bodyOf(form: DatasetForm): CreateDataset {
  const { operations, transformations, minGroupSize, restricted } = form;
  const policy: CreateDataset['policy'] = {
    ...(operations.length === dataOperations.length
      ? {}
      : { allowed_operations: dataOperations.filter((each) => operations.includes(each)) }),
    ...(transformations.length === transformationNames.length || !operations.includes('transform')
      ? {}
      : {
          allowed_transformations: transformationNames.filter((each) =>
            transformations.includes(each),
          ),
        }),
    ...(minGroupSize === '' ? {} : { min_group_size: numberIn(minGroupSize) }),
    ...(restricted.length === 0 ? {} : { restricted_fields: [...restricted] }),
  };
  return {
    ...(form.datasetId.trim() === '' ? {} : { dataset_id: form.datasetId.trim() }),
    name: form.name.trim(),
    holder_id: form.holderId.trim(),
    ...(Object.keys(policy).length === 0 ? {} : { policy }),
  };
}

export type FormFaults = Faults;

/** Fields of the form, as the API names them. */
export const formFields = [
  'dataset_id',
  'name',
  'holder_id',
  'policy.allowed_operations',
  'policy.allowed_transformations',
  'policy.min_group_size',
  'policy.restricted_fields',
] as const;

/** The first fault of each field of the form; `policy.restricted_fields.2` is one of its list. */
export function faultsByField(errors: readonly FieldError[]): FormFaults {
  const faults: Record<string, ReactNode> = {};
  for (const each of errors) {
    const { field } = each;
    const name = formFields.find((part) => field === part || field.startsWith(`${part}.`)) ?? field;
    faults[name] ??= faultText(each);
  }
  return faults;
}

/** The same rules as the API's, so that a fault is at its field before anything is sent. */
export function localFaults(body: CreateDataset): FormFaults {
  const result = createDatasetSchema.safeParse(body);
  if (result.success) return {};
  return faultsByField(oncePerField(fieldErrors(result.error.issues, body, 'member')));
}
