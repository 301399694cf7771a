/** What a row holds at a path, and how a cell says it. */
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';

/** Characters of a value that a cell draws; the whole of it is in the pane. */
const drawnCharacters = 160;
/** Columns of a list whose fields nobody chose. */
const firstColumns = 40;

/** The name under which every row has its id. */
export const recordIdField = 'record_id';

export function recordIdOf(row: JsonObject): string {
  const id = row[recordIdField];
  return typeof id === 'string' ? id : '';
}

/** The value at a dotted path; an array on the way gives the values of its elements; undefined without one. */
export function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  const segments = path.split('.');
  let found = value;
  for (const [place, segment] of segments.entries()) {
    if (found === undefined) return undefined;
    if (Array.isArray(found)) {
      const rest = segments.slice(place).join('.');
      const values = found.flatMap((each) => {
        const inner = isJsonObject(each) ? valueAt(each, rest) : undefined;
        return inner === undefined ? [] : [inner];
      });
      return values.length === 0 ? undefined : values;
    }
    if (!isJsonObject(found) || !Object.hasOwn(found, segment)) return undefined;
    found = found[segment];
  }
  return found;
}

/** A value as text: strings as they are, all else as JSON; undefined where there is none. */
export function valueText(value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The beginning of a value as a cell draws it. */
export function cellText(value: JsonValue): string {
  const text = valueText(value) ?? '';
  return text.length > drawnCharacters ? `${text.slice(0, drawnCharacters)}…` : text;
}

function isBelow(path: string, above: string): boolean {
  return path.startsWith(`${above}.`);
}

/** Paths that can be columns: those that hold more than objects, whose members are columns themselves. */
export function columnPaths(fields: readonly DatasetField[]): string[] {
  return fields
    .filter(({ path, types }) => path !== recordIdField && types.some((type) => type !== 'object'))
    .map(({ path }) => path);
}

/** The columns of a list: the chosen fields, or else the first ones that are not inside an array. */
export function columnsOf(
  fields: readonly DatasetField[],
  shown: readonly string[] | undefined,
): readonly string[] {
  if (shown !== undefined) return shown.filter((path) => path !== recordIdField);
  const arrays = fields.filter(({ types }) => types.includes('array')).map(({ path }) => path);
  return columnPaths(fields)
    .filter((path) => !arrays.some((array) => isBelow(path, array)))
    .slice(0, firstColumns);
}

/** A path as the id of a column: ids become names in style sheets, where few characters may stand. */
export function columnId(path: string): string {
  return `f-${path.replaceAll(/[^A-Za-z0-9-]/g, (sign) => `_${(sign.codePointAt(0) ?? 0).toString(16)}_`)}`;
}

/** The next order of a column whose header is pressed: ascending, descending, that of arrival. */
export function nextSort(sort: string | undefined, path: string): string | undefined {
  if (sort === path) return `-${path}`;
  return sort === `-${path}` ? undefined : path;
}
