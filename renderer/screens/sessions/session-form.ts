/** What the form that opens a session holds, and the request it stands for. */
import {
  dataOperations,
  type DataOperation,
  type Dataset,
} from '../../../shared/contract/datasets.ts';
import type { OpenSession } from '../../api/sessions.ts';
import { numberIn } from '../../ui/number-in.ts';

/** Seconds of each unit. */
const durationUnits = { minutes: 60, hours: 3_600, days: 86_400 } as const;
export type DurationUnit = keyof typeof durationUnits;
export const units: readonly DurationUnit[] = ['minutes', 'hours', 'days'];

export interface SessionForm {
  readonly dataset_id: string | null;
  readonly purpose: string;
  /** As it was typed, in `unit`. */
  readonly ttl_seconds: string;
  readonly unit: DurationUnit;
  readonly model_id: string;
  readonly operator: string;
  /** Those of them that the dataset allows are asked for. */
  readonly allowed_operations: readonly DataOperation[];
}

export const emptyForm: SessionForm = {
  dataset_id: null,
  purpose: '',
  ttl_seconds: '1',
  unit: 'hours',
  model_id: '',
  operator: '',
  allowed_operations: dataOperations,
};

/** Operations that the policy of a dataset lets a session do. */
export function allowedBy(dataset: Dataset | undefined): readonly DataOperation[] {
  return dataset?.operations ?? dataOperations;
}

/** The request of a form. What is left empty is left out, so that the service's default holds. */
export function bodyOf(form: SessionForm, dataset: Dataset | undefined): OpenSession {
  const allowed = allowedBy(dataset);
  const chosen = allowed.filter((each) => form.allowed_operations.includes(each));
  const [model, operator] = [form.model_id.trim(), form.operator.trim()];
  return {
    dataset_id: form.dataset_id ?? '',
    purpose: form.purpose.trim(),
    ttl_seconds: numberIn(form.ttl_seconds) * durationUnits[form.unit],
    ...(model !== '' && { model_id: model }),
    ...(operator !== '' && { operator }),
    ...(chosen.length < allowed.length && { allowed_operations: chosen }),
  };
}
