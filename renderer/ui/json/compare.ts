/** Two records member by member: what is the same, what differs, what only one of them has. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import type { RecordRow } from '../../api/records.ts';

export interface ComparedMember {
  /** Members joined by dots, items in brackets: `input.history[2].amount`. */
  readonly path: string;
  /** JSON text of the value; null where the record has no such member. */
  readonly one: string | null;
  readonly other: string | null;
  readonly same: boolean;
}

function isContainer(value: JsonValue): value is JsonObject | JsonValue[] {
  return Array.isArray(value)
    ? value.length > 0
    : isJsonObject(value) && Object.keys(value).length > 0;
}

function collect(value: JsonValue, path: string, into: Map<string, string>): void {
  if (!isContainer(value)) {
    into.set(path, JSON.stringify(value));
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${path}[${index}]`, into);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    collect(member, path === '' ? name : `${path}.${name}`, into);
  }
}

/** The members of a value that hold no further members, by path, in their own order. */
export function leafMembers(value: JsonValue): Map<string, string> {
  const into = new Map<string, string>();
  collect(value, '', into);
  return into;
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
    const left = leavesOf(one, name);
    const right = leavesOf(other, name);
    const paths = new Set([...left.keys(), ...right.keys()]);
    return [...paths].map((path) => {
      const first = left.get(path) ?? null;
      const second = right.get(path) ?? null;
      return { path, one: first, other: second, same: first === second };
    });
  });
}

function leavesOf(record: RecordRow, name: (typeof compared)[number]): Map<string, string> {
  const value = record[name];
  const into = new Map<string, string>();
  if (value !== undefined) collect(value, name, into);
  return into;
}
