/** Why the API refused what is no form, or one that draws no field. */
import type { ApiFailure } from '../../api/client.ts';
import { Refusal } from './refusal.tsx';

export function FormFailure({
  failure,
  title,
}: {
  failure: ApiFailure | undefined;
  title: string;
}) {
  return <Refusal title={title} failure={failure} others={failure?.fields ?? []} />;
}
