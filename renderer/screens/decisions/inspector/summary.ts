/** The plain values inside a payload, by their paths: what is said of it at a glance. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../shared/contract/json.ts';
import { formatPath } from '../../../ui/json/json-index.ts';

type Scalar = string | number | boolean | null;

function isScalar(value: JsonValue | undefined): value is Scalar {
  return value !== undefined && (value === null || typeof value !== 'object');
}

export interface Leaf {
  readonly path: string;
  /** A scalar as text; a short list of scalars joined. */
  readonly text: string;
  readonly kind: 'text' | 'number' | 'other';
}

function leafText(value: JsonValue): string | undefined {
  if (isScalar(value)) return value === null ? 'null' : String(value);
  if (Array.isArray(value) && value.length > 0 && value.length <= 8 && value.every(isScalar)) {
    return value.map((each) => String(each)).join(', ');
  }
  if (Object.keys(value).length === 0) return Array.isArray(value) ? '[]' : '{}';
  return undefined;
}

/**
 * The first `limit` values inside an object, nested ones by their path, and how many more there are
 * (`more` stops counting at 10,000). `without` leaves one top-level member out.
 */
export function leavesOf(
  object: JsonObject,
  limit: number,
  without?: string,
): { leaves: Leaf[]; more: number } {
  const leaves: Leaf[] = [];
  let found = 0;
  const walk = (value: JsonValue, steps: (string | number)[]) => {
    if (found >= 10_000) return;
    const text = leafText(value);
    if (text !== undefined) {
      found += 1;
      if (leaves.length < limit) {
        const kind =
          typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'other';
        leaves.push({ path: formatPath(steps), text: text.slice(0, 400), kind });
      }
      return;
    }
    if (Array.isArray(value)) value.forEach((each, place) => walk(each, [...steps, place]));
    else if (isJsonObject(value)) {
      for (const [name, each] of Object.entries(value)) walk(each, [...steps, name]);
    }
  };
  for (const [name, value] of Object.entries(object)) {
    if (name !== without) walk(value, [name]);
  }
  return { leaves, more: found - leaves.length };
}
