/** Why the API refused a form, above its fields, where the form itself names the fields that it draws. */
import type { ApiFailure } from '../../api/client.ts';
import { Refusal } from './refusal.tsx';

const noFields: readonly string[] = [];

export function FormFailure({
  failure,
  title,
  shown = noFields,
}: {
  failure: ApiFailure | undefined;
  title: string;
  /** Fields whose faults the form shows itself. */
  shown?: readonly string[];
}) {
  const others = (failure?.fields ?? []).filter(
    ({ field }) => !shown.some((each) => field === each || field.startsWith(`${each}[`)),
  );
  return <Refusal title={title} failure={failure} others={others} />;
}
