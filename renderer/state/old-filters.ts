/**
 * Filters of decisions as addresses and saved views held them before one filter, `where`, took their place. They are
 * read as what they meant, here and nowhere else.
 */
import {
  isJsonObject,
  jsonOrUndefined,
  type JsonObject,
  type JsonValue,
} from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';

const oldNames = ['policy_id', 'transaction_id', 'min_confidence', 'max_confidence'] as const;

/** Tables whose views are filters of decisions. */
const tables: ReadonlySet<string> = new Set(['decisions', 'review']);

/** Parameters of an address with what the old ones said in `where`; of one member the newer word holds. */
export function withoutOldFilters(
  search: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (oldNames.every((name) => search[name] === undefined)) return search;
  const before = typeof search['where'] === 'string' ? jsonOrUndefined(search['where']) : {};
  const where = { ...oldWhere(search), ...(isJsonObject(before) ? before : {}) };
  const rest = Object.fromEntries(
    Object.entries(search).filter(([name]) => !oldNames.some((each) => each === name)),
  );
  return Object.keys(where).length === 0 ? rest : { ...rest, where: canonicalJson(where) };
}

/** The text of a saved view, `?a=b&c=d`, with what the old parameters said in `where`. */
export function viewWithoutOldFilters(tableId: string, text: string): string {
  if (!tables.has(tableId)) return text;
  const before = Object.fromEntries(new URLSearchParams(text));
  const after = withoutOldFilters(before);
  if (after === before) return text;
  const entries = Object.entries(after).map(([name, value]) => [name, String(value)]);
  const written = new URLSearchParams(entries).toString();
  return written === '' ? '' : `?${written}`;
}

function oldWhere(search: Readonly<Record<string, unknown>>): JsonObject {
  const range = {
    ...bound('$gte', search['min_confidence']),
    ...bound('$lte', search['max_confidence']),
  };
  return {
    ...named('policy_id', search['policy_id']),
    ...named('transaction_id', search['transaction_id']),
    ...(Object.keys(range).length === 0 ? {} : { confidence: range }),
  };
}

function named(name: string, value: unknown): JsonObject {
  const isGiven = typeof value === 'string' || typeof value === 'number';
  const text = isGiven ? String(value).trim() : '';
  return text === '' ? {} : { [name]: text };
}

/** A share, from 0 to 1; anything else restricted nothing before, either. */
function bound(operator: string, value: unknown): Readonly<Record<string, JsonValue>> {
  const share = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof share === 'number' && share >= 0 && share <= 1 ? { [operator]: share } : {};
}
