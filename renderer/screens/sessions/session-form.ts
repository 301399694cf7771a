/** What the form that opens a session holds, the request it stands for, and the faults at its fields. */
import { fieldErrors, oncePerField } from '../../../shared/contract/intake.ts';
import {
  dataOperations,
  type DataOperation,
  type Dataset,
} from '../../../shared/contract/datasets.ts';
import type { FieldError } from '../../../shared/contract/errors.ts';
import { createSessionSchema } from '../../../shared/contract/sessions.ts';
import type { OpenSession } from '../../api/sessions.ts';
import { numberIn } from '../../ui/number-in.ts';
import type { ReactNode } from 'react';
import { faultText } from '../../ui/fault-text.tsx';
import type { Faults } from '../../ui/form-faults.ts';

/** Seconds of each unit. */
export const durationUnits = { minutes: 60, hours: 3_600, days: 86_400 } as const;
export type DurationUnit = keyof typeof durationUnits;

export interface SessionForm {
  readonly datasetId: string | null;
  readonly purpose: string;
  /** As it was typed. */
  readonly duration: string;
  readonly unit: DurationUnit;
  readonly modelId: string;
  readonly operator: string;
  /** Those taken away from what the dataset allows. */
  readonly withheld: ReadonlySet<DataOperation>;
}

export const emptyForm: SessionForm = {
  datasetId: null,
  purpose: '',
  duration: '1',
  unit: 'hours',
  modelId: '',
  operator: '',
  withheld: new Set(),
};

/** Operations that the policy of a dataset lets a session do. */
export function allowedBy(dataset: Dataset | undefined): readonly DataOperation[] {
  return dataset?.policy.allowed_operations ?? dataOperations;
}

/** The request of a form. What is left empty is left out, so that the service's default holds. */
export function bodyOf(form: SessionForm, dataset: Dataset | undefined): OpenSession {
  const allowed = allowedBy(dataset);
  const chosen = allowed.filter((each) => !form.withheld.has(each));
  return {
    dataset_id: form.datasetId ?? '',
    purpose: form.purpose.trim(),
    ttl_seconds: numberIn(form.duration) * durationUnits[form.unit],
    ...(form.modelId.trim() === '' ? {} : { model_id: form.modelId.trim() }),
    ...(form.operator.trim() === '' ? {} : { operator: form.operator.trim() }),
    ...(chosen.length === allowed.length ? {} : { allowed_operations: [...chosen] }),
  };
}

export type FormFaults = Faults;

/** The first fault of each field of the form; a fault inside a list stands at the list. */
export function faultsByField(errors: readonly FieldError[]): FormFaults {
  const faults: Record<string, ReactNode> = {};
  for (const each of errors) {
    const { field } = each;
    const name = /^[A-Za-z_]+/.exec(field)?.[0] ?? field;
    faults[name] ??= faultText(each);
  }
  return faults;
}

/** The same rules as the API's, so that a fault is at its field before anything is sent. */
export function localFaults(body: OpenSession): FormFaults {
  const result = createSessionSchema.safeParse(body);
  if (result.success) return {};
  return faultsByField(oncePerField(fieldErrors(result.error.issues, body, 'member')));
}
