/** The fields that a session can name: those of the dataset without what its policy keeps back. */
import type { DatasetField, DatasetPolicy } from '../../../shared/contract/datasets.ts';

/** A restricted field takes everything below it with it. */
export function readableFields(
  fields: readonly DatasetField[],
  policy: DatasetPolicy | undefined,
): DatasetField[] {
  const restricted = policy?.restricted_fields ?? [];
  return fields.filter(
    ({ path }) => !restricted.some((each) => path === each || path.startsWith(`${each}.`)),
  );
}
