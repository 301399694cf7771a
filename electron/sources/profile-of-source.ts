/** Which types the paths of a source hold. */
import { profileOfFields } from '../filters/compile/profile-of-fields.ts';
import { incompletePath, type PathProfile } from '../filters/path-profile.ts';
import type { FoundRows } from './source-facts.ts';

/** The profile of the rows of a source: of documents no more is known than that each has a record id. */
export function profileOfSource({
  fields,
  snapshot,
}: Pick<FoundRows, 'fields' | 'snapshot'>): PathProfile {
  const isDocument = 'shape' in snapshot && snapshot.shape === 'document';
  if (!isDocument) return profileOfFields(fields);
  return new Map([...profileOfFields([]), [incompletePath, 0]]);
}
