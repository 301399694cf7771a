/** Two records member by member: what is the same, what differs, what only one of them has. */
import type { RecordRow } from '../../api/records.ts';
import { leavesByPath } from './leaves.ts';

export interface ComparedMember {
  /** As `pathText` writes it: `input.history[2].amount`. */
  readonly path: string;
  /** JSON text of the value; null where the record has no such member. */
  readonly one: string | null;
  readonly other: string | null;
  readonly same: boolean;
}

/** The members of a record that are compared, what was decided before where it stands. */
const compared = [
  'model_id',
  'output',
  'input',
  'confidence',
  'policy_id',
  'transaction_id',
  'context',
  'explanation',
  'interventions',
  'created_at',
  'id',
  'hash',
  'previous_hash',
] as const satisfies readonly (keyof RecordRow)[];

/** Every member of either record: those of the first in its order, then those only the other has. */
export function compareRecords(one: RecordRow, other: RecordRow): ComparedMember[] {
  return compared.flatMap((name) => {
    const left = membersOf(one, name);
    const right = membersOf(other, name);
    const paths = new Set([...left.keys(), ...right.keys()]);
    return [...paths].map((path) => {
      const first = left.get(path) ?? null;
      const second = right.get(path) ?? null;
      return { path, one: first, other: second, same: first === second };
    });
  });
}

function membersOf(record: RecordRow, name: (typeof compared)[number]): Map<string, string> {
  const value = record[name];
  return value === undefined ? new Map() : leavesByPath(value, [name]);
}
