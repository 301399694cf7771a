/** What the form that opens a session holds, and the request it stands for. */
import {
  dataOperations,
  type DataOperation,
  type Dataset,
} from '../../../shared/contract/datasets.ts';
import type { GrantRow } from '../../../shared/contract/grants.ts';
import type { OpenSession } from '../../api/sessions.ts';
import { numberIn } from '../../ui/number-in.ts';

/** Seconds of each unit. */
const durationUnits = { minutes: 60, hours: 3_600, days: 86_400 } as const;
export type DurationUnit = keyof typeof durationUnits;
export const units: readonly DurationUnit[] = ['minutes', 'hours', 'days'];

export interface SessionForm {
  readonly dataset_id: string | null;
  /** Of the holder; empty for the only one, or for what the dataset gives to everybody. */
  readonly grant_id: string;
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
  grant_id: '',
  purpose: '',
  ttl_seconds: '1',
  unit: 'hours',
  model_id: '',
  operator: '',
  allowed_operations: dataOperations,
};

/** The grant that the session will stand on: the chosen one, or the only one of a dataset that asks for one. */
export function grantOf(
  { grant_id: id }: Pick<SessionForm, 'grant_id'>,
  dataset: Dataset | undefined,
  grants: readonly GrantRow[],
): GrantRow | undefined {
  const only = dataset?.access === 'on_request' && grants.length === 1 ? grants[0] : undefined;
  return grants.find(({ grant_id: each }) => each === id) ?? only;
}

/** Operations that a session may do: those of its grant, or of the policy of the dataset. */
export function allowedBy(
  dataset: Dataset | undefined,
  grant?: GrantRow,
): readonly DataOperation[] {
  return grant?.terms.operations ?? dataset?.operations ?? dataOperations;
}

/** The request of a form. What is left empty is left out, so that the service's default holds. */
export function bodyOf(
  form: SessionForm,
  dataset: Dataset | undefined,
  grant?: GrantRow,
): OpenSession {
  const allowed = allowedBy(dataset, grant);
  const chosen = allowed.filter((each) => form.allowed_operations.includes(each));
  const [model, operator] = [form.model_id.trim(), form.operator.trim()];
  return {
    dataset_id: form.dataset_id ?? '',
    ...(grant !== undefined && { grant_id: grant.grant_id }),
    purpose: form.purpose.trim(),
    ttl_seconds: numberIn(form.ttl_seconds) * durationUnits[form.unit],
    ...(model !== '' && { model_id: model }),
    ...(operator !== '' && { operator }),
    ...(chosen.length < allowed.length && { allowed_operations: chosen }),
  };
}
