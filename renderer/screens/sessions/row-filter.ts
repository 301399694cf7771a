/** The filter over a session's rows as it stands in the address. */
import { isJsonObject, type JsonObject } from '../../../shared/contract/json.ts';

/** The filter of an address; what is no JSON object selects everything. */
export function readFilter(text: string | undefined): JsonObject {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The text for the address; nothing for a filter that selects everything. */
export function writeFilter(filter: JsonObject): string | undefined {
  return Object.keys(filter).length === 0 ? undefined : JSON.stringify(filter);
}

/** Rows that both select. Clauses stand beside each other unless both name the same member. */
export function withClause(filter: JsonObject, clause: JsonObject): JsonObject {
  const collides = Object.keys(clause).some((name) => Object.hasOwn(filter, name));
  return collides ? { $and: [filter, clause] } : { ...filter, ...clause };
}
