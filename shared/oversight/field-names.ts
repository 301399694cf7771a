/** How filters name groups and columns of a profile, and which names can stand there. */

export const groupPrefix = 'group.';
export const columnPrefix = 'column.';

/** Parts of a path of a filter, of which the prefix is one. */
const mostParts = 8;

/**
 * Tells whether a name can be a field of a filter and stand in a list with commas: dots part it, and no part is empty
 * or begins with a dollar sign.
 */
export function isFieldName(name: string): boolean {
  const parts = name.split('.');
  return (
    !name.includes(',') &&
    parts.length < mostParts &&
    parts.every((part) => part !== '' && !part.startsWith('$'))
  );
}
